"""Programs of others as processes: started, limited, listened to and ended; no protocol of a game."""

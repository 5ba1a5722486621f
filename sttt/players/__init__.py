"""What a player is, and players, games and protocols by name; no player itself lives here."""

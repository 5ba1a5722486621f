"""Connect 4: position and text, then its search and book; no player, no other game."""

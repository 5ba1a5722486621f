"""The contract of players, and players, games and protocols by name; no player itself is here."""

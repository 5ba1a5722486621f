"""What rules, searches and proofs say of a position and its turns, in squares; no player, no clock of a game."""

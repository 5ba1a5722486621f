"""4x4x4 tic-tac-toe: position, text, symmetry and shape, then its search and book; no player, no other game."""

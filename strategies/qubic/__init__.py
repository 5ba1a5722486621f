"""Players of 4x4x4 tic-tac-toe."""

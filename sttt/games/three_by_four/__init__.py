"""3x4 tic-tac-toe with a hole: its setting of the grid."""

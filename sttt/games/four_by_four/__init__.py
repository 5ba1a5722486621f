"""4x4 tic-tac-toe, four in a row: its setting of the grid, and its solver."""

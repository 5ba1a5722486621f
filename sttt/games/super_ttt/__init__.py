"""Super Tic-Tac-Toe: position, text, symmetry, shape; then classes, search, analysis, book. No player."""

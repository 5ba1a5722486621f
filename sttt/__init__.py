"""Super Tic-Tac-Toe: its rules, its players, and the places where they meet."""

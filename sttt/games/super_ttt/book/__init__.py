"""The opening book of Super Tic-Tac-Toe: its data, and its readers."""

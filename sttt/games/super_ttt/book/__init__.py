"""The opening book of Super Tic-Tac-Toe: its data, how it is read, and how it is built."""

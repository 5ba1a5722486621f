"""The winning book of 4x4x4 tic-tac-toe: its data, its reader, and its check by the rules."""

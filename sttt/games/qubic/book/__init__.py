"""The winning book of 4x4x4 tic-tac-toe: its data, how it is built, and its check by the rules alone."""

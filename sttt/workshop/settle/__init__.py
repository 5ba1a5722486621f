"""Settling the value of Super Tic-Tac-Toe: a proof-number search for "X never wins", first turn by first turn."""

"""Marks the first empty square, and prints the seven lines: the search and its statistics are still to be written."""

import sys

squares, side, depth = sys.argv[1:17], sys.argv[17], int(sys.argv[18])
square = squares.index("_")
print("MOVE", square // 4 + 1, square % 4 + 1)
print("VALUE", 0)
print("CUTOFF", "no")
print("DEPTH", 0)
print("NODES", 1)
print("MAX", 0)
print("MIN", 0)

"""Answers each line (BOARD WHO) with two squares that it draws among the open ones."""

import random
import re
import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def owned(cells):
    return any(cells[a] == cells[b] == cells[c] != "()" for a, b, c in LINES)


def open_squares(cells):
    boards = [cells[9 * board : 9 * board + 9] for board in range(9)]
    free = [[square for square in range(9) if one[square] == "()" and not owned(one)] for one in boards]
    return [(board, square) for board in range(9) for square in free[board]]


random.seed(1)
for line in sys.stdin:
    words = re.findall(r"\(\)|\b[xo]\b", line)
    cells, who = words[:81], words[81]
    turn = []
    for _ in range(2):
        squares = open_squares(cells)
        if squares:
            board, square = random.choice(squares)
            cells[9 * board + square] = who
            turn.append(f"({board + 1} . {square + 1})")
        else:
            turn.append("()")
    print(f"({' '.join(turn)})", flush=True)

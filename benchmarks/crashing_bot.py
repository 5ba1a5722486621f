"""A small external player for tournaments: draws its squares at random, and crashes on a turn with some probability.

    sttt match random "cmd:python benchmarks/crashing_bot.py 0.02" --games 100

It answers each line ``(BOARD WHO)`` with ``((b . l) (b . l))``, loading nothing of this project.
"""

import os
import random
import re
import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def open_squares(request: str) -> list[str]:
    """List the squares that can be played as the protocol writes them."""
    cells = re.findall(r"\(\)|\b[xo]\b", request)[:81]
    boards = [cells[start : start + 9] for start in range(0, 81, 9)]
    return [
        f"({big} . {little})"
        for big, board in enumerate(boards, start=1)
        if not any(board[a] == board[b] == board[c] != "()" for a, b, c in LINES)
        for little, cell in enumerate(board, start=1)
        if cell == "()"
    ]


def main() -> None:
    """Answer until standard input ends."""
    probability = float(sys.argv[1]) if len(sys.argv) > 1 else 0.0
    for request in sys.stdin:
        if random.random() < probability:
            os.abort()
        drawn = random.sample(squares := open_squares(request), min(2, len(squares)))
        print(f"({' '.join(drawn + ['()'] * (2 - len(drawn)))})", flush=True)


if __name__ == "__main__":
    main()

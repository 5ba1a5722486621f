"""Plays by robin.in and robin.out: the first column that is not full; checks the opponent's moves, and says who won."""

import sys
import time
from pathlib import Path

INPUT, OUTPUT = Path("robin.in"), Path("robin.out")
COLUMNS = "ABCDEFG"
stones = {}


def take():
    """Wait for the turn, looking every 100 ms; the file may be seen before it is whole."""
    while True:
        text = INPUT.read_text().strip() if INPUT.exists() else ""
        if text in ("W", "B") or text.endswith(")"):
            INPUT.unlink()
            return text
        time.sleep(0.1)


def height(column):
    return sum(place[0] == column for place in stones)


def in_a_row(column, row, step):
    found = 0
    for sign in (1, -1):
        place = column + sign * step[0], row + sign * step[1]
        while stones.get(place) == stones[column, row]:
            found += 1
            place = place[0] + sign * step[0], place[1] + sign * step[1]
    return found + 1


def put(color, column):
    row = height(column) + 1
    stones[column, row] = color
    if any(in_a_row(column, row, step) >= 4 for step in ((1, 0), (0, 1), (1, 1), (1, -1))):
        print(f"{color} has won", flush=True)
        sys.exit()
    if len(stones) == 42:
        print("a draw: the board is full", flush=True)
        sys.exit()


def what_is_wrong(text):
    words = text.strip("()").split()
    if len(words) != 3 or words[1] not in COLUMNS or not words[2].isdecimal():
        return "it is no move"
    column, row = COLUMNS.index(words[1]), int(words[2])
    if words[0] != other:
        return f"its colour is not {other}"
    if row != height(column) + 1 or row > 6:
        return "that space is occupied, or the spaces below it are not"
    return None


own = take()
other = "B" if own == "W" else "W"
turn = own == "W"
while True:
    if turn:
        column = next(column for column in range(7) if height(column) < 6)
        part = OUTPUT.with_suffix(".part")
        part.write_text(f"({own} {COLUMNS[column]} {height(column) + 1})\n")
        part.rename(OUTPUT)
        put(own, column)
    else:
        move = take()
        problem = what_is_wrong(move)
        if problem:
            print(f"{move} is invalid: {problem}", flush=True)
            sys.exit()
        put(other, COLUMNS.index(move.split()[1]))
    turn = not turn

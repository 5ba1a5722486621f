"""Plays 4x4x4 by standard input and output: the first empty cell; notices invalid moves and the end of the game."""

import itertools
import sys

CELLS = list(itertools.product(range(4), repeat=3))
STEPS = [step for step in itertools.product((-1, 0, 1), repeat=3) if any(step)]
marks = {}


def say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def is_over():
    if len(marks) == 64:
        return True
    for cell, step in itertools.product(marks, STEPS):
        line = [tuple(place + number * by for place, by in zip(cell, step, strict=True)) for number in range(4)]
        if all(marks.get(one) == marks[cell] for one in line):
            return True
    return False


def move():
    cell = next(cell for cell in CELLS if cell not in marks)
    marks[cell] = own
    say(",".join([own, *map(str, cell)]))
    if is_over():
        say("GAMEOVER")


own = sys.stdin.readline().strip("\0\r\n")
other = "B" if own == "R" else "R"
if own == "R":
    move()
for line in sys.stdin:
    message = line.strip("\0\r\n")
    if message == "exit":
        break
    who, *places = message.split(",")
    cell = tuple(int(place) for place in places if place in ("0", "1", "2", "3"))
    if who != other or len(cell) != 3 or len(places) != 3 or cell in marks:
        say("ERROR")
        continue
    marks[cell] = other
    if is_over():
        say("GAMEOVER")
    else:
        move()

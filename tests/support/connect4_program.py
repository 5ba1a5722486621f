"""A Connect 4 program as groups of 2001 may have written it, with one bad habit: ``connect4_program.py NAME HABIT``.

It plays the lowest column that is not full and follows the assignment's interface in its folder: NAME.in, NAME.out.
"""

import os
import sys
import time
from pathlib import Path

START = Path.cwd()
NAME, HABIT = sys.argv[1:3]
IN, OUT = Path(f"{NAME}.in"), Path(f"{NAME}.out")


def take() -> str:
    while not IN.exists():
        time.sleep(0.02)
    text = IN.read_text()
    IN.unlink()
    return text.strip()


def write(text: str) -> None:
    OUT.write_text(text)


def main() -> None:
    if HABIT == "ends":
        sys.exit("no licence")
    if HABIT == "trap":
        Path(f"{IN}.new").symlink_to(sys.argv[3])
    if HABIT == "deaf":
        time.sleep(600)
    color = take()
    heights = [0] * 7
    turn = color == "W"
    while True:
        if turn:
            move(color, heights)
        else:
            _, column, _ = take().strip("()").split()
            heights["ABCDEFG".index(column)] += 1
        turn = not turn


def enormous() -> None:
    OUT.touch()
    os.truncate(OUT, 1 << 40)


OBSTACLES = {
    "endless": lambda: OUT.symlink_to("/dev/zero"),
    "pipe": lambda: os.mkfifo(OUT),
    "folder": OUT.mkdir,
    "loop": lambda: OUT.symlink_to(OUT),
    "enormous": enormous,
}
"""What may stand where a move is looked for."""


def move(color: str, heights: list[int]) -> None:
    column = next(column for column in range(7) if heights[column] < 6)
    name, row = "ABCDEFG"[column], heights[column] + 1
    other = "B" if color == "W" else "W"
    heights[column] += 1
    right = f"({color} {name} {row})"
    if HABIT == "halves":
        write(right[:4])
        time.sleep(0.25)
        write(right)
    elif HABIT == "flood":
        sys.stdout.write("x" * (1 << 21))
        write(right)
    elif HABIT in OBSTACLES:
        OBSTACLES[HABIT]()
        time.sleep(600)
    elif HABIT == "nests":
        for _ in range(2000):
            Path("d").mkdir()
            os.chdir("d")
        (START / OUT).write_text(right)
    elif HABIT == "leaves":
        write(right)
        sys.exit(0)
    else:
        write(
            {
                "good": right,
                "trap": right,
                "loose": f"  ({color.lower()}   {name.lower()} {row} )\n\n",
                "colour": f"({other} {name} {row})",
                "floating": f"({color} {name} {row + 1})",
                "outside": f"({color} H 1)",
                "junk": "I resign)",
                "long": "no move " * 50,
                "silent": "",
                "half": right[:-1],
            }[HABIT]
        )


main()

"""A certificate's checker once more, deliberately naive: plain squares, no classes, no symmetries, every turn tried.

Shares nothing with the package. It reads plain text, and asks of the root and of every line whether what it says is
true, by playing everything out: for positions with few open squares only.
"""

import re
from functools import cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EVER = 99


@cache
def owner(nine: str) -> str:
    """Who has three in a row of nine squares or boards, `.` for nobody."""
    for a, b, c in LINES:
        if nine[a] != "." and nine[a] == nine[b] == nine[c]:
            return nine[a]
    return "."


@cache
def winner(boards: str) -> str:
    return owner("".join(owner(board) for board in boards.split("/")))


@cache
def open_squares(boards: str) -> list[int]:
    """Places in the text, of which every tenth is a slash."""
    if winner(boards) != ".":
        return []
    return [
        10 * number + square
        for number, board in enumerate(boards.split("/"))
        if owner(board) == "."
        for square in range(9)
        if board[square] == "."
    ]


def marked(boards: str, side: str, place: int) -> str:
    return f"{boards[:place]}{side}{boards[place + 1 :]}"


@cache
def wins(boards: str, side: str, left: int, attacker: str, turns: int) -> bool:
    """Whether the attacker forces a win within that many of its turns, a started one included."""
    squares = open_squares(boards)
    if not squares:
        return winner(boards) == attacker
    if turns < 1 and side == attacker:
        return False
    tries = (after(marked(boards, side, place), side, left, attacker, turns) for place in squares)
    return any(tries) if side == attacker else all(tries)


def after(boards: str, side: str, left: int, attacker: str, turns: int) -> bool:
    """The same behind a mark, which may have ended the turn."""
    if left == 2 and open_squares(boards):
        return wins(boards, side, 1, attacker, turns)
    other = "o" if side == "x" else "x"
    left = 1 if len(open_squares(boards)) == 1 else 2
    spent = 1 if side == attacker and turns != EVER else 0
    return wins(boards, other, left, attacker, turns - spent)


def read(position: str) -> tuple[str, str, int]:
    boards, turn = position.split(":")
    return boards, turn[0], int(turn[1])


def false_statements(text: str) -> list[str]:
    """Everything in a certificate that is not so: lines by their words, `root`, `counts`."""
    head, _, body = text.partition("\n\n")
    fields = dict(line.split(" ", 1) for line in head.splitlines())
    attacker, says_wins, turns = claim(fields["claim"])
    wrong = []
    if wins(*read(fields["root"]), attacker, turns) != says_wins:
        wrong.append("root")
    lines = body.splitlines()
    if any(int(fields[kind]) != sum(f" {kind} " in line for line in lines) for kind in ("reply", "groups", "search")):
        wrong.append("counts")
    return wrong + [line for line in lines if is_true(line, attacker) != says_wins]


def claim(words: str) -> tuple[str, bool, int]:
    number = re.search("[0-9]+", words)
    return words[0], " wins within" in words, int(number[0]) if number else EVER


def is_true(line: str, attacker: str) -> bool | None:
    """Whether the attacker wins as a line speaks of; None for a line that makes no sense."""
    position, _, rest = line.partition(" ")
    turns = EVER
    if rest.startswith("within "):
        _, number, rest = rest.split(" ", 2)
        turns = int(number)
    boards, side, left = read(position)
    kind, _, value = rest.partition(" ")
    if kind != "reply":
        return wins(boards, side, left, attacker, turns if kind == "search" else EVER)
    return wins_after(boards, (side, left), attacker, [10 * int(b) + int(s) - 11 for b, s in value.split("+")], turns)


def wins_after(boards: str, mover: tuple[str, int], attacker: str, places: list[int], turns: int) -> bool | None:
    """Whether the attacker wins behind a whole turn; None for one that the rules do not allow."""
    side, left = mover
    for number, place in enumerate(places, 1):
        if place not in open_squares(boards):
            return None
        boards = marked(boards, side, place)
        if (number == left or not open_squares(boards)) != (number == len(places)):
            return None
    return after(boards, side, left - len(places) + 1, attacker, turns)

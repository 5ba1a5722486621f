"""A second, naive transcription of the rules of 4x4x4 tic-tac-toe: marks by coordinates, lines by stepping."""

from itertools import product

Cell = tuple[int, int, int]
Marks = dict[Cell, str]


def lines() -> set[frozenset[Cell]]:
    """Every four squares that a straight step of -1, 0 or 1 in each axis leads along."""
    found = set()
    for start, step in product(product(range(4), repeat=3), product((-1, 0, 1), repeat=3)):
        cells = [tuple(s + n * d for s, d in zip(start, step, strict=True)) for n in range(4)]
        if any(step) and all(0 <= coordinate <= 3 for cell in cells for coordinate in cell):
            found.add(frozenset(cells))
    return found


LINES = lines()


def cell(square: int) -> Cell:
    return square % 4, square // 4 % 4, square // 16


def winner(marks: Marks) -> str | None:
    """The mark that fills a line, None if there is none."""
    for line in LINES:
        held = {marks.get(one) for one in line}
        if len(held) == 1 and held != {None}:
            return held.pop()
    return None


def completions(marks: Marks, mark: str) -> set[Cell]:
    """The empty cells with which the mark fills a line."""
    return {
        empty
        for line in LINES
        for empty in line
        if empty not in marks and all(marks.get(one) == mark for one in line - {empty})
    }


def wins_by_threats(marks: Marks, own: str, other: str) -> bool:
    """Whether `own`, to move, wins by nothing but threats; tries everything, so only for few pairs."""
    if completions(marks, own):
        return True
    must = completions(marks, other)
    if len(must) > 1:
        return False
    for move in must or {one for one in map(cell, range(64)) if one not in marks}:
        after = {**marks, move: own}
        threats = completions(after, own)
        if len(threats) > 1:
            return True
        if threats and wins_by_threats({**after, threats.pop(): other}, own, other):
            return True
    return False

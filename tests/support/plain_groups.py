"""The game on a group of little boards, on plain squares: whether a defender keeps the attacker from owning all."""

from functools import cache
from itertools import combinations
from random import Random

from sttt.games.super_ttt.classes.tables import raw_boards
from sttt.games.super_ttt.position import HAS_LINE

Boards = tuple[tuple[int, int], ...]
"""Each board of a group as the attacker's and the defender's marks."""


def open_squares(boards: Boards) -> list[tuple[int, int]]:
    return [
        (place, 2**square)
        for place, (own, other) in enumerate(boards)
        if not HAS_LINE[own] and not HAS_LINE[other]
        for square in range(9)
        if not (own | other) & 2**square
    ]


def marked(boards: Boards, squares: tuple[tuple[int, int], ...], *, attacking: bool) -> Boards | None:
    """The boards after these marks one after the other; None if the first closes the board of the second."""
    for place, bit in squares:
        own, other = boards[place]
        if HAS_LINE[own] or HAS_LINE[other]:
            return None
        boards = (*boards[:place], (own | bit, other) if attacking else (own, other | bit), *boards[place + 1 :])
    return boards


def turns(boards: Boards, most: int, *, attacking: bool) -> list[Boards]:
    squares = open_squares(boards)
    chosen = [marks for count in range(1, most + 1) for marks in combinations(squares, count)]
    chosen += [marks[::-1] for marks in chosen if len(marks) == 2]
    return [after for marks in chosen if (after := marked(boards, marks, attacking=attacking))]


@cache
def holds(boards: Boards) -> bool:
    """Whether the defender keeps the attacker from owning all boards by answering with as many marks, or fewer."""
    if all(HAS_LINE[own] for own, _ in boards):
        return False
    return all(
        any(holds(answer) for answer in [attacked, *turns(attacked, marks, attacking=False)])
        for marks in (1, 2)
        for attacked in turns(boards, marks, attacking=True)
    )


def random_group(random: Random, most_open: int) -> Boards:
    raw = list(raw_boards())
    while True:
        boards = tuple(random.choice(raw) for _ in range(random.randint(1, 3)))
        if any(HAS_LINE[own] for own, _ in boards) and random.random() < 0.7:
            continue
        if 2 <= len(open_squares(boards)) <= most_open:
            return boards

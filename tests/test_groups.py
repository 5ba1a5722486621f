"""The groups of little boards that a defender can hold: their table against a game on plain squares."""

from functools import cache
from itertools import combinations
from random import Random

import pytest

from sttt.games.super_ttt import HAS_LINE
from sttt.kernel.class_tables import load as load_classes
from sttt.kernel.class_tables import raw_boards, raw_index
from sttt.kernel.groups import DATA_FILE, compute, dumps, load

TABLES = load_classes()
GROUPS = load()

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


@pytest.mark.parametrize("attacker", [0, 1])
def test_the_table_knows_what_trying_every_mark_finds(attacker: int) -> None:
    random = Random(attacker)
    found = []
    for _ in range(150):
        boards = random_group(random, 5)
        classes = [
            TABLES.class_of[raw_index(own, other) if attacker == 0 else raw_index(other, own)] for own, other in boards
        ]
        expected = holds(boards)
        for only in (False, True):
            kinds = [GROUPS.kind[attacker][TABLES.only[attacker][one] if only else one] for one in classes]
            assert GROUPS.is_denied(*kinds) == expected, boards
        found.append(expected)
    assert 15 < sum(found) < 135


def test_two_untouched_boards_are_denied_and_one_is_not() -> None:
    for attacker in (0, 1):
        untouched = GROUPS.kind[attacker][TABLES.class_of[0]]
        assert GROUPS.is_denied(untouched, untouched)
        assert not GROUPS.is_denied(untouched)


def test_what_ships_is_what_the_class_tables_give() -> None:
    assert DATA_FILE.read_text(encoding="ascii") == dumps(compute(TABLES))

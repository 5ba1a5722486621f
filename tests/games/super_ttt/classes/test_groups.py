"""The groups of little boards that a defender can hold: their table against a game on plain squares."""

from random import Random

import pytest
from support.plain_groups import holds, random_group

from sttt.games.super_ttt.classes.groups import DATA_FILE, compute, dumps, load
from sttt.games.super_ttt.classes.tables import load as load_classes
from sttt.games.super_ttt.classes.tables import raw_index

TABLES = load_classes()
GROUPS = load()


@pytest.mark.slow
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


@pytest.mark.slow
def test_what_ships_is_what_the_class_tables_give() -> None:
    assert DATA_FILE.read_text(encoding="ascii") == dumps(compute(TABLES))

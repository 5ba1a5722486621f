"""What a defender to move needs to hold a group of little boards, against a game on plain squares."""

from random import Random

import pytest
from support.plain_groups import Boards, holds, random_group, turns

from sttt.games.super_ttt.classes.groups import DEAD_KIND, load
from sttt.games.super_ttt.classes.tables import load as load_classes
from sttt.games.super_ttt.classes.tables import raw_index
from sttt.kernel.builds import interpreted

TABLES = load_classes()
GROUPS = load()


def fewest_marks(boards: Boards) -> int:
    """How many marks the defender needs before the attacker's to hold the group; 3 if two are too few."""
    if holds(boards):
        return 0
    tries = ((most, turns(boards, most, attacking=False)) for most in (1, 2))
    return next((most for most, after in tries if any(holds(one) for one in after)), 3)


@pytest.mark.slow
@pytest.mark.parametrize("attacker", [0, 1])
def test_the_marks_that_a_group_takes_are_those_that_trying_every_mark_finds(attacker: int) -> None:
    board = interpreted("sttt.games.super_ttt.search.board").Board(TABLES)
    defence = interpreted("sttt.games.super_ttt.search.group_defence").GroupDefence(board, GROUPS, TABLES)
    random = Random(attacker)
    found = []
    while len(found) < 100:
        boards = random_group(random, 5)
        classes = [
            TABLES.class_of[raw_index(own, other) if attacker == 0 else raw_index(other, own)] for own, other in boards
        ]
        kinds = [GROUPS.kind[attacker][one] for one in classes]
        if DEAD_KIND in kinds:
            continue
        found.append(fewest_marks(boards))
        assert defence._marks_for(*kinds, *[0] * (3 - len(kinds))) == found[-1], boards
    assert set(found) == {0, 1, 2, 3}

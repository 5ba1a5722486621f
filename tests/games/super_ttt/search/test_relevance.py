"""Relevance zones: what is proven of a position stays true whatever marks the attacker has outside the zone."""

import math
from random import Random
from typing import Any

import pytest
from support.endings import is_unsettled, late_position

from sttt.errors import PositionError
from sttt.games.claim import EVER
from sttt.games.game import Side
from sttt.games.super_ttt.classes import groups, tables
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import FULL, Position
from sttt.games.super_ttt.search.relevance import ALL_BOARDS
from sttt.games.super_ttt.search.solver import Solver
from sttt.kernel.builds import interpreted
from sttt.kernel.limits import NO_NODE_LIMIT

TABLES = tables.load()
PLAIN = interpreted("sttt.games.super_ttt.search.solver").Solver(TABLES, groups.load(), 14)
SEARCHES_ALL = interpreted("sttt.games.super_ttt.search.solver").Solver(TABLES, groups.load(), 14)
SEARCHES_ALL.zones.answers = lambda _level, _turn: False


def bound(solver: Any, position: Position, attacker: Side, turns: int = 20) -> int:
    solver.forget()
    ClassView(position).set_up(solver)
    solver.begin(math.inf, NO_NODE_LIMIT)
    found: int = solver.bound(list(Side).index(attacker), turns)
    return found


def with_marks(random: Random, position: Position, attacker: Side, zone: int) -> Position | None:
    """Give the attacker marks outside the zone, at each open square with even chances; None if that ends the game."""
    marks = {side: position.marks(side) for side in Side}
    for board in range(9):
        if not zone >> board & 1:
            marks[attacker] |= position.open_squares & FULL << 9 * board & random.getrandbits(81)
    try:
        changed = Position.from_marks(marks[Side.X], marks[Side.O], position.side, position.left)
    except PositionError:
        return None
    return changed if changed != position else None


@pytest.mark.slow
@pytest.mark.parametrize("mover", ["attacker", "defender"])
def test_no_marks_of_the_attackers_outside_the_zone_change_that_it_never_wins(mover: str) -> None:
    random = Random(mover)
    checked, searched = 0, 0
    for seed in range(1500):
        position = late_position(seed, 18, 38)
        attacker = position.side if mover == "attacker" else position.side.other
        if position.left == 1 or bound(PLAIN, position, attacker) != -EVER or PLAIN.zones.zone == ALL_BOARDS:
            continue
        zone, nodes = PLAIN.zones.zone, PLAIN.nodes
        changed = [one for _ in range(5) if (one := with_marks(random, position, attacker, zone))]
        for one in changed:
            if one.result is None:
                assert bound(SEARCHES_ALL, one, attacker) < 0, (position, one, f"{zone:09b}")
            else:
                assert one.result.winner is not attacker
        checked += len(changed)
        searched += nodes > 5
    assert checked > 100
    assert searched > 20


@pytest.mark.slow
def test_answers_are_those_of_a_search_of_all_turns() -> None:
    compiled = Solver(TABLES, groups.load(), 14)
    fewer = 0
    for seed in range(60):
        position = late_position(seed, 20, 32)
        for attacker in Side:
            if is_unsettled(position):
                found = bound(compiled, position, attacker)
                assert (found > 0) == (bound(SEARCHES_ALL, position, attacker) > 0)
                fewer += compiled.nodes < SEARCHES_ALL.nodes
    assert fewer > 5

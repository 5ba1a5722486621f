"""What follows from the known worth of other positions, against a slow look at every line and every symmetry."""

import math
from collections.abc import Iterator
from random import Random

import pytest
from support.slow_order import at_most

from sttt.errors import BookError
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.book.openings import (
    Opening,
    OpeningTable,
    ReplyWorth,
    known_opening,
    shipped_openings,
    winning_move,
)
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn


def random_positions(count: int, seed: int) -> Iterator[Position]:
    random = Random(seed)
    for _ in range(count):
        yield Position().play_all(tuple(random.sample(range(81), 4)))


def slow_worth(position: Position, table: dict[str, Opening]) -> Opening | None:
    here = ClassView(position).classes
    lines = [(list(map(int, key.split("."))), known) for key, known in table.items()]
    below = [known.wins for classes, known in lines if known.wins and at_most(classes, here)]
    above = [known for classes, known in lines if at_most(here, classes)]
    if any(known.worth is ReplyWorth.HELD for known in above):
        return Opening(ReplyWorth.HELD)
    fails = max((known.fails for known in above), default=0)
    if below:
        return Opening(ReplyWorth.WON, fails, min(below))
    return Opening(ReplyWorth.OPEN, fails) if fails else None


@pytest.mark.slow
def test_what_follows_is_what_a_look_at_every_line_gives() -> None:
    lines = [line.split(" ", 1) for line in shipped_openings().dumps().splitlines()[1:]]
    table = {key: Opening.parse(known) for key, known in lines}
    worths = set()
    for position in random_positions(40, seed=3):
        fast, slow = shipped_openings().derived(position), slow_worth(position, table)
        worths.add(slow and slow.worth)
        assert (fast and (fast.worth, fast.fails, fast.wins)) == (slow and (slow.worth, slow.fails, slow.wins))
    assert len(worths) >= 3


@pytest.mark.slow
def test_lines_say_no_less_than_what_follows_from_the_others() -> None:
    for reply in random_positions(200, seed=4):
        known, derived = known_opening(reply), shipped_openings().derived(reply)
        assert (known and (known.worth, known.fails, known.wins)) == (
            derived and (derived.worth, derived.fails, derived.wins)
        )


@pytest.mark.slow
def test_a_dominated_reply_loses_as_the_turn_that_is_named_proves() -> None:
    won = [one for one in random_positions(600, seed=5) if (known := known_opening(one)) and known.wins == 6][:3]
    assert len(won) == 3
    for position in won:
        move = winning_move(position)
        assert move is not None
        after = enter_turn(position, move.turn)[0]
        proof = Prover().work_on(Question(after, Side.X, 5), math.inf)
        assert proof is not None
        assert proof.claim.wins


def test_lines_that_contradict_each_other_are_an_error() -> None:
    x = 2**36 | 2**40  # 51 and 55
    held = Position.from_marks(x, 1, Side.X)
    won = Position.from_marks(x, 1 | 2**9, Side.X)
    table = OpeningTable(load())
    table.add(held, Opening(ReplyWorth.HELD))
    assert table.derived(held) == table.derived(won) == Opening(ReplyWorth.HELD)
    table.add(won, Opening(ReplyWorth.WON, 0, 6, ((4, 0, 2),)))
    with pytest.raises(BookError, match="both wins and never wins"):
        table.derived(held)

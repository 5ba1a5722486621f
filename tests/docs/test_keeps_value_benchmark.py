"""The stored positions of proven value are what they say."""

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from make_keeps_value_positions import ValueProver, read_known
from make_settled_positions import SETTLED

from sttt.games.game import Side
from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening
from sttt.games.super_ttt.position import enter_turn
from sttt.games.super_ttt.text import parse_turn

CHEAP = 10_000
"""Solver nodes of the positions that are proven again here."""


@pytest.mark.slow
def test_their_stored_turns_keep_or_spoil_the_outcome() -> None:
    prover = ValueProver(16)
    cheap = [one for one in read_known() if one.nodes < CHEAP]
    assert {one.outcome for one in cheap} == {"draw", "win"}
    for one in cheap:
        kept, erred = (enter_turn(one.position, parse_turn(text))[0] for text in (one.keeping, one.erring[0]))
        own, other = one.position.side, one.position.side.other
        if one.outcome == "draw":
            assert prover.holds(kept, other, 1_000_000)
            assert prover.wins(erred, other, 1_000_000)
        else:
            assert prover.wins(kept, own, 1_000_000)
            assert prover.holds(erred, own, 1_000_000)


@pytest.mark.slow
def test_what_settling_has_proven_of_the_positions_drawn_from_it_is_so() -> None:
    prover, known, shipped, held = ValueProver(16), read_known(SETTLED), Counter[str](), Counter[bool | None]()
    for one in known:
        if one.outcome == "draw" and one.nodes < 10 * CHEAP:  # some with a table that knew much already
            held[prover.holds(enter_turn(one.position, parse_turn(one.keeping))[0], Side.X, 20 * CHEAP)] += 1
        elif one.outcome == "win":
            opening = known_opening(one.position)
            assert opening is not None
            shipped[opening.worth] += 1
    assert held[True] > 40
    assert not held[False]
    # A win ships once its certificate is made.
    assert shipped[ReplyWorth.WON] > 190
    assert shipped.keys() <= {ReplyWorth.WON, ReplyWorth.OPEN}
    assert Counter((one.outcome, one.turns_before) for one in known) == {("win", 2): 200, ("draw", 3): 200}
    assert max(one.nodes for one in known) > 10_000_000


def test_each_is_stored_once_with_a_whole_turn_to_play() -> None:
    known = read_known()
    assert len({one.position for one in known}) == len(known) >= 60
    for one in known:
        assert one.position.result is None
        assert one.position.left == 2
        assert (one.position.x | one.position.o).bit_count() == 2 * one.turns_before

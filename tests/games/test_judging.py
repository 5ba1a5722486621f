"""The judgement of a turn by the verdicts before and after it."""

from itertools import product

import pytest

from sttt.games.claim import Claim
from sttt.games.game import Result, Side
from sttt.games.judging import Judgement, is_worse, judge
from sttt.games.verdict import NOTHING, Ground, Guess, Proven, Verdict, exactly


def known(text: str, chance: float | None = None) -> Verdict:
    """Return the verdict that makes some claims, and a guess beside them."""
    claims = [Proven(Claim.parse(one), Ground.PROOF) for one in text.split(", ") if one]
    return Verdict.of(*claims, estimate=None if chance is None else Guess(chance))


DRAW = "x never wins, o never wins"


@pytest.mark.parametrize(
    ("before", "turn", "judgement"),
    [
        (known("x wins within 3"), known("x wins within 4"), "kept-win"),
        (known("x wins within 3"), known(DRAW), "gave-win"),
        (known("x wins within 3"), known("x never wins", 0.1), "gave-win"),
        (known("x wins within 3"), known("o wins within 2"), "gave-all"),
        (known("x wins within 3"), known("", 0.6), "mistake"),
        (known(DRAW), known(DRAW), "kept-draw"),
        (known(DRAW), known("o wins within 5"), "gave-draw"),
        (known("o never wins", 0.8), known("o wins within 5"), "gave-draw"),
        (known("o never wins", 0.8), known(DRAW), "mistake"),
        (known("o wins within 6"), known("o wins within 1"), "lost"),
        (known("", 0.6), known("", 0.59), "good"),
        (known("", 0.6), known("", 0.5), "inaccuracy"),
        (known("", 0.6), known("o wins within 5"), "mistake"),
        (known("x cannot win within 4", 0.5), NOTHING, "open"),
    ],
)
def test_a_turn_is_judged_by_what_is_proven_and_else_by_chance(before: Verdict, turn: Verdict, judgement: str) -> None:
    assert judge(before, turn, Side.X).value == judgement


def test_a_chance_is_the_movers_own() -> None:
    assert judge(known("", 0.4), known("", 0.6), Side.O) is Judgement.MISTAKE
    assert judge(known("", 0.4), known("", 0.3), Side.O) is Judgement.GOOD


def test_no_turn_is_worse_than_one_that_it_is_better_than() -> None:
    values = [NOTHING, known(DRAW), known("x never wins"), known("o never wins")]
    values += [exactly(Result.win(side), Ground.PROOF, turns) for side in Side for turns in (1, 3)]
    worse = {
        (one, two) for one, two in product(range(len(values)), repeat=2) if is_worse(values[one], values[two], Side.X)
    }
    assert worse == {
        (1, 4),
        (1, 5),
        (2, 4),
        (2, 5),
        (6, 1),
        (6, 3),
        (6, 4),
        (6, 5),
        (6, 7),
        (7, 1),
        (7, 3),
        (7, 4),
        (7, 5),
    }

"""What ships of a position's value: on what ground, and never more than the proofs say."""

from collections import Counter

import pytest

from sttt.games.game import Side
from sttt.games.super_ttt.book.known import known
from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening
from sttt.games.super_ttt.position import Position
from sttt.games.verdict import Ground
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import Judge
from sttt.workshop.settle.replies import replies_to


@pytest.mark.parametrize(
    ("x", "o", "side", "left"),
    [
        (0, 0, Side.X, 1),
        (0, 0, Side.O, 2),
        (0o1, 0, Side.X, 2),
        (0o1, 0, Side.O, 2),
        (0, 0o3, Side.O, 2),
        (0, 0o3, Side.X, 2),
        (0o1, 0o1000, Side.O, 2),
        (0o1, 0o1000, Side.X, 2),
        (0o1, 0o3000, Side.X, 2),
        (0o3, 0o1000, Side.X, 2),
        (0o3, 0o3000, Side.O, 2),
        (0o3, 0, Side.X, 2),
    ],
)
def test_nothing_is_proven_where_somebody_has_forfeited_placements(x: int, o: int, side: Side, left: int) -> None:
    assert known(Position.from_marks(x, o, side, left)).proven == ()


@pytest.mark.slow
def test_only_replies_with_a_certificate_are_called_certified() -> None:
    judge, grounds = Judge(4), Counter[tuple[Ground, ReplyWorth]]()
    for first in first_turns(judge):
        for reply in replies_to(judge, first):
            opening, denied = known_opening(reply.position), known(reply.position).find(Side.X, wins=False)
            assert opening
            if denied and not denied.claim.is_bounded:
                grounds[denied.ground, opening.worth] += 1
            else:
                assert opening.worth is not ReplyWorth.HELD
    assert grounds.pop((Ground.CERTIFICATE, ReplyWorth.HELD)) == 37  # docs/certificates: one for each first turn
    assert set(grounds) <= {(Ground.BOOK, ReplyWorth.HELD)}

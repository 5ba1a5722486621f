"""Replaying claimed wins, and trying everything, against a solver on plain squares."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest
from support.endings import filled_position, late_position
from support.plain_solver import shortest_win, wins_within

from sttt.errors import RefutedClaimError
from sttt.games.game import Side
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_position, parse_turn
from sttt.search.verify import Exhaustive, Replayed, verify_win, whole_turns


class PlainClaimant:
    """Plays the first turn that keeps its promise, by trying them all."""

    def __init__(self, side: Side) -> None:
        self._side = side

    def __call__(self, position: Position, turns: int) -> Sequence[int]:
        for after, turn in whole_turns(position).items():
            wins = after.result.winner is self._side if after.result else wins_within(after, self._side, turns - 1)
            if wins:
                return [square for square in turn if square is not None]
        return ()


@cache
def claims(turns: int) -> list[tuple[Position, Side]]:
    """Positions with a win in exactly this many turns, for the side to move and for the other."""
    found: dict[bool, list[tuple[Position, Side]]] = {True: [], False: []}
    for seed in range(200):
        position = late_position(seed, 7, 11)
        for side in Side:
            if shortest_win(position, side, turns) == turns:
                found[position.side is side].append((position, side))
    return found[True][:2] + found[False][:2]


@pytest.mark.slow
def test_true_claims_stand_whoever_is_to_move() -> None:
    assert len(claims(2)) == 4
    for position, side in claims(2):
        counts = verify_win(position, side, 2, PlainClaimant(side))
        assert counts.positions > 0
        assert counts.replies > 10


@pytest.mark.slow
def test_a_claim_of_one_turn_too_few_is_refuted_by_a_line_that_can_be_played() -> None:
    for position, side in claims(2):
        with pytest.raises(RefutedClaimError, match=f"the win claimed for {side} does not stand: it ") as refuted:
            verify_win(position, side, 1, PlainClaimant(side))
        after = position
        for placement in refuted.value.line:
            after = after.play(placement)
        assert after.result is None


DEAD = "xoxxoooxo"
X_TO_MOVE = f"xx......./{DEAD}/{DEAD}/{DEAD}/xxx....../{DEAD}/{DEAD}/{DEAD}/xxx......:x2"


@pytest.mark.parametrize(
    ("turn", "why"),
    [
        ((), "it knows no turn; placements played: none"),
        ((0,), "it breaks the rules: square 11 is not open: it is occupied; expected an open square"),
        ((3,), "it plays 1 placements of a longer turn; placements played: 3"),
        ((3, 4), "it has no turn left and has not won; placements played: 3 4"),
        ((2, 3), "it plays 2 placements where its turn has 1"),
    ],
)
def test_a_claimant_that_errs_is_told_where(turn: Sequence[int], why: str) -> None:
    with pytest.raises(RefutedClaimError, match=why.replace("(", "[(]")):
        verify_win(parse_position(X_TO_MOVE), Side.X, 1, lambda _position, _turns: turn)


def test_a_game_that_ends_otherwise_refutes_the_claim() -> None:
    lost = parse_position(X_TO_MOVE.replace(":x2", ":x1").replace("x", "*").replace("o", "x").replace("*", "o"))
    with pytest.raises(RefutedClaimError, match="the game ends in a win of o"):
        verify_win(lost, Side.X, 3, lambda _position, _turns: ())


def test_a_reply_that_the_claim_overlooks_is_the_counterexample() -> None:
    """X threatens to own board 1 and plays as if O could not take its place there."""
    position = parse_position(X_TO_MOVE.replace(":x2", ":o2"))
    with pytest.raises(RefutedClaimError, match="square 13 is not open") as refuted:
        verify_win(position, Side.X, 1, lambda _position, _turns: (2,))
    assert 2 in refuted.value.line
    assert position.play(2).owner(0) is None


def test_whole_turns_are_those_that_the_rules_allow_up_to_their_order() -> None:
    position = parse_position(X_TO_MOVE)
    winning, pairs, with_a_forfeit = 1 + 6, 15, 6 + 1
    assert parse_turn("13") in whole_turns(position).values()
    assert len(whole_turns(position)) == winning + pairs
    assert len(whole_turns(position, forfeits=True)) == winning + pairs + with_a_forfeit


def test_who_looks_on_sees_the_counts_grow() -> None:
    counts = Replayed()
    position, side = claims(2)[0]
    assert verify_win(position, side, 2, PlainClaimant(side), counts) is counts


@pytest.mark.slow
@pytest.mark.parametrize("make", [filled_position, late_position])
def test_trying_everything_agrees_with_the_solver_on_squares(make: Callable[[int, int, int], Position]) -> None:
    for seed in range(60):
        position = make(seed, 3, 8)
        for side in Side:
            tried = Exhaustive[Position](side)
            turns = shortest_win(position, side, 9)
            assert tried.ever_wins(position) == (turns is not None)
            assert turns is None or (tried.wins_within(position, turns) and not tried.wins_within(position, turns - 1))

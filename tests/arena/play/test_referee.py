"""The referee: every way to end a game, and what it tells its players and observers."""

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import mock_players as mock
from support.games import Choose, play, random_game

from sttt.arena.play import answer
from sttt.arena.play.answer import KEPT_SHARE, Terms
from sttt.arena.play.referee import Observer, Referee, Seat
from sttt.errors import RecordError
from sttt.games.game import Result, Side, Turn
from sttt.games.records.json_lines import format_json, parse_json
from sttt.games.records.record import STALL_TURNS, Ending, Failure, GameRecord, TurnRecord, replay
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_position
from sttt.players.player import Decision, Limits

FAILURES = [
    (mock.crash, Ending.CRASH, "ValueError: no idea"),
    (mock.leave, Ending.CRASH, "SystemExit: 3"),
    (mock.die, Ending.CRASH, "PlayerError: the program died"),
    (mock.junk, Ending.MALFORMED, "'55+51' is not a decision; expected a Decision"),
    (mock.listed, Ending.MALFORMED, "[40, 36] is not a turn"),
    (mock.triple, Ending.MALFORMED, "(0, 1, 2) is not a turn"),
    (mock.truth, Ending.MALFORMED, "(True, 5) is not a turn"),
    (mock.scored, Ending.MALFORMED, "score is 0.5"),
    (mock.garbled, Ending.MALFORMED, "expected a turn (at offset 3)"),
    (mock.late, Ending.TIMEOUT, "no answer within the limit"),
]


class Journal(Observer):
    """Keeps all that it is told."""

    def __init__(self) -> None:
        self.events: list[Any] = []

    def began(self, seats: Mapping[Side, Seat], position: Any) -> None:
        self.events.append(("began", seats[Side.X].name, position))

    def entered(self, number: int, turn: TurnRecord, position: Any) -> None:
        self.events.append((number, turn, position))

    def ended(self, record: GameRecord) -> None:
        self.events.append(record)


@pytest.mark.parametrize(("choose", "ending", "message"), FAILURES)
@pytest.mark.parametrize("side", Side)
def test_a_player_that_fails_loses_in_its_own_way(choose: Choose, ending: Ending, message: str, side: Side) -> None:
    record = play(x=choose) if side is Side.X else play(o=choose)
    assert (record.ending, record.result) == (ending, Result.win(side.other))
    assert record.failure is not None
    assert message in record.failure.message
    assert len(record.turns) == (0 if side is Side.X else 1)
    replay(record, GAME)


def test_a_decision_that_comes_after_the_limit_loses_by_timeout() -> None:
    record = play(o=mock.slow, terms=Terms(seconds=0.05))
    assert (record.ending, record.result, len(record.turns)) == (Ending.TIMEOUT, Result.X_WINS, 1)
    assert record.failure is not None
    assert record.failure.seconds is not None
    assert record.failure.seconds >= 0.15
    assert "the limit is 0.05 s" in record.failure.message


def test_a_slow_decision_without_a_limit_counts() -> None:
    position = parse_position("xx......./xxx....../xxx....../" + "/".join(["........."] * 6) + ":x2")
    record = play(x=mock.slow, start=position)
    assert (record.ending, record.result) == (Ending.LINE, Result.X_WINS)
    assert record.turns[0].seconds is not None
    assert record.turns[0].seconds >= 0.15


def test_two_players_that_always_pass_draw_by_stalling() -> None:
    record = play(x=mock.idle, o=mock.idle)
    assert (record.ending, record.result) == (Ending.STALL, Result.DRAW)
    assert len(record.turns) == STALL_TURNS
    replay(record, GAME)


def test_one_player_that_always_passes_just_loses() -> None:
    record = play(x=mock.idle)
    assert (record.ending, record.result) == (Ending.LINE, Result.O_WINS)
    assert {turn.turn for turn in record.turns if turn.side is Side.X} == {(None, None)}


def test_a_cats_game_ends_full() -> None:
    little = "xoxxooox."  # one open square, and no line whoever takes it
    assert not parse_position(":".join(["/".join([little, *["xoxxoooxx"] * 8]), "x1"])).result
    record = play(start=parse_position("/".join([little, *["xoxxoooxx"] * 8]) + ":x1"))
    assert (record.ending, record.result) == (Ending.FULL, Result.DRAW)
    assert [turn.turn for turn in record.turns] == [(8,)]
    replay(record, GAME)


def test_illegal_placements_are_forfeited_and_noted_and_the_game_goes_on() -> None:
    record = play(x=mock.same)
    first, third = record.turns[0], record.turns[2]
    assert (first.turn, third.turn) == ((40, None), (None, None))
    assert first.fault == "illegal: square 55 is not open: it is occupied; expected an open square"
    assert third.fault == first.fault
    assert record.ending is Ending.LINE


def test_placements_off_the_board_are_noted_as_such() -> None:
    record = play(x=mock.outside)
    assert record.turns[0].fault == "illegal: square 81 is off the board; expected 0 to 80"
    assert record.turns[0].turn == (None, None)


def test_a_placement_not_made_is_noted_with_the_number_of_possible_ones() -> None:
    record = play(x=mock.idle)
    assert record.turns[0].fault == "forfeit: no placement, with 81 possible"


def test_a_turn_too_short_is_recorded_with_its_forfeits() -> None:
    record = play(x=lambda position, _: Decision(position.legal_placements()[:1], "one"))
    assert record.turns[0].turn == (0, None)
    assert record.turns[0].fault == "forfeit: no placement, with 80 possible"
    empty = play(x=lambda _, __: Decision((), "none"))
    assert empty.turns[0].turn == (None, None)


def test_a_turn_of_more_placements_than_the_position_has_left_is_malformed() -> None:
    start = parse_position("/".join(["xoxxooox.", *["xoxxoooxx"] * 8]) + ":x1")
    assert play(x=lambda _, __: Decision((8,), "last"), start=start).turns[0].turn == (8,)
    record = play(x=lambda _, __: Decision((8, None), "last"), start=start)
    assert (record.ending, record.turns) == (Ending.MALFORMED, ())
    assert record.failure is not None
    assert record.failure.message.startswith("(8, None) is not a turn; expected a tuple of at most 1 placements")


def enter_legal_turn(position: Position, turn: Turn) -> tuple[Position, Turn]:
    """Enter a turn as the referee of a game does in which an illegal placement loses."""
    for placement in turn:
        position = position.play(placement)
    return position, turn


STRICT_GAME = replace(GAME, enter_turn=enter_legal_turn)


def test_a_claim_that_loses_by_the_games_rules_ends_it_as_illegal() -> None:
    seats = {Side.X: Seat("first", mock.Mock(mock.first)), Side.O: Seat("same", mock.Mock(mock.same))}
    record = Referee(STRICT_GAME, Terms()).play(seats)
    assert (record.ending, record.result, len(record.turns)) == (Ending.ILLEGAL, Result.X_WINS, 1)
    assert record.failure is not None
    assert record.failure.message == "square 55 is not open: it is occupied; expected an open square"
    assert replay(record, STRICT_GAME)[-1] == Position().play(0).play(1)
    assert parse_json(format_json(record, GAME), lambda _: GAME) == record


def test_a_recorded_turn_that_its_game_refuses_does_not_replay() -> None:
    record = play(x=mock.same)
    with pytest.raises(RecordError, match="turn 3: square 55 is not open: it is occupied"):
        replay(replace(record, turns=(*record.turns[:2], replace(record.turns[2], turn=(40, 40)))), STRICT_GAME)


def test_a_winning_first_placement_does_not_stop_the_second_nor_need_it() -> None:
    start = parse_position("xx......./xxx....../xxx....../" + "/".join(["........."] * 6) + ":x2")
    both = play(x=lambda _, __: Decision((2, 80), "both"), start=start)
    assert (both.turns[0].turn, both.turns[0].fault, both.result) == ((2, 80), None, Result.X_WINS)
    alone = play(x=lambda _, __: Decision((2, None), "one"), start=start)
    assert (alone.turns[0].turn, alone.turns[0].fault, alone.result) == ((2, None), None, Result.X_WINS)


def test_a_second_placement_that_the_winning_first_one_ruled_out_is_no_fault() -> None:
    start = parse_position("xx......./xxx....../xxx....../" + "/".join(["........."] * 6) + ":x2")
    dropped = play(x=lambda _, __: Decision((2, 8), "closed"), start=start).turns[0]
    assert (dropped.turn, dropped.fault) == ((2, None), None)
    illegal = play(x=lambda _, __: Decision((0, 2), "occupied"), start=start).turns[0]
    assert (illegal.turn, illegal.fault) == (
        (None, 2),
        "illegal: square 11 is not open: it is occupied; expected an open square",
    )


def test_a_second_placement_in_a_board_that_the_first_one_closed_is_a_fault() -> None:
    start = parse_position("xx......./" + "/".join(["........."] * 8) + ":x2")
    turn = play(x=lambda _, __: Decision((2, 8), "closed"), start=start).turns[0]
    assert turn.turn == (2, None)
    assert turn.fault == "illegal: square 19 is not open: little board 1 is owned by x; expected an open square"


def test_what_the_player_says_about_its_decision_is_recorded() -> None:
    def choose(position: Position, _: Limits) -> Decision:
        return Decision(position.legal_placements()[:2], "a rule", score=-7, depth=4, nodes=99)

    turn = play(x=choose).turns[0]
    assert (turn.reason, turn.score, turn.depth, turn.nodes) == ("a rule", -7, 4, 99)


def test_a_player_is_told_its_limits_and_a_deadline_before_the_limit() -> None:
    told = []

    def choose(position: Position, limits: Limits) -> Decision:
        told.append((limits, time.monotonic()))
        return mock.first(position, limits)

    play(x=choose, terms=Terms(seconds=30.0, nodes=5, depth=3))
    limits, asked = told[0]
    assert (limits.nodes, limits.depth) == (5, 3)
    assert limits.deadline is not None
    assert 0 < limits.deadline - (asked - 1) - KEPT_SHARE * 30 < 1 + 1e-6


def test_without_a_time_limit_there_is_no_deadline() -> None:
    told = []
    play(x=lambda position, limits: told.append(limits) or mock.first(position, limits))
    assert told[0] == Limits()


def test_an_observer_sees_every_turn_and_the_record() -> None:
    journal = Journal()
    record = play(observer=journal)
    assert journal.events[0] == ("began", "mock-x", Position())
    assert journal.events[-1] == record
    positions = replay(record, GAME)
    expected = [(number, turn, positions[number]) for number, turn in enumerate(record.turns, start=1)]
    assert journal.events[1:-1] == expected


def test_an_interruption_reaches_the_observer_as_a_record_and_the_caller_as_itself() -> None:
    def interrupt(position: Position, limits: Limits) -> Decision:
        if position.x.bit_count() >= 4:
            raise KeyboardInterrupt
        return mock.first(position, limits)

    journal = Journal()
    with pytest.raises(KeyboardInterrupt):
        play(x=interrupt, observer=journal)
    record = journal.events[-1]
    assert (record.ending, record.result, len(record.turns)) == (Ending.INTERRUPTED, None, 4)
    replay(record, GAME)


def test_a_failure_is_described_in_the_record_with_its_time() -> None:
    failure = play(x=mock.crash).failure
    assert failure is not None
    assert failure == Failure("ValueError: no idea", failure.seconds)
    assert failure.seconds is not None
    assert failure.seconds >= 0


class Clock:
    """Each look at it comes as much later as the one before."""

    def __init__(self, step: float) -> None:
        self._now = 0.0
        self._step = step

    def monotonic(self) -> float:
        self._now += self._step
        return self._now


def test_times_are_recorded_to_the_microsecond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "time", Clock(1.23456789))
    record = play(o=mock.crash)
    assert record.failure is not None
    assert (record.turns[0].seconds, record.failure.seconds) == (1.234568, 1.234568)


@pytest.mark.parametrize("detail", ["score", "depth", "nodes"])
@pytest.mark.parametrize("sign", [1, -1])
def test_what_a_decision_says_in_numbers_fits_in_64_bits(detail: str, sign: int) -> None:
    def choose(value: int) -> Choose:
        return lambda position, limits: replace(mock.first(position, limits), **{detail: sign * value})

    accepted = play(x=choose(2**63 - 1), o=mock.crash)
    assert getattr(accepted.turns[0], detail) == sign * (2**63 - 1)
    refused = play(x=choose(2**63))
    assert (refused.ending, refused.turns) == (Ending.MALFORMED, ())
    assert refused.failure is not None
    assert f"{detail} is {sign * 2**63}; expected an integer of at most 64 bits" in refused.failure.message
    assert play(x=choose(10**5000)).ending is Ending.MALFORMED


def test_a_decision_that_cannot_even_be_shown_is_malformed() -> None:
    class Unspeakable:
        def __repr__(self) -> str:
            raise RuntimeError("no words")

    record = play(x=lambda _position, _limits: Unspeakable())
    assert record.ending is Ending.MALFORMED
    assert record.failure is not None
    assert record.failure.message == "<Unspeakable> is not a decision; expected a Decision"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_every_game_of_real_players_replays(seed: int) -> None:
    record = random_game(seed)
    assert replay(record, GAME)[-1].result == record.result

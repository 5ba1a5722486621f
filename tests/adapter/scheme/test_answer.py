"""One request, one line: what `answer` says, and what it gives the player."""

import gc
import time
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scheme_texts import EMPTY_BOARD, START, in_some_dialect, random_position, request_tree

from adapter.scheme import answer, parse_turn
from adapter.scheme.bot import LONGEST_MESSAGE, format_error, thinking_time
from adapter.scheme.reader import read
from strategies.super_ttt.benchmarks import RandomPlayer
from sttt.errors import PlayerError
from sttt.games.game import Turn
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.players.player import Decision, Limits


class MockPlayer:
    """Remembers what it was asked and does as told."""

    def __init__(self, turn: Turn = (40, 36), act: Callable[[], object] = lambda: None) -> None:
        self.turn = turn
        self.act = act
        self.asked: list[tuple[Position, Limits]] = []

    def choose(self, position: Position, limits: Limits) -> Decision:
        self.asked.append((position, limits))
        self.act()
        return Decision(self.turn, reason="mock")

    def close(self) -> None:
        """Nothing to let go of."""


def test_the_players_turn_is_the_answer() -> None:
    assert answer(START, MockPlayer(), 1) == "((5 . 5) (5 . 1))"
    assert answer(START, MockPlayer((80,)), 1) == "((9 . 9) ())"


@pytest.mark.slow
@given(st.randoms(use_true_random=False), st.integers(0, 45))
def test_a_request_in_any_dialect_gets_a_legal_turn(random: Random, turns: int) -> None:
    position = random_position(random, turns)
    line = answer(in_some_dialect(request_tree(position), random), RandomPlayer(1), 1)
    turn = parse_turn(line)
    assert enter_turn(position, turn)[1] == turn
    assert turn.count(None) <= 2 - position.left or enter_turn(position, turn)[0].result


def test_the_player_gets_the_position_and_a_deadline_within_the_limit() -> None:
    player = MockPlayer()
    before = time.monotonic()
    answer(START.replace(" x)", " o)"), player, 2)
    after = time.monotonic()
    ((position, limits),) = player.asked
    assert position.side == "o"
    assert limits.deadline is not None
    assert before + 1.6 <= limits.deadline <= after + 1.6


@pytest.mark.parametrize(("limit", "left"), [(10, 8.0), (1, 0.8), (0.5, 0.3), (0.2, 0.1), (0.1, 0.05), (0.01, 0.005)])
def test_a_margin_of_the_limit_stays_unused(limit: float, left: float) -> None:
    assert thinking_time(limit) == pytest.approx(left)


def test_no_garbage_is_collected_while_the_player_chooses() -> None:
    seen: list[bool] = []
    answer(START, MockPlayer(act=lambda: seen.append(gc.isenabled())), 1)
    assert seen == [False]
    assert gc.isenabled()


@pytest.mark.parametrize(
    ("request_text", "complaint"),
    [
        ("(oops", "ends inside the list"),
        ("oops", "expected (BOARD WHO)"),
        (START.replace("(little () () ()", "(little x x x", 3), "the game is over (x has won)"),
        (START.replace("(little () () ()", "(little o o o", 3), "the game is over (o has won)"),
        (START.replace(EMPTY_BOARD, EMPTY_BOARD.replace("() " * 8 + "()", "x o x x o o o x x")), "(nobody has won)"),
        (START.replace("() () () () () ()", "x x x o o o", 1), "an impossible board"),
    ],
)
def test_a_bad_request_is_an_error_and_never_reaches_the_player(request_text: str, complaint: str) -> None:
    player = MockPlayer()
    line = answer(request_text, player, 1)
    assert line.startswith('(error "')
    assert complaint in line
    assert player.asked == []


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (ValueError("no idea"), "the player failed: ValueError: no idea"),
        (RecursionError(), "the player failed: RecursionError"),
        (SystemExit(3), "the player failed: SystemExit: 3"),
        (PlayerError("it is gone"), "it is gone"),
    ],
)
def test_a_fault_in_the_player_is_an_error_line(fault: BaseException, message: str) -> None:
    def fail() -> None:
        raise fault

    assert answer(START, MockPlayer(act=fail), 1).startswith(f'(error "{message}')
    assert gc.isenabled()


def test_a_turn_that_cannot_be_written_is_an_error_line() -> None:
    assert "square 81 cannot be written" in answer(START, MockPlayer((81, 0)), 1)


@pytest.mark.slow
@given(st.text(max_size=600))
def test_any_message_makes_one_line_that_a_scheme_reads(message: str) -> None:
    line = format_error(message)
    assert line.isascii()
    assert line.isprintable()
    assert len(line) <= 2 * LONGEST_MESSAGE + 20
    read(line)


def test_an_error_message_is_escaped() -> None:
    assert format_error('a "b"\n\\ é') == '(error "a \\"b\\" \\\\ \\\\xe9")'

"""Numbers from outside: what is one, in every door that takes one, and how long a moment is waited for."""

import math
import sys
import threading
from collections.abc import Callable
from multiprocessing import Pipe
from selectors import DefaultSelector
from typing import Any

import pytest
from support.command import sttt, sttt_here

from sttt.arena.play.answer import GameClock, Terms
from sttt.arena.play.match import schedule
from sttt.arena.play.openings import RandomOpenings
from sttt.bounds import LONGEST_WAIT, MOST_COUNT, MOST_SECONDS, wait_until
from sttt.errors import StttError
from sttt.execution.worker import Worker
from sttt.games.super_ttt.game import GAME
from sttt.players.player import Limits, ProgramTerms

NO_SECONDS = (0, -1, math.nan, math.inf, -math.inf, 1e300, 10**400, True, "1")
NO_COUNT = (0, -1, 1.5, 1.0, math.nan, math.inf, 2**63, 10**30, True, "1")
SECONDS: dict[str, Callable[[Any], object]] = {
    "Terms(seconds)": lambda value: Terms(seconds=value),
    "Terms(watchdog)": lambda value: Terms(watchdog=value),
    "GameClock": GameClock,
    "Limits.within": Limits.within,
    "ProgramTerms": lambda value: ProgramTerms(move_seconds=value),
}
COUNTS: dict[str, Callable[[Any], object]] = {
    "Terms(nodes)": lambda value: Terms(nodes=value),
    "Terms(depth)": lambda value: Terms(depth=value),
    "Limits(nodes)": lambda value: Limits(nodes=value),
    "Limits(depth)": lambda value: Limits(depth=value),
    "ProgramTerms": lambda value: ProgramTerms(output=value),
}


@pytest.mark.parametrize("make", SECONDS.values(), ids=SECONDS)
@pytest.mark.parametrize("value", NO_SECONDS, ids=lambda one: repr(one)[:9])
def test_what_is_no_time_is_refused_in_python(make: Callable[[Any], object], value: Any) -> None:
    with pytest.raises(ValueError, match="expected seconds above 0, at most 10000000") as refused:
        make(value)
    assert isinstance(refused.value, StttError)


@pytest.mark.parametrize("make", COUNTS.values(), ids=COUNTS)
@pytest.mark.parametrize("value", NO_COUNT, ids=lambda one: repr(one)[:9])
def test_what_is_no_count_is_refused_in_python(make: Callable[[Any], object], value: Any) -> None:
    with pytest.raises(ValueError, match="expected a whole number"):
        make(value)


def test_what_makes_a_series_is_refused_alike() -> None:
    for games in (-1, 1.5, 10**30):
        with pytest.raises(ValueError, match=r"games is .*; expected a whole number"):
            schedule("super-ttt", ("a", "b"), games, 1)  # type: ignore[arg-type]
    for seed in (1.5, 10**30):
        with pytest.raises(ValueError, match=r"seed is .*; expected a whole number"):
            schedule("super-ttt", ("a", "b"), 2, seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="random turns is -1; expected a whole number from 0"):
        RandomOpenings(GAME, -1, 1)
    with pytest.raises(ValueError, match="deadline is nan; expected a moment"):
        Limits(deadline=math.nan)


def test_the_largest_numbers_are_taken() -> None:
    assert Terms(seconds=MOST_SECONDS, nodes=MOST_COUNT).limits(0.0).nodes == MOST_COUNT
    assert Limits(deadline=math.inf, nodes=1).bounds == (math.inf, 1)
    assert GameClock(3_000_000, 0).increment == 0


@pytest.mark.parametrize("moment", [math.inf, 1e300, 10_000_000.0, -math.inf, 0.0])
def test_every_wait_of_the_system_takes_what_a_moment_becomes(moment: float) -> None:
    seconds = wait_until(moment)
    assert 0 <= seconds <= LONGEST_WAIT <= threading.TIMEOUT_MAX
    ours, theirs = Pipe()
    with ours, theirs, DefaultSelector() as selector:
        theirs.send_bytes(b"something")
        selector.register(ours, 1)
        assert selector.select(seconds)
        assert ours.poll(seconds)


def test_a_worker_waits_for_longer_than_the_system_can_at_once() -> None:
    worker = Worker(bytes)
    try:
        assert worker.do(b"done", 3_000_000.0) == b"done"
        assert worker.do(b"done", 1e300) == b"done"
    finally:
        worker.close()


DOORS = (
    ("match random random --games 1", "--time", NO_SECONDS[:6]),
    (
        "match random random --games 1",
        "--clock",
        ("0", "-1", "nan", "inf", "1e300", "1+nan", "1+-1", "1+1e300", "1+inf"),
    ),
    ("match random random --games 1", "--nodes", ("0", "-1", "1.5", "nan", "inf", "1e3", 10**30, 2**63)),
    ("match random random --games 1", "--depth", ("0", "1.5", 10**30, 2**63)),
    ("match random random", "--games", ("0", "1.5", "inf", 10**30)),
    ("match random random --games 1", "--seed", ("1.5", "nan", 10**30, 2**63)),
    ("match random random --games 1", "--jobs", ("0", "1.5", 10**30)),
    ("tournament random uniform", "--time", NO_SECONDS[:6]),
    ("tournament random uniform", "--total", ("0", "1.5", 10**30)),
    ("check-player ./bot", "--time", NO_SECONDS[:6]),
    ("grade random", "--time", NO_SECONDS[:6]),
    ("grade random", "--seeds", ("0", "1.5", 10**30)),
    ("play", "--time", NO_SECONDS[:6]),
    ("analyze", "--time", NO_SECONDS[:6]),
    ("analyze", "--nodes", ("0", "1.5", 10**30)),
    ("serve", "--searches", ("0", "1.5", "nan", 10**30)),
    ("serve", "--sessions", ("0", "1.5", 10**30)),
    ("serve", "--port", ("-1", "1.5", 10**30)),
    ("report nothing.db", "--tournament", ("1.5", 10**30)),
)


@pytest.mark.parametrize(("command", "option", "values"), DOORS)
def test_what_is_no_number_is_refused_as_wrong_input_in_one_line(
    command: str, option: str, values: tuple[object, ...]
) -> None:
    for value in values:
        done = sttt_here(*command.split(), f"{option}={value}")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), (value, done.stderr)
        assert option in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a command for a POSIX shell")
@pytest.mark.parametrize("limit", ["--time=2147484", "--time=10000000", "--clock=3e6+0", "--clock=3e6+3e6"])
def test_a_program_is_waited_for_however_long_it_may_take(limit: str) -> None:
    program = f"cmd:{sys.executable} -m adapter.scheme --player random"
    done = sttt("match", program, "random", "--games", "2", "--jobs", "1", limit, "--json")
    assert done.returncode == 0, done.stderr
    assert '"failures": {}' in done.stdout
    assert "OverflowError" not in done.stdout + done.stderr

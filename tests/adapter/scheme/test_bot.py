"""The bot as a process: one flushed line for each request, nothing else on standard output, and nothing kills it."""

import io
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.scheme_programs import start_bot
from support.scheme_texts import START

from adapter.scheme import parse_turn
from adapter.scheme.bot import serve
from strategies.super_ttt.benchmarks import RandomPlayer
from sttt.games.super_ttt.position import Position
from sttt.players.player import Decision, Limits

Bot = subprocess.Popen[bytes]
GUARD = 150.0
"""Seconds after which a hanging bot is killed, so that the test fails."""


@pytest.fixture
def bot() -> Iterator[Bot]:
    process = start_bot("--player", "random", "--seed", "1")
    yield process
    process.kill()
    process.communicate()


def send(bot: Bot, text: str | bytes) -> None:
    assert bot.stdin
    bot.stdin.write(text.encode() if isinstance(text, str) else text)


def receive(bot: Bot) -> str:
    assert bot.stdout
    return bot.stdout.readline().decode("ascii")


def finish(bot: Bot, text: str = "") -> tuple[list[str], str]:
    """Send the rest, end the input, and return all further lines and standard error; the bot must leave with 0."""
    output, errors = bot.communicate(text.encode(), timeout=GUARD)
    assert bot.returncode == 0
    return output.decode("ascii").splitlines(), errors.decode()


def is_turn(line: str) -> bool:
    return len(parse_turn(line)) == 2


def test_each_request_is_answered_at_once_with_one_line(bot: Bot) -> None:
    for _ in range(3):
        send(bot, START + "\n")
        assert is_turn(receive(bot))
    assert finish(bot) == ([], "")


def test_the_closing_parenthesis_is_enough(bot: Bot) -> None:
    send(bot, START)
    assert is_turn(receive(bot))


def test_a_request_may_drip_in_byte_by_byte(bot: Bot) -> None:
    for letter in START.replace(" ", "\n"):
        send(bot, letter)
    assert is_turn(receive(bot))


def test_several_requests_may_share_a_line(bot: Bot) -> None:
    lines, errors = finish(bot, f"{START} {START}{START}\n")
    assert len(lines) == 3
    assert all(is_turn(line) for line in lines)
    assert not errors


@pytest.mark.parametrize(
    "garbage", [b"hello\n", b"((big (little\n", b")))\n", b'(a "\n', b"\xff\xfe\x00\n", b"(1 . )\n", b"\n\n'x\n"]
)
def test_garbage_is_an_error_line_and_the_next_request_is_answered(bot: Bot, garbage: bytes) -> None:
    send(bot, garbage)
    send(bot, START + "\n")
    assert receive(bot).startswith('(error "')
    assert is_turn(receive(bot))
    assert finish(bot) == ([], "")


def test_a_comment_may_hold_any_bytes(bot: Bot) -> None:
    send(bot, b"; \xff\xc3\x28 \x00\n" + START.encode().replace(b"(big", b"(big ; \xe9\x85\xa0\n"))
    assert is_turn(receive(bot))


def test_an_input_that_ends_inside_a_request_is_an_error_line(bot: Bot) -> None:
    lines, _ = finish(bot, START + START[:-1])
    assert is_turn(lines[0])
    assert lines[1].startswith('(error "the stream ended inside a datum; expected 1 more')
    assert len(lines) == 2


def test_an_empty_input_leaves_at_once(bot: Bot) -> None:
    assert finish(bot) == ([], "")


def test_an_equal_seed_gives_equal_answers() -> None:
    answers = [finish(start_bot("--player", "random", "--seed", "7"), START * 5)[0] for _ in range(2)]
    assert answers[0] == answers[1]


def test_an_interrupt_leaves_quietly(bot: Bot) -> None:
    send(bot, START)
    receive(bot)
    bot.send_signal(signal.SIGINT)
    output, errors = bot.communicate(timeout=GUARD)
    assert (bot.returncode, output, errors) == (130, b"", b"")


def test_a_bot_of_a_shim_outlives_an_interrupt_that_its_terminal_sends_to_all() -> None:
    """At a Scheme's prompt Ctrl-C is for the Scheme."""
    bot = start_bot("--player", "random", "--keep-on-interrupt")
    for _ in range(2):
        send(bot, START)
        assert is_turn(receive(bot))
        bot.send_signal(signal.SIGINT)
    assert finish(bot, START)[1] == ""


def test_a_referee_that_is_gone_is_left_quietly(bot: Bot) -> None:
    send(bot, START)
    receive(bot)
    assert bot.stdout
    assert bot.stdin
    assert bot.stderr
    bot.stdout.close()
    bot.stdin.write(START.encode())
    assert bot.wait(GUARD) == 141
    assert bot.stderr.read() == b""


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--player", "nobody"], "unknown player 'nobody'; expected one of"),
        (["--player", "scheme:none.scm"], "no Scheme file"),
        (["--time", "0"], "not a time limit"),
        (["--time", "nan"], "not a time limit"),
        (["--time", "soon"], "--time"),
        (["--seed", "x"], "--seed"),
    ],
)
def test_wrong_options_are_refused(options: list[str], complaint: str) -> None:
    process = start_bot(*options)
    output, errors = process.communicate(timeout=GUARD)
    assert process.returncode == 2
    assert output == b""
    assert complaint in errors.decode()


ODD_PLAYERS = """
import os, subprocess, sys
from sttt.players.player import Decision, Strategy

class Odd:
    def __init__(self, act):
        self.act = act
    def choose(self, position, limits):
        self.act()
        return Decision((40, 36), reason="odd")
    def close(self):
        print("closing")

def shout():
    print("noise")
    os.write(1, b"noise")
    subprocess.run(["echo", "noise"], check=True)

def fail():
    raise KeyError("nowhere")

NOISY = Strategy("noisy", "prints", "super-ttt", lambda seed: Odd(shout))
FAILING = Strategy("failing", "raises", "super-ttt", lambda seed: Odd(fail))
LEAVING = Strategy("leaving", "exits", "super-ttt", lambda seed: Odd(sys.exit))
"""


@pytest.fixture
def odd_bot(tmp_path: Path) -> Callable[[str], Bot]:
    """Install a package of misbehaving players, as a stranger would, and start the bot with one of them."""
    (tmp_path / "odd_players.py").write_text(ODD_PLAYERS)
    information = tmp_path / "odd_players-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-players\nVersion: 1.0\n")
    names = ("noisy", "failing", "leaving")
    points = "".join(f"{name} = odd_players:{name.upper()}\n" for name in names)
    (information / "entry_points.txt").write_text(f"[sttt.players]\n{points}")
    return lambda name: start_bot("--player", name, environment={"PYTHONPATH": str(tmp_path)})


def test_what_a_player_prints_never_reaches_standard_output(odd_bot: Callable[[str], Bot]) -> None:
    lines, errors = finish(odd_bot("noisy"), START * 2)
    assert lines == ["((5 . 5) (5 . 1))"] * 2
    assert errors.count("noise") == 6
    assert "closing" in errors


@pytest.mark.parametrize(("name", "message"), [("failing", "KeyError: 'nowhere'"), ("leaving", "SystemExit")])
def test_a_player_that_fails_costs_its_answer_alone(odd_bot: Callable[[str], Bot], name: str, message: str) -> None:
    lines, _ = finish(odd_bot(name), START * 2)
    assert len(lines) == 2
    assert all(line.startswith(f'(error "the player failed: {message}') for line in lines)


class CountingSink(io.BytesIO):
    """Remembers what each flush completed."""

    def __init__(self) -> None:
        super().__init__()
        self.flushed: list[bytes] = []

    def flush(self) -> None:
        self.flushed.append(self.getvalue()[sum(map(len, self.flushed)) :])


def test_every_answer_is_flushed_on_its_own() -> None:
    sink = CountingSink()
    serve(io.BytesIO((START + "\noops\n" + START).encode()), sink, RandomPlayer(1), 1)
    assert [line.count(b"\n") for line in sink.flushed] == [1, 1, 1]
    assert all(line.endswith(b"\n") for line in sink.flushed)


def test_the_bot_loads_no_command_line_framework() -> None:
    process = start_bot("--player", "random", environment={"PYTHONPROFILEIMPORTTIME": "1"})
    _, errors = finish(process, START)
    loaded = {line.rpartition("|")[2].strip() for line in errors.splitlines()}
    assert "adapter.scheme.bot" in loaded
    assert not loaded & {"click", "rich", "subprocess", "numpy", "asyncio", "sttt.arena", "sttt.cli"}


def test_without_standard_error_answers_still_come() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$0" -m adapter.scheme --player random 2>&-', sys.executable],
        input=START.encode(),
        stdout=subprocess.PIPE,
        timeout=GUARD,
        check=True,
    )
    assert is_turn(done.stdout.decode())


class ClockReader:
    """Notes how much time it was given."""

    def __init__(self) -> None:
        self.given: list[float] = []

    def choose(self, position: Position, limits: Limits) -> Decision:
        assert limits.deadline is not None
        self.given.append(limits.deadline - time.monotonic())
        return Decision(position.legal_placements()[:2], "first squares")

    def close(self) -> None:
        pass


def test_the_time_that_starting_took_is_taken_off_the_first_answer_alone() -> None:
    """A referee that writes its request to a process it has just started waits for the start, too."""
    player = ClockReader()
    serve(io.BytesIO(f"{START}\n{START}\n".encode()), io.BytesIO(), player, seconds=100, spent=30)
    first, second = player.given
    assert 50 < first <= 59.5
    assert 75 < second <= 85


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_takes_nothing_is_one_line_and_status_2() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "adapter.scheme", "--player", "random"],
            input=START.encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=GUARD,
        )
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1


def test_a_time_that_is_no_number_says_what_was_expected() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adapter.scheme", "--time", "abc"], capture_output=True, check=False, timeout=GUARD
    )
    assert done.returncode == 2
    assert b"abc is not a time limit; expected seconds" in done.stderr

"""Conversations with our engine: what it answers, that nothing makes it end, and that it stops when it is told to."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import mock_players as mock
from support.command import STTT, fails_as_wrong_input, sttt

from adapter.programs.bot import CLOSED
from adapter.ugi import bot
from adapter.ugi.bot import UgiBot
from adapter.ugi.notation import format_move, read_move, read_position
from adapter.ugi.options import EngineOptions
from sttt.games.three_by_four.game import GAME
from sttt.players import registry
from sttt.players.player import Decision, Limits

# An answer is broken off wherever Python is, also where nobody can raise, as in Hypothesis's own count of collections.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

GAMES = ["super-ttt", "qubic", "connect-four", "four-by-four", "three-by-four"]


class Host:
    """Says lines, the next ones once a line has come that it waits for; gathers what the engine says."""

    def __init__(self, *lines: str) -> None:
        self.said: list[str] = []
        self._lines = iter(lines)
        self._heard: SimpleQueue[str] = SimpleQueue()

    def readline(self, _size: int) -> bytes:
        """``<WORD`` among the lines waits for one that begins with the word."""
        for line in self._lines:
            if not line.startswith("<"):
                return f"{line}\n".encode()
            while not self._heard.get(timeout=60).startswith(line[1:]):
                pass
        return b""

    def write(self, line: bytes) -> None:
        self.said.append(line.decode().removesuffix("\n"))
        self._heard.put(self.said[-1])

    def flush(self) -> None:
        pass


def told(*lines: str, game: str = "three-by-four", player: str | None = None) -> list[str]:
    host = Host(*lines)
    UgiBot(host, host, EngineOptions(game, player)).run()
    return [re.sub(r"time \d+", "time T", line) for line in host.said]


def test_a_conversation_comes_out_line_by_line() -> None:
    said = told(
        "ugi",
        "isready",
        "uginewgame",
        "position startpos moves 0,1 0,0",
        "query p1turn",
        "query gameover",
        "query result",
        "setoption name Player value four-by-four-intermediate",
        "position fen xx..oo..........:x",
        "go depth 1",
        "<bestmove",
        "quit",
    )
    version = said[0].removeprefix("id name sttt ")
    assert said == [
        f"id name sttt {version}",
        "id author The sttt developers",
        f"option name Game type combo default three-by-four {' '.join(f'var {game}' for game in sorted(GAMES))}",
        "option name Player type string default strongest",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "ugiok",
        "readyok",
        "response true",
        "response false",
        "response none",
        *said[10:-1],
        said[-1],
    ]
    assert all(re.fullmatch(r"info depth \d score cp -?\d+ nodes \d+ time T pv \d,\d", line) for line in said[10:-1])
    assert re.fullmatch("bestmove [1-4],[1-4]", said[-1])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("xyzzy", "unknown command 'xyzzy'; expected one of: ugi, isready, setoption, uginewgame, position"),
        ("position", "the position is ''; expected startpos or fen F, then moves M"),
        ("position startpos moves 0,0 0,0", "the move 0,0 is illegal"),
        ("position fen what", "'what' ends in ''; expected"),
        ("query weather", "cannot tell 'weather'; expected query gameover"),
        ("setoption name Hash value 7", "cannot set 'name Hash value 7'; expected name NAME value VALUE"),
        ("setoption name Seed value x", "the seed is 'x'; expected a whole number"),
        ("setoption name Game value chess", "unknown game 'chess'; expected one of: connect-four"),
        ("setoption name Player value cmd:./bot", "cmd:./bot is a program of its own"),
        ("go depth west", "cannot read 'depth west' after go; expected a whole number"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(line: str, said: str) -> None:
    answers = told(line, "<info string error: ", "query result")
    assert said in answers[0]
    assert answers[-1] == "response none"


def test_words_that_say_nothing_are_skipped_and_the_rest_of_the_line_is_read() -> None:
    said = told(
        "joho position now startpos then moves 0,1",
        "please query the p1turn",
        "setoption the name Seed of value 7",
        "go ponder depth 1 movestogo 20 searchmoves 0,0",
        "<bestmove",
        "really quit",
        "query result",
    )
    assert said[0] == "response false"
    assert said[-1].startswith("bestmove ")
    assert not [line for line in said if "error" in line or line == "response none"]


QUICK = ("go movetime 1", "go movetime 100", "go p1time 1 p2time 1", "go depth many", "go movetime")


@pytest.mark.parametrize("go", QUICK)
def test_what_cannot_be_searched_in_time_is_the_books_answer(go: str) -> None:
    game = registry.game("super-ttt")
    known = registry.make_player("alpha-beta").choose(game.parse_position(AFTER_51_55), Limits(nodes=1)).turn
    said = told("position startpos moves 51+55", go, "<bestmove", game="super-ttt")
    assert said[-1] == f"bestmove {game.format_turn(known)}"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("go", QUICK)
def test_no_answer_is_the_first_of_the_legal_moves(game: str, go: str) -> None:
    played = registry.game(game)
    position = played.start()
    for placement in position.legal_placements()[5 : 5 + position.left]:
        position = position.play(placement)
    said = told(f"position fen {played.format_position(position)}", go, "<bestmove", game=game)
    quick = registry.make_player(played.levels[-1]).choose(position, Limits(time.monotonic()))
    assert said[-1].startswith("bestmove ")
    if go in QUICK[-2:] and game != "four-by-four":  # whose perfect player draws lots among equals
        assert said[-1] == f"bestmove {format_move(position, quick.turn, played)}"


def test_a_player_that_fails_is_stood_in_for_by_the_strongest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock.use(tmp_path, monkeypatch)
    said = told("position startpos moves 51+55", "go depth 1", "<bestmove", game="super-ttt", player="mock-crash")
    game = registry.game("super-ttt")
    known = registry.make_player("alpha-beta").choose(game.parse_position(AFTER_51_55), Limits(nodes=1)).turn
    assert said[0].startswith("info string error: the player failed: ValueError: no idea")
    assert said[-1] == f"bestmove {game.format_turn(known)}"


AFTER_51_55 = "........./........./........./........./x...x..../........./........./........./.........:o2"


WORDS = (  # noqa: SIM905 - it is read as it is typed
    "position startpos fen moves 0,1 0,0 1,1 .o..#...x...:o go nodes depth movetime 1 -3 0 99999999999 p1time p2inc "
    "infinite stop query result p1turn setoption name value Seed Game Player uginewgame uniform random ugi"
).split()
LINES = st.text(max_size=40).map(lambda text: text.replace("\n", " "))


def command_of(line: str) -> str | None:
    return next((word for word in line.split() if word in bot.COMMANDS), None)


ANYTHING = LINES.filter(lambda line: command_of(line) != "quit")
COMMANDS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(lines=st.lists(st.one_of(ANYTHING, COMMANDS), max_size=6))
def test_no_line_makes_it_end_or_stop_answering(lines: list[str]) -> None:
    said = told(*lines, "stop", "setoption name Player value uniform", "isready", "<readyok", player="uniform")
    goes = sum(command_of(line) == "go" for line in lines)
    assert sum(line.startswith("bestmove ") for line in said) == goes


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_search_without_an_end_ends_when_it_is_stopped(game: str) -> None:
    said = told("isready", "<readyok", "go infinite", "isready", "<readyok", "stop", "<bestmove", game=game)
    start = registry.game(game).start()
    assert [line for line in said if line.startswith("bestmove")] == said[-1:]
    read_move(start, said[-1].split()[1], registry.game(game))


class Endless:
    """Never comes back, and never looks at a clock."""

    def choose(self, _position: object, _limits: Limits) -> Decision:
        while True:
            pass

    def close(self) -> None:
        pass


@pytest.mark.slow
def test_a_player_that_knows_no_end_is_stopped_as_well_and_cut_off_at_the_end_of_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(EngineOptions, "make_player", lambda _settings: Endless())
    said = told("go depth 3", "stop", "<bestmove", "go movetime 20", "<bestmove")
    strongest = registry.make_player(GAME.levels[-1]).choose(GAME.start(), Limits(time.monotonic())).turn
    assert [line for line in said if not line.startswith("info")] == 2 * [f"bestmove {GAME.format_turn(strongest)}"]


def test_a_fault_in_a_player_costs_it_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Endless, "choose", lambda *_: Decision((99,), "nowhere"))
    monkeypatch.setattr(EngineOptions, "make_player", lambda _settings: Endless())
    said = told("go depth 3", "<bestmove", "isready", "<readyok")
    assert said[0].startswith("info string error: ")
    assert [line.split()[0] for line in said if not line.startswith("info")] == ["bestmove", "readyok"]


def test_the_last_search_of_an_endless_one_tells_more_than_the_first() -> None:
    depths: list[int] = []

    def deep(host: Host) -> Iterator[str]:
        yield "go infinite"
        while not depths or depths[-1] < 4:
            line = host._heard.get(timeout=60)
            depths.extend(map(int, re.findall(r"info depth (\d+)", line)))
        yield "stop"

    host = Host()
    host._lines = deep(host)
    UgiBot(host, host, EngineOptions("connect-four", "connect-four-no-book")).run()
    assert host.said[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "start", [[STTT, "ugi"], [sys.executable, "-P", "-m", "adapter.ugi"]], ids=["command", "module"]
)
def test_the_installed_engine_ends_in_a_search_when_it_is_told_to_quit(start: list[str]) -> None:
    lines = "ugi\ngo infinite\nquit\n"
    done = subprocess.run(start, input=lines, capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


def test_an_engine_whose_host_is_gone_ends_in_a_search() -> None:
    command = [sys.executable, "-P", "-m", "adapter.ugi", "--game", "three-by-four"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as engine:
        assert engine.stdin
        assert engine.stdout
        assert engine.stderr
        engine.stdin.write("go infinite\n")
        engine.stdin.flush()
        assert engine.stdout.readline().startswith("info ")
        engine.stdout.close()
        engine.stdin.close()
        assert engine.wait(timeout=60) in (0, CLOSED)  # the other if it has told one thing more
        assert engine.stderr.read() == ""


def test_the_installed_engine_ends_with_its_input_and_starts_as_it_is_told() -> None:
    done = sttt("ugi", "--game", "connect-four", "--player", "uniform", given="position fen 44\nquery p1turn\nugi")
    assert done.returncode == 0
    assert done.stdout.splitlines()[:2] == ["response true", f"id name sttt {done.stdout.split()[5]}"]
    assert "rules plays super-ttt" in fails_as_wrong_input("ugi", "--game", "qubic", "--player", "rules")


def test_positions_are_read_in_every_game() -> None:
    for name in GAMES:
        game = registry.game(name)
        turn = game.start().legal_placements()[: game.start().left]
        move = game.format_turn(turn)
        assert read_position(["startpos", "moves", move], game) == game.enter_turn(game.start(), turn)[0]
        assert read_position(["fen", *game.format_position(game.start()).split()], game) == game.start()

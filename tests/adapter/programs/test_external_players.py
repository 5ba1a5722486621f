"""External programs that fail, each in its own way, in matches as a user starts them: `sttt match A cmd:...`."""

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command import STTT, fails_as_wrong_input, sttt
from support.processes import assert_none_is_left, ends

from sttt.errors import PlayerError
from sttt.games.records.record import GameRecord, replay
from sttt.games.records.text import parse_text
from sttt.games.super_ttt.game import GAME
from sttt.players import registry

PROGRAM = Path(__file__).parents[2] / "support" / "mock_program.py"

GAMES = [
    ("plays", None, None),
    ("dies at start", "crash", "the player did not start: mock ended with exit status 1; .* last words: no licence"),
    ("hangs at start", "timeout", "the player did not start: mock did not answer in time"),
    ("greets", "malformed", "mock sent more than one answer"),
    ("greets, then takes its time", "malformed", "mock sent more than one answer"),
    ("plays", None, None),
    ("crashes", "crash", "mock ended with exit status 1; .* ValueError: no idea"),
    ("drips", "timeout", r"mock wrote .* but not its last parenthesis in time"),
    ("floods", "crash", "mock wrote [0-9]+ bytes; expected an answer in at most 65536"),
    ("plays", None, None),
    ("sends half a line", "timeout", r"mock wrote .* but not its last parenthesis in time"),
    ("sends half a line and ends", "crash", "mock ended with exit status 0; expected an answer"),
    ("eats memory", "crash", "exit status 1; .*MemoryError"),
    ("ignores SIGTERM", "timeout", "mock did not answer in time"),
    ("forks", None, None),
    ("forks and dies", "timeout", "mock did not answer in time"),
    ("kills its parent", "crash", "mock ended its parent, the process that watches it"),
    ("stops its parent", None, None),
    ("leaves a daemon", None, None),
    ("kills the host", "crash", "the player took its process down with exit status -9"),
    ("stops the host", "crash", "the player's process was stopped"),
    ("sends garbage", "malformed", "unexpected character ']'; expected a list, symbol or number"),
    ("sends a fraction", "malformed", "an index is '5.0'; expected an exact integer"),
    ("answers twice", "malformed", "mock sent more than one answer"),
    ("sends an error", "crash", "the program answered with an error: no idea"),
    ("is illegal", None, "illegal: square 11 is not open"),
    ("passes", None, "forfeit: no placement, with "),
    ("plays", None, None),
]
"""What the program does in each game, how that ends (None: by the rules), and what is said about it."""


@pytest.fixture(autouse=True)
def nobody_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("EXTERNAL_PLAYERS_TEST", str(tmp_path))
    yield
    assert_none_is_left(str(tmp_path))


def command(folder: Path, *kinds: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", str(PROGRAM), str(folder / "counter"), *kinds])


def manifest(folder: Path, *kinds: str) -> str:
    limits = "start_seconds = 2\nmove_seconds = 0.5\nmemory_mb = 200\noutput_bytes = 65536\n"
    path = folder / "mock.toml"
    path.write_text(f"name = 'mock'\ncommand = {json.dumps(command(folder, *kinds))}\n[limits]\n{limits}")
    return str(path)


def played(first: str, second: str, *options: str, folder: Path) -> list[GameRecord]:
    """The games of a match, each of which must replay."""
    file = folder / "games.jsonl"
    done = sttt("match", first, second, "--json", "--save", str(file), *options)
    assert done.returncode == 0, done.stderr
    records = parse_text(file.read_text(), registry.game)
    for record in records:
        replay(record, GAME)
    return records


def what_is_said(record: GameRecord) -> str | None:
    """What the external player's failure or first fault is."""
    if record.failure:
        return record.failure.message
    return next((turn.fault for turn in record.turns if turn.fault and "mock" in record.player(turn.side)), None)


def test_each_failure_costs_its_own_game_and_is_recorded_as_what_it_was(tmp_path: Path) -> None:
    tried_first = "plays"  # a match starts each of its players once before the first game
    player = manifest(tmp_path, tried_first, *(kind for kind, _, _ in GAMES))
    records = played("random", player, "--games", str(len(GAMES)), "--time", "3", "--jobs", "1", folder=tmp_path)
    for (kind, ending, said), record in zip(GAMES, records, strict=True):
        assert record.ending == (ending or record.ending), kind
        assert record.ending.is_failure == bool(ending), kind
        assert said is None or re.search(said, str(what_is_said(record))), (kind, what_is_said(record))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs child subreapers or cgroups")
@pytest.mark.parametrize("kinds", [("leaves a daemon",), ("leaves a daemon and kills its parent",)])
def test_an_orphan_without_environment_and_session_ends_with_its_game(kinds: tuple[str, ...], tmp_path: Path) -> None:
    played("random", f"cmd:{command(tmp_path, *kinds)}", "--games", "1", "--time", "5", folder=tmp_path)
    assert ends(int((tmp_path / "counter-daemon").read_text()), seconds=10.0)


@pytest.mark.parametrize("kind", ["kills the host", "stops the host"])
def test_a_host_lost_between_two_programs_is_nobodys_loss_and_ends_no_match(kind: str, tmp_path: Path) -> None:
    guilty, other = (tmp_path / name for name in ("guilty", "other"))
    guilty.mkdir()
    other.mkdir()
    players = [f"cmd:{command(guilty, 'plays', kind, 'plays')}", f"cmd:{command(other, 'plays')}"]
    records = played(*players, "--games", "2", "--jobs", "1", "--time", "5", folder=tmp_path)
    assert [(record.ending, record.result) for record in records[:1]] == [("host-died", "draw")]
    assert records[0].failure is not None
    assert records[0].failure.message.startswith("it cannot be told by whom: the player")
    assert records[1].ending in ("line", "full")


def test_a_limit_without_a_clock_has_one_for_external_programs(tmp_path: Path) -> None:
    (record,) = played(manifest(tmp_path, "hangs"), "random", "--games", "1", "--nodes", "5", folder=tmp_path)
    assert record.ending == "timeout"
    assert len(record.turns) == 2


def test_two_programs_that_always_pass_draw_by_stalling(tmp_path: Path) -> None:
    player = f"cmd:{command(tmp_path, 'passes')}"
    (record,) = played(player, player, "--games", "1", folder=tmp_path)
    assert (record.ending, record.result) == ("stall", "draw")


def start_endless_match(folder: Path, *options: str) -> subprocess.Popen[bytes]:
    """Start games that hang in a program which no signal but SIGKILL ends, and wait until they do."""
    player = f"cmd:{command(folder, 'plays', 'ignores SIGTERM')}"
    match = subprocess.Popen([STTT, "match", "random", player, "--time", "600", *options], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 150
    while not (folder / "counter-waiting").exists():
        if time.monotonic() > deadline:
            match.kill()  # or it goes on among the tests behind this one
            match.wait()
            pytest.fail("the program has not been asked for a turn")
        time.sleep(0.05)
    return match


@pytest.mark.parametrize(("jobs", "sent", "status"), [("1", signal.SIGKILL, -9), ("2", signal.SIGINT, 130)])
def test_a_match_that_is_broken_off_leaves_no_program_behind(
    jobs: str, sent: signal.Signals, status: int, tmp_path: Path
) -> None:
    with start_endless_match(tmp_path, "--games", "2", "--jobs", jobs) as match:
        match.send_signal(sent)
        assert match.wait(30) == status


def test_a_program_that_is_not_there_is_wrong_input() -> None:
    assert fails_as_wrong_input("match", "random", "cmd:./nothing --at-all") == (
        "sttt: cannot start ./nothing --at-all: No such file or directory: ./nothing\n"
    )


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("cmd:", "the command is empty; expected PROGRAM ARGUMENT ..."),
        ("cmd:./bot 'x", 'cannot read the command "./bot \'x": No closing quotation'),
        ("cmd:/", "cannot start /: Permission denied: /"),
        ("cmd:./bot\0", "embedded null byte"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused(spec: str, complaint: str) -> None:
    with pytest.raises(PlayerError, match=re.escape(complaint)):
        registry.make_player(spec)

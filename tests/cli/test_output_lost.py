"""Standard output that cannot be written, and a terminal that knows few characters: one line, and no game is lost."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import STTT, sttt, sttt_of_bytes

from sttt.arena.archive.archive import Archive
from sttt.cli.command_line import COMMANDS
from sttt.games.records.text import parse_text
from sttt.players import registry

FULL = Path("/dev/full")
NO_ROOM = "sttt: cannot write standard output: No space left on device; expected room for all of it\n"
NO_ROOM_FOR_A_BOT = "ugi: standard input or output: No space left on device; expected open streams\n"
START = "........./" * 8 + ".........:x2"
QUERY = json.dumps({"id": "1", "position": START, "player": "random"})

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="only Linux has a disk that is always full")


def into_full_disk(*arguments: str, given: str = "") -> tuple[int, str]:
    with FULL.open("wb") as full:
        done = sttt_of_bytes(*arguments, given=given.encode(), stdout=full)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("command", [*sorted(COMMANDS), None])
def test_help_on_a_full_disk_is_one_line(command: str | None) -> None:
    assert into_full_disk(*([command] if command else []), "--help") == (2, NO_ROOM)


GAMES = ("--games", "2", "--nodes", "5", "--jobs", "1")


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("players",), ""),
        (("players", "--json"), ""),
        (("--version",), ""),
        (("perft", "1"), ""),
        (("bench", "--json"), ""),
        (("move", "--player", "random"), START),
        (("analyze", "--stdin", "--jobs", "1"), f"{QUERY}\n"),
        (("match", "random", "greedy", *GAMES), ""),
        (("match", "random", "greedy", *GAMES, "--json"), ""),
        (("match", "random", "greedy", "--games", "2", "--nodes", "5", "--show"), ""),
        (("tournament", "random", "greedy", *GAMES), ""),
        (("play", "--player", "random"), "quit\n"),
        (("ugi",), "ugi\nquit\n"),
        (("scheme-path",), ""),
        (("serve", "--port", "0"), ""),
        (("solve", "--max-turns", "1", "--for", "x"), ""),
        (("book", "stats"), ""),
        (("trace",), ""),
    ],
    ids=lambda one: " ".join(one[:2]) if isinstance(one, tuple) else "",
)
def test_a_full_disk_is_one_line(arguments: tuple[str, ...], given: str) -> None:
    status, told = into_full_disk(*arguments, given=given)
    assert (status, told) == (2, NO_ROOM_FOR_A_BOT if arguments == ("ugi",) else NO_ROOM)


def test_games_that_were_played_are_kept_whatever_becomes_of_the_output(tmp_path: Path) -> None:
    saved, archive = tmp_path / "games.jsonl", tmp_path / "games.db"
    assert into_full_disk("match", "random", "greedy", *GAMES, "--save", str(saved))[0] == 2
    assert len(parse_text(saved.read_text(), registry.game)) == 2
    status, told = into_full_disk("tournament", "random", "greedy", *GAMES, "--archive", str(archive))
    assert (status, told.count("\n"), told.endswith(NO_ROOM)) == (2, 2, True)
    with Archive(archive) as opened:
        assert len(list(opened.games())) == 2
    for command in ("tournaments", "list", "export", ("replay", "1")):
        words = [command] if isinstance(command, str) else command
        assert into_full_disk("archive", str(archive), *words) == (2, NO_ROOM)
    assert into_full_disk("report", str(archive)) == (2, NO_ROOM)
    assert (tmp_path / "games.html").stat().st_size > 10_000
    unwritten = sttt("report", str(archive), "-o", str(FULL))
    assert (unwritten.returncode, unwritten.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in unwritten.stderr


SHORT = ("random", "greedy", "--games", "3", "--nodes", "5")


@pytest.mark.parametrize("options", [("--show",), ("--jobs", "1"), ("--jobs", "1", "--json")], ids=" ".join)
def test_a_match_goes_on_and_saves_all_games_though_its_output_fails(options: tuple[str, ...], tmp_path: Path) -> None:
    saved = tmp_path / "games.jsonl"
    assert into_full_disk("match", *SHORT, *options, "--save", str(saved)) == (2, NO_ROOM)
    assert len(parse_text(saved.read_text(), registry.game)) == 3


@pytest.mark.parametrize("options", [(), ("--json",)], ids=["table", "json"])
def test_a_tournament_goes_on_and_keeps_all_games_though_its_output_fails(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    archive = tmp_path / "games.db"
    status, told = into_full_disk("tournament", *SHORT, "--jobs", "1", *options, "--archive", str(archive))
    assert (status, told.count("\n"), told.endswith(NO_ROOM)) == (2, 2, True)
    with Archive(archive) as opened:
        assert len(list(opened.games())) == 3


@pytest.mark.parametrize("words", [["match", "--help"], ["--version"], ["book", "show"], ["perft", "1", "--divide"]])
def test_a_terminal_that_knows_ascii_alone_is_shown_nothing_else(words: list[str]) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([STTT, *words], capture_output=True, env=environment, timeout=200, check=False)
    assert done.stdout.isascii()
    assert done.stderr.isascii()


@pytest.mark.parametrize("written", ["command([])", "command(['--help'])", "print(chr(0x4e2d))"])
def test_text_that_ascii_lacks_is_escaped_however_it_is_written(written: str) -> None:
    code = (
        "import click, sys; from sttt.cli.output.streams import standard_streams\n"
        "command = click.Command('c', help='\u4e2d', callback=lambda: click.echo('\u4e2d'))\n"
        "with standard_streams():\n"
        f"    {written}\n"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, timeout=60, check=False)
    assert (done.returncode, done.stdout.isascii(), b"\\u4e2d" in done.stdout) == (0, True, True)


def test_standard_error_on_a_full_disk_changes_nothing() -> None:
    with FULL.open("wb") as full:
        for words in (("players",), ("match", "random", "greedy", *GAMES)):
            done = subprocess.run([STTT, *words], stdout=subprocess.PIPE, stderr=full, timeout=200, check=False)
            assert (done.returncode, len(done.stdout) > 200) == (0, True)


@pytest.mark.parametrize("closed", [1, 2])
def test_a_stream_that_was_closed_before_the_start(closed: int) -> None:
    command = f"{shlex.quote(str(STTT))} players {closed}>&-"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == (2 if closed == 1 else 0)
    assert done.stderr.count("\n") == (1 if closed == 1 else 0)


NAMES = ["\u4e2d", "\U0001f600", "\u00e9\u0142", "\u202eabc", "a\x07b", "\u0645\u0631"]


PROGRAM = shlex.join([sys.executable, "-P", "-m", "adapter.scheme", "--player", "random"])
NAMED = [f"cmd:sh -c 'exec {PROGRAM}' {name}" for name in NAMES]
ONE_GAME = ("--random-turns", "0", "--games", "1")


@pytest.fixture(scope="module")
def games_of_names(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Play games of players with such names, told where few characters are known; return their archive."""
    folder = tmp_path_factory.mktemp("names")
    archive, saved = str(folder / "games.db"), str(folder / "games.txt")
    with pytest.MonkeyPatch.context() as patch:
        show_nothing_else("ascii", patch, ("tournament", *NAMED[:2], "random", *ONE_GAME, "--archive", archive))
        show_nothing_else("ascii", patch, ("match", *NAMED[2:4], *ONE_GAME, "--jobs", "1", "--save", saved))
        show_nothing_else("ascii", patch, ("match", *NAMED[4:6], *ONE_GAME, "--show"))
        show_nothing_else("ascii", patch, ("check-player", NAMED[0].removeprefix("cmd:")))
    return archive


def show_nothing_else(encoding: str, patch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    """Run a command at a terminal of that encoding: all is shown in it, and nothing steers the terminal."""
    patch.setenv("PYTHONIOENCODING", encoding)
    patch.setenv("COLUMNS", "60")
    done = sttt_of_bytes(*words)
    assert done.returncode == (2 if words[1] == "\u4e2d" or words[0] == "play" else 0), (words, done)
    shown = done.stdout.decode(encoding) + done.stderr.decode(encoding)
    assert "Traceback" not in shown
    assert not set("\x07\u202e") & set(shown)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_a_name_that_the_terminal_cannot_show_is_escaped_everywhere(
    encoding: str, games_of_names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = games_of_names
    for words in (
        ("archive", archive, "list"),
        ("archive", archive, "tournaments"),
        ("archive", archive, "replay", "1"),
        ("archive", archive, "list", "--json"),
        ("report", archive),
        ("match", "\u4e2d", "random"),
        ("play", "--player", "\U0001f600"),
    ):
        show_nothing_else(encoding, monkeypatch, words)

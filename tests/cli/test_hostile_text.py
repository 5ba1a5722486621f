"""What strangers call themselves and say reaches the terminal as text, whichever command prints it."""

import shlex
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from support import mock_players as mock
from support.command import sttt
from support.games import play
from support.terminal import Terminal

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Format, Plan
from sttt.games.records.json_lines import format_json
from sttt.games.records.record import Failure, GameRecord
from sttt.games.super_ttt.game import GAME

EVIL = "evil\x1b]52;c;ZXZpbA==\x07\x1b[2J\x1b[1A\u202egnp.exe\u2066\x9b31m\r\nx has won"
STEERING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
OSC_52 = r"\x1b]52;c;ZXZpbA=="


def steering(text: str) -> set[str]:
    return {one for one in text if one != "\n" and unicodedata.category(one) in STEERING}


def hostile_game() -> GameRecord:
    record = play(o=mock.crash)
    turns = tuple(replace(turn, reason=EVIL, fault=EVIL) for turn in record.turns)
    return replace(record, x=EVIL, o=f"{EVIL} too", seed=1, turns=turns, failure=Failure(EVIL, 0.1))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("hostile") / "games.db"
    record = hostile_game()
    plan = Plan("super-ttt", Format.ROUND_ROBIN, (record.x, record.o), 2, 0, Terms(nodes=5), 1, EVIL)
    with Archive(file) as opened:
        opened.add(opened.begin(plan), [FinishedGame(0, record, EVIL)])
    return file


@pytest.mark.parametrize(
    "command", [("tournaments",), ("list",), ("replay", "1"), ("export",), ("export", "--json"), ("list", "--json")]
)
def test_a_strangers_archive(archive: Path, command: tuple[str, ...]) -> None:
    done = sttt("archive", str(archive), *command)
    assert done.returncode == 0
    assert not steering(done.stdout + done.stderr)
    assert "evil" in done.stdout


def test_a_line_break_in_a_name_or_a_reason_begins_no_line_of_its_own(archive: Path) -> None:
    shown = sttt("archive", str(archive), "replay", "1").stdout
    assert OSC_52 in shown
    assert not [line for line in shown.splitlines() if line.strip().startswith("x has won")]


def test_a_strangers_game_loaded_into_one_of_ours(tmp_path: Path) -> None:
    saved = tmp_path / "game.jsonl"
    saved.write_text(f"{format_json(hostile_game(), GAME)}\n", encoding="ascii")
    done = sttt("play", "--player", "random", given=f"load {saved}\nmoves\nwhy\nundo\nquit\n")
    assert done.returncode == 0
    assert OSC_52 in done.stdout
    assert not steering(done.stdout + done.stderr)


def test_a_file_that_is_no_record(tmp_path: Path) -> None:
    saved = tmp_path / "games.txt"
    saved.write_text(f'[game "super-ttt"]\n[{EVIL} "a"]\n', encoding="utf-8")
    for done in (sttt("report", str(saved)), sttt("play", given=f"load {saved}\nquit\n")):
        assert not steering(done.stdout + done.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", f"cmd:{EVIL}", "random", "--games", "2"),
        ("tournament", "random", f"cmd:{EVIL}"),
        ("play", "--player", EVIL),
        ("move", "--game", EVIL),
        ("analyze", EVIL),
        ("report", EVIL),
        ("no\x1b[2Jcommand",),
        ("archive", EVIL, "list"),
    ],
    ids=lambda arguments: arguments[0].partition("\x1b")[0],
)
def test_an_error_that_quotes_what_it_was_given(arguments: tuple[str, ...]) -> None:
    done = sttt(*arguments, given=EVIL)
    assert done.returncode == 2
    assert not steering(done.stdout + done.stderr)
    assert done.stderr.count("\n") == 1


def test_a_program_that_answers_in_escape_sequences(tmp_path: Path) -> None:
    program = tmp_path / "evil.py"
    program.write_text(
        f"import sys\nfor line in sys.stdin:\n    print({EVIL!r}, file=sys.stderr)\n    print({EVIL!r}, flush=True)\n"
    )
    command = shlex.join([sys.executable, str(program)])
    checked = sttt("check-player", command)
    unknown = sttt("check-player", EVIL)
    watched = sttt("match", f"cmd:{command}", "random", "--games", "2", "--show")
    assert (checked.returncode, unknown.returncode, watched.returncode) == (1, 1, 0)
    for done in (checked, unknown, watched):
        assert not steering(done.stdout + done.stderr)


def test_a_name_that_looks_like_markup_is_shown_as_it_is_while_its_player_thinks() -> None:
    bot = shlex.join([sys.executable, "-m", "adapter.scheme", "--player", "random"])
    named = f"cmd:sh -c 'exec {bot}' '[/bold]'"
    with Terminal("play", "--player", named, "--opponent", "random", "--seed", "1") as terminal:
        assert terminal.leave() == 0
        assert "[/bold]' is thinking" in terminal.written.replace("\r\n", "")

"""The interface files of Connect 4: moves and their errors, our bot, other people's programs, and the referee."""

import contextlib
import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from support.command import fails_as_wrong_input, sttt

from adapter.connect4_files import PROTOCOL
from adapter.connect4_files.__main__ import Bot
from adapter.connect4_files.files import (
    POLL_SECONDS,
    SETTLED_SECONDS,
    delete,
    format_move,
    is_complete,
    read_move,
    wait_for,
    write_whole,
)
from adapter.connect4_files.remote import ENDED_BY_FAULT, ENDED_BY_RULES, referee
from sttt.arena.play.answer import Answer, NoAnswer, Terms, ask
from sttt.errors import IllegalPlacement, PlayerError, ProtocolError
from sttt.games.connect_four.position import Position
from sttt.games.connect_four.text import parse_position
from sttt.games.game import Turn
from sttt.games.records.record import Ending
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Decision, Limits, RefereeTerms

pytestmark = pytest.mark.slow  # a file is there or is not: most of it is waiting

PROGRAM = Path(__file__).parents[2] / "support" / "connect4_program.py"
FIRST_IS_WHITE = next(seed for seed in range(20) if Random(seed).randrange(2) == 0)
FULL_D = parse_position("444444")


def program(habit: str) -> str:
    return f"{sys.executable} {PROGRAM} NAME {habit}"


# --- Moves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["(W C 1)", "(w c 1)", " ( W  C\t1 ) \n"])
def test_a_move_is_read_in_any_case_and_spacing(text: str) -> None:
    assert read_move(text, Position()) == 2


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("(B C 1)", "wrong colour: it is the turn of W"),
        ("(W H 1)", "out of range"),
        ("(W C 7)", "out of range"),
        ("(W C 0)", "out of range"),
        ("(W C -1)", "out of range"),
        ("(W D 6)", "column D is full"),
        ("(W C 2)", "lower spaces unoccupied: the lowest empty one of column C is C1"),
    ],
)
def test_each_error_of_an_illegal_move_is_named_with_the_move(text: str, error: str) -> None:
    with pytest.raises(IllegalPlacement, match=error) as raised:
        read_move(text, FULL_D)
    assert text in str(raised.value)


def test_an_occupied_space_is_named() -> None:
    with pytest.raises(IllegalPlacement, match="space D1 is occupied"):
        read_move("(B D 1)", parse_position("4"))


@pytest.mark.parametrize("text", ["", "W C 1", "(W C)", "(W C 1", "(W C 1)(W C 1)", "(W C one)", "(W CC 1)"])
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(ProtocolError, match="malformed"):
        read_move(text, Position())


def test_a_written_move_reads_back() -> None:
    position = Position()
    for column in (3, 3, 0, 6, 3):
        assert read_move(format_move(position, column), position) == column
        position = position.play(column)


def test_the_protocol_reads_a_game_so_far() -> None:
    assert PROTOCOL.parse_position("(W D 1) (B D 2)") == parse_position("44")
    assert PROTOCOL.format_turn((3,)) == "D"
    for text in ("(W D 1) (W D 2)", "(W D 1) B"):
        with pytest.raises(ProtocolError):
            PROTOCOL.parse_position(text)


# --- Files ---------------------------------------------------------------------------------------------------------


def test_a_file_is_read_when_it_is_whole_and_not_before(tmp_path: Path) -> None:
    path = tmp_path / "a.out"

    def write_slowly() -> None:
        path.write_text("(W ")
        time.sleep(3 * POLL_SECONDS)
        path.write_text("(W C 1)")

    writer = threading.Thread(target=write_slowly)
    writer.start()
    assert wait_for(path, is_complete, time.monotonic() + 30) == "(W C 1)"
    writer.join()
    assert wait_for(tmp_path / "none", is_complete, time.monotonic() + 0.01) is None


@pytest.mark.parametrize("text", ["hello\n", "W A 1\r\n", "\n", "W A 1", "(W A 1", "hello"])
def test_a_text_that_no_parenthesis_ends_is_whole_by_its_newline_or_when_it_stands(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.out").write_bytes(text.encode())
    assert wait_for(tmp_path / "a.out", is_complete) == text


def test_a_file_that_is_opened_before_it_is_written_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.out"
    path.touch()
    assert wait_for(path, is_complete, time.monotonic() + SETTLED_SECONDS + 0.5) is None


def test_waiting_takes_no_processor_time(tmp_path: Path) -> None:
    used = time.process_time()
    wait_for(tmp_path / "none", is_complete, time.monotonic() + 1.0)
    assert time.process_time() - used < 0.1


# --- The bot half --------------------------------------------------------------------------------------------------


class Scripted:
    """Plays the given columns."""

    def __init__(self, *columns: int) -> None:
        self._columns = list(columns)

    def choose(self, _position: Position, _limits: Limits) -> Decision:
        return Decision((self._columns.pop(0),), "scripted")

    def close(self) -> None:
        pass


def converse(folder: Path, bot: Bot, files: list[str]) -> tuple[list[str], int]:
    """Be the referee: give each text as the bot's .in, and return what it wrote meanwhile, with its exit status."""
    statuses: list[int] = []
    running = threading.Thread(target=lambda: statuses.append(bot.play()))
    running.start()
    written = []
    for text in files:
        write_whole(folder / "deep.in", text)
        while (folder / "deep.in").exists():
            time.sleep(0.01)
        answer = wait_for(folder / "deep.out", is_complete, time.monotonic() + 0.5)
        if answer is not None:
            written.append(answer.strip())
            (folder / "deep.out").unlink()
    running.join(30)
    assert not running.is_alive()
    return written, statuses[0]


@pytest.mark.parametrize("move", ["W A 1", "hello", "W A 1\n"])
def test_the_bot_shows_a_move_without_parentheses_and_its_error(move: str, tmp_path: Path) -> None:
    said: list[str] = []
    bot = Bot(tmp_path / "deep", Scripted(0), 1.0, said.append)
    running = threading.Thread(target=bot.play)
    running.start()
    (tmp_path / "deep.in").write_text("B")
    while (tmp_path / "deep.in").exists():
        time.sleep(0.01)
    (tmp_path / "deep.in").write_text(move)
    running.join(30)
    assert not running.is_alive()
    assert said[-1] == f"the move {move.strip()!r} is malformed; expected (COLOR COLUMN ROW) such as (W C 1); B has won"


def test_the_bot_plays_black_says_who_has_won_and_ends(tmp_path: Path) -> None:
    said: list[str] = []
    bot = Bot(tmp_path / "deep", Scripted(0, 1, 2), 1.0, said.append)
    written, status = converse(tmp_path, bot, ["B", "(W D 1)", "(W D 2)", "(W D 3)", "(W D 4)"])
    assert written == ["(B A 1)", "(B B 1)", "(B C 1)"]
    assert (said[-1], status) == ("W has won", 0)
    assert "A B C D E F G" in said[-2]


def test_the_bot_plays_white_and_wins(tmp_path: Path) -> None:
    said: list[str] = []
    bot = Bot(tmp_path / "deep", Scripted(0, 0, 0, 0), 1.0, said.append)
    written, status = converse(tmp_path, bot, ["W", "(B G 1)", "(B G 2)", "(B G 3)"])
    assert written == ["(W A 1)", "(W A 2)", "(W A 3)", "(W A 4)"]
    assert (said[-1], status) == ("W has won", 0)


@pytest.mark.parametrize("move", ["(B C 4)", "(B C 1))", "(W C 1)"])
def test_the_bot_shows_an_invalid_move_and_its_error(tmp_path: Path, move: str) -> None:
    said: list[str] = []
    bot = Bot(tmp_path / "deep", Scripted(3), 1.0, said.append)
    written, status = converse(tmp_path, bot, ["W", move])
    assert written == ["(W D 1)"]
    assert status == 3
    assert said[-1].startswith(f"the move {move!r} is malformed" if "))" in move else f"the move {move} is illegal")
    assert said[-1].endswith("W has won")


def test_a_first_word_that_is_no_colour_ends_the_bot(tmp_path: Path) -> None:
    (tmp_path / "deep.in").write_text("red\n")
    with pytest.raises(ProtocolError, match=r"deep\.in holds 'red.*expected W or B"):
        Bot(tmp_path / "deep", Scripted(), 1.0, print).play()


# --- The remote half -----------------------------------------------------------------------------------------------


def moves_of(habit: str, position: Position, seconds: float = 30.0) -> Turn | NoAnswer:
    with closing(PROTOCOL.connect(program(habit), DEFAULT_PROGRAM_TERMS)) as player:
        answer = ask(player, position, Terms(seconds=seconds))
    return answer.decision.turn if isinstance(answer, Answer) else answer


@pytest.mark.parametrize("habit", ["good", "loose", "halves", "leaves"])
@pytest.mark.parametrize(("compact", "turn"), [("", (0,)), ("1", (0,))])
def test_a_program_that_plays_by_the_files_is_a_player(habit: str, compact: str, turn: Turn) -> None:
    assert moves_of(habit, parse_position(compact)) == turn


@pytest.mark.slow
@pytest.mark.parametrize(
    ("habit", "ending", "message"),
    [
        ("colour", Ending.ILLEGAL, "wrong colour"),
        ("floating", Ending.ILLEGAL, "lower spaces unoccupied"),
        ("outside", Ending.ILLEGAL, "out of range"),
        ("junk", Ending.MALFORMED, r"'I resign\)' is malformed"),
        ("long", Ending.MALFORMED, "malformed"),
        ("half", Ending.MALFORMED, r"'\(W A 1' is malformed"),
        ("silent", Ending.TIMEOUT, "did not answer in time"),
        ("ends", Ending.CRASH, "exit status 1.*no licence"),
        ("flood", Ending.CRASH, "bytes; expected an answer in at most"),
    ],
)
def test_every_bad_habit_is_a_failure_of_its_own(habit: str, ending: Ending, message: str) -> None:
    answer = moves_of(habit, Position(), 3.0 if habit in ("half", "silent") else 30.0)
    assert isinstance(answer, NoAnswer)
    assert answer.ending is ending
    assert re.search(message, answer.message)


@pytest.mark.parametrize(
    ("habit", "message"),
    [
        ("endless", r"python\.out cannot be read: it is no regular file"),
        ("pipe", "it is no regular file"),
        ("folder", "it is no regular file"),
        ("loop", "it is no regular file"),
        ("enormous", "malformed"),
    ],
)
def test_whatever_stands_in_the_place_of_a_move_is_neither_waited_for_nor_read_whole(habit: str, message: str) -> None:
    answer = moves_of(habit, Position())
    assert isinstance(answer, NoAnswer)
    assert answer.ending is Ending.MALFORMED
    assert re.search(message, answer.message)


def test_a_link_in_the_place_of_the_file_that_we_write_leads_nowhere(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    with closing(PROTOCOL.connect(f"{program('trap')} {victim}", DEFAULT_PROGRAM_TERMS)) as player:
        player.choose(Position(), Limits.within(30))
        with contextlib.suppress(ProtocolError):
            player.choose(parse_position("11"), Limits.within(3))
    assert victim.read_text() == "precious"


def test_a_folder_in_the_place_of_the_file_that_we_write_is_the_programs_error(tmp_path: Path) -> None:
    (tmp_path / "a.in").mkdir()
    (tmp_path / "a.in" / "x").touch()
    with pytest.raises(ProtocolError, match=r"a\.in cannot be written"):
        write_whole(tmp_path / "a.in", "W")
    with pytest.raises(ProtocolError, match=r"a\.in cannot be deleted"):
        delete(tmp_path / "a.in")
    with pytest.raises(ProtocolError, match=r"a\.in cannot be written: No such file or directory"):
        write_whole(tmp_path / "gone" / "a.in", "W")


@pytest.mark.slow
def test_a_folder_of_any_depth_goes_away_with_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # other tests make such folders in the usual one
    assert moves_of("nests", Position()) == (0,)
    assert list(tmp_path.iterdir()) == []


def test_a_game_under_way_cannot_be_told_through_the_files() -> None:
    with (
        closing(PROTOCOL.connect(program("good"), DEFAULT_PROGRAM_TERMS)) as player,
        pytest.raises(PlayerError, match="plays whole games"),
    ):
        player.choose(parse_position("44"), Limits.within(30))


def test_a_command_that_does_not_exist_does_not_start() -> None:
    with pytest.raises(PlayerError, match="cannot start"):
        PROTOCOL.connect("./no-such-program", DEFAULT_PROGRAM_TERMS)


def test_a_program_finds_its_files_under_its_own_name(tmp_path: Path) -> None:
    script = tmp_path / "shallow"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} {PROGRAM} shallow good\n")
    script.chmod(0o755)
    with closing(PROTOCOL.connect(str(script), DEFAULT_PROGRAM_TERMS)) as player:
        assert player.choose(Position(), Limits.within(30)).turn == (0,)


# --- The referee ---------------------------------------------------------------------------------------------------


def conduct(first: str, second: str, seconds: float = 30.0, seed: int = 1) -> tuple[int, list[str]]:
    said: list[str] = []
    status = referee((program(first), program(second)), RefereeTerms(seconds, seed, said.append))
    return status, said


def test_the_referee_shows_the_game_and_announces_the_winner() -> None:
    status, said = conduct("good", "halves")
    assert status == ENDED_BY_RULES
    assert said[-1] == "W has won"
    assert sum("A B C D E F G" in text for text in said) == len(said) - 3 == 19
    assert said[2].startswith("(W A 1) after ")


def test_colours_are_drawn_by_lot() -> None:
    firsts: set[str] = set()
    for seed in range(20):
        said: list[str] = []
        referee((program("ends"), program("ends")), RefereeTerms(5, seed, said.append))
        firsts.add(said[0].partition(",")[0])
        if len(firsts) == 2:
            break
    assert firsts == {"W is program 1", "W is program 2"}


@pytest.mark.parametrize(
    ("habit", "seconds", "message"),
    [
        ("floating", 30, "the move (W A 2) is illegal: lower spaces unoccupied"),
        ("junk", 30, "malformed"),
        ("silent", 1, "did not answer in time"),
        ("ends", 30, "ended with exit status 1"),
    ],
)
def test_the_referee_stops_at_a_fault_and_names_it(habit: str, seconds: float, message: str) -> None:
    status, said = conduct(habit, habit, seconds)
    assert status == ENDED_BY_FAULT
    lost, won = said[-1].splitlines()
    assert lost.startswith("W has lost: ")
    assert message in lost
    assert won == "B has won"


def test_black_loses_if_it_never_takes_its_file() -> None:
    status, said = conduct("good", "deaf", 1, FIRST_IS_WHITE)
    assert status == ENDED_BY_FAULT
    assert re.match("B has lost: .* has not read its file; expected it to be deleted\nW has won", said[-1])


def test_the_command_referees_two_of_our_own_bots() -> None:
    bot = f"{sys.executable} -m adapter.connect4_files NAME --player connect-four-shallow"
    done = sttt("referee", "connect4", bot, bot, "--seed", "1", "--time", "20")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] in ("W has won", "B has won", "the game is a draw")


def test_the_bot_refuses_a_wrong_command_line_in_one_line() -> None:
    command = [sys.executable, "-m", "adapter.connect4_files", "x", "--player", "nobody"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("adapter.connect4_files: unknown player 'nobody'")


def test_a_program_that_does_not_start_is_wrong_input_for_the_command() -> None:
    assert "cannot start" in fails_as_wrong_input("referee", "connect4", "./nowhere", "./nowhere")


def test_levels_and_a_program_play_a_tournament_of_at_least_three_games_each() -> None:
    players = ("connect-four-shallow", "connect-four-deep", f"connect4:{program('good')}")
    options = ("--game", "connect-four", "--random-turns", "0", "--jobs", "1", "--time", "20", "--json")
    done = sttt("tournament", *players, *options)
    assert done.returncode == 0, done.stderr
    rows = {row["player"]: row for row in json.loads(done.stdout)["standings"]}
    assert set(rows) == set(players)
    for row in rows.values():
        assert row["won"] + row["drawn"] + row["lost"] == 4
        assert row["points"] == 2 * row["won"] + row["drawn"]
    assert rows["connect-four-deep"]["points"] > rows[players[2]]["points"]

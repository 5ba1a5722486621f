"""The installed `sttt book`, and `--no-book` wherever there is one."""

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support import mock_players as mock
from support.command import STTT, fails_as_wrong_input, sttt
from support.processes import interrupted
from support.scheme_programs import start_bot
from support.scheme_texts import START

from sttt.games.super_ttt.book.book import PROVEN_FILE, SHIPPED_FILES, Book, canonical, shipped_book
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import format_position, format_turn, parse_turn
from sttt.players.registry import without_book

SMALL = ["book", "build", "--nodes", "300", "--turns-x", "1", "--turns-o", "1", "--dominated", "0"]
"""37 first turns of X's, and the start."""


def entries(book: Path) -> list[str]:
    return book.read_text().splitlines()[1:]


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 150
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "built.txt"
    done = sttt(*SMALL, "--jobs", "1", "--out", str(path))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == ["x, turn 1: 1 positions, 1 to search", "o, turn 1: 37 positions, 37 to search"]
    return path


def test_a_build_that_was_killed_goes_on_and_ends_as_if_it_had_not_been(built: Path, tmp_path: Path) -> None:
    path, work = tmp_path / "killed.txt", tmp_path / "killed.txt.work"
    with subprocess.Popen([STTT, *SMALL, "--jobs", "1", "--out", path], stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: work.exists() and work.read_text().count("\n") > 5)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert not path.exists()
    whole = work.read_text().rpartition("\n")[0] + "\n"
    work.write_text(whole + whole.splitlines()[-1][:50])
    assert sttt(*SMALL, "--jobs", "2", "--out", str(path)).returncode == 0
    assert work.read_text().startswith(whole)
    assert entries(path) == entries(built)
    runs = json.loads(path.read_text().splitlines()[0])["runs"]
    assert [run["positions"] for run in runs] == [whole.count("\n") - 1, 38 - whole.count("\n") + 1]


def test_ctrl_c_leaves_the_book_of_what_is_done(tmp_path: Path) -> None:
    path, work = tmp_path / "broken-off.txt", tmp_path / "broken-off.txt.work"
    command = [STTT, *SMALL, "--nodes", "1000000", "--jobs", "1", "--out", path]  # it cannot end before
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: work.exists() and work.read_text().count("\n") > 3)
        _, err = interrupted(process)
    assert (process.returncode, err.splitlines()[-1]) == (130, "interrupted")
    assert len(entries(path)) == work.read_text().count("\n") - 1


def test_a_finished_build_searches_nothing_more(built: Path) -> None:
    before = entries(built)
    assert "37 positions, 0 to search" in sttt(*SMALL, "--out", str(built)).stderr
    assert entries(built) == before


def test_a_book_can_be_asked_for_a_position_and_counted(built: Path) -> None:
    shown = json.loads(sttt("book", "show", "--book", str(built), "--json").stdout)["book"]
    assert (shown["nodes"], shown["proof"]) == (225, "never")
    text = sttt("book", "show", "--book", str(built)).stdout
    assert f"turn     {shown['turn']}" in text
    assert f"claimed by {built}: searched " in text
    assert "claimed" not in sttt("book", "show").stdout
    report = json.loads(sttt("book", "stats", "--book", str(built), "--json").stdout)
    assert report["positions"] == 38
    assert [(row["side"], row["turn"], row["positions"]) for row in report["layers"]] == [("x", 1, 1), ("o", 1, 37)]
    assert "o 1           37" in sttt("book", "stats", "--book", str(built)).stdout


def test_a_book_that_says_nothing_of_how_it_was_searched_is_counted_and_one_that_says_nonsense_is_refused(
    built: Path, tmp_path: Path
) -> None:
    assert json.loads(sttt("book", "stats", "--book", str(PROVEN_FILE), "--json").stdout)["positions"] > 1
    assert (done := sttt("book", "stats", "--book", str(PROVEN_FILE))).returncode == 0
    assert "Opening book" in done.stdout
    head, *lines = built.read_text().splitlines()
    path = tmp_path / "book.txt"
    for runs in (5, [5], [{}], {"positions": 1}, [json.loads(head)["runs"][0] | {"positions": "all"}]):
        path.write_text("\n".join([json.dumps(json.loads(head) | {"runs": runs}), *lines, ""]))
        assert "are no opening book's" in fails_as_wrong_input("book", "stats", "--book", str(path))


def test_a_turn_of_the_book_that_its_position_does_not_have_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    key = canonical(Position(), load()).key
    path.write_text(f'{{"format": 1}}\n{key} 0 5:0 1 2 3 0\n')
    assert "5:0" in fails_as_wrong_input("book", "show", "--book", str(path))


def test_a_position_that_is_not_in_the_book_is_said_not_to_be() -> None:
    position = "x......../........./........./........./........./........./........./........./.........:x2"
    assert sttt("book", "show", position).stdout.splitlines()[-1] == "not in the book"
    assert json.loads(sttt("book", "show", position, "--json").stdout) == {"position": position, "book": None}


LATE = "....x..../........./xo..o..o./........./....x..../........./....o..../........./x........:x2"
"""A position in which X wins within ten turns."""


def test_what_ships_is_not_said_to_be_claimed_and_a_copy_of_it_is(tmp_path: Path) -> None:
    second = format_position(enter_turn(Position(), parse_turn("51+53"))[0])
    for path, position in zip(SHIPPED_FILES, (second, second, LATE), strict=True):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        shown, claimed = (
            json.loads(sttt("book", "show", "--book", str(file), position, "--json").stdout)["book"]
            for file in (path, copy)
        )
        assert claimed == shown | {"found": f"claimed by {copy}: {shown['found']}"}
        assert not shown["found"].startswith("claimed")


def test_what_is_shown_and_counted_is_what_the_player_plays_by() -> None:
    position = enter_turn(Position(), parse_turn("51+53"))[0]
    shown = json.loads(sttt("book", "show", format_position(position), "--json").stdout)["book"]
    assert (shown["turn"], shown["proof"]) == (format_turn(shipped_book().lookup(position).turn), "never")
    counted = json.loads(sttt("book", "stats", "--json").stdout)
    assert counted["positions"] == len(shipped_book()) > len(Book.load(PROVEN_FILE))
    assert counted["origin"]["proven"] in " ".join(sttt("book", "stats").stdout.split())


def test_what_cannot_be_continued_is_one_line_and_status_2(tmp_path: Path) -> None:
    (tmp_path / "book.txt.work").write_text('{"no": "line"}\n')
    message = fails_as_wrong_input(*SMALL, "--out", str(tmp_path / "book.txt"))
    assert "book.txt.work, line 1 is no line of a book under way" in message
    assert "No such file" in fails_as_wrong_input(*SMALL, "--out", str(tmp_path / "nowhere" / "book.txt"))
    assert "'--turns-x': -1" in fails_as_wrong_input("book", "build", "--turns-x", "-1")


def test_a_first_turn_is_answered_from_the_book_unless_told_not_to() -> None:
    position = enter_turn(Position(), parse_turn("51+55"))[0]
    found = shipped_book().lookup(position)
    assert found is not None
    text = format_position(position)
    with_book = json.loads(sttt("analyze", "--nodes", "300", "--json", text).stdout)
    assert with_book["player"] == "alpha-beta"
    assert with_book["decision"]["turn"] == format_turn(found.turn)
    assert with_book["decision"]["reason"] == f"book: {found.entry.describe()}"
    without = json.loads(sttt("analyze", "--nodes", "300", "--no-book", "--json", text).stdout)
    assert without["player"] == "alpha-beta-no-book"
    assert not without["decision"]["reason"].startswith("book: ")


@pytest.fixture
def helpless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's player that does not start without its book."""
    bookless = f"{mock.BOOKLESS.name} = {mock.__name__}:BOOKLESS"
    mock.use(tmp_path, monkeypatch, [mock.entry_point("first"), bookless])


COMMANDS = [
    ["analyze", "--player", "mock-first"],
    ["move", "--player", "mock-first"],
    ["play", "--player", "mock-first"],
    ["match", "random", "mock-first", "--games", "1"],
    ["grade", "mock-first"],
]


@pytest.mark.usefixtures("helpless")
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_can_do_without_a_players_book(command: list[str]) -> None:
    position = format_position(Position())
    assert "no such program" in fails_as_wrong_input(*command, "--no-book", given=position)


@pytest.mark.usefixtures("helpless")
def test_the_bot_can_do_without_a_players_book() -> None:
    with start_bot("--player", "mock-first", "--no-book") as bot:
        out, err = bot.communicate(START.encode(), timeout=150)
    assert (bot.returncode, out, err) == (2, b"", b"adapter.scheme: no such program\n")


def test_a_player_without_a_book_is_itself_without_it() -> None:
    assert [without_book(name) for name in ("alpha-beta", "random", "scheme:a.scm")] == [
        "alpha-beta-no-book",
        "random",
        "scheme:a.scm",
    ]

"""The installed `sttt tournament` and `sttt archive`, run as a user runs them."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import mock_players as mock
from support.command import STTT, sttt, sttt_here

from sttt.arena.archive.archive import Archive
from sttt.games.records.record import replay
from sttt.games.records.text import parse_text
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position
from sttt.players import registry

PLAYERS = ("random", "offensive", "rules")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of a small round robin and a small knockout from the true start."""
    file = tmp_path_factory.mktemp("archive") / "games.db"
    round_robin = sttt("tournament", *PLAYERS, "--games", "2", "--seed", "3", "--archive", str(file), "--jobs", "1")
    assert round_robin.returncode == 0
    options = ["--format", "knockout", "--random-turns", "0", "--archive", str(file), "--jobs", "1"]
    assert sttt_here("tournament", *PLAYERS, *options).returncode == 0
    return file


def archive(file: Path, *arguments: str) -> str:
    done = sttt_here("archive", str(file), *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refused(*arguments: str) -> str:
    done = sttt_here(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr


def test_the_table_ranks_by_points_and_shows_who_scored_what_against_whom() -> None:
    done = sttt_here("tournament", *PLAYERS, "--games", "2", "--seed", "3", "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "round-robin, 6 games" in done.stdout
    cells = r" +(\d+)" * 4 + r" +[-+]\d+ ± \d+"
    rows = re.findall(rf"^ (\d) +(\w+){cells}", done.stdout, re.MULTILINE)
    crossed = re.findall(r"^ (\d) +(\w+)" + r" +([-\d]+)" * 3 + " *$", done.stdout, re.MULTILINE)
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert [row[:2] for row in rows] == [row[:2] for row in crossed]
    for (_, _, points, won, drawn, lost), (_, _, *against) in zip(rows, crossed, strict=True):
        assert int(points) == 2 * int(won) + int(drawn) == sum(int(one) for one in against if one != "-")
        assert int(won) + int(drawn) + int(lost) == 4


def test_json_tells_plan_and_results_and_adds_up() -> None:
    options = ["--format", "knockout", "--games", "2", "--final-games", "4", "--nodes", "5", "--jobs", "1", "--json"]
    document = json.loads(sttt_here("tournament", *PLAYERS, *options).stdout)
    assert {"seconds": None, "nodes": 5, "depth": None, "clock": None}.items() <= document["plan"]["terms"].items()
    assert (document["plan"]["random_turns"], document["plan"]["players"]) == (2, list(PLAYERS))
    assert document["games"] == sum(one["games"] for met in document["rounds"] for one in met)
    assert sum(one["points"] for one in document["standings"]) == 2 * document["games"]
    assert sum(one["elo"] for one in document["standings"]) == pytest.approx(0)
    assert document["champion"] in document["rounds"][-1][-1]["players"]
    assert [one["games"] for met in document["rounds"] for one in met][:2] == [2, 4]


def test_a_game_clock_is_part_of_the_terms() -> None:
    document = json.loads(
        sttt_here("tournament", "random", "offensive", "--clock", "30+0.5", "--jobs", "1", "--json").stdout
    )
    assert document["plan"]["terms"]["clock"] == {"base": 30.0, "increment": 0.5}
    assert document["plan"]["terms"]["seconds"] is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["random"], "two or more different players"),
        (["random", "random"], "two or more different players"),
        (["random", "nobody"], "unknown player 'nobody'"),
        (["random", "rules", "--game", "chess"], "unknown game 'chess'"),
        (["random", "rules", "--clock", "1+x"], "'1+x' is not a game clock"),
        (["random", "rules", "--clock", "0"], "'0' is out of range"),
        (["random", "rules", "--clock", "9", "--time", "1"], "expected at most one of the two"),
        (["random", "rules", "--games", "2", "--total", "4"], "expected at most one of the two"),
        (["random", "rules", "--total", "4", "--format", "knockout"], "expected --games, not --total"),
        (["random", "rules", "--format", "knockout", "--sprt", "elo1=9"], "expected no --sprt with it"),
        (["random", "rules", "--final-games", "4"], "belong to --format knockout"),
        (["random", "rules", "--format", "knockout", "--qualifiers", "2"], "--qualifiers needs --sections"),
        (["random", "rules", "--resume"], "--resume needs --archive"),
        (["random", "rules", "--archive", "/no/such/folder/games.db"], "unable to open database file"),
        (["random", "rules", "--random-turns", "90"], "no game goes on after 90 random turns"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_wrong_options_are_one_line_and_status_2(options: list[str], message: str) -> None:
    assert message in refused("tournament", *options)


def test_resuming_says_what_differs(played: Path) -> None:
    options = ["--games", "2", "--seed", "4", "--archive", str(played), "--resume"]
    message = refused("tournament", *PLAYERS, *options)
    assert "format round-robin, not knockout" in message
    assert "seed 4, not 1" in message


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    mock.use(tmp_path, monkeypatch)
    monkeypatch.setenv(mock.JOURNAL, str(tmp_path / "journal"))
    monkeypatch.setenv(mock.HOLD, str(tmp_path / "hold"))
    (tmp_path / "hold").touch()
    return tmp_path / "journal"


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    """Twelve games of which the last eight, those of the held player, do not end before they are let go."""
    options = ["--games", "4", "--nodes", "5", "--jobs", "2", "--archive", str(tmp_path / "it's.db")]
    return ["tournament", "mock-held", "random", "offensive", *options]


@pytest.fixture
def under_way(journal: Path, command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """That tournament in a session of its own, once both its processes are in the middle of a game."""
    with subprocess.Popen(
        [STTT, *command], start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        _wait_until(lambda: journal.exists() and len(set(journal.read_text().split())) == 2)
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def _wait_until(condition: Any) -> None:
    deadline = time.monotonic() + 150
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def kept(command: list[str]) -> list[Any]:
    with Archive(Path(command[-1])) as opened:
        return list(opened.games())


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=lambda one: one.name)
def test_a_tournament_killed_in_the_middle_goes_on_where_it_was(
    under_way: subprocess.Popen[str], command: list[str], tmp_path: Path, how: signal.Signals
) -> None:
    os.killpg(under_way.pid, how)
    out, err = under_way.communicate(timeout=150)
    before = kept(command)
    words = " ".join(command[:-1])
    resume = f"to go on with it after an interruption: sttt {words} '{tmp_path}/it'\"'\"'s.db' --resume\n"
    assert re.fullmatch(r"Each two games, .*\n", out)
    assert err.count(resume) == (2 if how is signal.SIGINT else 1)
    assert how is signal.SIGKILL or (under_way.returncode, err.splitlines()[-1]) == (130, "interrupted")
    assert "holds this very tournament" in refused(*command)
    (tmp_path / "hold").unlink()
    done = sttt_here(*command, "--resume", "--json")
    assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 12)
    after = kept(command)
    assert sorted(one.number for one in after) == list(range(12))
    assert [one for one in after if one.id <= len(before)] == sorted(before, key=lambda one: one.number)
    for one in after:
        replay(one.record, GAME)


def test_an_archive_lists_its_tournaments_and_games(played: Path) -> None:
    assert re.search(r"^ 1 .* round-robin +6 +3 ", archive(played, "tournaments"), re.MULTILINE)
    first, second = json.loads(archive(played, "tournaments", "--json"))
    assert (first["plan"]["format"], first["games"], second["plan"]["format"]) == ("round-robin", 6, "knockout")
    assert len(re.findall(r"^ \d+ +1 +\d ", archive(played, "list", "--tournament", "1"), re.MULTILINE)) == 6
    games = json.loads(archive(played, "list", "--json"))
    assert len(games) == first["games"] + second["games"]
    some = json.loads(archive(played, "list", "--player", "rules", "--winner", "rules", "--result", "x", "--json"))
    assert some == [one for one in games if one["x"] == "rules" and one["result"] == "x"]
    assert json.loads(archive(played, "list", "--ending", "crash", "--json")) == []


def test_exported_games_are_records_in_the_known_forms(played: Path, tmp_path: Path) -> None:
    text, lines = archive(played, "export"), archive(played, "export", "--json")
    records = parse_text(text, registry.game)
    assert records == parse_text(lines, registry.game)
    for name, expected in (("games.txt", text), ("games.jsonl", lines)):
        assert archive(played, "export", "--save", str(tmp_path / name)) == ""
        assert (tmp_path / name).read_text() == expected
    from_the_start = parse_text(archive(played, "export", "--tournament", "2"), registry.game)
    for record in from_the_start:
        assert replay(record, GAME)[0] == Position()


def test_a_game_is_replayed_as_a_match_shows_it(played: Path) -> None:
    (game,) = [one for one in json.loads(archive(played, "list", "--json")) if one["id"] == 2]
    shown = archive(played, "replay", "2")
    assert shown.startswith(f"Game 1 of 1: x {game['x']} against o {game['o']}\n")
    assert len(re.findall(r"^ +\d+\. [xo] ", shown, re.MULTILINE)) == game["turns"]
    assert "no game 99" in refused("archive", str(played), "replay", "99")


def test_repeated_games_are_found_and_left_out_of_a_copy(tmp_path: Path) -> None:
    file, copy = tmp_path / "games.db", tmp_path / "distinct.db"
    for _ in range(2):
        options = ["--games", "2", "--nodes", "5", "--jobs", "1", "--archive", str(file)]
        assert sttt_here("tournament", "random", "rules", *options).returncode == 0
    assert json.loads(archive(file, "deduplicate", "--json")) == {"repeated": [[1, 3], [2, 4]], "repetitions": 2}
    assert "2 repetitions of 2 games" in archive(file, "deduplicate", "--save", str(copy))
    assert [one["id"] for one in json.loads(archive(copy, "list", "--json"))] == [1, 2]


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    assert "does not exist" in refused("archive", str(tmp_path / "none.db"), "list")
    assert "as in `sttt archive games.db list`" in refused("archive", "list", str(tmp_path / "none.db"))
    (tmp_path / "text").write_text("hello, I am a text file\n" * 50)
    assert "file is not a database" in refused("archive", str(tmp_path / "text"), "list")


@pytest.mark.parametrize("command", ["match", "tournament"])
@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            [],
            "Each two games, sides swapped, begin after the same 2 random turns; with --random-turns 0, with",
        ),
        (["--random-turns", "1"], "Each two games, sides swapped, begin after the same 1 random turn; with"),
        (["--random-turns", "0"], "The games begin with the empty board."),
    ],
)
def test_the_first_line_says_how_the_games_begin(command: str, options: list[str], line: str) -> None:
    done = sttt_here(command, "random", "uniform", "--games", "2", "--nodes", "1", "--jobs", "1", *options)
    assert (done.returncode, done.stdout.startswith(line)) == (0, True), done.stdout


def test_it_is_said_when_openings_repeat() -> None:
    game = ["--game", "connect-four", "--random-turns", "1", "--nodes", "1", "--jobs", "1"]
    for command in ("match", "tournament"):
        few, many = (sttt_here(command, "random", "uniform", "--games", str(games), *game) for games in (8, 10))
        assert "repeat" not in few.stdout
        assert "4 openings found, symmetric ones counted once; no other in 1000 attempts: they repeat" in many.stdout

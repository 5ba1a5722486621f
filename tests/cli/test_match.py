"""The installed `sttt match`, run as a user runs it."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import psutil
import pytest
from support import mock_players as mock
from support.command import STTT, fails_as_wrong_input, sttt, sttt_here
from support.processes import interrupted

from sttt.arena.archive.archive import Archive
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.cli.options import Conditions
from sttt.games.records.record import GameRecord, replay
from sttt.games.records.text import parse_text
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position
from sttt.players import registry

GOLDEN = Path(__file__).parents[1] / "data" / "golden-match.txt"
GOLDEN_OPTIONS = ("--games", "2", "--seed", "5", "--random-turns", "0")


@pytest.fixture
def mocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock.use(tmp_path, monkeypatch)


def timeless(records: list[GameRecord]) -> list[GameRecord]:
    return [replace(record, turns=tuple(replace(turn, seconds=None) for turn in record.turns)) for record in records]


def read(path: Path) -> list[GameRecord]:
    return parse_text(path.read_text(encoding="ascii"), registry.game)


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    for player in document["players"]:
        assert player.pop("slowest_turn") > 0
    return document


def test_the_same_command_gives_the_golden_match(tmp_path: Path) -> None:
    saved = tmp_path / "games.txt"
    done = sttt("match", "offensive", "random", *GOLDEN_OPTIONS, "--save", str(saved))
    assert (done.returncode, done.stderr) == (0, "")
    assert timeless(read(saved)) == timeless(read(GOLDEN))


@pytest.mark.parametrize("limit", [["--nodes", "50"], ["--depth", "2"], []])
def test_results_do_not_depend_on_the_number_of_jobs(tmp_path: Path, limit: list[str]) -> None:
    documents, games = [], []
    for jobs in ("1", "3"):
        saved = tmp_path / f"{jobs}.txt"
        options = ["--games", "6", "--seed", "9", "--jobs", jobs, "--json", "--save", str(saved), *limit]
        done = sttt("match", "random", "offensive", *options)
        documents.append(without_times(json.loads(done.stdout)))
        games.append(timeless(read(saved)))
    assert documents[0] == documents[1]
    assert games[0] == games[1]


def test_random_turns_give_both_players_both_sides_of_an_opening(tmp_path: Path) -> None:
    games = []
    for jobs in ("1", "2"):
        saved = tmp_path / f"{jobs}.txt"
        options = ["--games", "4", "--random-turns", "2", "--jobs", jobs, "--json", "--save", str(saved)]
        assert json.loads(sttt("match", "random", "offensive", *options).stdout)["random_turns"] == 2
        games.append(timeless(read(saved)))
    assert games[0] == games[1]
    first, second, third, _ = games[0]
    assert first.start == second.start != third.start
    assert (first.x, second.x) == ("random", "offensive")
    for game in games[0]:
        replay(game, GAME)


def test_json_is_one_document_that_adds_up() -> None:
    document = json.loads(sttt("match", "random", "offensive", "--games", "7", "--json").stdout)
    assert (document["game"], document["seed"], document["seconds"]) == ("super-ttt", 1, 1.0)
    assert document["random_turns"] == 2
    first, second = document["players"]
    assert (first["name"], second["name"]) == ("random", "offensive")
    assert (first["as_x"]["games"], first["as_o"]["games"], first["both"]["games"]) == (4, 3, 7)
    assert (first["both"]["won"], first["both"]["drawn"]) == (second["both"]["lost"], second["both"]["drawn"])
    low, high = second["both"]["score_interval"]
    assert 0 <= low < second["both"]["score"] <= high <= 1


def test_the_comparison_is_of_mirrored_pairs() -> None:
    options = ["--games", "8", "--random-turns", "2", "--json"]
    document = json.loads(sttt("match", "greedy", "random", *options, "--depth", "2").stdout)
    comparison = document["comparison"]
    assert (comparison["games"], sum(comparison["pairs"]), comparison["by"]) == (8, 4, "pairs")
    assert comparison["won"] == document["players"][0]["both"]["won"]
    assert document["sprt"] is None
    out = sttt("match", "random", "random", "--games", "20", "--random-turns", "2").stdout
    assert re.search(r"^ Elo [+-][\d.]+ ± [\d.]+, normalized Elo [+-][\d.]+ ± [\d.]+ \(95 %\)$", out, re.MULTILINE)
    assert re.search(r"^ likelihood of superiority [\d.]+ %, draws [\d.]+ %$", out, re.MULTILINE)
    assert re.search(r"^ mirrored pairs by points: \d of 0, \d of ½, \d of 1, \d of 1½, \d of 2$", out, re.MULTILINE)


def test_a_sequential_test_stops_the_match_when_it_is_decided(tmp_path: Path) -> None:
    games = []
    for jobs in ("1", "2"):
        saved = tmp_path / f"{jobs}.txt"
        options = ["--sprt", "elo0=0,elo1=80", "--random-turns", "2", "--seed", "3", "--jobs", jobs]
        done = sttt("match", "offensive", "random", *options, "--save", str(saved))
        games.append(timeless(read(saved)))
        assert f"H1 accepted after {len(games[-1])} games\n" in done.stdout
    assert games[0] == games[1]
    assert len(games[0]) < 100


@pytest.mark.slow
def test_a_match_goes_on_with_the_games_of_its_archive(tmp_path: Path) -> None:
    command = ["match", "offensive", "random", "--games", "6", "--seed", "3", "--json", "--archive"]
    whole, broken = tmp_path / "whole.db", tmp_path / "broken.db"
    expected = without_times(json.loads(sttt_here(*command, str(whole)).stdout))
    with Archive(whole) as played, Archive(broken) as begun:
        games = [FinishedGame(one.number, one.record, one.build) for one in played.games()]
        begun.add(begun.begin(played.tournaments()[0].plan), [games[4], games[1]])
    done = sttt_here(*command, str(broken), "--resume")
    assert without_times(json.loads(done.stdout)) == expected
    assert done.stderr.startswith("to go on with it after an interruption: sttt match offensive random --games 6")
    with Archive(broken) as archive:
        assert [one.number for one in archive.games()] == list(range(6))


def test_a_sequential_test_that_games_do_not_decide_is_open() -> None:
    options = ["--sprt", "elo1=5,model=normalized,alpha=0.01", "--games", "4", "--random-turns", "2"]
    document = json.loads(sttt("match", "random", "random", *options, "--json").stdout)["sprt"]
    assert (document["elo0"], document["elo1"], document["model"]) == (0, 5, "normalized")
    assert (document["alpha"], document["beta"], document["verdict"]) == (0.01, 0.05, "open")
    assert document["lower"] < document["llr"] < document["upper"]


def test_unless_told_games_start_from_mirrored_openings_and_a_single_one_from_the_start(tmp_path: Path) -> None:
    saved = tmp_path / "games.txt"
    sttt("match", "random", "offensive", "--games", "6", "--save", str(saved))
    starts = [game.start for game in read(saved)]
    assert starts[0::2] == starts[1::2]
    assert len({GAME.canonical(GAME.parse_position(start)) for start in starts}) == 3
    sttt("match", "random", "offensive", "--games", "1", "--save", str(saved))
    assert [game.start for game in read(saved)] == [GAME.format_position(Position())]


def turns_drawn(given: int | None, players: list[str], games: int) -> int:
    limits = {"seconds": None, "nodes": 5, "depth": None}
    conditions = Conditions(game_name="super-ttt", random_turns=given, no_book=False, seed=1, **limits)
    return conditions.turns_drawn(players, games)


def test_programs_that_can_only_play_from_the_start_do_so(monkeypatch: pytest.MonkeyPatch) -> None:
    protocol = replace(registry.protocol("cmd"), name="bound", any_position=False)
    monkeypatch.setattr(registry, "protocol", lambda _name: protocol)
    assert [turns_drawn(given, ["bound:./bot", "random"], 10) for given in (None, 0)] == [0, 0]
    with pytest.raises(click.UsageError, match=r"bound:\./bot can only play from the start; expected --random-turns 0"):
        turns_drawn(2, ["random", "bound:./bot"], 10)
    assert [turns_drawn(given, ["rules", "random"], 10) for given in (None, 0, 3)] == [2, 0, 3]


def test_a_game_clock_is_for_all_turns_of_a_side() -> None:
    document = json.loads(sttt("match", "random", "random", "--games", "1", "--clock", "20+1", "--json").stdout)
    assert (document["seconds"], document["clock"]) == (None, {"base": 20.0, "increment": 1.0})


def test_without_a_time_limit_of_its_own_a_match_limited_by_nodes_has_none() -> None:
    limited = json.loads(sttt("match", "random", "random", "--games", "1", "--nodes", "5", "--json").stdout)
    assert (limited["seconds"], limited["nodes"], limited["depth"]) == (None, 5, None)
    both = json.loads(sttt("match", "random", "random", "--games", "1", "--depth", "2", "--time", "3", "--json").stdout)
    assert (both["seconds"], both["nodes"], both["depth"]) == (3.0, None, 2)


def test_the_tables_show_results_per_side_and_the_slowest_turns() -> None:
    out = sttt("match", "random", "offensive", "--games", "4").stdout
    assert "random against offensive" in out
    assert re.search(r"^ x +2 +\d +\d +\d +\d+\.\d \(\d+\.\d to \d+\.\d\)", out, re.MULTILINE)
    assert re.search(r"^ both +4 ", out, re.MULTILINE)
    assert re.search(r"^ offensive +\d\.\d{3} s ", out, re.MULTILINE)
    assert re.search(r"[\d.]+ turns per game on average", out)


def test_save_writes_json_lines_by_the_files_name(tmp_path: Path) -> None:
    saved = tmp_path / "games.jsonl"
    sttt("match", "offensive", "random", *GOLDEN_OPTIONS, "--save", str(saved))
    records = parse_text(saved.read_text(encoding="ascii"), registry.game)
    assert timeless(records) == timeless(read(GOLDEN))
    for record in records:
        assert replay(record, GAME)[0] == Position()


def test_show_prints_every_turn_with_the_board_after_it_and_the_end() -> None:
    out = sttt("match", "offensive", "random", *GOLDEN_OPTIONS, "--show").stdout
    assert "\x1b" not in out
    for number, game in enumerate(read(GOLDEN), start=1):
        shown = out.split(f"Game {number} of 2: x {game.x} against o {game.o}\n")[1]
        for count, (turn, position) in enumerate(zip(game.turns, replay(game, GAME)[1:], strict=True), start=1):
            start = f"\n{count:3}. {turn.side} {game.player(turn.side)}  {GAME.format_turn(turn.turn)}  {turn.reason}, "
            assert start in shown
            shown = shown.split(start)[1]
            board = "".join(f"    {line}\n" for line in GAME.draw(position).split("\n")[:-1])
            assert shown.split("\n", 1)[1].startswith(
                f"\n{board}" if not turn.fault else f"     {turn.fault}\n\n{board}"
            )
        winner = game.result and game.result.winner
        assert winner is not None
        assert f"\n{winner} ({game.player(winner)}) has won with a line (after {len(game.turns)} turns).\n" in shown
    assert "offensive against random" in out


@pytest.mark.usefixtures("mocks")
def test_show_says_how_a_game_without_a_line_ended() -> None:
    crashed = sttt("match", "mock-crash", "random", "--games", "1", "--show").stdout
    assert "x (mock-crash) has lost by crash: ValueError: no idea (after 0 turns)." in crashed
    stalled = sttt("match", "mock-idle", "mock-idle", "--games", "1", "--show").stdout
    assert "Nobody has won: no placement in 4 turns in a row (after 4 turns)." in stalled
    assert stalled.count("forfeit: no placement, with 81 possible") == 4


@pytest.mark.usefixtures("mocks")
def test_failing_players_are_counted_and_do_not_stop_the_match() -> None:
    done = sttt("match", "mock-slow", "mock-crash", "--games", "4", "--time", "0.05", "--json")
    slow, crash = json.loads(done.stdout)["players"]
    assert (done.returncode, done.stderr) == (0, "")
    assert (slow["as_x"]["lost"], slow["failures"]) == (2, {"timeout": 2})
    assert (crash["as_x"]["lost"], crash["failures"]) == (2, {"crash": 2})
    assert slow["slowest_turn"] > 0.05


@pytest.mark.usefixtures("mocks")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_players_print_does_not_mix_with_the_results(jobs: str) -> None:
    done = sttt("match", "mock-noisy", "random", "--games", "2", "--jobs", jobs, "--json")
    assert len(json.loads(done.stdout)["players"]) == 2
    assert set(done.stderr.split()) <= {"thinking", "aloud", "aloudthinking"}  # two processes may print at once
    assert "thinking aloud" in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--games", "0"], "'--games': 0 is not in the range"),
        (["--games", "-3"], "'--games': -3 is not in the range"),
        (["--games", "many"], "'--games': 'many' is not a valid integer"),
        (["--time", "0"], "'--time': 0"),
        (["--time", "nan"], "'--time': 'nan' is not a number of seconds"),
        (["--time", "inf"], "'--time': 'inf' is not a number of seconds"),
        (["--nodes", "0"], "'--nodes': 0 is not in the range"),
        (["--depth", "0"], "'--depth': 0 is not in the range"),
        (["--jobs", "0"], "'--jobs': 0 is not in the range"),
        (["--seed", "x"], "'--seed': 'x' is not a valid integer"),
        (["--sprt", "elo0=5,elo1=1"], "elo0=5 and elo1=1 make no test; expected elo0 < elo1"),
        (["--sprt", "elo2=1"], "'elo2=1' is no setting; expected elo0, elo1, alpha, beta = a number"),
        (["--sprt", "alpha=x"], "'alpha=x' is no setting"),
        (["--sprt", "model=bayesian"], "model = logistic or normalized"),
        (["--show", "--json"], "--show plays one game at a time"),
        (["--show", "--jobs", "2"], "--show plays one game at a time"),
        (["--show", "--executor", "dask"], "--show plays one game at a time"),
        (["--executor", "dask"], "expected --scheduler and no --jobs"),
        (["--resume"], "--resume needs --archive"),
        (["--save", "/no/such/folder/games.txt"], "No such file or directory"),
        (["--save", "/"], "is a directory"),
    ],
)
def test_wrong_options_are_one_line_and_status_2(options: list[str], message: str) -> None:
    assert message in fails_as_wrong_input("match", "random", "random", *options)


def test_an_unknown_player_is_refused_before_any_game(tmp_path: Path) -> None:
    saved = tmp_path / "games.txt"
    for names in (("nobody", "random"), ("random", "nobody")):
        message = fails_as_wrong_input("match", *names, "--save", str(saved))
        assert "unknown player 'nobody'; expected one of: " in message
    assert "unknown player 'rule'; did you mean rules?" in fails_as_wrong_input("match", "rule", "random")
    assert "unknown player './bot'; expected cmd:./bot" in fails_as_wrong_input("match", "./bot", "random")
    assert "unknown protocol 'nobody'" in fails_as_wrong_input("match", "nobody:x", "random")
    assert not saved.exists()


@pytest.fixture
def waiting(tmp_path: Path, mocks: None) -> Iterator[tuple[subprocess.Popen[str], Path]]:  # noqa: ARG001 - installs them
    """A long match in a session of its own, once a game is under way in each of its two processes."""
    journal = tmp_path / "journal"
    journal.touch()
    command = [STTT, "match", "mock-waiting", "random", "--games", "9", "--jobs", "2", "--time", "900"]
    with subprocess.Popen(
        command,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, mock.JOURNAL: str(journal)},
    ) as process:
        _wait_until(lambda: journal.read_text().count("asked") == 2)
        yield process, journal
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def _wait_until(condition: Any) -> None:
    deadline = time.monotonic() + 150
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _left_in_session(session: int) -> list[int]:
    """The living processes of a session."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error, ProcessLookupError):
            if os.getsid(process.pid) == session and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
    return found


@pytest.mark.parametrize("whole_group", [True, False], ids=["as a terminal does", "to the parent alone"])
def test_ctrl_c_closes_the_players_and_leaves_no_process_behind(
    waiting: tuple[subprocess.Popen[str], Path], *, whole_group: bool
) -> None:
    process, journal = waiting
    assert len(_left_in_session(process.pid)) >= 3
    closed_before = journal.read_text().count("closed")  # the check before the match closed one
    if whole_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=150)
    assert (process.returncode, err.strip()) == (130, "interrupted")
    assert re.fullmatch(r"Each two games, .*\n", out)  # the match's first line, and nothing of its games
    assert journal.read_text().count("closed") == closed_before + 2
    _wait_until(lambda: not _left_in_session(process.pid))


@pytest.mark.parametrize("death", [signal.SIGKILL, signal.SIGTERM])
def test_a_match_that_is_killed_leaves_no_process_behind(
    waiting: tuple[subprocess.Popen[str], Path], death: signal.Signals
) -> None:
    process, journal = waiting
    closed_before = journal.read_text().count("closed")
    process.send_signal(death)
    process.wait(timeout=150)
    _wait_until(lambda: not _left_in_session(process.pid))
    assert journal.read_text().count("closed") == closed_before + 2


MANY = ("--games", "100000", "--random-turns", "0", "--jobs", "1")


def test_games_finished_before_ctrl_c_stay_saved(tmp_path: Path, mocks: None) -> None:  # noqa: ARG001 - installs them
    saved = tmp_path / "games.txt"
    command = [STTT, "match", "random", "offensive", *MANY, "--save", str(saved)]
    traced = {**os.environ, "PYTHONFAULTHANDLER": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=traced) as process:
        _wait_until(lambda: saved.exists() and saved.stat().st_size > 20_000)
        _, err = interrupted(process)
    assert (process.returncode, err.strip()) == (130, "interrupted")
    records = read(saved)
    assert records
    for record in records:
        replay(record, GAME)

"""Players of ours that never return or die: each costs its own game, is recorded as what it was, and is gone after."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import mock_players as mock
from support.processes import assert_none_is_left

from sttt.arena.play import guard, host
from sttt.arena.play.answer import GameClock, Terms
from sttt.arena.play.guard import play_all, play_guarded
from sttt.arena.play.journal import GameJournal, read_journal, read_record, write_record
from sttt.arena.play.match import Pairing, play_pairing
from sttt.errors import RecordError
from sttt.games.game import Result, Side
from sttt.games.records.record import Ending, GameRecord, replay
from sttt.games.super_ttt.game import GAME

IMPATIENT = Terms(watchdog=1.0)


@pytest.fixture(autouse=True)
def mocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the mock players for new hosts, and see that every process of the test is gone after it."""
    mock.use(tmp_path, monkeypatch)
    monkeypatch.setenv("GUARD_TEST", str(tmp_path))
    host.end_free_hosts()
    yield
    host.end_free_hosts()
    assert_none_is_left(str(tmp_path))


def match(x: str, o: str = "random") -> Pairing:
    return Pairing("super-ttt", x, o, seed=5)


def failure_of(record: GameRecord) -> str:
    replay(record, GAME)
    assert record.failure is not None
    return record.failure.message


@pytest.mark.parametrize("name", ["stuck", "deaf"])
def test_a_player_that_never_returns_is_killed_and_loses_by_timeout(name: str) -> None:
    record = play_guarded(match("random", f"mock-{name}"), IMPATIENT)
    assert (record.ending, record.result, len(record.turns)) == (Ending.TIMEOUT, Result.X_WINS, 1)
    assert failure_of(record) == "the player did not return within 1 s, and its process was killed"
    assert record.turns[0].turn == play_pairing(match("random", "random"), Terms()).turns[0].turn


def test_a_time_limit_is_what_a_player_that_never_returns_has_at_most() -> None:
    record = play_guarded(match("mock-deaf"), Terms(seconds=0.1))
    assert (record.ending, record.result, record.turns) == (Ending.TIMEOUT, Result.O_WINS, ())
    assert failure_of(record) == "the player did not return within 1.1 s, and its process was killed"


def test_a_game_clock_is_what_a_player_that_never_returns_has_at_most() -> None:
    record = play_guarded(match("random", "mock-deaf"), Terms(clock=GameClock(0.2, increment=0.1)))
    assert (record.ending, record.result, len(record.turns)) == (Ending.TIMEOUT, Result.X_WINS, 1)
    assert failure_of(record) == "the player did not return within 1.2 s, and its process was killed"


def test_a_player_that_takes_its_process_down_crashes() -> None:
    record = play_guarded(match("random", "mock-fatal"), IMPATIENT)
    assert (record.ending, record.result, len(record.turns)) == (Ending.CRASH, Result.X_WINS, 1)
    assert failure_of(record) == "the player took its process down with exit status 9"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the player finds its process's sockets in /proc")
def test_what_a_player_sends_in_place_of_the_record_is_no_more_than_a_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(mock.FORGED, str(tmp_path / "forged"))
    record = play_guarded(match("random", "mock-forging"), IMPATIENT)
    assert (record.ending, record.result, len(record.turns)) == (Ending.CRASH, Result.X_WINS, 1)
    assert failure_of(record).startswith("the player's process sent what is no record of this game: record: ")
    assert not (tmp_path / "forged").exists()


def test_a_record_comes_out_of_the_other_process_as_it_went_in() -> None:
    for pairing in (match("random"), match("mock-crash"), match("random", "mock-scored")):
        record = play_pairing(pairing, Terms())
        assert read_record(write_record(record), pairing) == record
    with pytest.raises(RecordError, match="expected those of the pairing"):
        read_record(write_record(record), match("random"))


def test_a_player_that_cannot_be_made_in_time_loses_when_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MAKE_SECONDS", 2.0)
    record = play_guarded(match("random", "mock-unmakable"), IMPATIENT)
    assert (record.ending, record.result, len(record.turns)) == (Ending.TIMEOUT, Result.X_WINS, 1)
    assert failure_of(record).startswith("the player did not start: the player did not return within 2 s")


def test_a_game_whose_player_never_closes_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(host, "CLOSE_SECONDS", 0.3)
    assert play_guarded(match("mock-unending"), IMPATIENT).ending in (Ending.LINE, Ending.FULL)
    assert capsys.readouterr().err == "sttt: a player failed to close, and its process was killed\n"


def test_games_after_and_beside_a_lost_process_are_what_they_would_have_been() -> None:
    pairings = [match("mock-fatal"), match("random"), match("mock-stuck"), match("offensive"), match("mock-crash")]
    records = list(play_all(pairings, IMPATIENT, 2))
    assert [record.ending.value for record in records[::2]] == ["crash", "timeout", "crash"]
    for index in (1, 3):
        alone = play_pairing(pairings[index], Terms())
        assert [turn.turn for turn in records[index].turns] == [turn.turn for turn in alone.turns]


def test_one_process_plays_all_games_in_which_nobody_is_lost() -> None:
    for name in ("random", "mock-crash", "mock-junk", "mock-unclosable", "mock-unstartable"):
        play_guarded(match(name), IMPATIENT)
        assert len(host._Hosts.free) == 1
    first = host._Hosts.free[0]
    play_guarded(match("random"), IMPATIENT)
    assert host._Hosts.free == [first]


def test_a_journal_cut_short_holds_all_but_the_entry_cut(tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w+b", buffering=0) as file:
        record = play_pairing(match("random"), Terms(), GameJournal(file))
        whole = read_journal(file)
        assert [event.turn for event in whole if event.turn] == list(record.turns)
        assert [event.side for event in whole[:4]] == [Side.X, Side.O, Side.X, Side.O]
        file.truncate(file.tell() - 1)
        assert read_journal(file) == whole[:-1]

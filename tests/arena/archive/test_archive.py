"""The archive: what goes in comes out the same, once, or not at all."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import mock_players as mock
from support.games import Choose, play, random_game

from sttt.arena.archive.archive import Archive
from sttt.arena.archive.rows import ArchivedGame, Selection
from sttt.arena.archive.schema import APPLICATION_ID, MIGRATIONS, migrate
from sttt.arena.play.answer import Terms
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Format, Plan
from sttt.errors import ArchiveError
from sttt.games.game import Result
from sttt.games.records.record import Ending, GameRecord

PLAN = Plan("super-ttt", Format.ROUND_ROBIN, ("a", "b"), 2, 0, Terms(nodes=5), 1, "0.1.0 compiled")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path / "games.db") as opened:
        opened.begin(PLAN)
        yield opened


def seeded(record: GameRecord) -> GameRecord:
    return replace(record, seed=record.seed or 5)


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_a_game_comes_out_as_it_went_in(seed: int) -> None:
    with Archive(None) as opened:
        record = random_game(seed)
        opened.add(opened.begin(PLAN), [FinishedGame(7, record, "a build")])
        (kept,) = opened.games()
    assert (kept.record, kept.build, kept.number) == (record, "a build", 7)


@pytest.mark.parametrize("choose", [mock.crash, mock.junk, mock.late, mock.garbled], ids=lambda one: one.__name__)
def test_a_failure_is_kept_with_its_kind_and_its_words(archive: Archive, choose: Choose) -> None:
    record = seeded(play(o=choose))
    archive.add(1, [FinishedGame(0, record, "")])
    (kept,) = archive.games()
    assert kept.record == record
    assert kept.record.failure is not None


def test_words_that_are_no_text_are_kept_as_their_escapes(archive: Archive) -> None:
    def choose(_position: object, _limits: object) -> None:
        raise ValueError("\udc80 and \0")

    archive.add(1, [FinishedGame(0, seeded(play(x=choose)), "")])
    (kept,) = archive.games()
    assert kept.record.failure is not None
    assert kept.record.failure.message == "ValueError: \\udc80 and \0"


def test_an_interrupted_game_is_refused(archive: Archive) -> None:
    record = replace(seeded(play(o=mock.crash)), result=None, ending=Ending.INTERRUPTED, failure=None)
    with pytest.raises(ArchiveError, match="an interrupted game has no result"):
        archive.add(1, [FinishedGame(0, record, "")])


def test_a_number_is_taken_once_and_what_is_refused_leaves_nothing(archive: Archive) -> None:
    kept, other = random_game(1), random_game(2)
    archive.add(1, [FinishedGame(3, kept, "")])
    with pytest.raises(ArchiveError, match=r"games\.db: UNIQUE .* expected to be the only one"):
        archive.add(1, [FinishedGame(3, other, "")])
    unspeakable = (*other.turns[:-1], replace(other.turns[-1], reason=object()))  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        archive.add(1, [FinishedGame(4, replace(other, turns=unspeakable), "")])
    assert [(one.number, one.record) for one in archive.games()] == [(3, kept)]


def test_a_game_of_no_tournament_is_refused(archive: Archive) -> None:
    with pytest.raises(ArchiveError, match="FOREIGN KEY"):
        archive.add(2, [FinishedGame(0, random_game(1), "")])


def test_tournaments_are_listed_with_their_plans_and_games(archive: Archive) -> None:
    other = replace(PLAN, seed=9)
    assert archive.begin(other) == 2
    archive.add(2, [FinishedGame(0, random_game(1), "")])
    first, second = archive.tournaments()
    assert (first.id, first.plan, first.games) == (1, PLAN, 0)
    assert (second.id, second.plan, second.games) == (2, other, 1)


def test_games_stay_when_the_file_is_closed_and_opened(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(path) as opened:
        opened.add(opened.begin(PLAN), [FinishedGame(0, random_game(1), "")])
        before = list(opened.games())
    with Archive(path) as opened:
        assert list(opened.games()) == before


Is = Callable[[ArchivedGame], bool]
SELECTIONS: list[tuple[Selection, Is]] = [
    (Selection(), lambda _: True),
    (Selection(tournament=2), lambda one: one.tournament == 2),
    (Selection(players=["random"]), lambda one: "random" in (one.record.x, one.record.o)),
    (Selection(players=["mock-x", "random"]), lambda _: False),
    (Selection(winner="mock-o"), lambda one: one.record.x == "mock-x" and one.record.result is Result.O_WINS),
    (Selection(result=Result.X_WINS), lambda one: one.record.result is Result.X_WINS),
    (Selection(ending=Ending.CRASH), lambda one: one.record.ending is Ending.CRASH),
    (Selection(ending=Ending.LINE, tournament=1), lambda one: one.tournament == 1 and one.record.ending is Ending.LINE),
    (Selection(game="qubic"), lambda _: False),
    (Selection(ids=[1, 4]), lambda one: one.id in (1, 4)),
]


@pytest.fixture(scope="module")
def mixed() -> Iterator[Archive]:
    with Archive(None) as opened:
        for tournament in (opened.begin(PLAN), opened.begin(PLAN)):
            records = [*(random_game(seed) for seed in range(4 * tournament, 4 * tournament + 4))]
            records += [seeded(play(x=mock.crash)), seeded(play(o=mock.junk)), seeded(play(mock.idle, mock.idle))]
            for number, record in enumerate(records):
                opened.add(tournament, [FinishedGame(number, record, "")])
        yield opened


@pytest.mark.parametrize(("selection", "is_meant"), SELECTIONS, ids=lambda one: "" if callable(one) else None)
def test_a_selection_is_exactly_the_games_that_are_meant(
    mixed: Archive, selection: Selection, is_meant: object
) -> None:
    everything = list(mixed.games())
    assert list(mixed.games(selection)) == [one for one in everything if is_meant(one)]


def test_repeated_games_are_those_with_equal_start_turns_and_end(tmp_path: Path, archive: Archive) -> None:
    crashed, other_crash = seeded(play(x=mock.crash)), seeded(play(o=mock.crash))
    assert len(crashed.turns) == 0
    same_but_players = replace(random_game(1), x="someone", o="else", seed=99)
    records = [random_game(1), random_game(2), same_but_players, crashed, other_crash, crashed, random_game(1)]
    for number, record in enumerate(records):
        archive.add(1, [FinishedGame(number, record, "")])
    assert archive.repeated() == [[1, 3, 7], [4, 6]]
    assert archive.copy_distinct(tmp_path / "distinct.db") == 3
    with Archive(tmp_path / "distinct.db") as distinct:
        assert [one.id for one in distinct.games()] == [1, 2, 4, 5]
        assert distinct.repeated() == []
        assert [one.plan for one in distinct.tournaments()] == [PLAN]
    assert len(list(archive.games())) == 7
    with pytest.raises(ArchiveError, match="exists; expected the name of a new file"):
        archive.copy_distinct(tmp_path / "distinct.db")


def connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def version(connection: sqlite3.Connection) -> int:
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def test_an_older_archive_is_brought_up_to_date_with_all_its_games(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(path) as opened:
        opened.add(opened.begin(PLAN), [FinishedGame(0, random_game(1), "")])
        before: list[ArchivedGame] = list(opened.games())
    newer = (*MIGRATIONS, ("ALTER TABLE game ADD COLUMN remark TEXT", "UPDATE game SET remark = 'migrated'"))
    connection = connect(path)
    migrate(connection, newer)
    migrate(connection, newer)
    assert version(connection) == len(newer)
    assert connection.execute("SELECT remark, x FROM game").fetchall() == [("migrated", before[0].record.x)]
    connection.close()
    with pytest.raises(ArchiveError, match=f"version {len(newer)}; expected at most {len(MIGRATIONS)}: a newer sttt"):
        Archive(path)


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    connection = connect(tmp_path / "games.db")
    migrate(connection)
    broken = (*MIGRATIONS, ("ALTER TABLE game ADD COLUMN remark TEXT", "UPDATE nowhere SET remark = ''"))
    with pytest.raises(sqlite3.OperationalError, match="no such table: nowhere"):
        migrate(connection, broken)
    assert version(connection) == len(MIGRATIONS)
    assert "remark" not in [row[1] for row in connection.execute("PRAGMA table_info(game)")]
    connection.close()


def test_a_file_of_something_else_is_refused_and_not_touched(tmp_path: Path) -> None:
    text, database = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("not a database, but long enough to be looked at as if it could be one\n" * 20)
    connection = connect(database)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = [path.read_bytes() for path in (text, database)]
    with pytest.raises(ArchiveError, match=r"notes\.txt: file is not a database"):
        Archive(text)
    with pytest.raises(ArchiveError, match=r"other\.db: the file is an SQLite database of something else"):
        Archive(database)
    with pytest.raises(ArchiveError, match="unable to open database file"):
        Archive(tmp_path / "no" / "such.db")
    assert [path.read_bytes() for path in (text, database)] == before


def test_an_archive_says_what_it_is_and_keeps_games_through_a_loss_of_power(tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as opened:
        asked = {name: opened._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS}
    assert asked == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "application_id": APPLICATION_ID}
"""Synchronous 2 is FULL: a transaction is on the disk when it is committed."""

"""What an archive says is a claim: no file, however it was made, gets past the layer that reads it."""

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from support.command import sttt, sttt_here
from support.games import random_game

from sttt.arena.archive.archive import MOST_DAMAGED, Archive
from sttt.arena.archive.rows import Selection
from sttt.arena.archive.schema import MIGRATIONS, migrate
from sttt.arena.play.answer import Terms
from sttt.arena.report.record_source import read_records
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Format, Plan
from sttt.arena.tournaments.tournament import resume
from sttt.errors import ArchiveError
from sttt.games.game import Result
from sttt.games.records.record import Ending, replay
from sttt.players import registry
from sttt.web.library.archived import listed

PLAN = Plan("super-ttt", Format.ROUND_ROBIN, ("offensive", "random"), 4, 0, Terms(nodes=5), 1, "0.1.0 compiled")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An archive of four games of one tournament."""
    path = tmp_path / "games.db"
    with Archive(path) as archive:
        archive.begin(PLAN)
        for number in range(4):
            archive.add(1, [FinishedGame(number, random_game(number), "")])
    return path


def change(path: Path, *statements: str) -> None:
    """Change an archive as a stranger would, who keeps to no rule of it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)


FLIPPED = "UPDATE game SET result = CASE result WHEN 'x' THEN 'o' ELSE 'x' END WHERE id = 2"

DAMAGE = [
    (FLIPPED, "the result is"),
    ("UPDATE game SET result = 'win' WHERE id = 2", "result is 'win'; expected one of: x, o, draw"),
    ("UPDATE game SET ending = 'bored' WHERE id = 2", "ending is 'bored'; expected one of"),
    ("UPDATE game SET ending = 'resigned' WHERE id = 2", "the ending is resigned; expected line"),
    ("UPDATE game SET x = x'0000' WHERE id = 2", r"x is b'\x00\x00'; expected a string"),
    ("UPDATE game SET x = x'ffff' WHERE id = 2", "expected a string"),
    ("UPDATE game SET o = CAST(x'ff' AS TEXT) WHERE id = 2", r"o is b'\xff'; expected a string"),
    ("UPDATE game SET seed = 'many' WHERE id = 2", "seed is 'many'; expected an integer"),
    ("UPDATE game SET seed = 1e300 WHERE id = 2", "seed is 1e+300; expected an integer"),
    ("UPDATE game SET game = 'chess' WHERE id = 2", "unknown game 'chess'"),
    ("UPDATE game SET start = '' WHERE id = 2", "the position is empty"),
    ("UPDATE game SET failure = 'it slept' WHERE id = 2", "with a failure's description"),
    ("UPDATE game SET failure_seconds = 1.5 WHERE id = 2", "message is missing"),
    ("UPDATE game SET build = x'00' WHERE id = 2", "Expected `str`, got `bytes`"),
    ("UPDATE game SET ended = 'x' WHERE id = 2", "Expected `str` matching regex"),
    ("UPDATE game SET number = 'two' WHERE id = 2", "Expected `int`, got `str`"),
    ("UPDATE turn SET side = 'z' WHERE game = 2 AND number = 3", "turn 3: side is 'z'; expected one of: x, o"),
    ("UPDATE turn SET side = x'00' WHERE game = 2", r"turn 1: side is b'\x00'; expected one of: x, o"),
    ("UPDATE turn SET turn = x'00' WHERE game = 2", r"turn 1: turn is b'\x00'; expected a string"),
    ("UPDATE turn SET turn = '00' WHERE game = 2", "turn 1: '00' is not a turn"),
    ("UPDATE turn SET turn = '55+55' WHERE game = 2 AND number = 1", "turn 1: of 55+55 only"),
    ("UPDATE turn SET seconds = 9e999 WHERE game = 2", "seconds is inf; expected a finite number"),
    ("UPDATE turn SET depth = 'deep' WHERE game = 2", "depth is 'deep'; expected an integer"),
    ("UPDATE turn SET reason = x'ff' WHERE game = 2", r"reason is b'\xff'; expected a string"),
    ("DELETE FROM turn WHERE game = 2 AND number = 2", "turn 2 is missing"),
    ("DELETE FROM turn WHERE game = 2", "after turn 0"),
    ("UPDATE game SET x = zeroblob(1000000) WHERE id = 2", "..."),
]


@pytest.mark.parametrize(("statement", "why"), DAMAGE)
def test_a_bad_row_is_named_and_passed_over(path: Path, statement: str, why: str) -> None:
    change(path, statement)
    said: list[str] = []
    with Archive(path, read_only=True, complain=lambda error: said.append(str(error))) as archive:
        assert sorted(one.id for one in archive.games()) == [1, 3, 4]
    assert len(said) == 1
    assert said[0].startswith(f"{path}: game 2: ")
    assert why in said[0]
    assert len(said[0]) < 500


def test_a_bad_row_is_an_error_unless_one_says_what_to_do_with_it(path: Path) -> None:
    change(path, FLIPPED)
    with (
        Archive(path) as archive,
        pytest.raises(ArchiveError, match=r"games\.db: game 2: after turn \d+: the result is"),
    ):
        list(archive.games())


PLANS = ["[]", "{}", "", "[" * 100_000, '{"game": 5}', json.dumps(PLAN.to_json() | {"format": "chess"}), "\x00", "NaN"]


@pytest.mark.parametrize("plan", PLANS)
def test_a_bad_plan_is_named_and_passed_over(path: Path, plan: str) -> None:
    with Archive(path) as archive:
        archive.begin(PLAN)
        archive._connection.execute("UPDATE tournament SET plan = ? WHERE id = 1", [plan])
    said: list[str] = []
    with Archive(path, read_only=True, complain=lambda error: said.append(str(error))) as archive:
        assert [(one.id, one.plan) for one in archive.tournaments()] == [(2, PLAN)]
    assert [line.startswith(f"{path}: tournament 1: plan") for line in said] == [True]


def test_a_flipped_result_is_believed_by_nobody(path: Path) -> None:
    change(path, FLIPPED)
    for command in (("archive", str(path), "list", "--json"), ("archive", str(path), "export", "--json")):
        done = sttt_here(*command)
        assert done.returncode == 0
        assert done.stdout.count('"ending"') == 3
        assert done.stderr.startswith(f"sttt: {path}: game 2: after turn ")
        assert done.stderr.endswith("; it is left out\n")
        assert done.stderr.count("\n") == 1
    done = sttt_here("report", str(path), "--json")
    assert (json.loads(done.stdout)["games"], done.stderr.count("\n")) == (3, 1)
    with Archive(path) as archive, pytest.raises(ArchiveError, match="game 2: after turn"):
        resume(PLAN, archive)
    assert [one.id for one in listed(path, None, 0).games] == [1, 3, 4]


def test_a_flipped_result_in_a_file_of_records_is_left_out(path: Path, tmp_path: Path) -> None:
    for name, swap in (
        ("games.jsonl", ('"result": "x"', '"result": "o"')),
        ("games.txt", ('[result "x"]', '[result "o"]')),
    ):
        saved = tmp_path / name
        sttt_here("archive", str(path), "export", "--save", str(saved))
        assert len(read_records(saved)) == 4
        saved.write_text(saved.read_text().replace(*swap, 1))
        done = sttt_here("report", str(saved), "--json")
        assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 3)
        assert done.stderr.startswith(f"sttt: {saved}: game 1: after turn ")
        assert done.stderr.endswith("; it is left out\n")
        assert done.stderr.count("\n") == 1


def test_an_archive_that_is_mostly_damage_is_refused(path: Path) -> None:
    more = """INSERT INTO game (number, tournament, game, x, o, start, seed, result, ending, build, ended)
        WITH RECURSIVE numbers (n) AS (VALUES (4) UNION ALL SELECT n + 1 FROM numbers LIMIT ?)
        SELECT n, tournament, game, x, o, start, seed, result, ending, build, ended FROM game, numbers WHERE id = 1"""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(more, [MOST_DAMAGED + 9])
    said: list[str] = []
    with (
        Archive(path, read_only=True, complain=lambda error: said.append(str(error))) as archive,
        pytest.raises(ArchiveError, match=f"more than {MOST_DAMAGED} entries are damaged"),
    ):
        list(archive.games())
    assert len(said) == MOST_DAMAGED


ENDLESS = """CREATE VIEW game AS WITH RECURSIVE numbers (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM numbers)
    SELECT id, 1 AS tournament, id AS number, 'super-ttt' AS game, 'x' AS x, 'o' AS o, '' AS start, 1 AS seed,
    'x' AS result, 'line' AS ending, NULL AS failure, NULL AS failure_seconds, '' AS build, '' AS ended FROM numbers"""
SCHEMAS = [
    ("ALTER TABLE game RENAME TO hidden", ENDLESS),
    ("CREATE TRIGGER grow AFTER DELETE ON game BEGIN INSERT INTO tournament (plan, begun) VALUES ('', ''); END",),
    ("CREATE VIEW other AS SELECT 1",),
    ("CREATE TABLE other (id INTEGER)",),
    ("CREATE VIRTUAL TABLE words USING fts5 (text)",),
    ("ALTER TABLE game ADD COLUMN slow AS (hex(zeroblob(id)))",),
    ("DROP INDEX game_by_x", "CREATE INDEX game_by_x ON game (x) WHERE length(x) > 0"),
    ("DROP TABLE turn",),
]


@pytest.mark.parametrize("statements", SCHEMAS)
def test_a_file_with_definitions_of_its_own_is_refused(path: Path, statements: tuple[str, ...]) -> None:
    change(path, *statements)
    for read_only in (True, False):
        with pytest.raises(ArchiveError, match=r"games\.db: its definition of '\w+' is not ours; expected the tables"):
            Archive(path, read_only=read_only)


@contextmanager
def nobody() -> Iterator[None]:
    """Have no right to write where others own the files, as root too."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.fixture
def unwritable(path: Path) -> Iterator[Path]:
    """The archive in a folder in which nobody may write."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "games #1.db"
        copy.write_bytes(path.read_bytes())
        copy.chmod(0o444)
        Path(folder).chmod(0o555)
        yield copy
        Path(folder).chmod(0o755)


def test_an_archive_that_nobody_can_write_is_read(unwritable: Path) -> None:
    with nobody():
        with Archive(unwritable, read_only=True) as archive:
            assert [one.id for one in archive.games()] == [1, 2, 3, 4]
        assert len(listed(unwritable, None, 0).games) == 4
        with pytest.raises(ArchiveError, match="expected a file in a folder where one may write"):
            Archive(unwritable)
    assert [one.name for one in unwritable.parent.iterdir()] == ["games #1.db"]


def test_games_that_still_lie_beside_an_unwritable_archive_are_not_passed_over_in_silence(unwritable: Path) -> None:
    unwritable.parent.chmod(0o755)
    unwritable.with_name(f"{unwritable.name}-wal").write_bytes(b"games")
    unwritable.parent.chmod(0o555)
    with nobody(), pytest.raises(ArchiveError, match=r"games #1\.db"):
        Archive(unwritable, read_only=True)


def test_reading_an_archive_changes_nothing_and_leaves_nothing(path: Path) -> None:
    before = path.read_bytes()
    with Archive(path, read_only=True) as archive:
        assert len(list(archive.games())) == 4
        with pytest.raises(ArchiveError, match="readonly"):
            archive.begin(PLAN)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_an_archive_is_read_while_a_tournament_writes_it(path: Path) -> None:
    with Archive(path) as writing:
        writing.add(1, [FinishedGame(4, random_game(9), "")])
        with Archive(path, read_only=True) as archive:
            assert len(list(archive.games())) == 5
            writing.add(1, [FinishedGame(5, random_game(10), "")])
            assert len(list(archive.games())) == 6


def test_no_file_is_begun_by_reading_it(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"none\.db: there is no such regular file"):
        Archive(tmp_path / "none.db", read_only=True)
    (tmp_path / "empty.db").touch()
    with pytest.raises(ArchiveError, match=r"empty\.db: the file is empty; expected an archive"):
        Archive(tmp_path / "empty.db", read_only=True)
    os.mkfifo(tmp_path / "pipe.db")
    with pytest.raises(ArchiveError, match=r"pipe\.db: there is no such regular file"):
        Archive(tmp_path / "pipe.db", read_only=True)


def test_an_archive_of_the_first_version_is_read_as_it_is_and_brought_up_to_date_by_writing(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:1])
    for read_only, version in ((True, 1), (False, len(MIGRATIONS))):
        with Archive(path, read_only=read_only) as archive:
            assert list(archive.games(Selection(players=["a"]))) == []
            assert archive._connection.execute("PRAGMA user_version").fetchone()[0] == version


PAGED = [
    Selection(),
    Selection(tournament=1),
    Selection(players=["random"]),
    Selection(players=["random", "offensive"]),
    Selection(winner="random"),
    Selection(result=Result.DRAW),
    Selection(ending=Ending.CRASH, result=Result.X_WINS),
    Selection(game="chess"),
    Selection(players=["random"], ending=Ending.CRASH, tournament=1),
]


@pytest.mark.parametrize("selection", PAGED)
@pytest.mark.parametrize("after", [None, 1])
def test_a_page_comes_from_an_index_in_its_order(path: Path, selection: Selection, after: int | None) -> None:
    with Archive(path) as archive:
        query, values = selection.query(after)
        steps = [row["detail"] for row in archive._connection.execute(f"EXPLAIN QUERY PLAN {query}", values)]
    assert not [step for step in steps if "TEMP B-TREE" in step or step == "SCAN game"]


@pytest.mark.parametrize("selection", PAGED)
def test_the_games_behind_one_are_the_rest_of_the_list(path: Path, selection: Selection) -> None:
    with Archive(path) as archive:
        archive.begin(PLAN)
        for number in reversed(range(6)):
            archive.add(2, [FinishedGame(number, random_game(100 + number), "")])
        everything = list(archive.games(selection))
        assert [(one.tournament, one.number) for one in everything] == sorted(
            (one.tournament, one.number) for one in everything
        )
        for index, one in enumerate(everything):
            assert list(archive.games(selection, after=one.id)) == everything[index + 1 :]


def test_the_command_lists_page_by_page(path: Path) -> None:
    first = sttt("archive", str(path), "list", "--limit", "3")
    assert first.stdout.splitlines()[-1] == " there are more: --after 3"
    rest = sttt("archive", str(path), "list", "--limit", "3", "--after", "3")
    assert "there are more" not in rest.stdout
    assert [one["id"] for one in json.loads(sttt("archive", str(path), "list", "--json", "--after", "2").stdout)] == [
        3,
        4,
    ]


def test_repetitions_are_found_in_a_damaged_archive_among_its_sound_games(path: Path, tmp_path: Path) -> None:
    with Archive(path) as archive:
        for number, seed in enumerate((1, 1, 2), start=4):
            archive.add(1, [FinishedGame(number, random_game(seed), "")])
    change(path, "UPDATE game SET start = x'ff' WHERE id = 5", "UPDATE game SET ended = '' WHERE id = 7")
    with Archive(path, read_only=True, complain=lambda _: None) as archive:
        assert archive.repeated() == [[2, 6]]
        assert archive.copy_distinct(tmp_path / "distinct.db") == 1
    assert sorted(one.name for one in tmp_path.iterdir()) == ["distinct.db", "games.db"]


def damaged(whole: bytes, random: Random) -> bytes:
    """Cut a file off, or overwrite some of its bytes, in its first page, where the tables are defined, or anywhere."""
    if random.random() < 0.1:
        return whole[: random.randrange(len(whole))]
    content = bytearray(whole)
    for _ in range(random.choice((1, 3, 30))):
        at = random.randrange(random.choice((100, 4096, len(whole))))
        content[at] = random.choice((0, 255, content[at] ^ 1 << random.randrange(8)))
    return bytes(content)


@pytest.mark.slow
def test_damaged_archives_give_sound_games_or_one_error(path: Path) -> None:
    whole, random = path.read_bytes(), Random(1)
    read = refused = 0
    for _ in range(300):
        path.write_bytes(damaged(whole, random))
        try:
            with Archive(path, read_only=True, complain=lambda _: None) as archive:
                archive.tournaments()
                archive.repeated()
                for one in archive.games(random.choice(PAGED)):
                    replay(one.record, registry.game(one.record.game))
                    read += 1
        except ArchiveError:
            refused += 1
    assert read
    assert refused

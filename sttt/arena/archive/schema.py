"""The tables of an archive, migrations from older versions of the file, and connections to it."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from sttt.errors import ArchiveError, shown


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a transaction that excludes other writers: commit at the end, roll back on any error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


APPLICATION_ID = 0x73747474
"""Application id that marks an SQLite file as an archive: ``sttt`` in ASCII."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE tournament (
            id INTEGER PRIMARY KEY,
            plan TEXT NOT NULL,      -- JSON: players, format, games, openings, terms, seed, build
            begun TEXT NOT NULL      -- UTC, ISO 8601
        )""",
        """
        CREATE TABLE game (
            id INTEGER PRIMARY KEY,
            tournament INTEGER NOT NULL REFERENCES tournament (id),
            number INTEGER NOT NULL, -- in the tournament, from 0; it decides pairing, opening and seed
            game TEXT NOT NULL,
            x TEXT NOT NULL,
            o TEXT NOT NULL,
            start TEXT NOT NULL,     -- position in compact form
            seed INTEGER NOT NULL,
            result TEXT NOT NULL,    -- x, o or draw
            ending TEXT NOT NULL,    -- by the rules, or the kind of failure
            failure TEXT,            -- what a player did instead of answering
            failure_seconds REAL,
            build TEXT NOT NULL,     -- of the process that played it
            ended TEXT NOT NULL,     -- UTC, ISO 8601
            UNIQUE (tournament, number)
        )""",
        """
        CREATE TABLE turn (
            game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            number INTEGER NOT NULL, -- from 1
            side TEXT NOT NULL,      -- x or o
            turn TEXT NOT NULL,      -- in the game's own notation, as it counted
            seconds REAL,
            score INTEGER,
            depth INTEGER,
            nodes INTEGER,
            reason TEXT,
            fault TEXT,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID""",
        "CREATE INDEX game_by_x ON game (x)",
        "CREATE INDEX game_by_o ON game (o)",
    ),
    (  # each index lists its games in the order in which they are shown, from anywhere on
        "DROP INDEX game_by_x",
        "DROP INDEX game_by_o",
        *(
            f"CREATE INDEX game_by_{column} ON game ({column}, tournament, number)"
            for column in ("x", "o", "ending", "game", "result")
        ),
    ),
    ("ALTER TABLE game ADD COLUMN worker TEXT",),  # of a cluster; NULL where a process of the same machine played
)
"""The statements that migrate each version to the next; a new version only ever adds an entry."""


def migrate(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Migrate the tables to this version, all steps or none; raises `ArchiveError` for a file of another kind."""
    if check(connection, migrations) == len(migrations):
        return
    with transaction(connection):
        version = check(connection, migrations)  # another process may have been faster
        _carry_out(connection, migrations[version:])
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def check(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> int:
    """Return the version of the file's tables, 0 for a new file.

    Raises `ArchiveError` unless the file defines exactly the tables of its version. A view, a trigger or a computed
    column would be code chosen by the author of the file.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    found = _definitions(connection)
    if application != APPLICATION_ID and found:
        raise ArchiveError.of("archive.something-else")
    if not 0 <= version <= len(migrations):
        raise ArchiveError.of("archive.version", version=version, newest=len(migrations))
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        _carry_out(model, migrations[:version])
        for name in sorted(found ^ _definitions(model), key=repr):
            raise ArchiveError.of("archive.definition", name=shown(name[1]), version=version)
    return version


def _carry_out(connection: sqlite3.Connection, steps: Sequence[Sequence[str]]) -> None:
    for step in steps:
        for statement in step:
            connection.execute(statement)


def _definitions(connection: sqlite3.Connection) -> set[tuple[object, ...]]:
    """Return type, name, table and SQL of every definition in the file."""
    return {tuple(row) for row in connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")}


PATIENCE = 60.0
"""Seconds to wait while another process writes."""


def open_to_write(path: Path | None) -> sqlite3.Connection:
    """Open or create the file; None opens one in memory. A committed game survives a loss of power."""
    try:
        return _prepared(":memory:" if path is None else path.absolute().as_uri(), _prepare_to_write)
    except sqlite3.OperationalError as error:
        if _is_unwritable(error):
            raise ArchiveError.of("archive.unwritable", problem=str(error)) from error
        raise


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open an existing file without changing it; its folder may be read-only.

    Even to read, SQLite writes beside the file, because others might write to it. Where it cannot, nobody else can
    either, so that the file is opened as immutable, unless the latest games still lie beside it in a journal.
    """
    if not path.is_file():
        raise ArchiveError.of("archive.no-file")
    address = path.absolute().as_uri()
    try:
        return _prepared(f"{address}?mode=rw", _prepare_to_read)
    except sqlite3.OperationalError as error:
        if not _is_unwritable(error):
            raise
        if _is_there(latest := path.with_name(f"{path.name}-wal")):
            raise ArchiveError.of("archive.journal", name=latest.name) from error
        return _prepared(f"{address}?mode=ro&immutable=1", _prepare_to_read)


def _is_unwritable(error: sqlite3.OperationalError) -> bool:
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)


def _is_there(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _prepared(address: str, prepare: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    connection = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=address != ":memory:")
    try:
        connection.row_factory = sqlite3.Row
        connection.text_factory = _text
        _execute(connection, "trusted_schema = OFF", "cell_size_check = ON")
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _text(stored: bytes) -> str | bytes:
    """Decode a stored text; return bytes that are not UTF-8 as they are, so that the archive stays readable."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def _prepare_to_write(connection: sqlite3.Connection) -> None:
    migrate(connection)
    _execute(connection, "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


def _prepare_to_read(connection: sqlite3.Connection) -> None:
    if not check(connection):
        raise ArchiveError.of("archive.empty")
    _execute(connection, "query_only = ON")


def _execute(connection: sqlite3.Connection, *pragmas: str) -> None:
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")

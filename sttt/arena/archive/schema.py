"""The tables of an archive, and how a file of an older version becomes one of this version."""

import sqlite3
from collections.abc import Sequence

from sttt.arena.archive.transaction import transaction
from sttt.errors import ArchiveError

APPLICATION_ID = 0x73747474
"""Marks an SQLite file as an archive: ``sttt`` in ASCII."""

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
)
"""The statements that lead from each version to the next; a new version only ever adds an entry."""


def migrate(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring the tables up to this version, all steps or none; raises `ArchiveError` for a file of something else."""
    if _version(connection) == len(migrations):
        _check(connection, len(migrations))
        return
    with transaction(connection):
        version = _version(connection)  # another process may have been faster
        _check(connection, len(migrations))
        for step in migrations[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _version(connection: sqlite3.Connection) -> int:
    """Return the version of the file's tables, 0 for a new file."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _check(connection: sqlite3.Connection, known: int) -> None:
    version = _version(connection)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    is_empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and not is_empty:
        raise ArchiveError("the file is an SQLite database of something else; expected an archive of sttt")
    if version > known:
        raise ArchiveError(f"the archive has version {version}; expected at most {known}: a newer sttt wrote it")

"""An archive: plans and games go in, each game in a transaction of its own, and come out again."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Self

from sttt.arena.archive import rows
from sttt.arena.archive.schema import migrate
from sttt.arena.archive.selection import EVERYTHING, Selection
from sttt.arena.archive.transaction import transaction
from sttt.arena.meetings import Outcome
from sttt.arena.plan import Plan
from sttt.errors import ArchiveError
from sttt.games.game import Result
from sttt.games.record import GameRecord

PATIENCE = 60.0
"""Seconds to wait while another process writes."""


@dataclass(frozen=True)
class ArchivedTournament:
    """A tournament as it is kept."""

    id: int
    plan: Plan
    begun: str
    """UTC, ISO 8601."""
    games: int
    """How many of its games are there."""


@dataclass(frozen=True)
class ArchivedGame:
    """A game as it is kept."""

    id: int
    tournament: int
    number: int
    """In the tournament, from 0."""
    record: GameRecord
    build: str
    ended: str
    """UTC, ISO 8601."""


class Archive:
    """An open archive. Every method raises `ArchiveError` when the file cannot be read or written."""

    def __init__(self, path: Path | None) -> None:
        """Open the file, or begin it; None keeps everything in memory."""
        self.name = "the archive in memory" if path is None else str(path)
        with self._errors_named():
            self._connection = sqlite3.connect(path or ":memory:", timeout=PATIENCE, isolation_level=None)
            self._connection.row_factory = sqlite3.Row
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self) -> None:
        """Set the file up so that a game which was written survives even a loss of power."""
        migrate(self._connection)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")

    def begin(self, plan: Plan) -> int:
        """Enter a new tournament and return its number in the archive."""
        with self._errors_named(), transaction(self._connection):
            values = (json.dumps(plan.to_json()), rows.now())
            added = self._connection.execute("INSERT INTO tournament (plan, begun) VALUES (?, ?)", values)
        return int(added.lastrowid or 0)

    def tournaments(self) -> list[ArchivedTournament]:
        """Return all tournaments in the order in which they were begun."""
        query = """
            SELECT id, plan, begun, (SELECT count(*) FROM game WHERE tournament = tournament.id) AS games
            FROM tournament ORDER BY id"""
        with self._errors_named():
            found = self._connection.execute(query).fetchall()
        return [
            ArchivedTournament(row["id"], Plan.from_json(json.loads(row["plan"])), row["begun"], row["games"])
            for row in found
        ]

    def add(self, tournament: int, number: int, record: GameRecord, build: str) -> None:
        """Enter a game that has ended; raises `ArchiveError` if the tournament has that number already."""
        with self._errors_named(), transaction(self._connection):
            columns = ("tournament", "number", *rows.GAME_COLUMNS)
            added = self._insert("game", columns, (tournament, number, *rows.game_row(record, build)))
            for turn in rows.turn_rows(record):
                self._insert("turn", ("game", *rows.TURN_COLUMNS), (added, *turn))

    def _insert(self, table: str, columns: tuple[str, ...], values: tuple[object, ...]) -> int:
        places = ", ".join("?" * len(columns))
        statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608 - names of our own
        return int(self._connection.execute(statement, values).lastrowid or 0)

    def outcomes(self, tournament: int) -> dict[int, Outcome]:
        """Return who played whom with what result in each of the tournament's games, by number."""
        query = "SELECT number, x, o, result, start FROM game WHERE tournament = ? ORDER BY number"
        with self._errors_named():
            found = self._connection.execute(query, (tournament,)).fetchall()
        return {row["number"]: Outcome(row["x"], row["o"], Result(row["result"]), row["start"]) for row in found}

    def games(self, selection: Selection = EVERYTHING) -> Iterator[ArchivedGame]:
        """Yield the selected games by tournament and number."""
        condition, values = selection.condition()
        query = f"SELECT * FROM game WHERE {condition} ORDER BY tournament, number"  # noqa: S608 - built of constants
        with self._errors_named():
            found = self._connection.execute(query, values).fetchall()
            yield from (self._read(row) for row in found)

    def _read(self, row: sqlite3.Row) -> ArchivedGame:
        turns = self._connection.execute("SELECT * FROM turn WHERE game = ? ORDER BY number", (row["id"],))
        origin = {name: row[name] for name in ("id", "tournament", "number", "build", "ended")}
        return ArchivedGame(**origin, record=rows.read_record(row, turns))

    def repeated(self) -> list[list[int]]:
        """Return the ids of games that are equal in game, start, all turns and end, group by group, oldest first."""
        query = """
            SELECT id, json_array(game, start, result, ending, (SELECT json_group_array(turn) FROM
                (SELECT turn FROM turn WHERE turn.game = game.id ORDER BY number))) AS played
            FROM game ORDER BY played, id"""
        with self._errors_named():
            found = self._connection.execute(query).fetchall()
        groups = ([row["id"] for row in equal] for _, equal in groupby(found, key=lambda row: str(row["played"])))
        return sorted(group for group in groups if len(group) > 1)

    def copy_distinct(self, path: Path) -> int:
        """Write a copy of the archive without repeated games, the oldest of each group stays; return how many went.

        Raises `ArchiveError` if the file exists.
        """
        if path.exists():
            raise ArchiveError(f"{path} exists; expected the name of a new file")
        with self._errors_named():
            self._connection.execute("VACUUM INTO ?", (str(path),))
        later = [game for group in self.repeated() for game in group[1:]]
        with Archive(path) as copy:
            copy.remove(later)
        return len(later)

    def remove(self, games: list[int]) -> None:
        """Take games out by their ids, all or none."""
        with self._errors_named(), transaction(self._connection):
            self._connection.executemany("DELETE FROM game WHERE id = ?", ((game,) for game in games))

    def close(self) -> None:
        """Let go of the file; calling it again does nothing."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Raise what SQLite complains of as `ArchiveError` with the file's name."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise ArchiveError(
                f"{self.name}: {error}; expected to be the only one that writes this tournament"
            ) from error
        except (sqlite3.Error, ArchiveError) as error:
            raise ArchiveError(f"{self.name}: {error}") from error

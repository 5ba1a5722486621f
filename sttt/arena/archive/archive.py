"""An archive: stores plans and games, each game in a transaction of its own, and returns them."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from sttt.arena.archive import rows
from sttt.arena.archive.rows import EVERYTHING, ArchivedGame, ArchivedTournament, Selection
from sttt.arena.archive.schema import open_to_read, open_to_write, transaction
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Plan
from sttt.errors import ArchiveError, StttError
from sttt.execution.foreign import part_of
from sttt.execution.locked import LockFile

T = TypeVar("T")

MOST_DAMAGED = 1000
"""Maximal number of damaged entries that are skipped before the whole archive is refused."""

Complain = Callable[[StttError], None]


def refuse(error: StttError) -> None:
    """Tolerate no damage: raise the error."""
    raise error


class Archive:
    """An open archive. Every method raises `ArchiveError` if the file cannot be read or written.

    The file's content is not trusted: every entry that is returned has been checked, and every game replayed by its
    rules. A damaged entry is reported to `complain`, which raises an error by default, and left out.
    """

    def __init__(self, path: Path | None, *, read_only: bool = False, complain: Complain = refuse) -> None:
        """Open the file, creating it unless `read_only`; None keeps the archive in memory."""
        self.name = "the archive in memory" if path is None else str(path)
        self._complain = complain
        self._damaged = 0
        self.path = path
        """The file; None in memory."""
        self._claims: dict[str, LockFile] = {}
        with self._errors_named():
            self._connection = open_to_read(path) if read_only and path else open_to_write(path)

    def claim(self, plan: Plan) -> None:
        """Keep other processes from playing a tournament of this plan in the same file until this archive is closed.

        Raises `ArchiveError` while another process plays one.
        """
        name = sha256(json.dumps(plan.to_json()).encode()).hexdigest()[:16]
        if self.path is None or name in self._claims:
            return
        beside = self.path.with_name(f"{self.path.name}-{name}.lock")
        try:
            self._claims[name] = LockFile(beside)
        except BlockingIOError as error:
            raise ArchiveError(
                f"{self.name}: another process is playing this very tournament; expected it to have ended, or another "
                "--seed"
            ) from error
        except OSError as error:
            raise ArchiveError(f"{beside}: {error.strerror}; expected to write beside the archive") from error

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
            found = self._connection.execute(query)
            return list(self._sound(found, rows.read_tournament))

    def add(self, tournament: int, games: Iterable[FinishedGame]) -> None:
        """Enter finished games, either all of them or none.

        Raises `ArchiveError` if the tournament already has a game with one of their numbers.
        """
        with self._errors_named(), transaction(self._connection):
            for game in games:
                self._enter(tournament, game)

    def _enter(self, tournament: int, game: FinishedGame) -> None:
        added = self._connection.execute(rows.INSERT_GAME, (tournament, game.number, *rows.game_row(game))).lastrowid
        self._connection.executemany(rows.INSERT_TURN, ((added, *turn) for turn in rows.turn_rows(game.record)))

    def games(self, selection: Selection = EVERYTHING, after: int | None = None) -> Iterator[ArchivedGame]:
        """Yield the selected games by tournament and number; only those after the game with id `after`, if given."""
        with self._errors_named():
            yield from self._sound(self._connection.execute(*selection.query(after)), self._read)

    def added(self, tournament: int, since: int = 0) -> Iterator[ArchivedGame]:
        """Yield the tournament's games with an id greater than `since`, in the order in which they ended."""
        query = "SELECT * FROM game WHERE tournament = ? AND id > ? ORDER BY id"
        with self._errors_named():
            yield from self._sound(self._connection.execute(query, (tournament, since)), self._read)

    def _read(self, row: sqlite3.Row) -> ArchivedGame:
        turns = self._connection.execute("SELECT * FROM turn WHERE game = ? ORDER BY number", (row["id"],))
        return rows.read_game(row, turns)

    def _sound(self, found: Iterable[sqlite3.Row], read: Callable[[sqlite3.Row], T]) -> Iterator[T]:
        """Yield the entries that can be read, and report the others to `complain`."""
        for row in found:
            try:
                entry = read(row)
            except ArchiveError as error:
                self._damaged += 1
                if self._damaged > MOST_DAMAGED:
                    raise ArchiveError.of("archive.damaged", most=MOST_DAMAGED, reason=error) from error
                self._complain(ArchiveError.of("archive.file", name=self.name, reason=error))
            else:
                yield entry

    def repeated(self) -> list[list[int]]:
        """Return the ids of games that are equal in game, start, turns and end, group by group, oldest first."""
        query = """
            SELECT id, quote(game) || quote(start) || quote(result) || quote(ending) || (
                SELECT json_group_array(quote(turn))
                FROM (SELECT turn FROM turn WHERE turn.game = game.id ORDER BY number)) AS played
            FROM game ORDER BY played, id"""
        with self._errors_named():
            found = self._connection.execute(query)
            groups = ([row["id"] for row in equal] for _, equal in groupby(found, key=lambda row: row["played"]))
            candidates = sorted(group for group in groups if len(group) > 1)
        sound = ([game for game in group if list(self.games(Selection(ids=[game])))] for group in candidates)
        return [group for group in sound if len(group) > 1]

    def copy_distinct(self, path: Path) -> int:
        """Write a copy of the archive that keeps the oldest of repeated games; return the number of games left out.

        Raises `ArchiveError` if the file exists. Either the whole copy is written or nothing.
        """
        if path.exists():
            raise ArchiveError(f"{path} exists; expected the name of a new file")
        later = [game for group in self.repeated() for game in group[1:]]
        part = part_of(path)
        part.unlink(missing_ok=True)
        try:
            with self._errors_named(), closing(sqlite3.connect(part)) as file:
                self._connection.backup(file)
            with Archive(part) as copy:
                copy.remove(later)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return len(later)

    def remove(self, games: list[int]) -> None:
        """Delete games by their ids, either all of them or none."""
        with self._errors_named(), transaction(self._connection):
            self._connection.executemany("DELETE FROM game WHERE id = ?", ((game,) for game in games))

    def withdraw(self, tournament: int, numbers: range) -> None:
        """Delete games of a tournament by their numbers, which follow each other; those that are not there are not."""
        with self._errors_named(), transaction(self._connection):
            span = (tournament, numbers.start, numbers.stop)
            self._connection.execute("DELETE FROM game WHERE tournament = ? AND number >= ? AND number < ?", span)

    def close(self) -> None:
        """Close the file and release the claims; calling this again does nothing."""
        self._connection.close()
        while self._claims:
            self._claims.popitem()[1].release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Raise SQLite's errors as `ArchiveError` with the name of the file."""
        try:
            yield
        except sqlite3.IntegrityError as error:
            raise ArchiveError(
                f"{self.name}: {error}; expected to be the only one that writes this tournament"
            ) from error
        except ArchiveError as error:
            raise ArchiveError.of("archive.file", name=self.name, reason=error) from error
        except (sqlite3.Error, UnicodeDecodeError) as error:  # their words hold what is in the file
            raise ArchiveError.of("archive.unreadable", name=self.name, problem=str(error)) from error

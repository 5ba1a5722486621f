"""Games and plans as rows of the archive, and back; rows are checked when read, whoever wrote them."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec

from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Plan
from sttt.errors import ArchiveError, Phrase, RecordError, StttError, shown
from sttt.execution.foreign import LONGEST_REASON, read_json, shorten
from sttt.games.game import Game, Result
from sttt.games.records import json_lines
from sttt.games.records.record import LONGEST_TEXT, Ending, GameRecord, TurnRecord, is_name, replay
from sttt.players import registry


@dataclass(frozen=True)
class Selection:
    """A selection of games: those that meet every condition that is not None or empty."""

    tournament: int | None = None
    players: Sequence[str] = ()
    """Names of players, all of whom took part."""
    winner: str | None = None
    result: Result | None = None
    ending: Ending | None = None
    game: str | None = None
    """Name of the game that was played."""
    ids: Sequence[int] = ()

    def query(self, after: int | None = None) -> tuple[str, list[object]]:
        """Return the SQL that lists the games by tournament and number, and its parameters (`after`: see `Archive`).

        If a tournament is selected, game `after` must belong to it; otherwise nothing is listed. The games are read
        from an index that already has this order, so that the first few take no longer in a large archive. The index of
        the most selective column is used; a ``+`` before the other columns keeps SQLite from theirs.
        """
        shared, values = self._conditions()
        if after is not None:
            if self.tournament is None:
                shared.append("(tournament, number) > (SELECT tournament, number FROM game WHERE id = ?)")
                values.append(after)
            else:
                shared.append("number > (SELECT number FROM game WHERE id = ? AND tournament = ?)")
                values += [after, self.tournament]
        parts, all_values = [], []
        for seat, names in self._seats():
            parts.append(f"SELECT * FROM game WHERE {' AND '.join([*seat, *shared]) or 'TRUE'}")  # noqa: S608 - constants
            all_values += [*names, *values]
        return f"{' UNION ALL '.join(parts)} ORDER BY tournament, number", all_values

    def _seats(self) -> list[tuple[list[str], list[str]]]:
        """Return the possible seats of the winner or the first player, as conditions with their parameters."""
        if self.winner is not None:
            return [(["x = ?", "+result = 'x'"], [self.winner]), (["o = ?", "+result = 'o'"], [self.winner])]
        if self.players:
            first = self.players[0]
            return [(["x = ?"], [first]), (["o = ?", "+x <> ?"], [first, first])]
        return [([], [])]

    def _conditions(self) -> tuple[list[str], list[object]]:
        conditions = ["? IN (x, o)" for _ in self.players]
        values: list[object] = [*self.players]
        is_found = bool(self.players or self.winner or self.ids)
        for column in ("ending", "game", "result"):
            value = getattr(self, column)
            if value is not None:
                conditions.append(f"{'+' * is_found}{column} = ?")
                values.append(value)
                is_found = True
        if self.tournament is not None:
            conditions.append("tournament = ?")
            values.append(self.tournament)
        if self.ids:
            conditions.append(f"id IN ({', '.join('?' * len(self.ids))})")
            values += self.ids
        return conditions, values


EVERYTHING = Selection()


ORIGIN_COLUMNS = ("build", "ended", "worker")
GAME_COLUMNS = ("game", "x", "o", "start", "seed", "result", "ending", "failure", "failure_seconds", *ORIGIN_COLUMNS)
TURN_COLUMNS = ("number", "side", "turn", "seconds", "score", "depth", "nodes", "reason", "fault")


def _insertion(table: str, *columns: str) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - ours


INSERT_GAME = _insertion("game", "tournament", "number", *GAME_COLUMNS)
INSERT_TURN = _insertion("turn", "game", *TURN_COLUMNS)

_FAILURE_COLUMNS = {"message": "failure", "seconds": "failure_seconds"}

Moment = Annotated[str, msgspec.Meta(pattern=r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00\Z")]
"""A moment in UTC, ISO 8601."""


@dataclass(frozen=True)
class ArchivedTournament:
    """A tournament as stored."""

    id: int
    plan: Plan
    begun: Moment
    games: int
    """Number of its games that are stored."""


@dataclass(frozen=True)
class Origin:
    """Identification of a stored game."""

    id: int
    tournament: int
    number: int
    """Number in the tournament, from 0."""
    build: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
    ended: Moment
    worker: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] | None
    """Name of the worker of a cluster that played it; None if that was a process of the same machine."""


@dataclass(frozen=True)
class ArchivedGame(Origin):
    """A game as stored."""

    record: GameRecord


def now() -> str:
    """Return the current time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def game_row(game: FinishedGame) -> tuple[object, ...]:
    """Return the values of `GAME_COLUMNS`; raises `ArchiveError` for an interrupted game."""
    record = game.record
    if record.result is None:
        raise ArchiveError.of("archive.interrupted")
    failed = (_plain(record.failure.message), record.failure.seconds) if record.failure else (None, None)
    played = (record.game, record.x, record.o, record.start, record.seed, record.result.value, record.ending.value)
    return *played, *failed, game.build, now(), game.worker


def turn_rows(record: GameRecord) -> Iterable[tuple[object, ...]]:
    """Return the values of `TURN_COLUMNS` for each turn."""
    game = registry.game(record.game)
    for number, turn in enumerate(record.turns, start=1):
        told = (turn.seconds, turn.score, turn.depth, turn.nodes, _plain(turn.reason), _plain(turn.fault))
        yield number, turn.side.value, game.format_turn(turn.turn), *told


def read_game(row: sqlite3.Row, turns: Iterable[sqlite3.Row]) -> ArchivedGame:
    """Return the game in a row, replayed by its rules; raises `ArchiveError` if it is invalid."""
    try:
        stored = {key: row[key] for key in ("id", "tournament", "number", *ORIGIN_COLUMNS) if key in row.keys()}  # noqa: SIM118 - a row is no mapping
        origin = msgspec.convert({"worker": None} | stored, Origin)  # older files have no workers
        record = _read_record(row, turns)
        replay(record, registry.game(record.game))
    except (StttError, msgspec.ValidationError) as error:
        raise ArchiveError.of("archive.game", number=shown(row["id"]), reason=_reason(error)) from error
    return ArchivedGame(**vars(origin), record=record)


def _read_record(row: sqlite3.Row, turns: Iterable[sqlite3.Row]) -> GameRecord:
    data = _known(row, (key for key in GAME_COLUMNS if key in json_lines.HEADER_KEYS and key != "failure"))
    failure = {key: row[column] for key, column in _FAILURE_COLUMNS.items() if row[column] is not None}
    if failure:
        data["failure"] = failure
    json_lines.check_keys(data, json_lines.HEADER_KEYS, json_lines.REQUIRED_KEYS, json_lines.RECORD)
    rules = json_lines.game_of(data, registry.game, json_lines.RECORD)
    read = tuple(_read_turn(number, turn, rules) for number, turn in enumerate(turns, start=1))
    return json_lines.read_header(data, read, json_lines.RECORD)


def _read_turn(number: int, row: sqlite3.Row, game: Game) -> TurnRecord:
    where = Phrase("where.turn", {"number": number})
    if row["number"] != number:
        raise RecordError.of("record.gap", where=where)
    return json_lines.read_turn(row["side"], row["turn"], _known(row, TURN_COLUMNS[3:]), game, where)


def _reason(error: Exception) -> StttError | str:
    """Return an error to be part of another one, as its text where that is long."""
    return error if isinstance(error, StttError) and len(str(error)) <= LONGEST_REASON else shorten(error)


def _known(row: sqlite3.Row, columns: Iterable[str]) -> dict[str, Any]:
    return {name: row[name] for name in columns if row[name] is not None}


def read_tournament(row: sqlite3.Row) -> ArchivedTournament:
    """Return the tournament in a row; raises `ArchiveError` if it is invalid."""
    where = f"tournament {row['id']}"
    if not isinstance(row["plan"], str):
        raise ArchiveError(f"{where}: plan is no text; expected JSON")
    plan = read_json(row["plan"], Plan, f"{where}: plan", ArchiveError)
    if strange := [name for name in plan.players if not is_name(name)]:
        raise ArchiveError(f"{where}: plan: {shown(strange[0])} is no player's name; expected some visible characters")
    try:
        return msgspec.convert({**row, "plan": plan}, ArchivedTournament)
    except msgspec.ValidationError as error:
        raise ArchiveError(f"{where}: {shorten(error)}") from error


def _plain(text: str | None) -> str | None:
    """Escape lone surrogates in a player's text, which SQLite cannot store."""
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()

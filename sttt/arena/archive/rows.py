"""Game records as rows of the archive, and back."""

import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sttt import registry
from sttt.errors import ArchiveError
from sttt.games.ending import Ending
from sttt.games.game import Game, Result, Side
from sttt.games.record import Failure, GameRecord, TurnRecord

GAME_COLUMNS = ("game", "x", "o", "start", "seed", "result", "ending", "failure", "failure_seconds", "build", "ended")
TURN_COLUMNS = ("number", "side", "turn", "seconds", "score", "depth", "nodes", "reason", "fault")


def now() -> str:
    """Return the present moment as it is written."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def game_row(record: GameRecord, build: str) -> tuple[Any, ...]:
    """Return the values of `GAME_COLUMNS`; raises `ArchiveError` for a game that was interrupted."""
    if record.result is None:
        raise ArchiveError("an interrupted game has no result; expected one that has ended")
    failed = (_plain(record.failure.message), record.failure.seconds) if record.failure else (None, None)
    played = (record.game, record.x, record.o, record.start, record.seed, record.result.value, record.ending.value)
    return *played, *failed, build, now()


def turn_rows(record: GameRecord) -> Iterable[tuple[Any, ...]]:
    """Return the values of `TURN_COLUMNS` for each turn."""
    game = registry.game(record.game)
    for number, turn in enumerate(record.turns, start=1):
        told = (turn.seconds, turn.score, turn.depth, turn.nodes, _plain(turn.reason), _plain(turn.fault))
        yield number, turn.side.value, game.format_turn(turn.turn), *told


def read_record(game: Mapping[str, Any] | sqlite3.Row, turns: Iterable[sqlite3.Row]) -> GameRecord:
    """Return the record that was written."""
    failed = game["failure"] is not None
    rules = registry.game(game["game"])
    return GameRecord(
        **{name: game[name] for name in ("game", "x", "o", "start", "seed")},
        turns=tuple(_read_turn(turn, rules) for turn in turns),
        result=Result(game["result"]),
        ending=Ending(game["ending"]),
        failure=Failure(game["failure"], game["failure_seconds"]) if failed else None,
    )


def _read_turn(row: sqlite3.Row, game: Game) -> TurnRecord:
    told = {name: row[name] for name in ("seconds", "score", "depth", "nodes", "reason", "fault")}
    return TurnRecord(Side(row["side"]), game.parse_turn(row["turn"]), **told)


def _plain(text: str | None) -> str | None:
    """Return a player's words as text that can be stored: a lone surrogate as its escape."""
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()

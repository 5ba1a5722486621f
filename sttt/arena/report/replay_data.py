"""What the page's script needs to replay every game: small enough for a thousand games in one page."""

import json
from collections.abc import Sequence
from typing import Any

from sttt.arena.report.frames import frames
from sttt.errors import RecordError
from sttt.games.game import Game
from sttt.games.record import GameRecord, TurnRecord, replay


class _Strings:
    """Strings that repeat, each written once and referred to by its number; None is -1."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str | None) -> int:
        return -1 if text is None else self._numbers.setdefault(text, len(self._numbers))

    def __iter__(self) -> Any:
        return iter(self._numbers)


def replay_data(records: Sequence[GameRecord], game: Game) -> dict[str, Any]:
    """Return all games as plain JSON values; raises `RecordError` for a game that the rules do not allow.

    ``strings`` holds names, drawings and reasons by number. A game is ``[x, o, start's drawing, result, ending, seed,
    failure, turns]``, a turn ``[side, notation, frame, seconds, score, depth, nodes, reason, fault]``.
    """
    strings = _Strings()
    games = []
    for number, record in enumerate(records, start=1):
        try:
            games.append(_game(record, game, strings))
        except RecordError as error:
            raise RecordError(f"game {number}: {error}") from error
    return {"strings": list(strings), "games": games}


def _game(record: GameRecord, game: Game, strings: _Strings) -> list[Any]:
    drawings = [game.draw(position) for position in replay(record, game)]
    turns = [
        [turn.side.value, strings.number(game.format_turn(turn.turn)), frame, *_details(turn, strings)]
        for turn, frame in zip(record.turns, frames(drawings), strict=True)
    ]
    return [
        strings.number(record.x),
        strings.number(record.o),
        strings.number(drawings[0]),
        record.result,
        strings.number(record.ending.value),
        record.seed,
        strings.number(record.failure.message if record.failure else None),
        turns,
    ]


def _details(turn: TurnRecord, strings: _Strings) -> list[Any]:
    seconds = None if turn.seconds is None else round(turn.seconds, 3)
    return [seconds, turn.score, turn.depth, turn.nodes, strings.number(turn.reason), strings.number(turn.fault)]


def embed(data: Any) -> str:
    """Write JSON that stays inside a script element whatever its strings hold: they may come from strangers."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")

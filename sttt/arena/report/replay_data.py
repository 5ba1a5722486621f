"""The data with which the page's script replays games: small enough for a thousand games in one page.

A position of a game with a board is its cells in order (``x``, ``o`` or a dot each), and a turn is the cells on which
its marks have landed. In a game without a board, every position is a drawing.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sttt.board.script import shape_data
from sttt.board.shape import changed_cells, deciding_lines
from sttt.errors import RecordError
from sttt.games.game import Game, Position
from sttt.games.knowledge import knowledge_of
from sttt.games.records.record import GameRecord, TurnRecord, replay
from sttt.games.wording import say_at


class _Strings:
    """Repeated strings, each stored once and referred to by its number; None is -1."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str | None) -> int:
        return -1 if text is None else self._numbers.setdefault(text, len(self._numbers))

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)


def replay_data(records: Sequence[GameRecord], game: Game) -> dict[str, object]:
    """Return all games as plain JSON values; raises `RecordError` for a game that breaks the rules.

    ``strings`` holds names, positions and reasons by number, ``game`` the board or null. A game is ``[x, o, start,
    result, ending, seed, failure, turns, lines, verdicts]``: the lines that decided it, and what is proven of the start
    and of the position after each turn, in words by number. A turn is ``[side, notation, cells or drawing, seconds,
    score, depth, nodes, reason, fault]``.
    """
    strings = _Strings()
    games = []
    for number, record in enumerate(records, start=1):
        try:
            games.append(_game(record, game, strings))
        except RecordError as error:
            raise RecordError(f"game {number}: {error}") from error
    shown = {"name": game.name, "title": game.title, "shape": shape_data(game.shape)} if game.shape else None
    return {"strings": list(strings), "games": games, "game": shown}


def _game(record: GameRecord, game: Game, strings: _Strings) -> list[object]:
    positions = replay(record, game)
    steps = _steps(game, positions, strings)
    start = next(steps)
    turns = [
        [turn.side.value, strings.number(game.format_turn(turn.turn)), step, *_details(turn, strings)]
        for turn, step in zip(record.turns, steps, strict=True)
    ]
    return [
        strings.number(record.x),
        strings.number(record.o),
        start,
        record.result,
        strings.number(record.ending.value),
        record.seed,
        strings.number(record.failure.message if record.failure else None),
        turns,
        deciding_lines(game.shape, positions[-1]) if game.shape else (),
        [strings.number(_proven(game, position)) for position in positions],
    ]


def _proven(game: Game, position: Position) -> str | None:
    """Say what is proven of a position, None where nothing is or the game is over."""
    known = knowledge_of(game).alone(position)
    return say_at(game, position, known).line if known.proven and not position.result else None


def _steps(game: Game, positions: Sequence[Position], strings: _Strings) -> Iterator[object]:
    """Yield the start and, for each turn, the cells on which its marks landed; drawings in a game without board."""
    shape = game.shape
    if shape is None:
        yield from (strings.number(game.draw(position)) for position in positions)
        return
    yield strings.number("".join(mark or "." for mark in shape.marks(positions[0])))
    for before, after in pairwise(positions):
        yield changed_cells(shape, before, after)


def _details(turn: TurnRecord, strings: _Strings) -> list[object]:
    seconds = None if turn.seconds is None else round(turn.seconds, 3)
    return [seconds, turn.score, turn.depth, turn.nodes, strings.number(turn.reason), strings.number(turn.fault)]


def embed(data: object) -> str:
    """Serialize JSON so that no string in it, which may come from a stranger, can end its script element."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")

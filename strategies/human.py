"""Levels: a game's best player made human. It sees less far, misjudges what is close, and overlooks things.

A level never plays nonsense: it takes every win that one turn completes, and what it errs by is a judgement, not a
draw among all squares. `levels.json` holds the habits of every level and the strength that `benchmarks/levels.py` has
measured; the last level of a game is its best player as it is.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Generic, NamedTuple

from sttt.games.game import Game, P, Position, Shape, Turn
from sttt.players.player import Decision, Limits, Player, Strategy, Strength
from sttt.strict_json import JsonObject

FILE = Path(__file__).parent / "levels.json"

FAR = 3.0
"""Sides of a cell: what is further than that from all of the opponent's last marks is overlooked the most easily."""

NEAR_SHARE = 0.4
"""The share of its lapses that befall a level where the turn needed is near the opponent's last marks."""

SHORT = 3
"""Turns that the best player sees in a lapse, at most."""

Look = Callable[[P, int, float], Mapping[Turn, int]]
"""Value the turns worth making in a position, seen some turns of both sides ahead until a moment, for the mover."""


class Habits(NamedTuple):
    """The ways in which a level falls short of its game's best player."""

    reach: int | None
    """The turns of both sides that it looks ahead, its own included; None for as far as the best player."""
    noise: float
    """The spread of what it adds to the value of each turn by mistake, in points of the game's evaluation."""
    lapses: float
    """The rate at which it looks less far: for a turn far from the opponent's last marks, `NEAR_SHARE` of it nearby."""


@dataclass(frozen=True)
class Level:
    """A line of `levels.json`."""

    name: str
    strength: Strength
    habits: Habits | None
    """None for the game's best player."""


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """Return the levels of a game, the easiest first."""
    lines = json.loads(FILE.read_text(encoding="ascii"))
    return tuple(_level(line["name"], line) for line in lines if line["game"] == game)


def _level(name: str, line: JsonObject) -> Level:
    called, elo, error, habits = (line[key] for key in ("called", "elo", "error", "habits"))
    strength = Strength(str(called), int(str(elo)), int(str(error)))
    if not isinstance(habits, list):
        return Level(name, strength, None)
    reach, noise, lapses = (float(str(one)) for one in habits)
    return Level(name, strength, Habits(int(reach) or None, noise, lapses))


def strength_of(name: str, game: str) -> Strength:
    """Return the measured strength of the level of that name."""
    return next(level.strength for level in levels_of(game) if level.name == name)


class HumanPlayer(Generic[P]):
    """Plays one level of a game; it remembers what it left behind, and so knows the opponent's last marks."""

    def __init__(self, shape: Shape[P], habits: Habits, look: Look[P], best: Player[P], seed: int | None) -> None:
        self._shape = shape
        self._habits = habits
        self._look = look
        self._best = best
        self._random = Random(seed)
        self._left_behind: P | None = None

    def choose(self, position: P, limits: Limits) -> Decision:
        """Choose the turn that seems the best; in a lapse the one that seems so at a shorter look."""
        started = time.monotonic()
        reach, noise, lapses = self._habits
        turn = self._seems_best(position, reach, noise, limits)
        chance = lapses * (1.0 if self._is_far(position, turn) else NEAR_SHARE)
        if self._random.random() < chance and reach != 1:
            reach = self._random.randint(1, SHORT if reach is None else reach - 1)
            turn = self._seems_best(position, reach, noise, limits)
        self._left_behind = _after(position, turn)
        seen = "all it can" if reach is None else f"{reach} turn{'s' if reach > 1 else ''}"
        return Decision(turn, reason=f"sees {seen} ahead", seconds=time.monotonic() - started)

    def close(self) -> None:
        """Close the best player behind it."""
        self._best.close()

    def _seems_best(self, position: P, reach: int | None, noise: float, limits: Limits) -> Turn:
        if reach is None:
            return self._best.choose(position, limits).turn
        values = self._look(position, reach, limits.bounds[0])
        return max(values, key=lambda turn: values[turn] + self._random.gauss(0, noise))

    def _is_far(self, position: P, turn: Turn) -> bool:
        """Return whether a turn lies far from every mark that the opponent made since; unknown is far from none."""
        last = self._changed(self._left_behind, position) if self._left_behind else ()
        wanted = self._changed(position, _after(position, turn))
        cells = self._shape.cells
        return bool(last) and all(
            abs(cells[one].x - cells[other].x) + abs(cells[one].y - cells[other].y) > FAR
            for one in wanted
            for other in last
        )

    def _changed(self, before: P, after: P) -> tuple[int, ...]:
        pairs = zip(self._shape.marks(before), self._shape.marks(after), strict=True)
        return tuple(cell for cell, (old, new) in enumerate(pairs) if old is not new)


def _after(position: P, turn: Turn) -> P:
    for placement in turn:
        if position.result is None:
            position = position.play(placement)
    return position


def staircase(
    game: Game[P], look: Callable[[Random], Look[P]], best: Callable[[int | None], Player[P]]
) -> tuple[Strategy[P], ...]:
    """Return the levels of a game below its best player as players; `look` is made from each player's own chance."""
    if game.shape is None:
        raise ValueError(f"{game.name} has no board to be far from anything on")
    shape = game.shape

    def strategy(level: Level, habits: Habits) -> Strategy[P]:
        def make(seed: int | None) -> Player[P]:
            return HumanPlayer(shape, habits, look(Random(seed)), best(seed), seed)

        summary = f"level {level.strength.called}: Elo {level.strength.elo}"
        return Strategy(level.name, summary, game.name, make, strength=level.strength)

    return tuple(strategy(level, level.habits) for level in levels_of(game.name) if level.habits)


WON = 1_000_000
"""The value of a turn that wins at once, above all that a search gives."""


def placement_look(value: Callable[[P, int, float], int]) -> Look[P]:
    """Return the look of a game of single placements, from the value of what each leads to for its mover."""

    def look(position: P, reach: int, deadline: float) -> Mapping[Turn, int]:
        return {
            (placement,): WON if _wins(position, after) else value(after, reach - 1, deadline)
            for placement in position.legal_placements()
            for after in (position.play(placement),)
        }

    return look


def _wins(before: Position, after: Position) -> bool:
    return after.result is not None and after.result.winner is before.side

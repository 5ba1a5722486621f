"""A player that values every turn worth making and plays the best one: what `greedy` and `depth-2` share."""

from collections.abc import Callable
from random import Random

from strategies import rules
from strategies.class_turns import classes_behind, completed, turn_squares
from strategies.turns import whole_turn
from sttt.games.super_ttt import Position
from sttt.kernel.board import Board
from sttt.kernel.class_position import engine_position
from sttt.kernel.class_tables import ClassTables
from sttt.players import Decision, Limits

Value = Callable[[list[int], int, float], int | None]
"""Values the nine classes behind a turn for the side (0 or 1) that made it; None if the deadline came first."""


class BestTurnPlayer:
    """Wins at once if it can; else plays the turn of the highest value, one of equals by lot."""

    def __init__(self, tables: ClassTables, value: Value, reason: str, seed: int | None) -> None:
        self._tables = tables
        self._board = Board(tables)
        self._value = value
        self._reason = reason
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose a turn; the rule layer completes it. Of the limits only the deadline counts."""
        rule = rules.best_placement(position)[1]
        if rule is rules.WINS_NOW:
            return Decision(whole_turn(position, completed(position, ())), reason=rule.name)
        values = self._values(position, limits.bounds[0])
        best = max(values, key=lambda turn: values[turn], default=None)
        squares = () if best is None else turn_squares(position, best, self._tables)
        return Decision(
            whole_turn(position, completed(position, squares)),
            reason=rule.name if best is None else self._reason,
            score=None if best is None else values[best],
            nodes=len(values),
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def _values(self, position: Position, deadline: float) -> dict[int, int]:
        """Value the turns in random order until the deadline."""
        classes, side, left = engine_position(position, self._tables)
        self._board.set_position(classes, side, left)
        turns = self._board.root_turns()
        self._random.shuffle(turns)
        values: dict[int, int] = {}
        for turn in turns:
            value = self._value(classes_behind(classes, turn), side, deadline)
            if value is None:
                break
            values[turn] = value
        return values

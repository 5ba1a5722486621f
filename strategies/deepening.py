"""The value search on positions: iterative deepening turn by turn, and its principal variation in squares."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from strategies import rules
from strategies.class_turns import completed, played, turn_squares
from sttt.games.super_ttt import Position
from sttt.kernel.board import NONE
from sttt.kernel.class_position import engine_position
from sttt.kernel.class_tables import ClassTables
from sttt.kernel.engine import DECIDED_SCORE, Engine

MAX_TURNS = 41
"""More turns than a game can have."""

CONTEMPT = 150
"""Points by which a draw counts less than an even position: weak opponents lose what is kept open."""


@dataclass(frozen=True)
class Iteration:
    """What a deepening step found, whole or cut off: a score for the side to move, and the best turn."""

    turns: int
    """Of the last full step."""
    score: int
    turn: int
    """The engine's."""

    @property
    def decided(self) -> bool:
        """Whether the score is a proof."""
        return abs(self.score) > DECIDED_SCORE

    @property
    def horizon(self) -> int:
        """The most turns that the score can rest on."""
        return MAX_TURNS if self.decided else self.turns


class Deepening:
    """Searches one position after the other ever deeper."""

    def __init__(self, tables: ClassTables) -> None:
        self._tables = tables
        self._engine = Engine(tables)

    @property
    def nodes(self) -> int:
        """Positions visited in the last search."""
        return self._engine.nodes

    def search(
        self, position: Position, most_turns: int, deadline: float, nodes: int, barred: frozenset[int]
    ) -> Iteration | None:
        """Return what the last iteration found, complete or cut off; None if that is nothing.

        `deadline` is a moment on `time.monotonic`; the `barred` turns are not made.
        """
        self._engine.forget()
        self._stand_at(position)
        self._engine.begin(deadline, nodes, CONTEMPT, barred)
        last: Iteration | None = None
        for iteration in self._deepen(most_turns):
            last = iteration
        return last

    def variation(self, position: Position, last: Iteration | None, deadline: float) -> tuple[int, ...]:
        """Return this turn and, until the deadline, the table's best ones behind it, what is decided played out."""
        turns = last.horizon if last else 1
        line = completed(position, turn_squares(position, last.turn, self._tables) if last else ())
        position = played(position, line)
        while turns > 1 and not position.result and time.monotonic() < deadline:
            turns -= 1
            squares = self._known_squares(position)
            if not squares and not _is_decided(position):
                break
            squares = completed(position, squares)
            position = played(position, squares)
            line += squares
        return line

    def _deepen(self, most_turns: int) -> Iterator[Iteration]:
        """Search ever deeper; what an iteration that was cut off found better than the last comes last."""
        known = 0
        for turns in range(1, most_turns + 1):
            score, turn, complete = self._engine.iterate(turns)
            if not complete and score < -DECIDED_SCORE:
                score = known  # a loss is proven only by a whole iteration
            if complete or turn != NONE:
                yield Iteration(turns if complete else turns - 1, score, turn)
            if not complete or abs(score) > DECIDED_SCORE:
                return
            known = score

    def _known_squares(self, position: Position) -> tuple[int, ...]:
        self._stand_at(position)
        return turn_squares(position, self._engine.known_best(), self._tables)

    def _stand_at(self, position: Position) -> None:
        self._engine.set_position(*engine_position(position, self._tables))


def _is_decided(position: Position) -> bool:
    """Whether a side wins within this turn or, with nothing to stop it, within the next."""
    return rules.best_placement(position)[1] in {rules.WINS_NOW, rules.DELAYS_A_WIN}

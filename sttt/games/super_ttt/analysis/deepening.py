"""The value search on positions: iterative deepening turn by turn, with its turns and principal variation in squares.

The engine's turns name classes of little boards and leave idle placements open.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.classes.costs import lines_value, pack
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.classes.view import NONE, ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.engine import DECIDED_SCORE, Engine
from sttt.kernel.limits import NO_NODE_LIMIT

MAX_TURNS = 41
"""More turns than a game can have."""

CONTEMPT = 150
"""Points by which a draw counts less than an even position: weak opponents lose what is kept open."""


Squares = tuple[int, ...]

TurnValue = Callable[[list[int], int, float], int | None]
"""Values the nine classes after a turn for the side (0 or 1) that made it; None if the deadline came first."""


@dataclass(frozen=True)
class Iteration:
    """The result of a deepening step, whole or cut off: a score for the side to move, and the best turn."""

    turns: int
    """The depth of the last full step."""
    score: int
    turn: int
    """The engine's."""
    is_whole: bool = True

    @property
    def is_decided(self) -> bool:
        """Return whether the score is a proof."""
        return abs(self.score) > DECIDED_SCORE

    @property
    def horizon(self) -> int:
        """The most turns that the score can depend on."""
        return MAX_TURNS if self.is_decided else self.turns


class Deepening:
    """Searches one position after the other ever deeper."""

    def __init__(self, tables: ClassTables, table_bits: int = 20) -> None:
        self._tables = tables
        self._engine = Engine(tables, table_bits)

    @property
    def nodes(self) -> int:
        """Positions visited in the last search."""
        return self._engine.nodes

    def search(
        self,
        view: ClassView,
        most_turns: int,
        limits: tuple[float, int],
        excluded: frozenset[int],
        watch: "Callable[[Iteration], None]",
    ) -> Iteration | None:
        """Return what the last iteration found, complete or cut off, having told of each; None if that is nothing.

        `limits` are a moment on `time.monotonic` and a number of nodes; the `excluded` turns are not made. A draw
        counts `CONTEMPT` less than an even position. A loss that an iteration cut off has found is no proof: it leaves
        the score before it.
        """
        last: Iteration | None = None
        for iteration in self.iterations(view, most_turns, limits, CONTEMPT, excluded):
            if not iteration.is_whole and iteration.score < -DECIDED_SCORE:
                iteration = replace(iteration, score=last.score if last else 0)  # noqa: PLW2901 - no proof
            last = iteration
            watch(last)
        return last

    def iterations(
        self,
        view: ClassView,
        most_turns: int,
        limits: tuple[float, int],
        contempt: int = 0,
        excluded: frozenset[int] = frozenset(),
    ) -> Iterator[Iteration]:
        """Search ever deeper; what an iteration that was cut off found better than the last comes last."""
        self._engine.forget()
        view.set_up(self._engine)
        self._engine.begin(*limits, contempt, excluded)
        for turns in range(1, most_turns + 1):
            score, turn, complete = self._engine.search(turns)
            if complete or turn != NONE:
                yield Iteration(turns if complete else turns - 1, score, turn, complete)
            if not complete or abs(score) > DECIDED_SCORE:
                return

    def values(
        self,
        view: ClassView,
        value: TurnValue,
        random: Random,
        deadline: float,
        among: frozenset[Squares] | None = None,
    ) -> dict[Squares, int]:
        """Value the turns worth making, in random order until the deadline, each by the squares that matter in it.

        Only those `among` some are valued where these are given.
        """
        view.set_up(self._engine)
        turns = [turn for turn in self._engine.root_turns() if among is None or view.squares(turn) in among]
        random.shuffle(turns)
        values: dict[Squares, int] = {}
        for turn in turns:
            found = value(view.after(turn), view.side, deadline)
            if found is None:
                break
            values[view.squares(turn)] = found
        return values

    def static_value(self, classes: list[int], side: int, _deadline: float) -> int:
        """Return the evaluation after a turn without tempo, which is the same for all."""
        own, other = (pack([self._tables.costs[one][little] for little in classes]) for one in (side, 1 - side))
        return lines_value(own) - lines_value(other)

    def value_after_reply(self, classes: list[int], side: int, deadline: float, extensions: int) -> int | None:
        """Return the evaluation after the opponent's best reply to a turn, all of them tried.

        A line of play goes on for up to `extensions` turns while a win must be stopped.
        """
        self._engine.forget()
        self._engine.set_position(classes, 1 - side, 2)
        self._engine.begin(deadline, NO_NODE_LIMIT)
        score, _, complete = self._engine.search(1, extensions)
        return -score if complete else None

    def variation(self, position: Position, line: Squares, turns: int, deadline: float) -> Squares:
        """Continue a turn, until the deadline, by the table's best turns after it, and play out what is decided.

        `turns` are those of both sides at most, the turn included.
        """
        position = position.play_all(line)
        while turns > 1 and not position.result and time.monotonic() < deadline:
            turns -= 1
            view = ClassView(position)
            view.set_up(self._engine)
            squares = view.squares(self._engine.known_best())
            if not squares and not rules.is_decided(position):
                break
            squares = rules.completed(position, squares)
            position = position.play_all(squares)
            line += squares
        return line

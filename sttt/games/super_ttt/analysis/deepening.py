"""The value search on positions: iterative deepening turn by turn, with its turns and principal variation in squares.

The engine's turns name classes of little boards and leave idle placements open.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from sttt.games.game import Turn
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.classes.class_position import engine_position, squares_for
from sttt.games.super_ttt.classes.costs import lines_value, pack
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.position import Position, squares
from sttt.games.super_ttt.search.board import NONE, changes
from sttt.games.super_ttt.search.engine import DECIDED_SCORE, Engine
from sttt.kernel.limits import NO_NODE_LIMIT


def turn_squares(position: Position, turn: int, tables: ClassTables) -> tuple[int, ...]:
    """Return the squares of one of the engine's turns, none for no turn."""
    squares: tuple[int, ...] = ()
    for change in changes(turn):
        squares += squares_for(position, change, tables)
    return squares


def completed(position: Position, squares: tuple[int, ...]) -> tuple[int, ...]:
    """Fill a turn up by the rules, as long as the game goes on."""
    left = position.left
    position = played(position, squares)
    while len(squares) < left and not position.result:
        squares = (*squares, rules.best_placement(position)[0])
        position = position.play(squares[-1])
    return squares


def played(position: Position, squares: tuple[int, ...]) -> Position:
    """Return the position after these placements."""
    for square in squares:
        position = position.play(square)
    return position


def classes_behind(classes: list[int], turn: int) -> list[int]:
    """Return the nine classes that one of the engine's turns leaves."""
    after = classes.copy()
    for board, little, _ in changes(turn):
        after[board] = little
    return after


def whole_turn(position: Position, placements: tuple[int, ...]) -> Turn:
    """Complete a turn that its first placement ends the game with.

    The referee still enters the second placement then, so it gets the first square that is open to the end; where
    there is none it is forfeited (`None`).
    """
    if len(placements) == position.left:
        return placements
    after = position.play(placements[0])
    return (placements[0], *(squares(after.open_squares) or (None,))[:1])


MAX_TURNS = 41
"""More turns than a game can have."""

CONTEMPT = 150
"""Points by which a draw counts less than an even position: weak opponents lose what is kept open."""


Squares = tuple[int, ...]

TurnValue = Callable[[list[int], int, float], int | None]
"""Values the nine classes behind a turn for the side (0 or 1) that made it; None if the deadline came first."""


@dataclass(frozen=True)
class Iteration:
    """What a deepening step found, whole or cut off: a score for the side to move, and the best turn."""

    turns: int
    """How deep the last full step was."""
    score: int
    turn: int
    """The engine's."""
    is_whole: bool = True

    @property
    def is_decided(self) -> bool:
        """Whether the score is a proof."""
        return abs(self.score) > DECIDED_SCORE

    @property
    def horizon(self) -> int:
        """The most turns that the score can rest on."""
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
        position: Position,
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
        for iteration in self.iterations(position, most_turns, limits, CONTEMPT, excluded):
            if not iteration.is_whole and iteration.score < -DECIDED_SCORE:
                iteration = replace(iteration, score=last.score if last else 0)  # noqa: PLW2901 - no proof
            last = iteration
            watch(last)
        return last

    def iterations(
        self,
        position: Position,
        most_turns: int,
        limits: tuple[float, int],
        contempt: int = 0,
        excluded: frozenset[int] = frozenset(),
    ) -> Iterator[Iteration]:
        """Search ever deeper; what an iteration that was cut off found better than the last comes last."""
        self._engine.forget()
        self._stand_at(position)
        self._engine.begin(*limits, contempt, excluded)
        for turns in range(1, most_turns + 1):
            score, turn, complete = self._engine.search(turns)
            if complete or turn != NONE:
                yield Iteration(turns if complete else turns - 1, score, turn, complete)
            if not complete or abs(score) > DECIDED_SCORE:
                return

    def values(self, position: Position, value: TurnValue, random: Random, deadline: float) -> dict[Squares, int]:
        """Value the turns worth making, in random order until the deadline, each by the squares that matter in it."""
        classes, side, _ = engine_position(position, self._tables)
        self._stand_at(position)
        turns = self._engine.root_turns()
        random.shuffle(turns)
        values: dict[Squares, int] = {}
        for turn in turns:
            found = value(classes_behind(classes, turn), side, deadline)
            if found is None:
                break
            values[turn_squares(position, turn, self._tables)] = found
        return values

    def static_value(self, classes: list[int], side: int, _deadline: float) -> int:
        """Return the evaluation behind a turn without tempo, which is the same for all."""
        own, other = (pack([self._tables.costs[one][little] for little in classes]) for one in (side, 1 - side))
        return lines_value(own) - lines_value(other)

    def value_behind_reply(self, classes: list[int], side: int, deadline: float, extensions: int) -> int | None:
        """Return the evaluation behind the opponent's best reply to a turn, all of them tried.

        A line of play goes on for up to `extensions` turns while a win must be stopped.
        """
        self._engine.forget()
        self._engine.set_position(classes, 1 - side, 2)
        self._engine.begin(deadline, NO_NODE_LIMIT)
        score, _, complete = self._engine.search(1, extensions)
        return -score if complete else None

    def squares(self, position: Position, last: Iteration | None) -> Squares:
        """Return the squares of what an iteration found that matter, none for nothing."""
        return turn_squares(position, last.turn, self._tables) if last else ()

    def variation(self, position: Position, last: Iteration | None, deadline: float) -> Squares:
        """Return this turn and, until the deadline, the table's best ones behind it, what is decided played out."""
        turns = last.horizon if last else 1
        line = completed(position, self.squares(position, last))
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

    def _known_squares(self, position: Position) -> Squares:
        self._stand_at(position)
        return turn_squares(position, self._engine.known_best(), self._tables)

    def _stand_at(self, position: Position) -> None:
        self._engine.set_position(*engine_position(position, self._tables))


def _is_decided(position: Position) -> bool:
    """Whether a side wins within this turn or, with nothing to stop it, within the next."""
    return rules.best_placement(position)[1] in {rules.WINS_NOW, rules.DELAYS_A_WIN}

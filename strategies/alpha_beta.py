"""The default player: the rule layer's forcing rules inside an iterative-deepening alpha-beta over whole turns."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from strategies import rules
from strategies.class_turns import completed, played, turn_squares
from strategies.turns import whole_turn
from sttt.book.book import Book, shipped_book
from sttt.games.super_ttt import Position
from sttt.kernel.board import NONE
from sttt.kernel.class_position import engine_position
from sttt.kernel.class_tables import load
from sttt.kernel.engine import DECIDED_SCORE, WIN_SCORE, Engine
from sttt.kernel.limited_search import NO_NODE_LIMIT
from sttt.players import Decision, Limits, Strategy

DEFAULT_SECONDS = 0.9
"""Search time per turn when no limit says otherwise."""

MAX_TURNS = 41
"""More turns than a game can have."""

CONTEMPT = 150
"""Points by which a draw counts less than an even position: weak opponents lose what is kept open."""

VARIATION_SECONDS = 0.01
"""Kept of the time to follow the principal variation; what is not followed by the deadline is left out."""


@dataclass(frozen=True)
class Iteration:
    """What a deepening step found, whole or cut off: a score for the side to move, and the best turn's squares."""

    turns: int
    """Of the last full step."""
    score: int
    squares: tuple[int, ...]

    @property
    def decided(self) -> bool:
        """Whether the score is a proof."""
        return abs(self.score) > DECIDED_SCORE

    @property
    def horizon(self) -> int:
        """The most turns that the score can rest on."""
        return MAX_TURNS if self.decided else self.turns


class AlphaBetaPlayer:
    """Plays what its opening book knows; else deepens turn by turn until a limit is reached or the game is decided."""

    def __init__(self, book: Book | None = None) -> None:
        self._book = book
        self._tables = load()
        self._engine = Engine(self._tables)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the turn that the last iteration, complete or cut off, found best.

        The rule layer completes what the search leaves open: idle placements, a turn when there was no time.
        """
        started = time.monotonic()
        known = self._book.lookup(position) if self._book else None
        if known:
            return known.decision(time.monotonic() - started)
        if limits == Limits():
            limits = Limits.within(DEFAULT_SECONDS)
        deadline = math.inf if limits.deadline is None else limits.deadline
        self._engine.forget()
        nodes = NO_NODE_LIMIT if limits.nodes is None else limits.nodes
        self._engine.begin(deadline - VARIATION_SECONDS, nodes, CONTEMPT)
        last: Iteration | None = None
        for iteration in self._deepen(position, limits):
            last = iteration
        pv = self._principal_variation(position, last, deadline)
        return Decision(
            turn=whole_turn(position, pv[: position.left]),
            reason=_reason(position, last),
            score=last.score if last else None,
            depth=position.left + 2 * (last.turns - 1) if last and last.turns else 0,
            nodes=self._engine.nodes,
            seconds=time.monotonic() - started,
            pv=pv,
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def _deepen(self, position: Position, limits: Limits) -> Iterator[Iteration]:
        """Search ever deeper; what an iteration that was cut off found better than the last comes last."""
        self._stand_at(position)
        known = 0
        for turns in range(1, _most_turns(position, limits) + 1):
            score, turn, complete = self._engine.iterate(turns)
            if not complete and score < -DECIDED_SCORE:
                score = known  # a loss is proven only by a whole iteration
            if complete or turn != NONE:
                yield Iteration(turns if complete else turns - 1, score, turn_squares(position, turn, self._tables))
            if not complete or abs(score) > DECIDED_SCORE:
                return
            known = score

    def _stand_at(self, position: Position) -> None:
        self._engine.set_position(*engine_position(position, self._tables))

    def _principal_variation(self, position: Position, last: Iteration | None, deadline: float) -> tuple[int, ...]:
        """Return this turn and, until the deadline, the table's best ones behind it, what is decided played out."""
        turns = last.horizon if last else 1
        line = completed(position, last.squares if last else ())
        position = played(position, line)
        while turns > 1 and not position.result and time.monotonic() < deadline:
            turns -= 1
            squares = self._next_squares(position)
            if not squares and not _is_decided(position):
                break
            squares = completed(position, squares)
            position = played(position, squares)
            line += squares
        return line

    def _next_squares(self, position: Position) -> tuple[int, ...]:
        self._stand_at(position)
        return turn_squares(position, self._engine.known_best(), self._tables)


def _most_turns(position: Position, limits: Limits) -> int:
    """Return how many turns a limit in plies allows, at least this one."""
    return MAX_TURNS if limits.depth is None else max(1, 1 + (limits.depth - position.left) // 2)


def _is_decided(position: Position) -> bool:
    """Whether a side wins within this turn or, with nothing to stop it, within the next."""
    return rules.best_placement(position)[1] in {rules.WINS_NOW, rules.DELAYS_A_WIN}


def _reason(position: Position, last: Iteration | None) -> str:
    """Say what chose: a rule where no turn was searched, else the search."""
    if last is None or not last.squares:
        return rules.best_placement(position)[1].name
    if last.decided:
        turns = (WIN_SCORE - abs(last.score) + 1) // 2
        return f"search: wins with its turn {turns}" if last.score > 0 else f"search: loses to turn {turns} from now"
    return f"search: {last.turns} turns deep"


STRATEGY = Strategy(
    "alpha-beta",
    "the default: an opening book, then iterative-deepening alpha-beta over turns",
    "super-ttt",
    lambda _seed: AlphaBetaPlayer(shipped_book()),
)

WITHOUT_BOOK = Strategy(
    "alpha-beta-no-book", "the default player without its opening book", "super-ttt", lambda _seed: AlphaBetaPlayer()
)

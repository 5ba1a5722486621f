"""Alpha-beta over placements as plies: principal-variation search with a transposition table, deepened by turns.

Two consecutive plies may be the same side's, so a child's score is negated only where the side to move changes.
The search ends at turn boundaries, goes on where the side to move must answer a threat, and can stop at any node.
Scores: `WIN - n` for a game won in n plies, `n - WIN` for one lost in n plies, anything else is an estimate.
"""

import math
import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, NamedTuple, Protocol, TypeVar

from sttt.kernel.scores import DECIDED, WIN, further, nearer

M = TypeVar("M")

NODES_PER_CLOCK = 32
"""The clock is read once in so many nodes."""

TABLE_SIZE = 150_000
"""Entries in the transposition table; a full table is emptied."""

MAX_LINE = 81
"""A principal variation is followed for at most so many plies, whatever the table holds."""

EXTENSIONS = 10
"""A line of play is extended by at most so many turns."""


class SearchState(Protocol[M]):
    """A mutable position that can be searched; a *move* is whatever `push` takes for one placement."""

    side: int
    left: int

    @property
    def key(self) -> Hashable:
        """Equal keys mean equal scores."""

    def verdict(self) -> int | None:
        """Return the exact score where it is known without search, else None."""

    def must_answer(self) -> bool:
        """Whether the opponent would win in its next turn if the side to move passed."""

    def evaluate(self) -> int:
        """Return an estimate of the score from the side to move's point of view."""

    def moves(self) -> Sequence[M]:
        """Return the moves to search, best first; none means that the side to move has `lost`."""

    def lost(self) -> int:
        """Return the exact score of a position without moves."""

    def push(self, move: M) -> None:
        """Make a move."""

    def pop(self) -> None:
        """Take the last move back."""


class Bound(Enum):
    """What a stored score says of the true one."""

    EXACT = 0
    LOWER = 1
    UPPER = 2


@dataclass(frozen=True, slots=True)
class Iteration(Generic[M]):
    """One iteration of the deepening: its depth, the root's score and the principal variation."""

    turns: int
    score: int
    pv: tuple[M, ...]


class _Entry(NamedTuple, Generic[M]):
    turns: int
    score: int
    bound: Bound
    move: M | None


class _OutOfBudgetError(Exception):
    """Raised inside the search when a limit is reached, caught at its root."""


class AlphaBeta(Generic[M]):
    """One search of one position. `nodes` counts the positions visited."""

    def __init__(self, state: SearchState[M], deadline: float | None = None, max_nodes: int | None = None) -> None:
        """Search `state` until `deadline` on `time.monotonic` or for `max_nodes`, whichever comes first."""
        self.nodes = 0
        self._state = state
        self._deadline = math.inf if deadline is None else deadline
        self._max_nodes = math.inf if max_nodes is None else max_nodes
        self._table: dict[Hashable, _Entry[M]] = {}
        self._ply = 0
        self._root_best: tuple[int, M] | None = None

    def deepen(self, max_turns: int) -> Iterator[Iteration[M]]:
        """Yield an iteration for 1, 2, ... `max_turns` turns, ending early once the game is decided.

        When a limit cuts an iteration off, what it found better than the previous one's choice is yielded last.
        """
        for turns in range(1, max_turns + 1):
            self._root_best = None
            try:
                score = self._search(turns, EXTENSIONS, -WIN, WIN)
            except _OutOfBudgetError:
                self._unwind()
                yield from self._cut_off(turns)
                return
            yield Iteration(turns, score, self._line_from(None))
            if abs(score) > DECIDED:
                return

    def _cut_off(self, turns: int) -> Iterator[Iteration[M]]:
        """Yield what an unfinished iteration found, if it scored a move at all: its first was the last one's best."""
        if self._root_best:
            score, move = self._root_best
            yield Iteration(turns, score, self._line_from(move))

    def _search(self, turns: int, extensions: int, alpha: int, beta: int) -> int:
        """Return the score within (`alpha`, `beta`), or a bound beyond it (fail-soft)."""
        self._count_node()
        state = self._state

        # Step 1. What needs no search.
        verdict = state.verdict()
        if verdict is not None:
            return verdict
        # Step 2. The horizon, pushed on while there is a threat to answer.
        if turns <= 0:
            if not (extensions and state.must_answer()):
                return state.evaluate()
            turns, extensions = 1, extensions - 1
        # Step 3. The transposition table: a score, or at least a move to start with.
        key = state.key
        entry = self._table.get(key)
        if entry and self._ply and _cuts(entry, turns, alpha, beta):
            return entry.score
        # Step 4. The moves, best first.
        best, best_move = self._search_moves(turns, extensions, alpha, beta, entry.move if entry else None)
        # Step 5. Remember.
        self._store(key, _Entry(turns, best, _bound(best, alpha, beta), best_move))
        return best

    def _search_moves(
        self, turns: int, extensions: int, alpha: int, beta: int, first: M | None
    ) -> tuple[int, M | None]:
        """Score the first move with the full window, the others with a null one and again where they beat alpha."""
        best: int | None = None
        best_move = None
        for move in _with_first(self._state.moves(), first):
            score = self._child(move, turns, extensions, alpha, beta if best is None else alpha + 1)
            if best is not None and alpha < score < beta:
                score = self._child(move, turns, extensions, alpha, beta)
            if best is None or score > best:
                best, best_move = score, move
                if not self._ply:
                    self._root_best = (score, move)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return (self._state.lost(), None) if best is None else (best, best_move)

    def _child(self, move: M, turns: int, extensions: int, alpha: int, beta: int) -> int:
        """Score a move from the mover's point of view; a decided score is one ply further off than the child's."""
        state = self._state
        side = state.side
        alpha, beta = nearer(alpha), nearer(beta)
        state.push(move)
        self._ply += 1
        if state.side == side:
            score = self._search(turns, extensions, alpha, beta)
        else:
            score = -self._search(turns - 1, extensions, -beta, -alpha)
        self._ply -= 1
        state.pop()
        return further(score)

    def _count_node(self) -> None:
        self.nodes += 1
        if self.nodes > self._max_nodes:
            raise _OutOfBudgetError
        if self.nodes % NODES_PER_CLOCK == 0 and time.monotonic() >= self._deadline:
            raise _OutOfBudgetError

    def _unwind(self) -> None:
        """Take back the moves that were on the board when the budget ran out."""
        for _ in range(self._ply):
            self._state.pop()
        self._ply = 0

    def _store(self, key: Hashable, entry: _Entry[M]) -> None:
        if len(self._table) >= TABLE_SIZE:
            self._table.clear()
        self._table[key] = entry

    def _line_from(self, first: M | None) -> tuple[M, ...]:
        """Follow the table's best moves from the root, or from `first`, as far as they go."""
        line: list[M] = []
        move = first or self._best_known()
        while move is not None and len(line) < MAX_LINE:
            self._state.push(move)
            line.append(move)
            move = self._best_known()
        for _ in line:
            self._state.pop()
        return tuple(line)

    def _best_known(self) -> M | None:
        entry = self._table.get(self._state.key)
        return entry.move if entry and self._state.verdict() is None else None


def _with_first(moves: Sequence[M], first: M | None) -> Sequence[M]:
    """Put the move `first` in front."""
    return moves if first is None else [first, *(move for move in moves if move != first)]


def _cuts(entry: _Entry[M], turns: int, alpha: int, beta: int) -> bool:
    """Whether a stored score is deep enough, or proven, and settles the window."""
    if entry.turns < turns and abs(entry.score) <= DECIDED:
        return False
    if entry.bound is Bound.EXACT:
        return True
    return entry.score >= beta if entry.bound is Bound.LOWER else entry.score <= alpha


def _bound(score: int, alpha: int, beta: int) -> Bound:
    if score <= alpha:
        return Bound.UPPER
    return Bound.LOWER if score >= beta else Bound.EXACT

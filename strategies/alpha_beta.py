"""The default player: the rule layer over an iterative-deepening alpha-beta, anytime under a deadline."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter

from strategies import rules
from strategies.turns import whole_turn
from sttt.games.super_ttt import Position
from sttt.kernel.scores import DECIDED, WIN
from sttt.kernel.super_ttt_state import Option, SuperTTTState, square_for
from sttt.players import Decision, Limits, Strategy
from sttt.search.alpha_beta import AlphaBeta, Iteration

DEFAULT_SECONDS = 0.9
"""Search time per turn when no limit says otherwise."""

MAX_TURNS = 41
"""More turns than a game can have."""


class RuledState(SuperTTTState):
    """The search's view of a position: the forcing rules say which placements can matter, the evaluation orders them.

    Ordering by the quiet rules first costs 9 % more nodes at equal depth (docs/experiments.md), so they stay out.
    """

    __slots__ = ()

    def must_answer(self) -> bool:
        """Whether the opponent threatens to win in its next turn: the rule "stops a win" extends the search."""
        return bool(self.threats)

    def moves(self) -> list[Option]:
        """Return the placements that can be part of stopping a win, all when there is none to stop, best first."""
        return sorted(self.stopping(self.options()), key=attrgetter("value"), reverse=True)


class AlphaBetaPlayer:
    """Deepens turn by turn until a limit is reached or the game is decided."""

    def __init__(self) -> None:
        self._search: AlphaBeta[Option] | None = None

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the turn that the last iteration, complete or cut off, found best.

        The rule layer completes what the search leaves open: the rest of a win, or a turn when there was no time.
        """
        started = time.monotonic()
        if limits == Limits():
            limits = Limits.within(DEFAULT_SECONDS)
        # The last turn's table is let go of here, where its time counts as search, not after the deadline.
        self._search = search = AlphaBeta(RuledState(position), limits.deadline, limits.nodes)
        last: Iteration[Option] | None = None
        with garbage_collector_off():
            for iteration in search.deepen(_turns(position, limits)):
                last = iteration
        pv = _finish(position, _squares(position, last.pv if last else ()))
        return Decision(
            turn=whole_turn(position, pv[: position.left]),
            reason=_reason(position, last),
            score=last.score if last else None,
            depth=position.left + 2 * (last.turns - 1) if last else 0,
            nodes=search.nodes,
            seconds=time.monotonic() - started,
            pv=pv,
        )

    def close(self) -> None:
        """Let go of the last search's table."""
        self._search = None


@contextmanager
def garbage_collector_off() -> Iterator[None]:
    """Keep the cyclic collector from pausing a search near its deadline: a search makes no cycles.

    Freezing and unfreezing make all that the search has left behind old at once, so that the collector does not
    walk through it (some 50 ms) as soon as it is on again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()
        if was_on:
            gc.enable()


def _turns(position: Position, limits: Limits) -> int:
    """Return how many turns a limit in plies allows, at least this one."""
    return MAX_TURNS if limits.depth is None else max(1, 1 + (limits.depth - position.left) // 2)


def _squares(position: Position, line: tuple[Option, ...]) -> tuple[int, ...]:
    """Translate a line of placements up to symmetry into squares of the real board."""
    found = []
    for option in line:
        found.append(square_for(position, option))
        position = position.play(found[-1])
    return tuple(found)


def _finish(position: Position, line: tuple[int, ...]) -> tuple[int, ...]:
    """Prolong a line by the rules until the turn is whole and what the costs have decided is played out."""
    turn = position.left
    for square in line:
        position = position.play(square)
    while not position.result and (len(line) < turn or _is_decided(RuledState(position))):
        square, _ = rules.best_placement(position)
        line = (*line, square)
        position = position.play(square)
    return line


def _is_decided(state: RuledState) -> bool:
    """Whether a side wins within this turn or, with nothing to stop it, within the next."""
    return (state.verdict() or 0) > 0 or not state.moves()


def _reason(position: Position, last: Iteration[Option] | None) -> str:
    """Say what chose: a rule where the costs tell the outcome, else the search."""
    if last is None or not last.pv:
        return rules.best_placement(position)[1].name
    if abs(last.score) > DECIDED:
        placements = WIN - abs(last.score)
        return f"search: {'wins' if last.score > 0 else 'loses'} in {placements} placements"
    return f"search: {last.turns} turns deep"


STRATEGY = Strategy(
    "alpha-beta", "the default: rules over iterative-deepening alpha-beta", "super-ttt", lambda _seed: AlphaBetaPlayer()
)

"""The knowledge of Connect 4 positions: by the book that ships, and by the exact solver of this process."""

from functools import cache
from threading import Lock

from sttt.games.claim import Claim
from sttt.games.connect_four.book.book import Solved, shipped_book
from sttt.games.connect_four.position import Position
from sttt.games.connect_four.search.board import NO_COLUMN
from sttt.games.connect_four.search.solver import ConnectFourSolver
from sttt.games.game import Turn
from sttt.games.verdict import NOTHING, Ground, Proven, Verdict
from sttt.kernel.limits import NO_NODE_LIMIT

_LOCK = Lock()
"""Held by whoever asks the solver."""


def known(position: Position) -> Verdict:
    """Return what the book has."""
    solved = None if position.result else shipped_book().lookup(position)
    return verdict_of(solved, Ground.BOOK) if solved else NOTHING


def prove(position: Position, deadline: float, _known: Verdict) -> Verdict:
    """Solve what can be solved until a moment on `time.monotonic`."""
    with _LOCK:
        solver = _solver()
        solver.set_position(position.stones(position.side), position.filled)
        solver.begin(deadline, NO_NODE_LIMIT)
        return verdict_of(Solved(position, *solver.solve()), Ground.PROOF)


@cache
def _solver() -> ConnectFourSolver:
    return ConnectFourSolver()


def verdict_of(solved: Solved, ground: Ground) -> Verdict:
    """Say what the bounds of a score prove."""
    side = solved.position.side
    turn: Turn = () if solved.column == NO_COLUMN else (solved.column,)
    proven = []
    for attacker, least, most in ((side, solved.least, solved.most), (side.other, -solved.most, -solved.least)):
        if least > 0:
            proven.append(
                Proven(Claim(attacker, wins=True, turns=_turns(solved.position, attacker, least)), ground, turn)
            )
        if most <= 0:
            proven.append(Proven(Claim(attacker, wins=False), ground, turn if attacker is not side else ()))
        elif (turns := _turns(solved.position, attacker, most)) > 1:
            proven.append(Proven(Claim(attacker, wins=False, turns=turns - 1), ground))
    return Verdict.of(*proven)


def _turns(position: Position, winner: object, score: int) -> int:
    """Return with which of its own stones from now a side wins that has this score, which is above 0."""
    return 22 - score - position.stones(position.side if winner is position.side else position.side.other).bit_count()

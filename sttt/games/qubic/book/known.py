"""The knowledge of 4x4x4 tic-tac-toe positions: by Red's winning book, by threats and by proofs."""

import time
from functools import cache
from threading import Lock

from sttt.games.game import Result, Side, Turn
from sttt.games.qubic.book.book import shipped_book, win_by_threats
from sttt.games.qubic.position import Position, squares, winning_squares
from sttt.games.qubic.search.prover import QubicProver
from sttt.games.qubic.search.threats import QubicThreats
from sttt.games.verdict import NOTHING, Ground, Verdict, best_of, seen_from
from sttt.kernel.limits import NO_NODE_LIMIT

NODE_BITS = 18
"""Of each side's proofs: 16 MB."""

MOST_BOOK_MARKS = 14
"""Marks of Red's up to which a mark taken away is looked for in the book."""

OWN_SHARE = 0.5
"""The share of time for the side to move's own win; the rest is for the opponent's."""

_LOCK = Lock()
"""Held by whoever asks the provers."""


def known(position: Position) -> Verdict:
    """Return what the book has: Red wins where it is to move in the book, or has just made the book's move."""
    if position.result:
        return NOTHING
    if position.side is Side.X:
        move = shipped_book().lookup(position)
        return NOTHING if move is None else Verdict.settled(Result.X_WINS, Ground.BOOK, turn=(move,))
    if position.x.bit_count() <= MOST_BOOK_MARKS:
        for square in squares(position.x):
            if shipped_book().lookup(Position(position.x & ~(2**square), position.o)) == square:
                return Verdict.settled(Result.X_WINS, Ground.BOOK)
    return NOTHING


def prove(position: Position, deadline: float, _known: Verdict) -> Verdict:
    """Seek a win of either side until a moment on `time.monotonic`: by threats, then by proofs."""
    with _LOCK:
        own_deadline = time.monotonic() + OWN_SHARE * (deadline - time.monotonic())
        won = _own_win(position, own_deadline)
        return won if won.value else _defence(position, deadline)


def _own_win(position: Position, deadline: float) -> Verdict:
    """Return a win of the side to move's; nothing where none is found."""
    own, other = position.marks(position.side), position.marks(position.side.other)
    threats = _threats()
    threats.begin(deadline, NO_NODE_LIMIT)
    plan = win_by_threats(own, other, threats)
    if plan:
        return Verdict.settled(Result.win(position.side), Ground.PROOF, _turns_of(position, plan), plan[:1])
    if winning_squares(position, position.side.other):
        return NOTHING
    prover = _prover(position.side)
    if prover.is_crowded:
        prover.forget()
    prover.begin(deadline, NO_NODE_LIMIT)
    move = prover.winning_move(own, other) if prover.prove(own, other) else None
    return NOTHING if move is None else Verdict.settled(Result.win(position.side), Ground.PROOF, turn=(move,))


def _turns_of(position: Position, plan: Turn) -> int:
    """Return with which of its turns a win by threats is over, its moves played out."""
    side = position.side
    for number, square in enumerate(plan, start=1):
        position = position.play(square)
        if position.result:
            return number
        position = position.play(winning_squares(position, side)[0])
    return len(plan) + 1


def _defence(position: Position, deadline: float) -> Verdict:
    """Return the opponent's win if every square leaves it one; where a three must be blocked, what that leads to."""
    must = winning_squares(position, position.side.other)
    turns = []
    for square in must or position.legal_placements():
        if time.monotonic() >= deadline:
            return NOTHING
        after = position.play(square)
        if after.result:
            turns.append(seen_from(position, (square,), after, NOTHING))
            continue
        behind = known(after).merge(_own_win(after, deadline))
        turns.append(seen_from(position, (square,), after, behind))
        if behind.value is None or len(must) > 1:
            break
    if len(must) > 1:  # any move leaves the other three open
        return Verdict.settled(Result.win(position.side.other), Ground.RULES, 1, must[:1])
    whole = len(turns) == len(must or position.legal_placements())
    return best_of(turns, position.side, all_turns=whole)


@cache
def _threats() -> QubicThreats:
    return QubicThreats()


@cache
def _prover(_attacker: Side) -> QubicProver:
    """Return the prover of a side's wins."""
    return QubicProver(NODE_BITS)

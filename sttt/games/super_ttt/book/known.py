"""The shipped knowledge of Super Tic-Tac-Toe positions: the theorem on the first turns, the books, the opening table.

The game is a draw: O has a reply to each of X's undominated first turns that a certificate proves to hold, and no first
turn loses (``docs/value.md``, "What is settled"). What a dominated first turn leaves is at most as good for X as what
the turn that dominates it does, and so is what the same reply leaves: `dominated_replies.txt` has those replies.
"""

from functools import cache
from pathlib import Path

from sttt.games.claim import EVER, Claim
from sttt.games.game import Result, Side
from sttt.games.super_ttt.book.answers import holding_answer
from sttt.games.super_ttt.book.book import BookMove, canonical, shipped_book
from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening, winning_move
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_squares
from sttt.games.verdict import NOTHING, Ground, Proven, Verdict

DOMINATED_FILE = Path(__file__).with_name("dominated_replies.txt")

MOST_MARKS = 13
"""More than the books' positions have: no position with so many is looked up."""


def known(position: Position) -> Verdict:
    """Return what ships of a position, also of one within X's first turn."""
    marks = x, o = position.x.bit_count(), position.o.bit_count()
    if position.result or x + o >= MOST_MARKS:
        return NOTHING
    # With fewer marks somebody has forfeited placements, of which the proofs say nothing.
    if position.side is Side.X and not o and x + position.left == 2:
        return Verdict.settled(Result.DRAW, Ground.CERTIFICATE)
    if position.left == 1:
        return NOTHING
    if position.side is Side.O and marks == (2, 0):
        return Verdict.settled(Result.DRAW, Ground.CERTIFICATE, turn=_reply(position))
    found = _by_book(position)
    is_after_two = position.side is Side.X and marks == (2, 2)
    return found.merge(_after_two_turns(position) if is_after_two else _after_three_turns(position))


def _reply(position: Position) -> tuple[int, ...]:
    """Return O's reply to a first turn that is proven to hold."""
    move = shipped_book().lookup(position)
    if move and move.entry.proof == EVER:
        return move.turn
    key = canonical(position, shipped_book().tables)
    of, reply = _dominated()[key.key]
    there = canonical(of, shipped_book().tables)
    return key.squares(there.board_turns(reply))


def _after_two_turns(position: Position) -> Verdict:
    """Return what is known after each side's first turn: O never wins, as no first turn wins and X's marks help X."""
    found = Verdict.of(Proven(Claim(Side.O, wins=False), Ground.CERTIFICATE))
    first = Position.from_marks(position.x, 0, Side.O)
    if _key(first.play_all(_reply(first))) == _key(position):
        return found.merge(Verdict.of(Proven(Claim(Side.X, wins=False), Ground.CERTIFICATE)))
    opening = known_opening(position)
    if opening and opening.worth is ReplyWorth.HELD:
        return found.merge(Verdict.of(Proven(Claim(Side.X, wins=False), Ground.BOOK)))
    bounds = (-opening.fails, opening.wins) if opening else ()
    turn = move.turn if opening and (move := winning_move(position)) else ()
    claims = (Claim.of_bound(Side.X, bound) for bound in bounds if bound)
    return found.merge(Verdict.of(*(Proven(one, Ground.BOOK, turn if one.wins else ()) for one in claims)))


def _after_three_turns(position: Position) -> Verdict:
    """Return what the answers to X's second turns say, of other positions nothing."""
    answer = holding_answer(position)
    return Verdict.of(Proven(Claim(Side.X, wins=False), Ground.BOOK, answer)) if answer else NOTHING


def _by_book(position: Position) -> Verdict:
    move = shipped_book().lookup(position)
    return verdict_of(position, move) if move else NOTHING


def verdict_of(position: Position, move: BookMove) -> Verdict:
    """Say what a book's entry proves of its position."""
    entry, side = move.entry, position.side
    ground = Ground.CERTIFICATE if entry.proof == EVER else Ground.BOOK
    proven = []
    if entry.wins_in:
        proven.append(Proven(Claim(side, wins=True, turns=(entry.wins_in + 1) // 2), ground, move.turn))
    elif entry.proof:
        proven.append(Proven(Claim.of_bound(side.other, -entry.proof), ground, move.turn))
    return Verdict.of(*proven)


@cache
def _dominated() -> dict[str, tuple[Position, tuple[int, ...]]]:
    """Return X's dominated first turns by key, each as a position with O's reply."""
    found = {}
    for line in DOMINATED_FILE.read_text(encoding="ascii").splitlines()[1:]:
        turn, reply = line.split(" ")[:2]
        position = Position().play_all(parse_squares(turn))
        found[_key(position)] = position, parse_squares(reply)
    return found


def _key(position: Position) -> str:
    return canonical(position, shipped_book().tables).key

"""The course's turn ``((5 . 5) (5 . 1))``: reading it strictly, reading it as its referee does, and writing it."""

import re

from adapter.scheme.datum import Atom, Datum, List, Text, describe, is_empty, is_symbol
from adapter.scheme.reader import read
from sttt.errors import PlayerError, ProtocolError
from sttt.games.game import Turn
from sttt.games.super_ttt import Position

_INDEX = re.compile(r"\+?0*([1-9])")
_FLOAT_INTEGER = re.compile(r"[+-]?[0-9]+\.0*(?:e[+-]?[0-9]+)?")
_TIGHT_PAIR = re.compile(r"([0-9]+) ?\. ?([0-9]+)")


def format_turn(turn: Turn) -> str:
    """Write one or two placements (0..80 or None) on one line; a lone one is completed with ``()``.

    Raises `ProtocolError` for anything else.
    """
    if not 1 <= len(turn) <= 2:
        raise ProtocolError(f"a turn of {len(turn)} placements cannot be written; expected one or two")
    return f"({' '.join(_format_placement(square) for square in (*turn, None)[:2])})"


def _format_placement(square: int | None) -> str:
    if square is None:
        return "()"
    if not 0 <= square <= 80:
        raise ProtocolError(f"square {square} cannot be written; expected 0 to 80")
    return f"({square // 9 + 1} . {square % 9 + 1})"


def parse_turn(text: str) -> Turn:
    """Read a turn in any dialect, strictly: two placements, each a pair of indices 1..9 or ``()`` (None).

    Raises `ProtocolError` for any other form. Whether the squares are open is not this function's matter.
    """
    turn = read(text)
    if not isinstance(turn, List) or turn.tail or len(turn.items) != 2:
        raise ProtocolError(
            f"the turn is {describe(turn)}; expected two placements, such as ((5 . 5) (5 . 1))", turn.offset
        )
    return tuple(_placement(item) for item in turn.items)


def _placement(datum: Datum) -> int | None:
    if is_empty(datum):
        return None
    pair = _pair(datum) or _tight_pair(datum)
    if not pair:
        raise ProtocolError(f"a placement is {describe(datum)}; expected (BIG . LITTLE) or ()", datum.offset)
    big, little = (_checked_index(index) for index in pair)
    return 9 * big + little


def _pair(datum: Datum) -> tuple[Datum, Datum] | None:
    if isinstance(datum, List) and datum.tail and len(datum.items) == 1:
        return datum.items[0], datum.tail
    return None


def _tight_pair(datum: Datum) -> tuple[Datum, Datum] | None:
    """Read a pair written without the blanks around its dot: ``(5.1)``, ``(5 .1)``, ``(5. 1)``."""
    if not isinstance(datum, List) or datum.tail or len(datum.items) > 2:
        return None
    match = _TIGHT_PAIR.fullmatch(" ".join(item.text for item in datum.items if isinstance(item, Atom)))
    return match and (Atom(match[1], datum.offset), Atom(match[2], datum.offset))


def _checked_index(datum: Datum) -> int:
    index = _index(datum)
    if index is None:
        raise ProtocolError(f"an index is {describe(datum)}; expected an integer 1 to 9", datum.offset)
    return index


def _index(datum: Datum) -> int | None:
    """Return an index 1..9 as 0..8, or None for any other datum."""
    match = _INDEX.fullmatch(datum.text) if isinstance(datum, Atom) else None
    return int(match[1]) - 1 if match else None


def parse_reply(text: str) -> Turn:
    """Read a program's reply as the course's referee treats it: always two placements, None for an invalid one.

    A reply that is not a pair whose cdr is a pair forfeits both; elements from the third on are ignored. The text is
    taken as a written Scheme value, so ``(5.1)`` is a list of one number here. Raises `ProtocolError` for text that
    cannot be read and for an index such as ``5.0``, on which that referee fails and the mover loses; `PlayerError`
    with the message of an ``(error "...")``.
    """
    reply = read(text)
    if not isinstance(reply, List):
        return (None, None)
    _raise_error(reply)
    if len(reply.items) < 2:
        return (None, None)
    return tuple(_claimed_placement(item) for item in reply.items[:2])


def fit_turn(turn: Turn, position: Position) -> Turn:
    """Cut a reply down to a turn of one placement, where that is all the position has left.

    The referee validates both and places the one that is valid, wherever it stands.
    """
    if position.left == len(turn):
        return turn
    open_squares = position.legal_placements()
    return tuple(placement for placement in turn if placement in open_squares)[:1] or turn[:1]


def _raise_error(reply: List) -> None:
    if reply.items and is_symbol(reply.items[0], "error"):
        message = " ".join(item.text for item in reply.items[1:] if isinstance(item, Atom | Text))
        raise PlayerError(f"the program answered with an error: {' '.join(message.split())}")


def _claimed_placement(datum: Datum) -> int | None:
    pair = _pair(datum)
    if not pair:
        return None
    for index in pair:
        if isinstance(index, Atom) and _FLOAT_INTEGER.fullmatch(index.text):
            raise ProtocolError(f"an index is {describe(index)}; expected an exact integer 1 to 9", index.offset)
    big, little = (_index(index) for index in pair)
    return None if big is None or little is None else 9 * big + little

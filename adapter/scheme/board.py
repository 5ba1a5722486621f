"""The course's board ``(big (little x () ...) ...)``, request ``(BOARD WHO)`` and turn ``((5 . 5) (5 . 1))`` as text.

A turn is read strictly, or as the course's referee reads it.
"""

import re

from adapter.scheme.reader import Atom, Datum, List, Text, describe, is_empty, is_symbol, read
from sttt.errors import PlayerError, PositionError, ProtocolError
from sttt.games.game import Side, Turn
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_sexpr


def parse_board(text: str, who: str = "x") -> Position:
    """Read a board in any dialect, with `who` ("x" or "o") to move a whole turn.

    Any number of marks of either side is accepted, as turns may be forfeited. Raises `ProtocolError` for text that
    is not a board and for a board that no game leads to.
    """
    return _position(read(text), _side(Atom(who.lower(), 0)))


def format_board(position: Position) -> str:
    """Write the board on one line, as the course's referee builds it."""
    return format_sexpr(position)


def parse_request(text: str) -> Position:
    """Read ``(BOARD WHO)``: the position with WHO to move; raises `ProtocolError`."""
    request = read(text)
    if not isinstance(request, List) or request.tail or len(request.items) != 2:
        raise ProtocolError(f"the request is {describe(request)}; expected (BOARD WHO)", request.offset)
    board, who = request.items
    return _position(board, _side(who))


def format_request(position: Position) -> str:
    """Write ``(BOARD WHO)`` on one line."""
    return f"({format_board(position)} {position.side})"


def _side(who: Datum) -> Side:
    if isinstance(who, Atom) and who.text in {"x", "o"}:
        return Side(who.text)
    raise ProtocolError(f"the side to move is {describe(who)}; expected x or o", who.offset)


def _position(board: Datum, side: Side) -> Position:
    x = o = 0
    for index, little in enumerate(_headed(board, "big", "the board", "little board")):
        for place, square in enumerate(_headed(little, "little", f"little board {index + 1}", "square")):
            bit = 1 << 9 * index + place
            if is_symbol(square, "x"):
                x |= bit
            elif is_symbol(square, "o"):
                o |= bit
            elif not is_empty(square):
                where = f"square ({index + 1} . {place + 1})"
                raise ProtocolError(f"{where} holds {describe(square)}; expected x, o or ()", square.offset)
    try:
        return Position.from_marks(x, o, side)
    except PositionError as error:
        raise ProtocolError(f"an impossible board: {error}", board.offset) from error


def _headed(datum: Datum, head: str, name: str, content: str) -> tuple[Datum, ...]:
    """Return the nine elements after the head symbol of a list."""
    if not isinstance(datum, List) or not datum.items:
        raise ProtocolError(f"{name} is {describe(datum)}; expected a list ({head} ...)", datum.offset)
    if not is_symbol(datum.items[0], head):
        found = describe(datum.items[0])
        raise ProtocolError(f"{name} begins with {found}; expected {head}", datum.items[0].offset)
    if datum.tail:
        raise ProtocolError(f"{name} ends in a dotted {describe(datum.tail)}; expected ')'", datum.tail.offset)
    if len(datum.items) != 10:
        count = len(datum.items) - 1
        raise ProtocolError(f"{name} has {count} {content}{'' if count == 1 else 's'}; expected 9", datum.offset)
    return datum.items[1:]


_INDEX = re.compile(r"\+?0*([1-9])")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?")
_TIGHT_PAIR = re.compile(r"([0-9]+) ?\. ?([0-9]+)")
_EMPTY_BOARD = Position()


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


def parse_reply(text: str, position: Position = _EMPTY_BOARD) -> Turn:
    """Read a program's reply as the course's referee treats it: always two placements, None for an invalid one.

    A reply that is not a pair whose cdr is a pair forfeits both; elements from the third on are ignored. The text is
    taken as a written Scheme value, so ``(5.1)`` is a list of one number here. Raises `ProtocolError` for text that
    cannot be read and for an index such as ``5.0``, where that referee looks it up, fails, and the mover loses: it does
    not look for a square in a little board that has an owner. Raises `PlayerError` with the message of an
    ``(error "...")``.
    """
    reply = read(text)
    if not isinstance(reply, List):
        return (None, None)
    _raise_error(reply)
    if len(reply.items) < 2:
        return (None, None)
    return tuple(_claimed_placement(item, position) for item in reply.items[:2])


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


def _claimed_placement(datum: Datum, position: Position) -> int | None:
    """Validate in that referee's order: both numbers, then the little board's owner, which needs an exact index."""
    pair = _pair(datum)
    big, little = (_whole_number(index) for index in pair) if pair else (None, None)
    if not pair or big is None or little is None:
        return None
    _check_exact(pair[0])
    if not position.owner(big - 1):
        _check_exact(pair[1])
    return 9 * (big - 1) + little - 1


def _whole_number(datum: Datum) -> int | None:
    """Return an index that is 1 to 9 as Scheme compares numbers, a float too; None for any other datum."""
    index = _index(datum)
    if index is not None:
        return index + 1
    value = float(datum.text) if isinstance(datum, Atom) and _FLOAT.fullmatch(datum.text) else 0.0
    return int(value) if value in range(1, 10) else None


def _check_exact(datum: Datum) -> None:
    if _index(datum) is None:
        raise ProtocolError(f"an index is {describe(datum)}; expected an exact integer 1 to 9", datum.offset)

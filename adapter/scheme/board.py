"""The course's board ``(big (little x () ...) ...)`` and the request ``(BOARD WHO)``: text to and from `Position`."""

from adapter.scheme.datum import Atom, Datum, List, describe, is_empty, is_symbol
from adapter.scheme.reader import read
from sttt.errors import PositionError, ProtocolError
from sttt.games.game import Side
from sttt.games.super_ttt import Position
from sttt.games.super_ttt_text import format_sexpr


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

"""Between positions of the rules and the classes that the checker's search works on, the attacker being its X."""

from itertools import combinations

from sttt.errors import CertificateError, StttError
from sttt.games.game import Side
from sttt.games.super_ttt.certificate.moves import NO_TURN
from sttt.games.super_ttt.certificate.order import IMPOSSIBLE, Tables
from sttt.games.super_ttt.position import LITTLE_LINES, Position, squares
from sttt.games.super_ttt.text import format_position, parse_position

_EXCHANGED = str.maketrans("xo", "ox")


def read_position(text: str) -> Position:
    """Read a position that is not finished; raises `CertificateError`."""
    try:
        position = parse_position(text)
    except StttError as error:
        raise CertificateError(str(error)) from error
    if position.result:
        raise CertificateError("the game is over; expected a position with something to play")
    if text != format_position(position):
        raise CertificateError(f"{text[:120]!r} is not the compact form; expected {format_position(position)!r}")
    return position


def boards_of(position: Position, attacker: Side) -> list[str]:
    """Return the nine squares of each little board as characters, the attacker's marks being ``x``."""
    return split(format_position(position).partition(":")[0], attacker)


def split(boards: str, attacker: Side) -> list[str]:
    """Return the same of little boards in their compact form."""
    return (boards if attacker is Side.X else boards.translate(_EXCHANGED)).split("/")


def side_of(position: Position, attacker: Side) -> int:
    """Return 0 if the attacker is to move, else 1."""
    return 0 if position.side is attacker else 1


def marks_left(position: Position) -> int:
    """Return the marks that the turn has yet: 2 for a whole one, even where a single square is left."""
    return 1 if position.left == 1 and position.open_squares.bit_count() > 1 else 2


def play(position: Position, turn: tuple[int | None, ...]) -> Position:
    """Play a turn to its end, which is earlier if the game ends; raises `StttError` for anything else."""
    side = position.side
    for number, square in enumerate(turn):
        if number and (position.side is not side or position.result):
            raise CertificateError(f"the turn ends after {number} marks; expected no more")
        if square is None:
            raise CertificateError("a mark is forfeited; expected a square")
        position = position.play(square)
    if position.side is side and not position.result:
        raise CertificateError("the turn is not complete; expected two marks")
    return position


def squares_of(position: Position, attacker: Side, turn: int, tables: Tables) -> tuple[int, ...]:
    """Return squares whose marking makes of the little boards what a turn of the search says."""
    boards = boards_of(position, attacker)
    classes = [tables.class_of[board] for board in boards]
    mark = "x" if position.side is attacker else "o"
    found: tuple[int, ...] = ()
    for board, wanted, count in changes(turn):
        matters = [_matters(classes, board, side, tables) for side in (0, 1)]
        empty = [square for square in range(9) if boards[board][square] == "."]
        for chosen in combinations(empty, count):
            after = "".join(mark if square in chosen else boards[board][square] for square in range(9))
            if _reduced(tables.class_of.get(after, -1), matters, tables) == wanted:
                found += tuple(9 * board + square for square in chosen)
                break
    return found


def play_marks(position: Position, marks: tuple[int, ...]) -> Position:
    """Make the marks of a turn and forfeit the rest of it; the game may end first."""
    side = position.side
    for square in marks:
        position = position.play(square)
    while position.side is side and not position.result:
        position = position.play(None)
    return position


def changes(turn: int) -> list[tuple[int, int, int]]:
    """Return what a turn of the search makes of boards: for each its class afterwards and how many marks that takes."""
    if turn == NO_TURN:
        return []
    one, two = turn & 0x1FFF, turn >> 13
    if one == two:
        return [(one & 15, one >> 4, 2)]
    return [(half & 15, half >> 4, 1) for half in (one, two) if half & 15 != 15]


def _matters(classes: list[int], board: int, side: int, tables: Tables) -> bool:
    """Return whether the board lies on a big line that the side can still win."""
    return any(
        line >> board & 1 and all(tables.costs[side][classes[other]] < IMPOSSIBLE for other in squares(line))
        for line in LITTLE_LINES
    )


def _reduced(little: int, matters: list[bool], tables: Tables) -> int:
    if little >= 0 and not matters[1]:
        little = tables.only[0][little]
    if little >= 0 and not matters[0]:
        little = tables.only[1][little]
    return little

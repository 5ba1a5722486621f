"""Connect 4 in characters: the columns played, turns, the drawing."""

from sttt.errors import IllegalPlacement, PositionError
from sttt.games.connect_four.position import COLUMNS, ROWS, STRIDE, Position
from sttt.games.game import Turn


def parse_position(compact: str) -> Position:
    """Read the columns played; raises `PositionError` where they cannot be played, naming the first that cannot."""
    position = Position()
    for number, name in enumerate(compact.strip(), start=1):
        try:
            position = position.play(_column(name))
        except (PositionError, IllegalPlacement) as error:
            raise PositionError.of("drop.stone", text=compact.strip(), number=number, reason=error) from error
    return position


def _column(name: str) -> int:
    if len(name) != 1 or name not in "1234567":
        raise PositionError.of("drop.column", text=name, last=COLUMNS)
    return int(name) - 1


def format_position(position: Position) -> str:
    """Write the columns played."""
    return "".join(str(column + 1) for column in position.columns)


def parse_turn(name: str) -> Turn:
    """Read a column, 1 to 7; raises `PositionError`."""
    return (_column(name.strip()),)


def format_turn(turn: Turn) -> str:
    """Write a column, 1 to 7."""
    return "+".join("-" if column is None else str(column + 1) for column in turn)


def board_lines(position: Position, marks: tuple[str, str] = ("x", "o"), columns: str = "1234567") -> list[str]:
    """Draw the board from row 6 down, with the rows' numbers beside and the columns' names below it."""
    lines = []
    for row in reversed(range(ROWS)):
        cells = (1 << STRIDE * column + row for column in range(COLUMNS))
        drawn = (marks[0] if position.x & cell else marks[1] if position.o & cell else "." for cell in cells)
        lines.append(f"{row + 1}  {' '.join(drawn)}")
    return [*lines, f"   {' '.join(columns)}"]


def draw(position: Position) -> str:
    """Draw the position; the last line tells the side to move or the result."""
    if position.result:
        winner = position.result.winner
        status = f"{winner} has won" if winner else "nobody has won"
    else:
        status = f"{position.side} to move"
    return "\n".join([*board_lines(position), status])

"""ConnectX's observation: 42 numbers row by row from the top, 0 for an empty place, 1 and 2 for the two players."""

import json

from sttt.errors import ProtocolError
from sttt.games.connect_four.game import GAME
from sttt.games.connect_four.position import COLUMNS, ROWS, Position
from sttt.games.game import Side, Turn

MARKS = {Side.X: 1, Side.O: 2}


def board_of(position: Position) -> list[int]:
    """Return the board as agents get it."""
    if GAME.shape is None:
        raise ProtocolError("Connect 4 has no shape; expected one to read its board by")
    cells = zip(GAME.shape.cells, GAME.shape.marks(position), strict=True)
    ordered = sorted(cells, key=lambda one: (one[0].y, one[0].x))
    return [0 if mark is None else MARKS[mark] for _, mark in ordered]


def parse_position(text: str) -> Position:
    """Read a board as a JSON list, and return a position that looks like it; raises `ProtocolError`.

    The order of the moves is not in a board: one that is possible is found, where there is any.
    """
    try:
        board = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"{text[:60]!r} is no JSON list; expected {ROWS * COLUMNS} numbers") from error
    if not isinstance(board, list) or len(board) != ROWS * COLUMNS or not set(map(str, board)) <= {"0", "1", "2"}:
        raise ProtocolError(f"{text[:60]!r} is no board; expected {ROWS * COLUMNS} numbers, 0, 1 or 2 each")
    found = _reached([board[column::COLUMNS][::-1] for column in range(COLUMNS)], Position(), set())
    if found is None:
        raise ProtocolError(f"{text[:60]!r} comes of no game; expected moves by turns, and none after a line")
    return found


def _reached(stacks: list[list[int]], position: Position, failed: set[tuple[int, ...]]) -> Position | None:
    """Return a position with these stacks of stones that play leads to; None if there is none."""
    heights = tuple(position.height(column) for column in range(COLUMNS))
    if all(not any(stack[height:]) for stack, height in zip(stacks, heights, strict=True)):
        return position
    if position.result or heights in failed:
        return None
    for column in range(COLUMNS):
        above = stacks[column][heights[column] :]
        if above and above[0] == MARKS[position.side]:
            found = _reached(stacks, position.play(column), failed)
            if found:
                return found
    failed.add(heights)
    return None


def format_turn(turn: Turn) -> str:
    """Write a turn as agents return it: the number of a column, from 0."""
    return str(turn[0])

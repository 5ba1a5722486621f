"""Connect 4 written down as slowly and plainly as it can be: lists of columns, and every line looked for.

Shares nothing with the package but the numbering of the columns.
"""

from functools import cache

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
Board = tuple[str, ...]
"""Seven columns, each the stones in it from the lowest on, ``x`` or ``o``."""

EMPTY: Board = ("",) * 7


def to_move(board: Board) -> str:
    return "xo"[sum(map(len, board)) % 2]


def drop(board: Board, column: int) -> Board:
    return (*board[:column], board[column] + to_move(board), *board[column + 1 :])


def at(board: Board, column: int, row: int) -> str | None:
    return board[column][row] if 0 <= column < 7 and 0 <= row < len(board[column]) else None


def winner(board: Board) -> str | None:
    for column in range(7):
        for row in range(len(board[column])):
            for across, up in STEPS:
                marks = {at(board, column + across * step, row + up * step) for step in range(4)}
                if len(marks) == 1 and marks != {None}:
                    return marks.pop()
    return None


def is_over(board: Board) -> bool:
    return winner(board) is not None or all(len(column) == 6 for column in board)


def moves(board: Board) -> list[int]:
    return [] if is_over(board) else [column for column in range(7) if len(board[column]) < 6]


@cache
def score(board: Board) -> int:
    """The score of Pons' convention by trying everything: 22 less the winner's stones, negative for a loss."""
    if winner(board):
        return -(22 - (sum(map(len, board)) + 1) // 2)
    if is_over(board):
        return 0
    return max(-score(drop(board, column)) for column in moves(board))


def board_of(columns: tuple[int, ...]) -> Board:
    board = EMPTY
    for column in columns:
        board = drop(board, column)
    return board

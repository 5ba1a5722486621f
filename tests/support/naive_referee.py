"""A second referee of Super Tic-Tac-Toe, written from the course's description alone and sharing no code with ours.

It works on nested lists, as the original does: the board is ``["big", ["little", None, "x", ...], ...]`` with an empty
square as ``()``. A player's reply is Scheme data in Python: a list stands for a proper list, a tuple ``(a, b)`` for
the pair ``(a . b)``, ``()`` or ``[]`` for the empty list; anything else is an atom. (That a fraction such as 5.0 makes
the original fail is left out: here it is an invalid placement.)
"""

from copy import deepcopy
from typing import Any

Data = Any
"""Scheme data."""

EMPTY: Data = ()

LINES = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def empty_board() -> Data:
    return ["big", *(["little", *([EMPTY] * 9)] for _ in range(9))]


def is_pair(data: Data) -> bool:
    return isinstance(data, list | tuple) and len(data) > 0


def car(data: Data) -> Data:
    return data[0]


def cdr(data: Data) -> Data:
    return data[1] if isinstance(data, tuple) else data[1:]


def little_winner(little: Data) -> str | None:
    for a, b, c in LINES:
        if little[a] in ("x", "o") and little[a] == little[b] == little[c]:
            return little[a]
    return None


def is_valid(board: Data, placement: Data) -> bool:
    """Rule 2: a pair of integers in 1..9 naming an empty square of a little board that nobody has won."""
    if not is_pair(placement):
        return False
    big, square = car(placement), cdr(placement)
    if type(big) is not int or type(square) is not int or not 1 <= big <= 9 or not 1 <= square <= 9:
        return False
    little = board[big]
    return little_winner(little) is None and little[square] == EMPTY


def big_winner(board: Data) -> str | None:
    owners = [None, *(little_winner(little) for little in board[1:])]
    for a, b, c in LINES:
        if owners[a] and owners[a] == owners[b] == owners[c]:
            return owners[a]
    return None


def is_cats_game(board: Data) -> bool:
    return all(little_winner(little) or EMPTY not in little[1:] for little in board[1:])


class NaiveReferee:
    """One game. `result` is "x", "o", "draw" or None."""

    def __init__(self) -> None:
        self.board = empty_board()
        self.who = "x"
        self.result: str | None = None

    def enter(self, reply: Data) -> list[tuple[int, int]]:
        """Rules 1, 3, 4 and 5: enter a reply and hand over the move; returns the placements that counted."""
        counted: list[tuple[int, int]] = []
        if is_pair(reply) and is_pair(cdr(reply)):
            first, second = car(reply), car(cdr(reply))
            before = deepcopy(self.board)
            first_valid, second_valid = is_valid(before, first), is_valid(before, second)
            if first_valid:
                self._place(first, counted)
            if second_valid and (not first_valid or is_valid(self.board, second)):
                self._place(second, counted)
        self.who = "o" if self.who == "x" else "x"
        return counted

    def _place(self, placement: Data, counted: list[tuple[int, int]]) -> None:
        big, square = car(placement), cdr(placement)
        self.board[big][square] = self.who
        counted.append((big, square))
        if self.result is None:
            if big_winner(self.board) == self.who:
                self.result = self.who
            elif is_cats_game(self.board):
                self.result = "draw"

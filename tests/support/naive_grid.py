"""The grid games once more, square by square over a dictionary, and the assignments' searches transcribed naively.

A board maps (row, column), counted from 0, to ``x``, ``o`` or ``.``; a hole is not in it.
"""

import math
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random

Board = dict[tuple[int, int], str]
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True)
class Rules:
    rows: int
    columns: int
    in_line: int
    hole: tuple[int, int] | None = None
    full_row_wins: bool = True


FOUR_BY_FOUR = Rules(4, 4, 4)
THREE_BY_FOUR = Rules(3, 4, 3, hole=(1, 0), full_row_wins=False)
THREE_BY_THREE = Rules(3, 3, 3)


def board_of(rules: Rules, cells: str) -> Board:
    squares = product(range(rules.rows), range(rules.columns))
    return {square: cell for square, cell in zip(squares, cells, strict=True) if square != rules.hole}


def cells_of(rules: Rules, board: Board) -> str:
    return "".join(board.get(square, "#") for square in product(range(rules.rows), range(rules.columns)))


@cache
def lines(rules: Rules) -> list[list[tuple[int, int]]]:
    squares = set(product(range(rules.rows), range(rules.columns))) - {rules.hole}
    found = []
    for (row, column), (down, right) in product(sorted(squares), STEPS):
        line = [(row + step * down, column + step * right) for step in range(rules.in_line)]
        if all(square in squares for square in line):
            found.append(line)
    return found


def has_won(rules: Rules, board: Board, mark: str) -> bool:
    for line in lines(rules):
        if all(board[square] == mark for square in line):
            row = [board.get((line[0][0], column)) for column in range(rules.columns)]
            along_row = line[0][0] == line[1][0]
            if rules.full_row_wins or not along_row or row != [mark] * rules.columns:
                return True
    return False


def result(rules: Rules, board: Board) -> str | None:
    if has_won(rules, board, "x"):
        return "x"
    if has_won(rules, board, "o"):
        return "o"
    return None if "." in board.values() else "draw"


def empty(rules: Rules, board: Board) -> list[tuple[int, int]]:
    return [square for square in board if board[square] == "."] if result(rules, board) is None else []


def random_cells(rules: Rules, seed: int, most: int, least: int = 0) -> tuple[str, str]:
    """The squares of an unfinished position after that many random marks of sides in turn, and the side to move.

    A mark that would end the game is the end before that; then there may be fewer than `least`.
    """
    random = Random(seed)
    board = board_of(rules, "." * rules.rows * rules.columns)
    side = random.choice("xo")
    for _ in range(random.randint(least, most)):
        square = random.choice(empty(rules, board))
        after = board | {square: side}
        if result(rules, after) is not None:
            break
        board, side = after, "o" if side == "x" else "x"
    return cells_of(rules, board), side


def counts(rules: Rules, board: Board) -> dict[str, int]:
    """X3, X2, X1, O3, O2, O1: the lines with exactly that many of one mark and none of the other."""
    found = {f"{mark}{number}": 0 for mark in "XO" for number in (3, 2, 1)}
    for line in lines(rules):
        marks = [board[square] for square in line]
        for own, other in (("x", "o"), ("o", "x")):
            name = f"{own.upper()}{marks.count(own)}"
            if not marks.count(other) and name in found:
                found[name] += 1
    return found


def text_eval(rules: Rules, board: Board) -> int:
    n = counts(rules, board)
    return 6 * n["X3"] + 3 * n["X2"] + n["X1"] - (6 * n["O3"] + 3 * n["O2"] + n["O1"])


class FigureTwo:
    """Figure 2 of CS 6613 word for word, with the five statistics."""

    def __init__(self, rules: Rules, limit: int) -> None:
        self.rules = rules
        self.limit = limit
        self.cutoff = False
        self.max_depth = self.nodes = self.prune_max = self.prune_min = 0

    def search(self, board: Board, side: str) -> tuple[int, int | None]:
        """ALPHA-BETA-SEARCH: the value, and the first action in ACTIONS(state) with that value, row-major."""
        self.values: dict[tuple[int, int], float] = {}
        function = self.max_value if side == "x" else self.min_value
        v = function(board, -1000, 1000, 0)
        action = next((square for square, value in self.values.items() if value == v), None)
        return int(v), None if action is None else action[0] * self.rules.columns + action[1]

    def leaf(self, board: Board, depth: int) -> int | None:
        self.nodes += 1
        self.max_depth = max(self.max_depth, depth)
        ended = result(self.rules, board)
        if ended is not None:
            return {"x": 1000, "o": -1000, "draw": 0}[ended]
        if depth == self.limit:
            self.cutoff = True
            return text_eval(self.rules, board)
        return None

    def max_value(self, board: Board, alpha: float, beta: float, depth: int) -> float:
        leaf = self.leaf(board, depth)
        if leaf is not None:
            return leaf
        v = -math.inf
        for a in empty(self.rules, board):
            value = self.min_value(board | {a: "x"}, alpha, beta, depth + 1)
            if depth == 0:
                self.values[a] = value
            v = max(v, value)
            if v >= beta:
                self.prune_max += 1
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, board: Board, alpha: float, beta: float, depth: int) -> float:
        leaf = self.leaf(board, depth)
        if leaf is not None:
            return leaf
        v = math.inf
        for a in empty(self.rules, board):
            value = self.max_value(board | {a: "o"}, alpha, beta, depth + 1)
            if depth == 0:
                self.values[a] = value
            v = min(v, value)
            if v <= alpha:
                self.prune_min += 1
                return v
            beta = min(beta, v)
        return v


def minimax(rules: Rules, board: Board, side: str, memory: dict[tuple[str, str], int]) -> int:
    """1 if x wins, -1 if o does, else 0, by trying everything."""
    key = (cells_of(rules, board), side)
    if key not in memory:
        ended = result(rules, board)
        if ended is not None:
            memory[key] = {"x": 1, "o": -1, "draw": 0}[ended]
        else:
            other = "o" if side == "x" else "x"
            values = [minimax(rules, board | {square: side}, other, memory) for square in empty(rules, board)]
            memory[key] = max(values) if side == "x" else min(values)
    return memory[key]

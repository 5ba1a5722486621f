"""Boards and requests for the Scheme tests: random positions, and their text in every dialect."""

from random import Random

from sttt.games.game import Turn
from sttt.games.super_ttt.position import Position, enter_turn

EMPTY_LITTLE = "(little () () () () () () () () ())"
EMPTY_BOARD = "(big " + " ".join([EMPTY_LITTLE] * 9) + ")"
START = f"({EMPTY_BOARD} x)"

Tree = str | list["Tree"]


def random_position(random: Random, turns: int) -> Position:
    """Return a position after up to that many turns, some with forfeits; never a finished one."""
    position = Position()
    for _ in range(turns):
        after, _ = enter_turn(position, _random_turn(random))
        if after.result:
            break
        position = after
    return position


def _random_turn(random: Random) -> Turn:
    return tuple(random.choice([None, *range(81)]) for _ in range(2))


def board_tree(position: Position) -> Tree:
    """Return the board as nested lists of symbols, written from the bitboards alone."""
    cells: list[Tree] = [
        "x" if position.x >> square & 1 else "o" if position.o >> square & 1 else [] for square in range(81)
    ]
    return ["big", *(["little", *cells[start : start + 9]] for start in range(0, 81, 9))]


def request_tree(position: Position) -> Tree:
    return [board_tree(position), position.side.value]


def in_some_dialect(tree: Tree, random: Random) -> str:
    """Write nested lists with random quotes, case, spellings of the empty list, white space and comments."""
    return _blank(random) + _datum(tree, random) + _blank(random)


def _datum(tree: Tree, random: Random) -> str:
    text = _symbol(tree, random) if isinstance(tree, str) else _list(tree, random)
    form = random.randrange(12)
    if form == 0:
        return "'" + _blank(random) + text
    if form == 1:
        return f"({_blank(random)}{random.choice(['quote', 'QUOTE'])}{_gap(random)}{text}{_blank(random)})"
    return text


def _symbol(name: str, random: Random) -> str:
    return "".join(random.choice([letter, letter.upper()]) for letter in name)


def _list(trees: list[Tree], random: Random) -> str:
    if not trees:
        return random.choice(["()", "()", "( )", "nil", "NIL", "#f", "#F", "(;nothing\n)"])
    inside = _gap(random).join(_datum(tree, random) for tree in trees)
    return f"({_blank(random)}{inside}{_blank(random)})"


def _blank(random: Random) -> str:
    return "" if random.random() < 0.7 else _gap(random)


def _gap(random: Random) -> str:
    return random.choice([" "] * 8 + ["\n", "\t", "\r\n", "  ", " ; a comment ( ' \" x\n"])

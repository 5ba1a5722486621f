"""A slow, obvious answer to "does this side win within n of its own turns?": plain squares, no classes, no zones.

Shares nothing with the package but the numbering of the squares. A board is a pair of 81-bit masks, the attacker's
marks and the defender's; whose turn it is, is in the name of the function.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations

from sttt.games.game import Side
from sttt.games.super_ttt.position import Position

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
LINE_MASKS = [sum(2**square for square in line) for line in LINES]
NEVER = 99


@cache
def marks_needed(own: int, other: int) -> int:
    """Fewest own marks that make a line of one little board, `NEVER` if none can."""
    if any(other & line == line for line in LINE_MASKS):
        return NEVER
    return min([3 - (own & line).bit_count() for line in LINE_MASKS if not other & line], default=NEVER)


@lru_cache(2**16)
def big_lines(own: int, other: int) -> list[tuple[int, tuple[int, ...]]]:
    """Each big line's fewest own marks to win it, with its little boards, cheapest first."""
    little = [marks_needed(own >> 9 * board & 511, other >> 9 * board & 511) for board in range(9)]
    return sorted((sum(little[board] for board in line), line) for line in LINES)


def open_squares(a: int, d: int) -> list[int]:
    found = []
    for board in range(9):
        own, other = a >> 9 * board & 511, d >> 9 * board & 511
        if not has_line(own) and not has_line(other):
            found += [9 * board + square for square in range(9) if not (own | other) >> square & 1]
    return found


@cache
def has_line(marks: int) -> bool:
    return any(marks & line == line for line in LINE_MASKS)


def turns_of(own: int, other: int, left: int) -> Iterator[int]:
    """The masks of what a turn marks. Two squares of one board need an order in which the first leaves it open."""
    squares = open_squares(own, other)
    closing = [square for square in squares if closes(own, square)]
    if left == 1 or len(squares) == 1:
        yield from (2**square for square in squares)
        return
    for first, second in combinations(squares, 2):
        if first // 9 != second // 9 or first not in closing or second not in closing:
            yield 2**first | 2**second
    if len({square // 9 for square in squares}) == 1:
        yield from (2**square for square in closing)


def closes(own: int, square: int) -> bool:
    return has_line((own | 2**square) >> 9 * (square // 9) & 511)


class PlainSolver:
    """Remembers the boards it has decided, for one attacker."""

    def __init__(self) -> None:
        self._known: dict[tuple[bool, int, int, int], tuple[int, int]] = {}
        self.positions = 0

    def attacks(self, a: int, d: int, turns: int, left: int = 2) -> bool:
        """Whether the attacker, to move, wins within `turns`."""
        cost = big_lines(a, d)[0][0]
        if cost <= left:
            return turns > 0
        if turns <= 1 or cost >= NEVER or cost > left + 2 * (turns - 1):
            return False
        return self._remembered((True, a, d, left), turns)

    def defends(self, a: int, d: int, turns: int, left: int = 2) -> bool:
        """Whether the attacker wins within `turns` of its own with the defender to move."""
        cost = big_lines(a, d)[0][0]
        if turns == 0 or cost >= NEVER or big_lines(d, a)[0][0] <= left or not open_squares(a, d):
            return False
        if cost > 2 * turns:
            return False
        return self._remembered((False, a, d, left), turns)

    def _remembered(self, key: tuple[bool, int, int, int], turns: int) -> bool:
        wins, holds = self._known.get(key, (NEVER, 0))
        if turns >= wins or turns <= holds:
            return turns >= wins
        self.positions += 1
        attacking, a, d, left = key
        won = self._attacker_wins(a, d, turns, left) if attacking else self._defender_loses(a, d, turns, left)
        wins, holds = self._known.get(key, (NEVER, 0))
        self._known[key] = (min(wins, turns), holds) if won else (wins, max(holds, turns))
        return won

    def _attacker_wins(self, a: int, d: int, turns: int, left: int) -> bool:
        return any(self.defends(a | turn, d, turns - 1) for turn in turns_of(a, d, left))

    def _defender_loses(self, a: int, d: int, turns: int, left: int) -> bool:
        """Try all replies, those in the way of the cheapest line first."""
        cheapest = sum(511 << 9 * board for board in big_lines(a, d)[0][1])
        replies = sorted(turns_of(d, a, left), key=lambda turn: -(turn & cheapest).bit_count())
        return all(self.attacks(a, d | turn, turns) for turn in replies)


def wins_within(position: Position, side: Side, turns: int, solver: PlainSolver | None = None) -> bool:
    """Whether `side` wins within `turns` of its own turns; a `solver` remembers for one side."""
    ask = solver or PlainSolver()
    own, other = position.marks(side), position.marks(side.other)
    if position.side is side:
        return ask.attacks(own, other, turns, position.left)
    return ask.defends(own, other, turns, position.left)


def shortest_win(position: Position, side: Side, most: int) -> int | None:
    """Fewest own turns within which `side` wins, None if it takes more than `most`."""
    solver = PlainSolver()
    return next((turns for turns in range(1, most + 1) if wins_within(position, side, turns, solver)), None)

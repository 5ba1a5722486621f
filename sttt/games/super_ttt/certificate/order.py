"""The order of little boards by their worth for X, computed from the rules; X is always the attacker here.

*A <= B* says that B serves X at least as well as A, whatever happens on other boards. It holds where B is X's or A is
O's, does not hold where A is X's or B is O's, and otherwise holds if

- every mark of X's in A is answered by a mark of X's in B, or by none, such that A <= B again, and
- every mark of O's in B is answered by a mark of O's in A, or by none, such that A <= B again.

Whoever plays well on nine boards B1 .. B9 can therefore be copied, mark by mark: if X wins on A1 .. A9 with Ai <= Bi,
it wins on B1 .. B9 in as many turns. A mark left out in copying may be made anywhere: an own mark more never hurts
(A <= A with a mark of X's added, by the same definition). So a turn that leads to boards A1 .. A9 need not be looked
at beside one of X's that leads to B1 .. B9, nor one of O's that leads to B1 .. B9 beside one that leads to A1 .. A9.
`docs/certificate.md` has the proof at length.

A board on none of the big lines that O can still own matters to X alone: that O owns it then only means that X does
not, as if it were dead. Hence three orders: what matters to both, to X alone, to O alone. Boards with A <= B <= A are
a *class* of their order; the classes of all three are numbered from 0 on.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product

from sttt.games.super_ttt.position import HAS_LINE

X_OWNED, O_OWNED, DEAD = 0, 1, 2
"""The classes of boards that are X's, O's, nobody's for ever; they are the first states, too."""

IMPOSSIBLE = 32
"""The cost of what can never be owned; three of these fit into seven bits."""

BOTH, X_ONLY, O_ONLY = 0, 1, 2
"""To whom a board matters."""

Marks = tuple[frozenset[int], frozenset[int]]
"""The states that one mark of X's, and one of O's, can make of a state."""


@dataclass(frozen=True)
class Tables:
    """The classes of little boards, and what marks make of them. Sides are 0 (X) and 1 (O)."""

    class_of: dict[str, int]
    """By the nine squares as characters: the class where it matters to both."""
    costs: list[list[int]]
    """`costs[side][class]`: fewest marks that own the board, `IMPOSSIBLE` if none do or if it does not matter."""
    singles: list[list[list[int]]]
    """`singles[side][class]`: the classes that undominated single marks lead to."""
    doubles: list[list[list[int]]]
    """`doubles[side][class]`: the same for two marks in this board, where no single one serves as well."""
    only: list[list[int]]
    """`only[side][class]`: the class that takes its place once it matters to this side alone."""


class States:
    """Little boards with the same future, numbered such that a mark always leads to a smaller number."""

    def __init__(self) -> None:
        """Find all that can come of an empty board."""
        self.marks: list[Marks] = [(frozenset(), frozenset())] * 3
        self._numbers: dict[Marks, int] = {self.marks[DEAD]: DEAD}
        self.number = cache(self._number)
        self.number("." * 9)

    def _number(self, board: str) -> int:
        """Return the state of a board, given as its nine squares."""
        x, o = (sum(2**square for square in range(9) if board[square] == mark) for mark in "xo")
        if HAS_LINE[x] or HAS_LINE[o]:
            return X_OWNED if HAS_LINE[x] else O_OWNED
        empty = [square for square in range(9) if board[square] == "."]
        of_x, of_o = (
            frozenset(self.number(f"{board[:square]}{mark}{board[square + 1 :]}") for square in empty) for mark in "xo"
        )
        if (of_x, of_o) not in self._numbers:
            self._numbers[of_x, of_o] = len(self.marks)
            self.marks.append((of_x, of_o))
        return self._numbers[of_x, of_o]


class Order:
    """One of the three orders on the states."""

    def __init__(self, states: States, matters: int) -> None:
        """Compute it; the owner to whom the board does not matter counts as nobody for ever."""
        self._ignored = {BOTH: None, X_ONLY: O_OWNED, O_ONLY: X_OWNED}[matters]
        self.marks = [tuple(frozenset(map(self._kept, of_side)) for of_side in marks) for marks in states.marks]
        self._bit = [2**state for state in range(len(self.marks))]
        self._above: list[int] = []
        """By state A: the states B with A <= B, as bits."""
        self._reached: list[int] = []
        """By state A: the states B with A <= B, or A <= what a mark of X's makes of B."""
        x_marked, o_marked = ([self._bits(marks[side]) for marks in self.marks] for side in (0, 1))
        for a in range(len(self.marks)):
            above = self._above_of(a, o_marked)
            self._above.append(above)
            self._reached.append(above | self._bits(b for b, after in enumerate(x_marked) if after & above))
        self._lowest = [self._lowest_equal(state) for state in range(len(self.marks))]

    def representative(self, state: int) -> int:
        """Return the lowest state of its class."""
        return self._lowest[self._kept(state)]

    def undominated(self, side: int, states: set[int]) -> list[int]:
        """Return the classes, by their representatives, than which no other of these is better for the side."""
        ours = {self.representative(state) for state in states}
        return sorted(one for one in ours if not any(two != one and self.serves(side, two, one) for two in ours))

    def serves(self, side: int, one: int, two: int) -> bool:
        """Return whether state `one` is at least as good for the side as `two`."""
        low, high = (two, one) if side == 0 else (one, two)
        return bool(self._above[low] >> high & 1)

    def doubles(self, side: int, state: int) -> list[int]:
        """Return the best classes that two marks lead to, without those than which a single mark is no worse."""
        once = self.marks[state][side]
        best = self.undominated(side, {two for one in once for two in self.marks[one][side]})
        return [two for two in best if not any(self.serves(side, one, two) for one in once)]

    def _kept(self, state: int) -> int:
        return DEAD if state == self._ignored else state

    def _bits(self, states: Iterable[int]) -> int:
        return sum(self._bit[state] for state in states)

    def _above_of(self, a: int, o_marked: list[int]) -> int:
        """Find all B with A <= B, in ascending order: what marks lead to is then known of both."""
        everything: int = 2 ** len(o_marked) - 1
        if a == O_OWNED != self._ignored:
            return everything
        answered = 0 if a == X_OWNED != self._ignored else everything
        for a2 in self.marks[a][0]:
            answered &= self._reached[a2]
        after_o = 0
        for a2 in self.marks[a][1]:
            after_o |= self._above[a2]
        above = 0
        for b, after in enumerate(o_marked):
            bit = self._bit[b]
            if b <= O_OWNED and b != self._ignored:
                above |= (b == X_OWNED) * bit
            elif answered & bit and after & (above | after_o) == after:
                above |= bit
        return above

    def _lowest_equal(self, state: int) -> int:
        lower = (other for other in range(state) if other != self._ignored)
        return next((one for one in lower if self.serves(0, state, one) and self.serves(0, one, state)), state)


def compute() -> Tables:
    """Compute the tables."""
    return _Numbering(States()).tables()


class _Numbering:
    """Numbers the classes of the three orders: the closed ones, then those of each order."""

    def __init__(self, states: States) -> None:
        self._states = states
        self._orders = [Order(states, matters) for matters in (BOTH, X_ONLY, O_ONLY)]
        closed = (X_OWNED, O_OWNED, DEAD)
        self._classes = [(BOTH, state) for state in closed]
        """By class: to whom it matters, and its representative."""
        for matters, order in enumerate(self._orders):
            lowest = sorted({order.representative(state) for state in range(len(states.marks))} - {*closed})
            self._classes += [(matters, state) for state in lowest]
        self._numbers = {key: number for number, key in enumerate(self._classes)}
        self.cost = cache(self._cost)

    def tables(self) -> Tables:
        """Translate what the orders know into classes."""
        boards = ("".join(squares) for squares in product(".xo", repeat=9))
        return Tables(
            class_of={board: self._class(BOTH, self._states.number(board)) for board in boards},
            costs=[[self.cost(side, *key) for key in self._classes] for side in (0, 1)],
            singles=[[self._singles(side, *key) for key in self._classes] for side in (0, 1)],
            doubles=[[self._doubles(side, *key) for key in self._classes] for side in (0, 1)],
            only=[[self._only(side, *key) for key in self._classes] for side in (0, 1)],
        )

    def _class(self, matters: int, state: int) -> int:
        lowest = self._orders[matters].representative(state)
        return lowest if lowest <= DEAD else self._numbers[matters, lowest]

    def _cost(self, side: int, matters: int, state: int) -> int:
        if state == side:
            return 0
        after = self._orders[matters].marks[state][side]
        return min([IMPOSSIBLE, *(1 + self.cost(side, matters, one) for one in after)])

    def _singles(self, side: int, matters: int, state: int) -> list[int]:
        order = self._orders[matters]
        return [self._class(matters, one) for one in order.undominated(side, set(order.marks[state][side]))]

    def _doubles(self, side: int, matters: int, state: int) -> list[int]:
        return [self._class(matters, two) for two in self._orders[matters].doubles(side, state)]

    def _only(self, side: int, matters: int, state: int) -> int:
        """Return `DEAD` for a board that mattered to the other side alone, and now to nobody."""
        wanted = X_ONLY + side
        return self._class(wanted, state) if matters in {BOTH, wanted} else DEAD

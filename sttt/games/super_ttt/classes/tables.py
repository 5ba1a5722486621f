"""The class tables that a search plays on: classes, costs and the placements worth making, from a small data file.

They rest on which little boards are as good as each other, whatever happens elsewhere, computed from the rules alone.
*A <= B* means that B is at least as good for X as A. It is a simulation preorder on little boards under single
placements by either side, passes allowed, respecting ownership: if A is X's then so is B; if B is O's then so is A;
every mark of X's in A is answered by one (or a pass) in B, and every mark of O's in B by one (or a pass) in A, such
that the relation goes on. Little boards with A <= B <= A form a *class*.

Classes 0, 1 and 2 are boards owned by X, owned by O and never to be owned. Behind them come the classes of open
boards that matter to both sides, those that matter to X alone, and those that matter to O alone: a board on no big
line that a side can still win does not matter to that side.

`compute` makes the tables from the rules in a few seconds; what ships is its result, written by
``python -m sttt.games.super_ttt.classes.tables`` and loaded by `load`.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from sttt.games.super_ttt.classes.costs import IMPOSSIBLE, cost
from sttt.games.super_ttt.position import HAS_LINE, LITTLE_LINES

X_OWNED, O_OWNED, DEAD = 0, 1, 2
"""The first three states: owned by X, owned by O, and never to be owned."""

NO_STATE = -1

Successors = tuple[frozenset[int], frozenset[int]]
"""The states that one mark of X's, and one of O's, lead to."""

_BITS = tuple(line & column for line in LITTLE_LINES[:3] for column in LITTLE_LINES[3:6])


class BoardStates:
    """Little boards up to bisimulation, numbered such that a mark always leads to a smaller number."""

    def __init__(self) -> None:
        """Start from an empty board and number all that can come of it."""
        nothing: Successors = (frozenset(), frozenset())
        self.successors: list[Successors] = [nothing, nothing, nothing]
        self.boards: list[tuple[int, int]] = [(0o007, 0), (0, 0o007), (0o143, 0o634)]
        """One little board of each state, as X's and O's masks."""
        self._numbers: dict[Successors, int] = {}
        self.number = cache(self._number)
        self.number(0, 0)

    def _number(self, x: int, o: int) -> int:
        """Return the state of the little board with these nine-bit masks of marks."""
        if HAS_LINE[x]:
            return X_OWNED
        if HAS_LINE[o]:
            return O_OWNED
        marks = [bit for bit in _BITS if not bit & (x | o)]
        state = frozenset(self.number(x | bit, o) for bit in marks), frozenset(self.number(x, o | bit) for bit in marks)
        if state[0] | state[1] <= {DEAD}:
            return DEAD
        if state not in self._numbers:
            self._numbers[state] = len(self.successors)
            self.successors.append(state)
            self.boards.append((x, o))
        return self._numbers[state]


class ClassOrder:
    """The preorder on the states and the classes it makes, perhaps with one side's owning a board ignored."""

    def __init__(self, states: BoardStates, ignored: int = NO_STATE) -> None:
        """Compute the order; `ignored` (`X_OWNED` or `O_OWNED`) counts as `DEAD`."""
        self._ignored = ignored
        self._successors = [(self._kept(x_marked), self._kept(o_marked)) for x_marked, o_marked in states.successors]
        self._owned = [owned if owned != ignored else NO_STATE for owned in (X_OWNED, O_OWNED)]
        self._at_most = self._relation(len(states.successors))
        self._representative = [self._lowest_equal(state) for state in range(len(states.successors))]

    def representative(self, state: int) -> int:
        """Return the lowest state of its class."""
        return self._representative[DEAD if state == self._ignored else state]

    def representatives(self) -> list[int]:
        """List the lowest state of every class, in ascending order."""
        return sorted({self.representative(state) for state in range(len(self._successors))})

    def singles(self, side: int, state: int) -> list[int]:
        """Return the best classes, by their representatives, that one mark of X's (0) or O's (1) leads to."""
        return self._undominated(side, self._marked(side, state))

    def doubles(self, side: int, state: int) -> list[int]:
        """Return the best classes that two marks lead to, without those that one mark is as good as."""
        once = self._marked(side, state)
        twice = {two for one in once for two in self._marked(side, one)}
        best = self._undominated(side, twice)
        return [two for two in best if not any(self.at_least(side, one, two) for one in once)]

    def _kept(self, marked: frozenset[int]) -> frozenset[int]:
        return frozenset(DEAD if state == self._ignored else state for state in marked)

    def _relation(self, count: int) -> list[bytearray]:
        """Compute A <= B for all pairs in ascending order of their sum, which a mark in either only lowers."""
        relation = [bytearray(count) for _ in range(count)]
        for total in range(2 * count - 1):
            for a in range(max(0, total - count + 1), min(count, total + 1)):
                relation[a][total - a] = self._simulates(relation, a, total - a)
        return relation

    def _simulates(self, relation: list[bytearray], a: int, b: int) -> bool:
        """Decide A <= B by the definition, given the pairs that marks and passes lead to."""
        x_owned, o_owned = self._owned
        if a == b or b == x_owned or a == o_owned:  # noqa: PLR1714, SIM109 - three cases of one definition
            return True
        if a == x_owned or b == o_owned:
            return False
        (x_marked_a, o_marked_a), (x_marked_b, o_marked_b) = self._successors[a], self._successors[b]
        return all(relation[a2][b] or any(relation[a2][b2] for b2 in x_marked_b) for a2 in x_marked_a) and all(
            relation[a][b2] or any(relation[a2][b2] for a2 in o_marked_a) for b2 in o_marked_b
        )

    def _lowest_equal(self, state: int) -> int:
        """Return the lowest state that is as good, for which the ignored one does not stand."""
        relation = self._at_most
        equal = (other for other in range(state + 1) if relation[state][other] and relation[other][state])
        return next(other for other in equal if other != self._ignored or other == state)

    def _marked(self, side: int, state: int) -> set[int]:
        return {self.representative(after) for after in self._successors[state][side]}

    def at_least(self, side: int, one: int, two: int) -> bool:
        """Return whether the state `one` is at least as good as `two` for the side."""
        return bool(self._at_most[two][one] if side == 0 else self._at_most[one][two])

    def _undominated(self, side: int, states: set[int]) -> list[int]:
        return sorted(one for one in states if not any(two != one and self.at_least(side, two, one) for two in states))


DATA_FILE = Path(__file__).with_name("class_tables.json")
_ORIGIN = "python -m sttt.kernel.class_tables"
"""This module as it was called when the file was written; the shipped book names the file by its checksum."""

CLOSED = (X_OWNED, O_OWNED, DEAD)

IGNORED = (NO_STATE, O_OWNED, X_OWNED)
"""The kinds of classes: what matters to both, to X alone, to O alone; by whose owning the board is ignored."""


@dataclass(frozen=True)
class ClassTables:
    """All that a search needs to know of little boards. Sides are 0 (X) and 1 (O)."""

    class_of: list[int]
    """Indexed by `raw_index` of X's and O's nine-bit masks: the class; -1 where both have a line."""
    costs: list[list[int]]
    """`costs[side][class]`: fewest placements that own the board, `IMPOSSIBLE` if none do or it does not matter."""
    singles: list[list[list[int]]]
    """`singles[side][class]`: the classes that the non-dominated single placements lead to."""
    doubles: list[list[list[int]]]
    """`doubles[side][class]`: the same for two placements in this board, where no single one is as good."""
    only: list[list[int]]
    """`only[side][class]`: the class that stands for it where it matters to that side alone."""


_BASE_3 = [
    sum(power for square, power in enumerate((1, 3, 9, 27, 81, 243, 729, 2187, 6561)) if mask >> square & 1)
    for mask in range(512)
]


def raw_index(x: int, o: int) -> int:
    """Return the base-3 number of a little board: digit 1 for X's marks, 2 for O's, square 0 lowest."""
    return _BASE_3[x] + 2 * _BASE_3[o]


def raw_boards() -> Iterator[tuple[int, int]]:
    """List the masks of all little boards that at most one side has a line in."""
    for x in range(512):
        for o in range(512):
            if not x & o and not (HAS_LINE[x] and HAS_LINE[o]):
                yield x, o


def compute() -> ClassTables:
    """Compute the tables from the rules."""
    return _Numbering().tables()


class _Numbering:
    """Numbers the classes of the three kinds and translates what their orders know into these numbers."""

    def __init__(self) -> None:
        self._states = BoardStates()
        self._orders = [ClassOrder(self._states, ignored) for ignored in IGNORED]
        self._classes = [(0, state) for state in CLOSED]
        """Indexed by class: its kind and its representative state."""
        for kind, order in enumerate(self._orders):
            self._classes += [(kind, state) for state in order.representatives() if state not in CLOSED]
        self._numbers = {key: number for number, key in enumerate(self._classes)}

    def tables(self) -> ClassTables:
        class_of = [-1] * 3**9
        for x, o in raw_boards():
            class_of[raw_index(x, o)] = self._class_of(0, self._states.number(x, o))
        return ClassTables(
            class_of=class_of,
            costs=[[self._cost(side, *key) for key in self._classes] for side in (0, 1)],
            singles=[[self._singles(side, *key) for key in self._classes] for side in (0, 1)],
            doubles=[[self._doubles(side, *key) for key in self._classes] for side in (0, 1)],
            only=[[self._only(side, *key) for key in self._classes] for side in (0, 1)],
        )

    def _class_of(self, kind: int, state: int) -> int:
        representative = self._orders[kind].representative(state)
        return representative if representative in CLOSED else self._numbers[kind, representative]

    def _cost(self, side: int, kind: int, state: int) -> int:
        ignored = kind == 2 - side
        marks = self._states.boards[state]
        return IMPOSSIBLE if ignored else cost(marks[side], marks[1 - side])

    def _singles(self, side: int, kind: int, state: int) -> list[int]:
        return [self._class_of(kind, after) for after in self._orders[kind].singles(side, state)]

    def _doubles(self, side: int, kind: int, state: int) -> list[int]:
        return [self._class_of(kind, after) for after in self._orders[kind].doubles(side, state)]

    def _only(self, side: int, kind: int, state: int) -> int:
        """Return `DEAD` for a board that matters to the other side alone: it does not matter at all any more."""
        wanted = 1 + side
        return self._class_of(wanted, state) if kind in {0, wanted} else DEAD


@cache
def load() -> ClassTables:
    """Load the tables that ship with the package, once: they are only read."""
    return ClassTables(**json.loads(DATA_FILE.read_text(encoding="ascii"))["tables"])


def dumps(tables: ClassTables) -> str:
    """Return the contents of the data file."""
    content = {"origin": _ORIGIN, "tables": asdict(tables)}
    return json.dumps(content, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    DATA_FILE.write_text(dumps(compute()), encoding="ascii")

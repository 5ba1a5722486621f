"""The class tables that a search plays on: classes, costs and the placements worth making, from a small data file.

Classes 0, 1 and 2 are boards owned by X, owned by O and never to be owned. Behind them come the classes of open
boards that matter to both sides, those that matter to X alone, and those that matter to O alone: a board on no big
line that a side can still win does not matter to that side.

`compute` makes the tables from the rules in a few seconds (`class_order` says how); what ships is its result, written
by ``python -m sttt.kernel.class_tables`` and loaded by `load`.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from sttt.games.super_ttt import HAS_LINE
from sttt.kernel.class_order import DEAD, NO_STATE, O_OWNED, X_OWNED, Order, States
from sttt.kernel.little_boards import IMPOSSIBLE, cost

DATA_FILE = Path(__file__).with_name("class_tables.json")

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
        self._states = States()
        self._orders = [Order(self._states, ignored) for ignored in IGNORED]
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


def load() -> ClassTables:
    """Load the tables that ship with the package."""
    return ClassTables(**json.loads(DATA_FILE.read_text(encoding="ascii"))["tables"])


def dumps(tables: ClassTables) -> str:
    """Return the contents of the data file."""
    content = {"origin": "python -m sttt.kernel.class_tables", "tables": asdict(tables)}
    return json.dumps(content, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    DATA_FILE.write_text(dumps(compute()), encoding="ascii")

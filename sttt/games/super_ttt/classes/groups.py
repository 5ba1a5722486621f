"""Which groups of up to three little boards a defender can hold mark for mark, so that nobody owns all of them.

The attacker makes one or two marks at a time on the boards of the group, the defender answers with as many on the same
boards. A group is *denied* if the attacker then never owns all its boards: whatever else happens on the big board,
answering in that group keeps its big line from the attacker. Two untouched boards are denied, one is not.

A group is three *kinds* in ascending order: what its boards are to an attacker to whom alone they matter, O's boards
being seen as X's with the colours swapped. Kind 0 is a board that the attacker owns, which stands for a board less.
`compute` makes the table from the class tables in seconds; ``python -m sttt.games.super_ttt.classes.groups`` writes it.
"""

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

from sttt.games.super_ttt.classes.tables import DEAD, X_OWNED, ClassTables, raw_boards, raw_index

DATA_FILE = Path(__file__).with_name("groups.json")
_ORIGIN = "python -m sttt.kernel.groups"
"""This module as it was called when the file was written; the shipped book names the file by its checksum."""

DEAD_KIND = -1
"""The kind of a board that the attacker can never own."""

Group = tuple[int, ...]
"""The classes of boards that matter to X alone, in ascending order."""


@dataclass(frozen=True)
class Groups:
    """The table of groups."""

    kind: list[list[int]]
    """`kind[attacker][class]`: what a board is to an attacker, 0 (X) or 1 (O)."""
    denied: bytes
    """Bit `group_index(a, b, c)`, the lowest of a byte first: whether kinds a <= b <= c are denied."""

    def is_denied(self, *kinds: int) -> bool:
        """Return whether up to three boards of these kinds are denied."""
        if DEAD_KIND in kinds:
            return True
        index = group_index(*sorted([*kinds, *[0] * (3 - len(kinds))]))
        return bool(self.denied[index // 8] >> index % 8 & 1)


def group_index(a: int, b: int, c: int) -> int:
    """Return the number of the group of kinds a <= b <= c; there are no gaps."""
    return c * (c + 1) * (c + 2) // 6 + b * (b + 1) // 2 + a


def compute(tables: ClassTables) -> Groups:
    """Compute the table from the class tables."""
    numbers = _kind_numbers(tables)
    classes = sorted(numbers, key=numbers.__getitem__)
    game = _Game(tables)
    bits = bytearray(group_index(0, 0, len(classes)) // 8 + 1)
    for group in combinations_with_replacement(range(len(classes)), 3):
        if game.denied(tuple(sorted(classes[kind] for kind in group))):
            index = group_index(*group)
            bits[index // 8] |= 2 ** (index % 8)
    return Groups([_kinds(tables, numbers, side) for side in (0, 1)], bytes(bits))


@cache
def load() -> Groups:
    """Load the table that ships with the package, once: it is only read."""
    content = json.loads(DATA_FILE.read_text(encoding="ascii"))
    return Groups(content["kind"], b64decode(content["denied"]))


def dumps(groups: Groups) -> str:
    """Return the contents of the data file."""
    denied = b64encode(groups.denied).decode("ascii")
    content = {"origin": _ORIGIN, "kind": groups.kind, "denied": denied}
    return json.dumps(content, separators=(",", ":")) + "\n"


class _Game:
    """The game on a group, X attacking."""

    def __init__(self, tables: ClassTables) -> None:
        self._singles = tables.singles
        self.denied = cache(self._denied)
        self._answered = cache(self._find_answer)
        self._marked = cache(self._find_marked)

    def _denied(self, group: Group) -> bool:
        """Decide by trying every attack and every answer."""
        if DEAD in group:
            return True
        group = tuple(board for board in group if board != X_OWNED)
        once = self._marked(0, group)
        return (
            bool(group)
            and all(self._answered(attacked, 1) for attacked in once)
            and all(self._answered(attacked, 2) for first in once for attacked in self._marked(0, first))
        )

    def _find_answer(self, attacked: Group, marks: int) -> bool:
        """Return whether up to that many marks of the defender's make a denied group of it."""
        return self.denied(attacked) or (
            marks > 0 and any(self._answered(answer, marks - 1) for answer in self._marked(1, attacked))
        )

    def _find_marked(self, side: int, group: Group) -> frozenset[Group]:
        """Return what one mark of a side makes of the group."""
        return frozenset(
            tuple(sorted((*group[:place], after, *group[place + 1 :])))
            for place, board in enumerate(group)
            for after in self._singles[side][board]
        )


def _kind_numbers(tables: ClassTables) -> dict[int, int]:
    """Return the kinds by class of the boards that matter to X alone, a board that it owns first."""
    open_classes = {tables.only[0][board] for board in set(tables.class_of) if board >= 0} - {X_OWNED, DEAD}
    return {board: kind for kind, board in enumerate([X_OWNED, *sorted(open_classes)])}


def _kinds(tables: ClassTables, numbers: dict[int, int], side: int) -> list[int]:
    """Return the kind of every class, for an attacker."""
    kinds = [DEAD_KIND] * len(tables.costs[0])
    for x, o in raw_boards():
        board = tables.class_of[raw_index(x, o)]
        seen = tables.only[0][board if side == 0 else tables.class_of[raw_index(o, x)]]
        for number in {board, tables.only[side][board]}:
            kinds[number] = numbers.get(seen, DEAD_KIND)
    return kinds


if __name__ == "__main__":
    from sttt.games.super_ttt.classes.tables import load as load_classes

    DATA_FILE.write_text(dumps(compute(load_classes())), encoding="ascii")

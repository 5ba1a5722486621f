# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""A position for a search over whole turns: its key up to symmetry, and the positions after its turns.

A position is the nine classes of its little boards, packed into 18 bytes, with a side to move whole turns.
"""

from sttt.games.super_ttt.classes import costs
from sttt.games.super_ttt.classes.view import CLASSES
from sttt.games.super_ttt.search.turns import TurnSearch

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

Branch = tuple[int, bytes]
"""The key of a position and its nine classes, arranged as the key sees them."""

HIGH = cython.declare(cython.ulonglong, costs.HIGH)
ABOVE_2 = cython.declare(cython.ulonglong, costs.ONES * 125)


class Branches(TurnSearch):
    """Lists the positions after all undominated turns."""

    def key(self, classes: bytes, side: int) -> int:
        """Return the position's key: the same for positions that differ by a symmetry or by what cannot matter."""
        self.set_position(list(CLASSES.unpack(classes)), side, 2)
        return self.board.normalize(0, side)

    def of(self, classes: bytes, side: int) -> list[Branch] | None:
        """List the positions after the side's turns, those best for it by evaluation first, each once.

        Turns that let the other side win with its next turn are left out. A side without a turn that matters passes.
        None if no turn stops the other side's threats. The side must not be able to win within this turn.
        """
        i: cython.int
        key: cython.ulonglong
        count = self.count(classes, side)
        if not count:
            return None if self._is_threatened(side) else [(self.key(classes, 1 - side), classes)]
        ranked = []
        for i in range(count):
            self.board.make(0, self.ordering.turn[i])
            key = self.board.normalize(1, 1 - side)
            ranked.append((-self.ordering.order[i], i, key, self._arranged(1)))
        found = {}
        for _, _, one, after in sorted(ranked):
            found.setdefault(one, after)
        return list(found.items())

    def turns_by_key(self) -> dict[int, int]:
        """Return the undominated turns where it stands by the key of the position after each, the first of several."""
        turn: cython.int
        side: cython.int = self.board.side
        found = {}
        for turn in self.root_turns():
            self.board.make(0, turn)
            found.setdefault(self.board.normalize(1, 1 - side), turn)
        return found

    def count(self, classes: bytes, side: int) -> int:
        """Return the number of the side's turns that do not let the other side win with its next turn."""
        self.set_position(list(CLASSES.unpack(classes)), side, 2)
        self.board.normalize(0, side)
        return self.generator.generate(0, side, HIGH, 0, ABOVE_2 if self._is_threatened(side) else 0)

    def _is_threatened(self, side: int) -> bool:
        """Return whether the other side would win with its next turn."""
        return self.board.lines_within(self.board.word[1 - side], 2) != 0

    def _arranged(self, level: cython.int):  # noqa: ANN202 - bytes, which the compiler would take for a C string
        """Return the classes of a level that has just been normalized, as its key sees them."""
        board: cython.int
        first: cython.int = 9 * self.board.symmetry[level]
        arranged = [0] * 9
        for board in range(9):
            arranged[self.board.image[first + board]] = self.board.cls[9 * level + board]
        return CLASSES.pack(*arranged)

# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Positions of nine classes, a level a turn, and the turns worth making; X, the attacker, is side 0.

One source, two speeds: the `.pxd` beside each compiled module has its C types. All state is in flat arrays, a slice a
level: nine classes, and for each side a word with the costs of the eight big lines, a byte a line. Adding
``127 - cost`` to every byte carries into the high bits of exactly those lines that cost more. A turn is one int,
``board | class << 4 | board << 13 | class << 17``, each class being what its board becomes; a single mark has
`NO_BOARD` in its second half, two in one board have it there twice.
"""

from array import array

from sttt.games.super_ttt.certificate.order import DEAD, IMPOSSIBLE, Tables
from sttt.games.super_ttt.position import LITTLE_LINES

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

NO_TURN = -1
MOST_LEVELS = 100
"""A game has 81 marks; a search that went deeper would be cut off, not believed."""

ONES = 0x0101010101010101
LINE_BIT = tuple(128 * 256**line for line in range(8))
"""By big line: the high bit of its byte."""

_THROUGH = tuple(
    sum(bit for bit, boards in zip(LINE_BIT, LITTLE_LINES, strict=True) if boards >> board & 1) for board in range(9)
)
_WORTH = (4000, 1200, 800, 260, 120, 52, 22, 10, 5, 3)
"""By a line's cost, for the order in which turns are tried."""

HIGH = cython.declare(cython.ulonglong, 128 * ONES)
EACH = cython.declare(cython.ulonglong, ONES)
DEAREST = cython.declare(cython.int, IMPOSSIBLE - 1)
NONE = cython.declare(cython.int, NO_TURN)
NO_BOARD = cython.declare(cython.int, 15)
LEVELS = cython.declare(cython.int, MOST_LEVELS)


class Moves:
    """The position that a search stands at, and those after the turns that it makes."""

    def __init__(self, tables: Tables) -> None:
        """Lay out the tables."""
        self.classes = len(tables.costs[0])
        self.single_start, self.single = _ragged(tables.singles)
        self.double_start, self.double = _ragged(tables.doubles)
        self.only = array("i", tables.only[0] + tables.only[1])
        share = [through // 128 for through in _THROUGH]
        self.contribution = array(
            "Q", [share[b] * cost for side in (0, 1) for b in range(9) for cost in tables.costs[side]]
        )
        self.through = array("Q", _THROUGH)
        self.worth = array("i", _WORTH + (0,) * (256 - len(_WORTH)))
        self.pruned = 0
        self._lay_out_levels(tables)

    def _lay_out_levels(self, tables: Tables) -> None:
        singles, doubles = (
            9 * max(len(one) for of_side in lists for one in of_side) for lists in (tables.singles, tables.doubles)
        )
        self.most_singles = singles
        self.most_turns = singles * (singles - 1) // 2 + singles + doubles
        self.cls = array("i", [DEAD]) * (9 * MOST_LEVELS)
        self.word = array("Q", [0]) * (2 * MOST_LEVELS)
        self.option = array("i", [0]) * (MOST_LEVELS * singles)
        self.option_change = array("q", [0]) * (2 * MOST_LEVELS * singles)
        self.turn, self.order = (array("i", [0]) * (MOST_LEVELS * self.most_turns) for _ in range(2))
        self.killer = array("i", [NO_TURN]) * (2 * MOST_LEVELS)

    def set_position(self, classes: list[int]) -> None:
        """Stand at a position of nine classes."""
        for board in range(9):
            self.cls[board] = classes[board]
        for side in (0, 1):
            self.word[side] = sum(self.contribution[(9 * side + b) * self.classes + classes[b]] for b in range(9))
        self.reduce(0)

    def forget_killers(self) -> None:
        """Begin without killer turns: those that held at a level last, which are tried early there."""
        i: cython.int
        for i in range(2 * MOST_LEVELS):
            self.killer[i] = NONE

    def turns_of(self, classes: list[int], side: int, marks: int) -> list[int]:
        """List the undominated turns of a side to move that has 1 or 2 marks."""
        self.set_position(classes)
        count = self.generate(0, side, HIGH, 0, 0, marks == 1)
        return [self.turn[number] for number in range(count)]  # list() of a view can lose a Ctrl-C

    def lines(self, word: cython.ulonglong, cost: cython.int) -> cython.ulonglong:
        """Return the high bits of the lines that cost at most so much."""
        return HIGH & ~(word + EACH * cython.cast(cython.ulonglong, 127 - min(DEAREST, cost)))

    def generate(
        self,
        level: cython.int,
        side: cython.int,
        zone: cython.ulonglong,
        own_above: cython.ulonglong,
        other_above: cython.ulonglong,
        single: cython.bint,
    ) -> cython.int:
        """List the turns of undominated marks on boards of the zone's lines, and return their number.

        After each of them some own line is as cheap as `own_above` says, and none of the other side's as `other_above`
        does; 0 asks for nothing. A turn is two marks unless `single`; one mark alone is listed only where no other
        board of the zone can be marked.
        """
        own: cython.ulonglong = self.word[2 * level + side]
        other: cython.ulonglong = self.word[2 * level + 1 - side]
        base: cython.int = level * self.most_singles
        end: cython.int = base
        count: cython.int = 0
        is_one_board: cython.bint = True
        board: cython.int
        before: cython.int
        after: cython.int
        at: cython.int
        half: cython.int
        i: cython.int
        j: cython.int
        for board in range(9):
            before = self.cls[9 * level + board]
            at = side * self.classes + before
            if not self.through[board] & zone:
                self.pruned += self.single_start[at + 1] - self.single_start[at]
                continue
            for i in range(self.single_start[at], self.single_start[at + 1]):
                after = self.single[i]
                self.option[end] = board | after << 4
                self.option_change[2 * end] = self._change(side, board, before, after)
                self.option_change[2 * end + 1] = self._change(1 - side, board, before, after)
                is_one_board = is_one_board and (self.option[base] & 15) == board
                end += 1
            if not single:
                for i in range(self.double_start[at], self.double_start[at + 1]):
                    after = self.double[i]
                    count = self._add_turn(
                        level,
                        count,
                        board | after << 4 | board << 13 | after << 17,
                        own + self._change(side, board, before, after),
                        other + self._change(1 - side, board, before, after),
                        own_above,
                        other_above,
                    )
        for i in range(base, end):
            half = self.option[i]
            own = self.word[2 * level + side] + self.option_change[2 * i]
            other = self.word[2 * level + 1 - side] + self.option_change[2 * i + 1]
            if single or is_one_board:
                count = self._add_turn(level, count, half | NO_BOARD << 13, own, other, own_above, other_above)
                continue
            for j in range(i + 1, end):
                if (self.option[j] ^ half) & 15:
                    count = self._add_turn(
                        level,
                        count,
                        half | self.option[j] << 13,
                        own + self.option_change[2 * j],
                        other + self.option_change[2 * j + 1],
                        own_above,
                        other_above,
                    )
        return count

    def would_generate(
        self,
        level: cython.int,
        side: cython.int,
        turn: cython.int,
        zone: cython.ulonglong,
        other_above: cython.ulonglong,
    ) -> cython.bint:
        """Return whether `generate` would list a turn that was listed for another zone; False if in doubt."""
        a: cython.int = turn & 15
        b: cython.int = (turn >> 13) & 15
        other: cython.ulonglong = self.word[2 * level + 1 - side]
        if b == NO_BOARD or not self.through[a] & zone or not self.through[b] & zone:
            return False
        other += self._change(1 - side, a, self.cls[9 * level + a], (turn >> 4) & 511)
        if a != b:
            other += self._change(1 - side, b, self.cls[9 * level + b], (turn >> 17) & 511)
        return not (other_above and HIGH & ~(other + other_above))

    def _add_turn(
        self,
        level: cython.int,
        count: cython.int,
        turn: cython.int,
        own: cython.ulonglong,
        other: cython.ulonglong,
        own_above: cython.ulonglong,
        other_above: cython.ulonglong,
    ) -> cython.int:
        """Append a turn if it leaves the line costs as demanded; return the number of turns."""
        order: cython.int = 0
        line: cython.int
        if other_above and HIGH & ~(other + other_above):
            return count
        if own_above and not HIGH & ~(own + own_above):
            self.pruned += 1
            return count
        for line in range(0, 64, 8):
            order += self.worth[own >> line & 255] - self.worth[other >> line & 255]
        self.turn[level * self.most_turns + count] = turn
        self.order[level * self.most_turns + count] = order
        return count + 1

    def _change(self, side: cython.int, board: cython.int, before: cython.int, after: cython.int) -> cython.longlong:
        """Return the difference that a board's new class makes to a side's line costs."""
        at: cython.int = (side * 9 + board) * self.classes
        return self.contribution[at + after] - self.contribution[at + before]

    def pick(self, level: cython.int, start: cython.int, count: cython.int, first: cython.int) -> cython.int:
        """Move the best turn from `start` on to `start`, and return it; the table's turn and killers rank higher."""
        base: cython.int = level * self.most_turns
        best: cython.int = base + start
        i: cython.int
        if start == 0:
            for i in range(base, base + count):
                if self.turn[i] == first:
                    self.order[i] += 100_000
                elif self.turn[i] == self.killer[2 * level] or self.turn[i] == self.killer[2 * level + 1]:
                    self.order[i] += 300
        for i in range(base + start + 1, base + count):
            if self.order[i] > self.order[best]:
                best = i
        i = base + start
        self.order[i], self.order[best] = self.order[best], self.order[i]
        self.turn[i], self.turn[best] = self.turn[best], self.turn[i]
        return self.turn[i]

    def keep_killer(self, level: cython.int, turn: cython.int) -> cython.void:
        """Keep a turn as the level's latest killer, and the latest before it as the other one."""
        if self.killer[2 * level] != turn:
            self.killer[2 * level + 1] = self.killer[2 * level]
            self.killer[2 * level] = turn

    def make(self, level: cython.int, turn: cython.int) -> cython.void:
        """Set up the position after a turn, or after a pass, at the next level."""
        board: cython.int
        for board in range(9):
            self.cls[9 * level + 9 + board] = self.cls[9 * level + board]
        self.word[2 * level + 2] = self.word[2 * level]
        self.word[2 * level + 3] = self.word[2 * level + 1]
        if turn == NONE:
            return
        self._place(level + 1, turn & 15, (turn >> 4) & 511)
        board = (turn >> 13) & 15
        if board != NO_BOARD and board != (turn & 15):
            self._place(level + 1, board, (turn >> 17) & 511)

    def _place(self, level: cython.int, board: cython.int, after: cython.int) -> cython.void:
        """Give a board a class, and account for it in both sides' line costs."""
        before: cython.int = self.cls[9 * level + board]
        self.word[2 * level] += self._change(0, board, before, after)
        self.word[2 * level + 1] += self._change(1, board, before, after)
        self.cls[9 * level + board] = after

    def reduce(self, level: cython.int) -> cython.void:
        """Give boards that matter to one side or nobody the classes that take their places."""
        x: cython.ulonglong = self.lines(self.word[2 * level], DEAREST)
        o: cython.ulonglong = self.lines(self.word[2 * level + 1], DEAREST)
        board: cython.int
        before: cython.int
        after: cython.int
        for board in range(9):
            before = self.cls[9 * level + board]
            after = before
            if not self.through[board] & o:
                after = self.only[after]
            if not self.through[board] & x:
                after = self.only[self.classes + after]
            if after != before:
                self._place(level, board, after)


def _ragged(lists: list[list[list[int]]]) -> list:
    """Flatten `lists[side][class]`: where each list starts (one entry more at the end), and their elements."""
    starts, flat = [0], []
    for one in lists[0] + lists[1]:
        flat += one
        starts.append(len(flat))
    return [array("i", starts), array("i", flat)]

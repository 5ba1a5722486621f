"""What the searches stand on: nine little-board classes a level, the turns worth making, and symmetric hashing.

Valid Python, and compiled from the same text where a compiler is at hand; `board.pxd` beside it says which of the
methods and attributes are C then. All state is in flat arrays, a slice a level (how many turns from the root): nine
classes and, for each side, the packed line costs (see `line_costs`). A turn is one int:
``board | class << 4 | board << 13 | class << 17``, each class being what its board becomes; a turn of one placement
has `NO_BOARD` in its second half, one of two placements in the same board has it there twice.

Which lines a search asks about is said as the high bits of their bytes, and how dear they may be as what has to be
added to every byte to see it (`above`).
"""

from array import array
from random import Random

from sttt.games.super_ttt_symmetry import SYMMETRIES
from sttt.kernel import line_costs
from sttt.kernel.class_tables import ClassTables
from sttt.kernel.evaluation import WEIGHTS
from sttt.kernel.limits import Limited
from sttt.kernel.little_boards import IMPOSSIBLE

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

MAX_LEVEL = 60
MOST_TURNS = 1024
"""More than the turns of any position."""
MOST_SINGLES = 64

NONE = -1
"""What stands for no turn."""

CLOCK_INTERVAL = 256 if cython.compiled else 8
ALL_LINES = line_costs.HIGH

TURNS = cython.declare(cython.int, MOST_TURNS)
SINGLES = cython.declare(cython.int, MOST_SINGLES)
NO_BOARD = cython.declare(cython.int, 15)
DEAD = cython.declare(cython.int, 2)
HIGH = cython.declare(cython.ulonglong, line_costs.HIGH)
ABOVE_POSSIBLE = cython.declare(cython.ulonglong, line_costs.ONES * (127 - IMPOSSIBLE + 1))
SIDE_KEY = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Board(Limited):
    """The position that a search stands at, and the positions behind its turns."""

    def __init__(self, tables: ClassTables) -> None:
        """Lay out the tables."""
        super().__init__(CLOCK_INTERVAL)
        self.classes = len(tables.costs[0])
        self._lay_out_classes(tables)
        self._lay_out_hashing()
        self._lay_out_levels()
        self.side = 0
        self.left = 2
        self.pruned = 0

    def _lay_out_classes(self, tables: ClassTables) -> None:
        self.contribution = array(
            "Q", [line_costs.CONTRIBUTION[b][cost] for side in (0, 1) for b in range(9) for cost in tables.costs[side]]
        )
        self.single_start, self.single = _ragged(tables.singles)
        self.double_start, self.double = _ragged(tables.doubles)
        self.only = array("i", tables.only[0] + tables.only[1])
        self.through = array("Q", line_costs.LINES_THROUGH)
        worth = [*WEIGHTS, *[0] * (256 - len(WEIGHTS))]
        self.worth = array("i", [low + high for high in worth for low in worth])

    def _lay_out_hashing(self) -> None:
        random = Random(20040505)
        self.zobrist = array("Q", [random.getrandbits(64) for _ in range(9 * self.classes)])
        self.image = array("i", [square for to in SYMMETRIES for square in to])
        self.origin = array("i", [to.index(square) for to in SYMMETRIES for square in range(9)])

    def _lay_out_levels(self) -> None:
        self.cls = array("i", [2] * (9 * (MAX_LEVEL + 1)))
        self.word = array("Q", [0] * (2 * (MAX_LEVEL + 1)))
        self.symmetry = array("i", [0] * (MAX_LEVEL + 1))
        self.option_board = array("i", [0] * (MAX_LEVEL * MOST_SINGLES))
        self.option_class = array("i", [0] * (MAX_LEVEL * MOST_SINGLES))
        self.option_own = array("q", [0] * (MAX_LEVEL * MOST_SINGLES))
        self.option_other = array("q", [0] * (MAX_LEVEL * MOST_SINGLES))
        self.turn = array("i", [0] * (MAX_LEVEL * MOST_TURNS))
        self.order = array("i", [0] * (MAX_LEVEL * MOST_TURNS))

    def set_position(self, classes: list[int], side: int, left: int) -> None:
        """Stand at a position: nine classes, the side to move (0 or 1) and its placements left (1 or 2)."""
        for board in range(9):
            self.cls[board] = classes[board]
        for one in (0, 1):
            self.word[one] = sum(self.contribution[(one * 9 + b) * self.classes + classes[b]] for b in range(9))
        self.side = side
        self.left = left

    def root_turns(self) -> list[int]:
        """List the turns of non-dominated placements; none where the game cannot be won any more."""
        self._normalize(0, self.side)
        return list(self.turn[: self._generate(0, self.side, HIGH, 0, 0)])

    # --- Positions -------------------------------------------------------------------------------------------------

    def _normalize(self, level: cython.int, side: cython.int) -> cython.ulonglong:
        """Reduce the boards, and return the least key of the big board's symmetries."""
        board: cython.int
        s: cython.int
        key: cython.ulonglong
        least: cython.ulonglong = 0
        self._reduce(level)
        for s in range(8):
            key = SIDE_KEY if side else 0
            for board in range(9):
                key ^= self.zobrist[self.image[9 * s + board] * self.classes + self.cls[9 * level + board]]
            if s == 0 or key < least:
                least = key
                self.symmetry[level] = s
        return least

    def _reduce(self, level: cython.int) -> cython.void:
        """Give boards that matter to one side or nobody the classes that stand for them."""
        x: cython.ulonglong = HIGH & ~(self.word[2 * level] + ABOVE_POSSIBLE)
        o: cython.ulonglong = HIGH & ~(self.word[2 * level + 1] + ABOVE_POSSIBLE)
        board: cython.int
        before: cython.int
        after: cython.int
        for board in range(9):
            before = self.cls[9 * level + board]
            if not self.through[board] & x:
                after = self.only[self.classes + before] if self.through[board] & o else DEAD
            elif not self.through[board] & o:
                after = self.only[before]
            else:
                continue
            if after != before:
                self.cls[9 * level + board] = after
                self._add(level, board, before, after)

    def _add(self, level: cython.int, board: cython.int, before: cython.int, after: cython.int) -> cython.void:
        """Account for a board's new class in both sides' line costs."""
        x: cython.int = board * self.classes
        o: cython.int = (9 + board) * self.classes
        self.word[2 * level] += self.contribution[x + after] - self.contribution[x + before]
        self.word[2 * level + 1] += self.contribution[o + after] - self.contribution[o + before]

    def _change(self, side: cython.int, board: cython.int, before: cython.int, after: cython.int) -> cython.longlong:
        """Return what a board's new class adds to a side's line costs."""
        at: cython.int = (side * 9 + board) * self.classes
        return self.contribution[at + after] - self.contribution[at + before]

    def _make(self, level: cython.int, turn: cython.int) -> cython.void:
        """Set up the position behind a turn at the next level."""
        board: cython.int
        after: cython.int
        for board in range(9):
            self.cls[9 * level + 9 + board] = self.cls[9 * level + board]
        self.word[2 * level + 2] = self.word[2 * level]
        self.word[2 * level + 3] = self.word[2 * level + 1]
        board = turn & 15
        after = (turn >> 4) & 511
        self._add(level + 1, board, self.cls[9 * level + board], after)
        self.cls[9 * level + 9 + board] = after
        board = (turn >> 13) & 15
        if board != NO_BOARD and board != (turn & 15):
            after = (turn >> 17) & 511
            self._add(level + 1, board, self.cls[9 * level + board], after)
            self.cls[9 * level + 9 + board] = after

    def _worth(self, word: cython.ulonglong) -> cython.int:
        """Return what a side's line costs are worth, two lines at a look."""
        return (
            self.worth[word & 0xFFFF]
            + self.worth[(word >> 16) & 0xFFFF]
            + self.worth[(word >> 32) & 0xFFFF]
            + self.worth[word >> 48]
        )

    # --- Turns -----------------------------------------------------------------------------------------------------

    def _generate(
        self,
        level: cython.int,
        side: cython.int,
        zone: cython.ulonglong,
        own_above: cython.ulonglong,
        other_above: cython.ulonglong,
    ) -> cython.int:
        """List the turns of non-dominated placements on the boards of the zone's lines, and return their number.

        After each turn some own line is as cheap as `own_above` says, and none of the other side's as `other_above`
        says; 0 demands nothing. `pruned` counts what the zone and `own_above` leave out.
        """
        options: cython.int = self._list_options(level, side, zone)
        own: cython.ulonglong = self.word[2 * level + side]
        other: cython.ulonglong = self.word[2 * level + 1 - side]
        count: cython.int = 0
        base: cython.int = level * SINGLES
        half: cython.bint = level == 0 and self.left == 1
        board: cython.int
        before: cython.int
        after: cython.int
        i: cython.int
        j: cython.int
        at: cython.int
        if not half:
            for board in range(9):
                if not self.through[board] & zone:
                    continue
                before = self.cls[9 * level + board]
                at = side * self.classes + before
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
            for i in range(base, base + options):
                for j in range(i + 1, base + options):
                    if self.option_board[j] != self.option_board[i]:
                        count = self._add_turn(
                            level,
                            count,
                            self.option_board[i]
                            | self.option_class[i] << 4
                            | self.option_board[j] << 13
                            | self.option_class[j] << 17,
                            own + self.option_own[i] + self.option_own[j],
                            other + self.option_other[i] + self.option_other[j],
                            own_above,
                            other_above,
                        )
        if half or self._one_board(level, options):
            for i in range(base, base + options):
                count = self._add_turn(
                    level,
                    count,
                    self.option_board[i] | self.option_class[i] << 4 | NO_BOARD << 13,
                    own + self.option_own[i],
                    other + self.option_other[i],
                    own_above,
                    other_above,
                )
        return count

    def _list_options(self, level: cython.int, side: cython.int, zone: cython.ulonglong) -> cython.int:
        """List the single placements of the zone with what they change, and return their number."""
        options: cython.int = 0
        board: cython.int
        before: cython.int
        after: cython.int
        at: cython.int
        i: cython.int
        for board in range(9):
            before = self.cls[9 * level + board]
            at = side * self.classes + before
            if not self.through[board] & zone:
                self.pruned += self.single_start[at + 1] - self.single_start[at]
                continue
            for i in range(self.single_start[at], self.single_start[at + 1]):
                after = self.single[i]
                self.option_board[level * SINGLES + options] = board
                self.option_class[level * SINGLES + options] = after
                self.option_own[level * SINGLES + options] = self._change(side, board, before, after)
                self.option_other[level * SINGLES + options] = self._change(1 - side, board, before, after)
                options += 1
        return options

    def _one_board(self, level: cython.int, options: cython.int) -> cython.bint:
        """Whether all single placements are on one board, so that no two of them make a turn."""
        i: cython.int
        for i in range(1, options):
            if self.option_board[level * SINGLES + i] != self.option_board[level * SINGLES]:
                return False
        return True

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
        """Append a turn if it leaves the line costs as demanded; returns the number of turns."""
        if other_above and HIGH & ~(other + other_above):
            return count
        if own_above and not HIGH & ~(own + own_above):
            self.pruned += 1
            return count
        self.turn[level * TURNS + count] = turn
        self.order[level * TURNS + count] = self._worth(own) - self._worth(other)
        return count + 1

    def _pick(self, level: cython.int, start: cython.int, count: cython.int) -> cython.int:
        """Move the best turn from `start` on to `start`, and return it."""
        base: cython.int = level * TURNS
        best: cython.int = base + start
        i: cython.int
        for i in range(base + start + 1, base + count):
            if self.order[i] > self.order[best]:
                best = i
        i = base + start
        self.order[i], self.order[best] = self.order[best], self.order[i]
        self.turn[i], self.turn[best] = self.turn[best], self.turn[i]
        return self.turn[i]

    def _to_canonical(self, level: cython.int, turn: cython.int) -> cython.int:
        return self._moved(self.image, 9 * self.symmetry[level], turn)

    def _from_canonical(self, level: cython.int, turn: cython.int) -> cython.int:
        return self._moved(self.origin, 9 * self.symmetry[level], turn)

    def _moved(self, to: cython.int[::1], start: cython.int, turn: cython.int) -> cython.int:
        """Move a turn's boards by a symmetry, its halves in the order in which turns are listed."""
        a: cython.int = to[start + (turn & 15)]
        b: cython.int = (turn >> 13) & 15
        low: cython.int = (turn >> 4) & 511
        high: cython.int = (turn >> 17) & 511
        if b == NO_BOARD:
            return a | low << 4 | b << 13
        b = to[start + b]
        return a | low << 4 | b << 13 | high << 17 if a <= b else b | high << 4 | a << 13 | low << 17


def _ragged(lists: list[list[list[int]]]) -> list:
    """Flatten `lists[side][class]`: where each list starts (one entry more at the end), and their elements."""
    starts, flat = [0], []
    for one in lists[0] + lists[1]:
        flat += one
        starts.append(len(flat))
    return [array("i", starts), array("i", flat)]


def changes(turn: int) -> list[tuple[int, int, int]]:
    """Return what a turn does: for each board the class it becomes and how many placements that takes."""
    if turn == NONE:
        return []
    one, two = turn & 0x1FFF, turn >> 13
    if one == two:
        return [(one & 15, one >> 4, 2)]
    halves = [one] if two & 15 == NO_BOARD else [one, two]
    return [(half & 15, half >> 4, 1) for half in halves]

# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The position that a search stands at: nine little-board classes a level, their line costs, and symmetric hashing.

All state is in flat arrays, a slice a level (the number of turns from the root): nine classes and, for each side, the
packed line costs (see `costs`). A turn is one int:
``board | class << 4 | board << 13 | class << 17``, each class being what its board becomes; a turn of one placement
has `NO_BOARD` in its second half, one of two placements in the same board has it there twice.
"""

from array import array
from random import Random

from sttt.games import claim
from sttt.games.super_ttt.classes import costs, view
from sttt.games.super_ttt.classes.costs import IMPOSSIBLE
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.symmetry import SYMMETRIES

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

MAX_LEVEL = 60

EVER = cython.declare(cython.int, claim.EVER)
NO_BOARD = cython.declare(cython.int, view.NO_BOARD)
MOST_COST = cython.declare(cython.int, IMPOSSIBLE - 1)
ONES = cython.declare(cython.ulonglong, costs.ONES)
DEAD = cython.declare(cython.int, 2)
HIGH = cython.declare(cython.ulonglong, costs.HIGH)
ABOVE_POSSIBLE = cython.declare(cython.ulonglong, costs.ONES * (127 - IMPOSSIBLE + 1))
SIDE_KEY = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Board:
    """The position at each level, from the root to where the search stands."""

    def __init__(self, tables: ClassTables) -> None:
        """Set up the tables."""
        self.classes = len(tables.costs[0])
        self.contribution = array(
            "Q", [costs.CONTRIBUTION[b][cost] for side in (0, 1) for b in range(9) for cost in tables.costs[side]]
        )
        self.only = array("i", tables.only[0] + tables.only[1])
        self.through = array("Q", costs.LINES_THROUGH)
        random = Random(20040505)
        self.zobrist = array("Q", [random.getrandbits(64) for _ in range(9 * self.classes)])
        self.image = array("i", [square for to in SYMMETRIES for square in to])
        self.origin = array("i", [to.index(square) for to in SYMMETRIES for square in range(9)])
        self.cls = array("i", [2] * (9 * (MAX_LEVEL + 1)))
        self.word = array("Q", [0] * (2 * (MAX_LEVEL + 1)))
        self.symmetry = array("i", [0] * (MAX_LEVEL + 1))
        self.side = 0
        self.left = 2

    def set_position(self, classes: list[int], side: int, left: int) -> None:
        """Stand at a position: nine classes, the side to move (0 or 1) and its placements left (1 or 2)."""
        for board in range(9):
            self.cls[board] = classes[board]
        for one in (0, 1):
            self.word[one] = sum(self.contribution[(one * 9 + b) * self.classes + classes[b]] for b in range(9))
        self.side = side
        self.left = left

    def normalize(self, level: cython.int, side: cython.int) -> cython.ulonglong:
        """Reduce the boards, and return the least key of the big board's symmetries."""
        board: cython.int
        s: cython.int
        key: cython.ulonglong
        least: cython.ulonglong = 0
        self.reduce(level)
        # Boards are reduced first: what can matter to nobody must not tell two equal positions apart.
        for s in range(8):
            key = SIDE_KEY if side else 0
            for board in range(9):
                key ^= self.zobrist[self.image[9 * s + board] * self.classes + self.cls[9 * level + board]]
            if s == 0 or key < least:
                least = key
                self.symmetry[level] = s
        return least

    def reduce(self, level: cython.int) -> cython.void:
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

    def lines_within(self, word: cython.ulonglong, cost: cython.int) -> cython.ulonglong:
        """Return the lines that cost at most `cost`."""
        # A byte's high bit is set if its line's cost + 127 - `cost` is 128 or more: the line is dearer. As costs are at
        # most 96, nothing carries into the next byte, and one addition compares all eight lines.
        return HIGH & ~(word + ONES * cython.cast(cython.ulonglong, 127 - (min(MOST_COST, cost))))

    def fewest_turns(self, word: cython.ulonglong, half: cython.int) -> cython.int:
        """Return the turns in which a side with these line costs can finish a line, `EVER` + 1 if it cannot.

        `half` is 1 if its first turn is one placement, else 0.
        """
        turns: cython.int
        for turns in range(1, 6):
            if self.lines_within(word, 2 * turns - half):
                return turns
        return EVER + 1

    def copy(self, level: cython.int) -> cython.void:
        """Set up the same position at the next level."""
        board: cython.int
        for board in range(9):
            self.cls[9 * level + 9 + board] = self.cls[9 * level + board]
        self.word[2 * level + 2] = self.word[2 * level]
        self.word[2 * level + 3] = self.word[2 * level + 1]

    def make(self, level: cython.int, turn: cython.int) -> cython.void:
        """Set up the position after a turn at the next level."""
        board: cython.int
        after: cython.int
        self.copy(level)
        board = turn & 15
        after = (turn >> 4) & 511
        self._add(level + 1, board, self.cls[9 * level + board], after)
        self.cls[9 * level + 9 + board] = after
        board = (turn >> 13) & 15
        if board != NO_BOARD and board != (turn & 15):
            after = (turn >> 17) & 511
            self._add(level + 1, board, self.cls[9 * level + board], after)
            self.cls[9 * level + 9 + board] = after

    def to_canonical(self, level: cython.int, turn: cython.int) -> cython.int:
        """Move a turn as the position is moved to have its least key."""
        return self._moved(self.image, 9 * self.symmetry[level], turn)

    def from_canonical(self, level: cython.int, turn: cython.int) -> cython.int:
        """Move a turn back from the position with the least key."""
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

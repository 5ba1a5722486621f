# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""What is known of a position without a search: the certificate's lines, the transposition table, groups that hold.

The first two are looked up by the nine classes and the side to move in full, 82 bits, least among the big board's
symmetries: there is no hash that two positions could share.
"""

from array import array

from sttt.games import claim
from sttt.games.super_ttt.certificate.denial import Denial
from sttt.games.super_ttt.certificate.moves import LINE_BIT, MOST_LEVELS, NO_TURN, Moves
from sttt.games.super_ttt.certificate.order import IMPOSSIBLE, Tables
from sttt.games.super_ttt.position import LITTLE_LINES, squares
from sttt.games.super_ttt.symmetry import SYMMETRIES

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

_BIT = (1, 2, 4, 8, 16, 32, 64, 128, 256)

DEAREST = cython.declare(cython.int, IMPOSSIBLE - 1)
EVER = cython.declare(cython.int, claim.EVER)
TOP = cython.declare(cython.ulonglong, 2**63)
MIX_LOW = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_HIGH = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)
ALL_BITS = cython.declare(cython.ulonglong, 2**64 - 1)
KEY_BITS = cython.declare(cython.ulonglong, 2**19 - 1)
TURN_BITS = cython.declare(cython.ulonglong, 2**26 - 1)
NONE = cython.declare(cython.int, NO_TURN)
NO_BOARD = cython.declare(cython.int, 15)


class Knowledge(Moves):
    """Remembers positions, and recognizes those that O holds by groups."""

    def __init__(self, tables: Tables, denial: Denial) -> None:
        """Remember none."""
        super().__init__(tables)
        self.boards_on = array("i", [board for line in LITTLE_LINES for board in squares(line)])
        self.line_bit = array("Q", LINE_BIT)
        self.bit = array("i", _BIT)
        self.kind = array("i", denial.kind)
        self.denied = array("B", denial.table)
        self.kind_at = array("i", [0] * 9)
        self.image = array("i", [board for to in SYMMETRIES for board in to])
        self.origin = array("i", [to.index(board) for to in SYMMETRIES for board in range(9)])
        self.low, self.high = (array("Q", [0] * MOST_LEVELS) for _ in range(2))
        self.symmetry = array("i", [0] * MOST_LEVELS)
        self.table = array("Q")
        self.forget(1)
        self.forget_lines()

    def forget(self, bits: int) -> None:
        """Begin with an empty table of ``2 ** bits`` entries, at least two, and without killer turns."""
        size: cython.longlong = 2 * 2**bits
        i: cython.longlong
        if len(self.table) < size:
            self.table = array("Q", [0]) * size
        for i in range(size):
            self.table[i] = 0
        self.table_mask = size // 2 - 1
        for i in range(2 * MOST_LEVELS):
            self.killer[i] = NONE

    def key(self, classes: list[int], side: int) -> tuple[int, int]:
        """Return the position's key: equal for positions that the order and the symmetries make one."""
        self.set_position(classes)
        self._find_key(0, side)
        return self.low[0], self.high[0]

    def list_position(self, low: int, high: int, turns: int) -> None:
        """Take over a line of the certificate: the position's key, and for how many turns it speaks."""
        if 2 * self.listed_count > self.listed_mask:
            self._spread_out()
        slot = self._listed_slot(low, high)
        self.listed_count += self.listed_turns[slot] == 0
        self.listed[2 * slot], self.listed[2 * slot + 1], self.listed_turns[slot] = low, high, turns

    def forget_lines(self) -> None:
        """List nothing."""
        self.listed = array("Q", bytes(32))
        self.listed_turns = array("i", [0, 0])
        self.listed_mask = 1
        self.listed_count = 0

    def _spread_out(self) -> None:
        """Make four times the room for lines."""
        before, turns, size = self.listed, self.listed_turns, len(self.listed_turns)
        self.listed = array("Q", bytes(64 * size))
        self.listed_turns = array("i", bytes(16 * size))
        self.listed_mask = 4 * size - 1
        self.listed_count = 0
        for slot in range(size):
            if turns[slot]:
                self.list_position(before[2 * slot], before[2 * slot + 1], turns[slot])

    def _is_listed(self, level: cython.int, side: cython.int, turns: cython.int, wins: cython.bint) -> cython.bint:
        """Whether the certificate has a line for the position that says as much."""
        within: cython.int
        self._find_key(level, side)
        within = self.listed_turns[self._listed_slot(self.low[level], self.high[level])]
        return 0 < within <= turns if wins else within >= turns

    def _listed_slot(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.ulonglong:
        """Return where a line for the position is, or the free place where it would be."""
        slot: cython.ulonglong = (((low * MIX_LOW + high * MIX_HIGH) & ALL_BITS) >> 20) & self.listed_mask
        while self.listed_turns[slot] and (self.listed[2 * slot] != low or self.listed[2 * slot + 1] != high):
            slot = (slot + 1) & self.listed_mask
        return slot

    # --- Keys and the transposition table --------------------------------------------------------------------------

    def _find_key(self, level: cython.int, side: cython.int) -> cython.void:
        """Find the least key among the symmetries: seven classes in one word, two more in another."""
        s: cython.int
        board: cython.int
        base: cython.int = 9 * level
        low: cython.ulonglong
        high: cython.ulonglong
        least: cython.ulonglong = 0
        highest: cython.ulonglong = 0
        for s in range(8):
            low = cython.cast(cython.ulonglong, self.cls[base + self.origin[9 * s]])
            if s and low > least >> 54:
                continue
            for board in range(9 * s + 1, 9 * s + 7):
                low = low << 9 | cython.cast(cython.ulonglong, self.cls[base + self.origin[board]])
            if s and low > least:
                continue
            high = cython.cast(cython.ulonglong, self.cls[base + self.origin[9 * s + 7]])
            high = high << 9 | cython.cast(cython.ulonglong, self.cls[base + self.origin[9 * s + 8]])
            if s == 0 or low < least or high < highest:
                least = low
                highest = high
                self.symmetry[level] = s
        self.low[level] = least | TOP if side else least
        self.high[level] = highest

    def _slot(self, level: cython.int) -> cython.ulonglong:
        """Return where the position's entry is, or of its two places the one that may rather be overwritten."""
        low: cython.ulonglong = self.low[level]
        high: cython.ulonglong = self.high[level]
        slot: cython.ulonglong = (low * MIX_LOW + high * MIX_HIGH) & ALL_BITS
        slot = (((slot >> 20) ^ (slot >> 40)) & self.table_mask) * 2
        other: cython.ulonglong = slot ^ 2
        if self.table[slot] == low and self.table[slot + 1] & KEY_BITS == high:
            return slot
        if self.table[other] == low and self.table[other + 1] & KEY_BITS == high:
            return other
        return slot if self.table[slot + 1] >> 61 <= self.table[other + 1] >> 61 else other

    def _known(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return what the table knows of `turns` turns, 0 if that is nothing."""
        slot: cython.ulonglong = self._slot(level)
        entry: cython.ulonglong = self.table[slot + 1]
        bound: cython.int
        if self.table[slot] != self.low[level] or entry & KEY_BITS != self.high[level]:
            return 0
        bound = cython.cast(cython.int, (entry >> 19) & 255)
        if bound >= turns:
            return -bound
        bound = cython.cast(cython.int, (entry >> 27) & 255)
        return bound if bound <= turns else 0

    def _known_turn(self, level: cython.int) -> cython.int:
        """Return the turn that the table's last bound of the position rests on, `NO_TURN` if it knows none."""
        slot: cython.ulonglong = self._slot(level)
        entry: cython.ulonglong = self.table[slot + 1]
        known: cython.ulonglong = (entry >> 35) & TURN_BITS
        if self.table[slot] != self.low[level] or entry & KEY_BITS != self.high[level] or known == TURN_BITS:
            return NONE
        return self._moved(self.origin, 9 * self.symmetry[level], cython.cast(cython.int, known))

    def _store(self, level: cython.int, turns: cython.int, value: cython.int, turn: cython.int) -> cython.void:
        """Keep a bound beside the other one known.

        ``high key | fails within << 19 | wins within << 27 | turn << 35 | turns asked about << 61``, these at most 7.
        """
        slot: cython.ulonglong = self._slot(level)
        entry: cython.ulonglong = self.table[slot + 1]
        fails: cython.ulonglong = 0
        wins: cython.ulonglong = 0
        known: cython.ulonglong = TURN_BITS
        if self.table[slot] == self.low[level] and entry & KEY_BITS == self.high[level]:
            fails = (entry >> 19) & 255
            wins = (entry >> 27) & 255
        if value > 0:
            wins = cython.cast(cython.ulonglong, value)
        else:
            fails = cython.cast(cython.ulonglong, -value)
        if turn != NONE:
            known = cython.cast(cython.ulonglong, self._moved(self.image, 9 * self.symmetry[level], turn))
        self.table[slot] = self.low[level]
        entry = self.high[level] | fails << 19 | wins << 27 | known << 35
        self.table[slot + 1] = entry | cython.cast(cython.ulonglong, min(turns, 7)) << 61

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

    # --- Groups of boards that O holds -----------------------------------------------------------------------------

    def _within(self, word: cython.ulonglong) -> cython.int:
        """Return within how many turns of two marks no line with these costs can be finished."""
        turns: cython.int
        for turns in range(1, 6):
            if self._lines(word, 2 * turns):
                return turns - 1
        return EVER

    def _held_by_groups(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound at which disjoint groups deny X every line that it could finish, 0 if there are none.

        Lines that no longer can be finished within `turns` turns need no group for that many.
        """
        x: cython.ulonglong = self.word[2 * level]
        lines: cython.ulonglong = self._lines(x, DEAREST)
        board: cython.int
        for board in range(9):
            self.kind_at[board] = self.kind[self.cls[9 * level + board]]
            if self.kind_at[board] > 0 and self._is_denied(0, 0, self.kind_at[board]):
                lines &= ~self.through[board]
        if self._deny(lines, 0):
            return -EVER
        if turns <= 4 and self._deny(lines & self._lines(x, 2 * turns), 0):
            return -turns
        return 0

    def _deny(self, lines: cython.ulonglong, taken: cython.int) -> cython.bint:
        """Whether each of the lines has a group of boards that are not taken yet."""
        rest: cython.ulonglong = lines
        line: cython.int = 0
        count: cython.int = 0
        at: cython.int
        i: cython.int
        j: cython.int
        group: cython.int
        while rest:
            rest &= rest - 1
            count += 1
        if count == 0:
            return True
        if count > 4:  # nine boards make no more groups of two
            return False
        while not lines & self.line_bit[line]:
            line += 1
        lines &= ~self.line_bit[line]
        for at in range(3):
            i = self.boards_on[3 * line + at]
            j = self.boards_on[3 * line + (at + 1 if at < 2 else 0)]
            group = self.bit[i] | self.bit[j]
            if not taken & group and self._is_denied(0, self.kind_at[i], self.kind_at[j]):
                if self._deny(lines, taken | group):
                    return True
        i = self.boards_on[3 * line]
        j = self.boards_on[3 * line + 1]
        at = self.boards_on[3 * line + 2]
        group = self.bit[i] | self.bit[j] | self.bit[at]
        return (
            not taken & group
            and self._is_denied(self.kind_at[i], self.kind_at[j], self.kind_at[at])
            and self._deny(lines, taken | group)
        )

    def _is_denied(self, a: cython.int, b: cython.int, c: cython.int) -> cython.bint:
        """Look a group of kinds up; none of its boards may be one that X can never own."""
        least: cython.int = min(a, b, c)
        most: cython.int = max(a, b, c)
        b = a + b + c - least - most
        return self.denied[most * (most + 1) * (most + 2) // 6 + b * (b + 1) // 2 + least] != 0

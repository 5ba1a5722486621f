# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The memory of a search: the certificate's lines, and the transposition table.

Both are looked up by the nine classes and the side to move in full, 82 bits, the least among the big board's
symmetries. A hash chooses the place alone: no two positions share an entry.
"""

from array import array

from sttt.games.super_ttt.certificate.moves import MOST_LEVELS, NO_TURN, Moves
from sttt.games.super_ttt.symmetry import SYMMETRIES

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

TOP = cython.declare(cython.ulonglong, 2**63)
MIX_LOW = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_HIGH = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)
ALL_BITS = cython.declare(cython.ulonglong, 2**64 - 1)
KEY_BITS = cython.declare(cython.ulonglong, 2**19 - 1)
TURN_BITS = cython.declare(cython.ulonglong, 2**26 - 1)
NONE = cython.declare(cython.int, NO_TURN)
NO_BOARD = cython.declare(cython.int, 15)


class Memory:
    """Positions that a line of the certificate speaks of, and those that the search has decided."""

    def __init__(self, moves: Moves) -> None:
        """Remember nothing of the positions that `moves` stands at."""
        self.moves = moves
        self.image = array("i", [board for to in SYMMETRIES for board in to])
        self.origin = array("i", [to.index(board) for to in SYMMETRIES for board in range(9)])
        self.low, self.high = (array("Q", [0]) * MOST_LEVELS for _ in range(2))
        self.symmetry = array("i", [0]) * MOST_LEVELS
        self.table = array("Q")
        self.forget(1)
        self.forget_lines()

    def forget(self, bits: int) -> None:
        """Begin with an empty table of ``2 ** bits`` entries, at least two."""
        size: cython.longlong = 2 * 2**bits
        i: cython.longlong
        if len(self.table) < size:
            self.table = array("Q", [0]) * size
        for i in range(size):
            self.table[i] = 0
        self.table_mask = size // 2 - 1

    def key(self, classes: list[int], side: int) -> tuple[int, int]:
        """Return the position's key: equal for positions that the order and the symmetries make one."""
        self.moves.set_position(classes)
        self.find_key(0, side)
        return self.low[0], self.high[0]

    def list_position(self, low: int, high: int, turns: int) -> None:
        """Take over a line of the certificate: the position's key, and the number of turns that it speaks of."""
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

    def is_listed(self, level: cython.int, side: cython.int, turns: cython.int, wins: cython.bint) -> cython.bint:
        """Return whether the certificate has a line for the position that says as much."""
        within: cython.int
        self.find_key(level, side)
        within = self.listed_turns[self._listed_slot(self.low[level], self.high[level])]
        return 0 < within <= turns if wins else within >= turns

    def _listed_slot(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.ulonglong:
        """Return where a line for the position is, or the free place where it would be."""
        slot: cython.ulonglong = (((low * MIX_LOW + high * MIX_HIGH) & ALL_BITS) >> 20) & self.listed_mask
        while self.listed_turns[slot] and (self.listed[2 * slot] != low or self.listed[2 * slot + 1] != high):
            slot = (slot + 1) & self.listed_mask
        return slot

    # --- Keys and the transposition table --------------------------------------------------------------------------

    def find_key(self, level: cython.int, side: cython.int) -> cython.void:
        """Find the least key among the symmetries: seven classes in one word, two more in another."""
        s: cython.int
        board: cython.int
        base: cython.int = 9 * level
        low: cython.ulonglong
        high: cython.ulonglong
        least: cython.ulonglong = 0
        highest: cython.ulonglong = 0
        # Symmetries are compared as early as they differ: by the first class alone, by seven, by all nine.
        for s in range(8):
            low = cython.cast(cython.ulonglong, self.moves.cls[base + self.origin[9 * s]])
            if s and low > least >> 54:
                continue
            for board in range(9 * s + 1, 9 * s + 7):
                low = low << 9 | cython.cast(cython.ulonglong, self.moves.cls[base + self.origin[board]])
            if s and low > least:
                continue
            high = cython.cast(cython.ulonglong, self.moves.cls[base + self.origin[9 * s + 7]])
            high = high << 9 | cython.cast(cython.ulonglong, self.moves.cls[base + self.origin[9 * s + 8]])
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

    def known(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound that the table has for `turns` turns, 0 if it has none."""
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

    def known_turn(self, level: cython.int) -> cython.int:
        """Return the turn that the table's last bound of the position depends on, `NO_TURN` if it knows none."""
        slot: cython.ulonglong = self._slot(level)
        entry: cython.ulonglong = self.table[slot + 1]
        turn: cython.ulonglong = (entry >> 35) & TURN_BITS
        if self.table[slot] != self.low[level] or entry & KEY_BITS != self.high[level] or turn == TURN_BITS:
            return NONE
        return self._moved(self.origin, 9 * self.symmetry[level], cython.cast(cython.int, turn))

    def store(self, level: cython.int, turns: cython.int, value: cython.int, turn: cython.int) -> cython.void:
        """Keep a bound beside the other one known.

        ``high key | fails within << 19 | wins within << 27 | turn << 35 | turns asked about << 61``, these at most 7.
        """
        slot: cython.ulonglong = self._slot(level)
        entry: cython.ulonglong = self.table[slot + 1]
        fails: cython.ulonglong = 0
        wins: cython.ulonglong = 0
        packed: cython.ulonglong = TURN_BITS
        if self.table[slot] == self.low[level] and entry & KEY_BITS == self.high[level]:
            fails = (entry >> 19) & 255
            wins = (entry >> 27) & 255
        if value > 0:
            wins = cython.cast(cython.ulonglong, value)
        else:
            fails = cython.cast(cython.ulonglong, -value)
        if turn != NONE:
            packed = cython.cast(cython.ulonglong, self._moved(self.image, 9 * self.symmetry[level], turn))
        self.table[slot] = self.low[level]
        entry = self.high[level] | fails << 19 | wins << 27 | packed << 35
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

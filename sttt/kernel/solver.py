"""The exact solver: whether a side can force a win within so many of its own turns, on what `board` offers.

A search for yes or no by an *attacker* against a *defender* who needs only to hold, or to win first. Bounds are
numbers: ``n > 0`` the attacker wins within n of its own turns, ``-n`` it cannot within n, `-NEVER` it never can.
Each is a proof: what is left out is left out because it cannot matter within the turns that remain.

- The attacker makes turns that leave some line it can still finish in time, and stops what the defender would win with.
- Either side places only on boards of lines that one of them can still finish in time (`zone`): a placement
  anywhere else is no better than none, and never worse.
- Boards that fall into groups in which the defender can answer mark for mark end the search (see `groups`).
"""

from array import array

from sttt.games.super_ttt import LITTLE_LINES, squares
from sttt.kernel import line_costs
from sttt.kernel.board import MAX_LEVEL, MOST_SINGLES, MOST_TURNS, NONE
from sttt.kernel.class_tables import ClassTables
from sttt.kernel.groups import Groups
from sttt.kernel.limited_search import LimitedSearch
from sttt.kernel.little_boards import IMPOSSIBLE

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

NEVER = 255
"""More turns than any game has."""

CUT_OFF = 0
"""The answer of a search that its limits ended."""

BIT = (1, 2, 4, 8, 16, 32, 64, 128, 256)

EVER = cython.declare(cython.int, NEVER)
EVEN = cython.declare(cython.ulonglong, 2**64 - 2)
UNKNOWN_TURN = cython.declare(cython.ulonglong, 0x3FFFFFF)
NO_TURN = cython.declare(cython.int, NONE)
LEVELS = cython.declare(cython.int, MAX_LEVEL)
TURNS = cython.declare(cython.int, MOST_TURNS)
SINGLES = cython.declare(cython.int, MOST_SINGLES)
MOST_GROUPS = cython.declare(cython.int, 4)
DEAREST = cython.declare(cython.int, IMPOSSIBLE - 1)
HIGH = cython.declare(cython.ulonglong, line_costs.HIGH)
ONES = cython.declare(cython.ulonglong, line_costs.ONES)
ABOVE_2 = cython.declare(cython.ulonglong, line_costs.ONES * 125)
ABOVE_POSSIBLE = cython.declare(cython.ulonglong, line_costs.ONES * (127 - IMPOSSIBLE + 1))
ATTACKER_KEY = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)


class Solver(LimitedSearch):
    """Proves wins and that there are none, one position after the other."""

    def __init__(self, tables: ClassTables, groups: Groups, table_bits: int = 20) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes."""
        super().__init__(tables, table_bits)
        self.kind = array("i", groups.kind[0] + groups.kind[1])
        self.denied = array("B", groups.denied)
        self.bit = array("i", BIT)
        self.boards_on = array("i", [board for line in LITTLE_LINES for board in squares(line)])
        self.line_bit = array("Q", line_costs.LINE_BIT)
        self.kind_at = array("i", [0] * 9)
        self.attacker = 0
        self.best_turn = NONE

    def begin(self, deadline: float, node_limit: int) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes."""
        super().begin(deadline, node_limit)
        self.pruned = 0
        self._look_at_the_clock()

    @property
    def zone_cuts(self) -> int:
        """Placements and turns left out since `begin` because they cannot matter in time."""
        return self.pruned

    def bound(self, attacker: int, turns: int) -> int:
        """Say whether a side (0 or 1) wins within its next `turns` turns: a bound, or `CUT_OFF`."""
        value: cython.int
        within: cython.int = turns
        self.attacker = attacker
        self.best_turn = NO_TURN
        with cython.nogil:
            value = self._attack(0, within) if self.side == self.attacker else self._defend(0, within)
        self._raise_interruption()
        return CUT_OFF if self.stopped else value

    def best(self) -> int:
        """Return the turn that the last bound rests on: one that wins, or one that holds; `NONE` if none does."""
        return self.best_turn

    def root_bounds(self, attacker: int, turns: int) -> list[tuple[int, int]]:
        """List the turns of the side to move with the bound behind each, until the limits are reached.

        `turns` counts the attacker's turns to come, with this one if it is the attacker's. Turns that leave the
        opponent a win in its next turn are left out. The side to move must not have a win within this turn.
        """
        value: cython.int
        within: cython.int = turns
        side: cython.int = self.side
        chosen: cython.int
        self.attacker = attacker
        self._normalize(0, side)
        count = self._generate(0, side, HIGH, 0, ABOVE_2 if self._lines(self.word[1 - side], 2) else 0)
        bounds: list[tuple[int, int]] = []
        for turn in list(self.turn[:count]):
            chosen = turn
            self._make(0, chosen)
            with cython.nogil:
                if side == self.attacker:
                    value = self._defend(1, within - 1)
                    value += 1 if value > 0 else -1 if value > -EVER else 0
                else:
                    value = self._attack(1, within)
            self._raise_interruption()
            if self.stopped:
                break
            bounds.append((turn, value))
        return bounds

    # --- The search ------------------------------------------------------------------------------------------------

    def _attack(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound for the attacker, who is to move and has this turn and `turns` - 1 more."""
        side: cython.int = self.attacker
        own: cython.ulonglong = self.word[2 * level + side]
        other: cython.ulonglong = self.word[2 * level + 1 - side]
        half: cython.int = 1 if level == 0 and self.left == 1 else 0
        pruned: cython.longlong
        threats: cython.ulonglong
        key: cython.ulonglong
        count: cython.int
        value: cython.int
        least: cython.int
        turn: cython.int
        i: cython.int

        self._count_node()
        if self.stopped:
            return 0
        if self._lines(own, 2 - half):
            return 1
        if not self._lines(own, 2 * turns - half):
            return self._cannot(own, half)
        if turns == 1:
            return -1
        if level >= LEVELS - 1:
            return -turns

        if turns == 2 and level:
            return self._threaten(level)

        key = self._normalize(level, side) ^ ATTACKER_KEY
        if not half:
            value = self._known(key, turns)
            if value < 0 or (value > 0 and level):
                return value  # at the root a win is looked at again, to know its turn
            value = self._denied_by_groups(level, turns)
            if value:
                self._store(level, key, turns, value, NO_TURN)
                return value
        own = self.word[2 * level + side]
        other = self.word[2 * level + 1 - side]
        threats = self._lines(other, 2)
        pruned = self.pruned
        count = self._generate(
            level,
            side,
            self._lines(own, 2 * turns) | self._lines(other, 2 * turns - 2),
            ONES * (127 - 2 * (turns - 1)),
            ABOVE_2 if threats else 0,
        )
        least = EVER if self.pruned == pruned else turns
        self._rank(level, count, self._known_turn(level, key))
        for i in range(count):
            turn = self._pick(level, i, count)
            self._make(level, turn)
            value = self._defend(level + 1, turns - 1)
            if self.stopped:
                return 0
            if value > 0:
                value += 1
                if level == 0:
                    self.best_turn = turn
                if not half:
                    self._store(level, key, turns, value, turn)
                return value
            if value > -EVER:
                value -= 1
            if -value < least:
                least = -value
        if not half:
            self._store(level, key, turns, -least, NO_TURN)
        return -least

    def _threaten(self, level: cython.int) -> cython.int:
        """Return the bound for the attacker's last turn but one, which must threaten more than can be stopped.

        There are too many of these, and each takes too little, for the table to be worth asking.
        """
        side: cython.int = self.attacker
        own: cython.ulonglong
        other: cython.ulonglong
        pruned: cython.longlong
        count: cython.int
        value: cython.int
        least: cython.int
        i: cython.int
        self._reduce(level)
        value = self._denied_by_groups(level, 2)
        if value:
            return value
        own = self.word[2 * level + side]
        other = self.word[2 * level + 1 - side]
        pruned = self.pruned
        count = self._generate(
            level,
            side,
            self._lines(own, 4) | self._lines(other, 2),
            ABOVE_2,
            ABOVE_2 if self._lines(other, 2) else 0,
        )
        least = EVER if self.pruned == pruned else 2
        for i in range(level * TURNS, level * TURNS + count):
            self._make(level, self.turn[i])
            value = self._defend(level + 1, 1)
            if self.stopped:
                return 0
            if value > 0:
                return 2
            if value == -1:
                least = 2
        return -least

    def _defend(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound for the defender to move, where the attacker has `turns` turns to come."""
        side: cython.int = 1 - self.attacker
        own: cython.ulonglong = self.word[2 * level + side]
        other: cython.ulonglong = self.word[2 * level + 1 - side]
        half: cython.int = 1 if level == 0 and self.left == 1 else 0
        threats: cython.ulonglong
        key: cython.ulonglong
        count: cython.int
        value: cython.int
        most: cython.int
        last: cython.int
        turn: cython.int
        i: cython.int

        self._count_node()
        if self.stopped:
            return 0
        if self._lines(own, 2 - half):
            return -EVER
        if not self._lines(other, 2 * turns):
            return self._cannot(other, 0)
        threats = self._lines(other, 2)
        if turns == 1 and not threats:
            return -1
        if level >= LEVELS - 1:
            return -turns

        if turns == 1 and level:
            return -1 if self._can_stop(level, side, threats) else 1

        key = self._normalize(level, side)
        if not half and turns > 1:
            value = self._known(key, turns) if level else 0  # at the root the turn matters
            if value:
                return value
            value = 0 if threats else self._denied_by_groups(level, turns)
            if value:
                self._store(level, key, turns, value, NO_TURN)
                return value
        own = self.word[2 * level + side]
        other = self.word[2 * level + 1 - side]
        count = self._generate(
            level,
            side,
            self._lines(own, 2 * turns) | self._lines(other, 2 * turns) if turns > 1 else threats,
            0,
            ABOVE_2 if threats else 0,
        )
        if turns == 1:
            if level == 0 and count:
                self.best_turn = self.turn[0]
            return -1 if count else 1
        self._rank(level, count, self._known_turn(level, key))
        most = 1
        last = NO_TURN
        for i in range(count):
            turn = self._pick(level, i, count)
            self._make(level, turn)
            value = self._attack(level + 1, turns)
            if self.stopped:
                return 0
            if value < 0:
                if level == 0:
                    self.best_turn = turn
                else:
                    self._remember_killer(level, turn)
                if not half:
                    self._store(level, key, turns, value, turn)
                return value
            if value > most:
                most = value
                last = turn
        if count == 0 and not threats:
            most = self._pass(level, turns)
        if most > 0 and level == 0:
            self.best_turn = last
        if not half:
            self._store(level, key, turns, most, last)
        return most

    def _can_stop(self, level: cython.int, side: cython.int, threats: cython.ulonglong) -> cython.bint:
        """Whether a turn of the side leaves none of the other side's threats."""
        options: cython.int = self._list_options(level, side, threats)
        base: cython.int = level * SINGLES
        other: cython.ulonglong = self.word[2 * level + 1 - side]
        left: cython.ulonglong
        board: cython.int
        before: cython.int
        at: cython.int
        i: cython.int
        j: cython.int
        for i in range(base, base + options):
            left = other + self.option_other[i]
            if not HIGH & ~(left + ABOVE_2):
                return True
            for j in range(i + 1, base + options):
                if self.option_board[j] != self.option_board[i] and not HIGH & ~(left + self.option_other[j] + ABOVE_2):
                    return True
        for board in range(9):
            if not threats & ~self.through[board]:
                before = self.cls[9 * level + board]
                at = side * self.classes + before
                for i in range(self.double_start[at], self.double_start[at + 1]):
                    left = other + self._change(1 - side, board, before, self.double[i])
                    if not HIGH & ~(left + ABOVE_2):
                        return True
        return False

    def _pass(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound where no placement of the defender's matters."""
        board: cython.int
        for board in range(9):
            self.cls[9 * level + 9 + board] = self.cls[9 * level + board]
        self.word[2 * level + 2] = self.word[2 * level]
        self.word[2 * level + 3] = self.word[2 * level + 1]
        return self._attack(level + 1, turns)

    def _known_turn(self, level: cython.int, key: cython.ulonglong) -> cython.int:
        """Return the turn that the table's bounds of the position rest on, `NONE` if it knows none."""
        slot: cython.ulonglong = self._slot(key)
        known: cython.ulonglong = (self.table[slot + 1] >> 16) & UNKNOWN_TURN
        if self.table[slot] != key or known == UNKNOWN_TURN:
            return NO_TURN
        return self._from_canonical(level, cython.cast(cython.int, known))

    # --- Groups of boards that the defender holds ------------------------------------------------------------------

    def _denied_by_groups(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound at which disjoint groups deny the attacker all lines that it can finish in time, or 0.

        Answering in the groups mark for mark, the defender never loses by one of these lines.
        """
        word: cython.ulonglong = self.word[2 * level + self.attacker]
        lines: cython.ulonglong
        left: cython.ulonglong = HIGH & ~(word + ABOVE_POSSIBLE)
        within: cython.int
        board: cython.int
        for board in range(9):
            self.kind_at[board] = self.kind[self.attacker * self.classes + self.cls[9 * level + board]]
            if self.kind_at[board] > 0 and self._is_denied(0, 0, self.kind_at[board]):
                left &= ~self.through[board]
        if self._deny(left, 0):
            return -EVER
        for within in range(4, turns - 1, -1):
            lines = left & self._lines(word, 2 * within)
            if lines != left:
                if self._deny(lines, 0):
                    return -within
                left = lines
        return 0

    def _deny(self, lines: cython.ulonglong, taken: cython.int) -> cython.bint:
        """Whether boards that are not taken yet make a group for each of the lines."""
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
        if count > MOST_GROUPS:
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
        """Look a group of kinds up, whose order does not matter."""
        t: cython.int
        if a > b:
            t = a
            a = b
            b = t
        if b > c:
            t = b
            b = c
            c = t
        if a > b:
            t = a
            a = b
            b = t
        t = c * (c + 1) * (c + 2) // 6 + b * (b + 1) // 2 + a
        return (self.denied[t >> 3] & self.bit[t & 7]) != 0

    # --- Line costs ------------------------------------------------------------------------------------------------

    def _lines(self, word: cython.ulonglong, cost: cython.int) -> cython.ulonglong:
        """Return the lines that cost at most so much."""
        return HIGH & ~(word + ONES * cython.cast(cython.ulonglong, 127 - (min(DEAREST, cost))))

    def _cannot(self, word: cython.ulonglong, half: cython.int) -> cython.int:
        """Return the bound of an attacker with these line costs, of which too many placements are missing.

        `half` is 1 if its first turn is one placement, else 0.
        """
        turns: cython.int
        for turns in range(1, 6):
            if self._lines(word, 2 * turns - half):
                return 1 - turns
        return -EVER

    # --- The transposition table -----------------------------------------------------------------------------------

    def _slot(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return where the position's entry is, or of its two places the one that may rather be overwritten."""
        slot: cython.ulonglong = 2 * (key & self.table_mask & EVEN)
        if self.table[slot] == key:
            return slot
        if self.table[slot + 2] == key or (self.table[slot + 1] >> 42) > (self.table[slot + 3] >> 42):
            return slot + 2
        return slot

    def _known(self, key: cython.ulonglong, turns: cython.int) -> cython.int:
        """Return what the table knows of `turns` turns, 0 if that is nothing."""
        slot: cython.ulonglong = self._slot(key)
        fails: cython.int
        wins: cython.int
        if self.table[slot] != key:
            return 0
        fails = cython.cast(cython.int, self.table[slot + 1] & 0xFF)
        if fails >= turns:
            return -fails
        wins = cython.cast(cython.int, (self.table[slot + 1] >> 8) & 0xFF)
        return wins if wins <= turns else 0

    def _store(
        self, level: cython.int, key: cython.ulonglong, turns: cython.int, value: cython.int, turn: cython.int
    ) -> cython.void:
        """Keep a bound beside the other one known.

        An entry is ``fails within | wins within << 8 | canonical turn << 16 | turns asked about << 42``.
        """
        slot: cython.ulonglong = self._slot(key)
        entry: cython.ulonglong = 0
        if self.table[slot] == key:
            entry = self.table[slot + 1] & 0xFFFF
        if value > 0:
            entry = entry & 0xFF | cython.cast(cython.ulonglong, value) << 8
        else:
            entry = entry & 0xFF00 | cython.cast(cython.ulonglong, -value)
        if turn != NO_TURN:
            entry |= cython.cast(cython.ulonglong, self._to_canonical(level, turn)) << 16
        else:
            entry |= UNKNOWN_TURN << 16
        self.table[slot] = key
        self.table[slot + 1] = entry | cython.cast(cython.ulonglong, turns) << 42

# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Threat-sequence search in 4x4x4 tic-tac-toe: wins in which every move but the last must be answered at once.

A *three* is a line with three marks of one side and an empty square: its completion threatens. The attacker makes one
three after the other, the defender's answer to each is forced, until one move makes two threes at once. An answer may
make a three of the defender's: then the attacker's next move is forced, too, and has to make a three itself.
Source of the idea: O. Patashnik, "Qubic: 4x4x4 tic-tac-toe", Mathematics Magazine 53 (1980), 202-216.

Square ``x,y,z`` is bit ``16 z + 4 y + x`` of a word (see the `position` module). Depth counts the attacker's moves,
each with its answer. What a word holds at a depth:

- `own`, `other`: marks of the attacker and of the defender;
- `threes`: the squares that complete a line of the defender's; the attacker has no three when it is to move;
- `pairs`: squares that may make a three of the attacker's, some that no longer do among them.
"""

from array import array

from sttt.games.qubic.position import BITS, LINE_MASKS, MASKS_THROUGH
from sttt.kernel.bits import bit_index, count_bits
from sttt.kernel.limits import Limited
from sttt.kernel.transposition_table import PairTable

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

MOST_THREATS = 33
"""More than one side ever has moves."""

LINES = cython.declare(cython.int, 76)
CLOCK_INTERVAL = 1024 if cython.compiled else 16


class QubicThreats(Limited):
    """Searches one position after the other. Not for use by two threads at once."""

    def __init__(self, failed_bits: int = 18) -> None:
        """Make the tables; the one of failed positions has ``2**failed_bits`` entries of 16 bytes."""
        super().__init__(CLOCK_INTERVAL)
        self._make_lines()
        self._make_stack()
        self.failed = PairTable(failed_bits, has_content=False)
        self.gave_up = False

    def _make_lines(self) -> None:
        self.bit = array("Q", BITS)
        self.line = array("Q", LINE_MASKS)
        self.through = array("Q", [mask for masks in MASKS_THROUGH for mask in masks])
        starts = [sum(len(masks) for masks in MASKS_THROUGH[:square]) for square in range(65)]
        self.start = array("i", starts)

    def _make_stack(self) -> None:
        most = MOST_THREATS
        self.own, self.other, self.threes, self.pairs = (array("Q", [0]) * most for _ in range(4))
        self.candidate, self.value = (array("i", [0]) * (64 * most) for _ in range(2))
        self.answer, self.answer_threes, self.new_pairs = (array("Q", [0]) * (64 * most) for _ in range(3))
        self.plan, self.kept_plan = (array("i", [0]) * most for _ in range(2))
        self.plan_length = 0
        self.zone = 0
        self.own_threes = 0

    def forget_failures(self) -> None:
        """Empty the table of positions without a threat sequence."""
        self.failed.forget()

    def _count_threat(self) -> cython.void:
        """Count a node, and give up if it is the last of this search by threats."""
        self._count_node()
        self.gave_up = self.stopped or self.node_count >= self.threat_end

    # --- Questions -------------------------------------------------------------------------------------------------

    def winning_threats(self, own: int, other: int, limit: int) -> list[int] | None:
        """Return the attacker's moves of a win by threats, the attacker being to move; None if there is none.

        The last one completes a line or makes two threes. None as well where `limit` nodes, or the limits of `begin`,
        are too few to tell: `knows_nothing` says so then.
        """
        a: cython.ulonglong = own
        b: cython.ulonglong = other
        nodes: cython.longlong = limit
        won: cython.int
        with cython.nogil:
            won = self._wins_by_threats(a, b, nodes)
        self._raise_interruption()
        return [self.plan[ply] for ply in range(self.plan_length)] if won else None

    @property
    def knows_nothing(self) -> bool:
        """True if the last search by threats was cut off before it was complete."""
        return self.gave_up

    # --- The search ------------------------------------------------------------------------------------------------

    def _wins_by_threats(self, own: cython.ulonglong, other: cython.ulonglong, limit: cython.longlong) -> cython.int:
        """Return 1 if the attacker, to move, wins by threats; `plan` then has its moves, `zone` all their squares."""
        self.gave_up = False
        self.threat_end = self.node_count + limit
        self._survey(own, other)
        if self.own_threes:
            self.plan[0] = bit_index(self.own_threes & -self.own_threes)
            self.plan_length = 1
            self.zone = self.own_threes
            return 1
        return 1 if self._extend(0) else 0

    def _survey(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.void:
        """Begin with a position, at depth 0."""
        i: cython.int
        mask: cython.ulonglong
        missing: cython.ulonglong
        rest: cython.ulonglong
        finish: cython.ulonglong = 0
        threes: cython.ulonglong = 0
        pairs: cython.ulonglong = 0
        for i in range(LINES):
            mask = self.line[i]
            if (mask & other) == 0:
                missing = mask & ~own
                rest = missing & (missing - 1)
                if rest == 0:
                    finish |= missing
                elif (rest & (rest - 1)) == 0:
                    pairs |= missing
            elif (mask & own) == 0:
                missing = mask & ~other
                if (missing & (missing - 1)) == 0:
                    threes |= missing
        self.own[0] = own
        self.other[0] = other
        self.own_threes = finish
        self.threes[0] = threes
        self.pairs[0] = pairs

    def _threes_through(self, square: cython.int, own: cython.ulonglong, other: cython.ulonglong) -> cython.ulonglong:
        """Return the squares that complete lines through a square of the side whose marks are `own`."""
        i: cython.int
        missing: cython.ulonglong
        found: cython.ulonglong = 0
        for i in range(self.start[square], self.start[square + 1]):
            missing = self.through[i] & ~own
            if (missing & (missing - 1)) == 0 and (missing & other) == 0:
                found |= missing
        return found

    def _pairs_through(self, square: cython.int, own: cython.ulonglong, other: cython.ulonglong) -> cython.ulonglong:
        """Return the empty squares of lines through a square that hold two marks of `own` and none of `other`."""
        i: cython.int
        mask: cython.ulonglong
        rest: cython.ulonglong
        found: cython.ulonglong = 0
        for i in range(self.start[square], self.start[square + 1]):
            mask = self.through[i]
            if (mask & other) == 0:
                rest = mask & ~own
                mask = rest & (rest - 1)
                if mask and (mask & (mask - 1)) == 0:
                    found |= rest
        return found

    def _extend(self, depth: cython.int) -> cython.bint:
        """Return whether the attacker, to move at `depth` without a three, wins by threats."""
        own: cython.ulonglong = self.own[depth]
        other: cython.ulonglong = self.other[depth]
        wanted: cython.ulonglong = self.pairs[depth]
        bit: cython.ulonglong
        reply: cython.ulonglong
        square: cython.int
        count: cython.int
        i: cython.int

        # Step 1. The defender's threes leave one move at most.
        if self.threes[depth]:
            if self.threes[depth] & (self.threes[depth] - 1):
                return False
            wanted &= self.threes[depth]
        if wanted == 0:
            return False

        # Step 2. A position that has failed before.
        if self.failed.holds(own, other):
            return False
        self._count_threat()
        if self.gave_up:
            return False

        # Step 3. The moves that make a three; one that makes two of them wins.
        count = self._list_candidates(depth, wanted)
        if count < 0:
            return True

        # Step 4. Each with the answer that it forces.
        for i in range(64 * depth, 64 * depth + count):
            square = self.candidate[i]
            bit = self.bit[square]
            reply = self.answer[i]
            self.own[depth + 1] = own | bit
            self.other[depth + 1] = other | reply
            self.threes[depth + 1] = self.answer_threes[i]
            self.pairs[depth + 1] = (self.pairs[depth] | self.new_pairs[i]) & ~(bit | reply)
            if self._extend(depth + 1):
                self.plan[depth] = square
                self.zone |= bit | reply
                return True
            if self.gave_up:
                return False

        # Step 5. Remember.
        self.failed.store(own, other, 0)
        return False

    def _list_candidates(self, depth: cython.int, wanted: cython.ulonglong) -> cython.int:
        """List the wanted squares that make a three, and return how many; -1 where one makes two: it ends the plan."""
        own: cython.ulonglong = self.own[depth]
        other: cython.ulonglong = self.other[depth]
        bit: cython.ulonglong
        made: cython.ulonglong
        square: cython.int
        count: cython.int = 0
        while wanted:
            bit = wanted & -wanted
            wanted ^= bit
            square = bit_index(bit)
            made = self._threes_through(square, own | bit, other)
            if made & (made - 1):
                self.plan[depth] = square
                self.plan_length = depth + 1
                self.zone = bit | made
                return -1
            if made:
                self._insert(depth, count, square, made)
                count += 1
            else:
                self.pairs[depth] &= ~bit
        return count

    def _insert(self, depth: cython.int, count: cython.int, square: cython.int, reply: cython.ulonglong) -> cython.void:
        """Add a candidate in the order of what it prepares: pairs to come, less what the answer threatens."""
        own: cython.ulonglong = self.own[depth] | self.bit[square]
        other: cython.ulonglong = self.other[depth] | reply
        pairs: cython.ulonglong = self._pairs_through(square, own, other)
        threes: cython.ulonglong = self._threes_through(bit_index(reply), other, own)
        value: cython.int = count_bits(pairs) - (64 if threes else 0)
        i: cython.int = 64 * depth + count
        while i > 64 * depth and self.value[i - 1] < value:
            self.candidate[i] = self.candidate[i - 1]
            self.answer[i] = self.answer[i - 1]
            self.answer_threes[i] = self.answer_threes[i - 1]
            self.new_pairs[i] = self.new_pairs[i - 1]
            self.value[i] = self.value[i - 1]
            i -= 1
        self.candidate[i] = square
        self.answer[i] = reply
        self.answer_threes[i] = threes
        self.new_pairs[i] = pairs
        self.value[i] = value

    # --- Plans -----------------------------------------------------------------------------------------------------

    def _keep_plan(self) -> cython.int:
        """Keep the moves of the last win by threats while others are looked for; return how many they are."""
        i: cython.int
        for i in range(self.plan_length):
            self.kept_plan[i] = self.plan[i]
        return self.plan_length

    def _plan_survives(self, length: cython.int, own: cython.ulonglong, other: cython.ulonglong) -> cython.bint:
        """Return whether the kept moves still win by threats for the attacker, to move."""
        i: cython.int
        square: cython.int
        bit: cython.ulonglong
        made: cython.ulonglong
        threes: cython.ulonglong
        self._survey(own, other)
        if self.own_threes:
            return True
        threes = self.threes[0]
        for i in range(length):
            square = self.kept_plan[i]
            bit = self.bit[square]
            if (bit & (own | other)) or (threes & ~bit):
                return False
            own |= bit
            made = self._threes_through(square, own, other)
            if made & (made - 1):
                return True
            if made == 0:
                return False
            other |= made
            threes = self._threes_through(bit_index(made), other, own)
        return False

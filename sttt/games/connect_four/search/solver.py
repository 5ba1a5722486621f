# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The exact solver of Connect 4: how good a position is, to the stone.

A score is 22 less the stones that the winner has placed in the end: 18 for a win with its fourth stone, 1 for one with
its last; negative if the side to move loses, 0 for a draw. This convention is Pascal Pons' ("Solving Connect 4: how to
build a perfect AI"), as are the filter of holding moves and the order by cells that complete a line.

Every search is a question of yes or no, "does the side to move reach at least `target`?"; a score is what halving its
range leaves.
"""

from sttt.games.connect_four.search.board import (
    KEY_BITS,
    MIXER,
    NO_COLUMN,
    ConnectFourSearch,
    column_of,
    completing,
    holding_moves,
    in_reach,
    mirrored,
    wins_at_once,
)
from sttt.kernel.bits import count_bits
from sttt.kernel.memory import zeros

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

BEST_SCORE = 21
"""No score is beyond this, on either side of 0."""

LEAST_TABLE_BITS = 24
"""A key has 49 bits; those that are no index must leave 7 of an entry's 32 for the bound."""

KEY = cython.declare(cython.ulonglong, 2**KEY_BITS - 1)
MIX = cython.declare(cython.ulonglong, MIXER)

AT_MOST = cython.declare(cython.int, 32)
AT_LEAST = cython.declare(cython.int, 96)
"""Stored bounds: `AT_MOST` + score (from 10 to 54), `AT_LEAST` + score (from 74 to 118); 0 is an empty entry."""

MIRROR_STONES = cython.declare(cython.int, 12)
"""Up to this many stones a position and its mirror image share an entry; later they hardly ever meet."""

LOOK_UP_STONES = cython.declare(cython.int, 28)
"""Up to this many stones the table is asked about all moves before one is searched."""


class ConnectFourSolver(ConnectFourSearch):
    """Answers questions about one position after the other; what it has learnt stays in its transposition table."""

    def __init__(self, table_bits: int = LEAST_TABLE_BITS) -> None:
        """Make the tables; the transposition table has ``2**table_bits`` entries of four bytes, at least 64 MiB."""
        super().__init__(table_bits, LEAST_TABLE_BITS)
        self.forget()

    def forget(self) -> None:
        """Empty the transposition table, so that what was searched before makes no difference."""
        self.table = zeros("I", self.entries)

    # --- Questions -------------------------------------------------------------------------------------------------

    def solve(self, low: int = -BEST_SCORE, high: int = BEST_SCORE) -> tuple[int, int, int]:
        """Return what is proven of the score, clipped to ``low..high``: at least, at most, and the best column.

        Both bounds are equal unless a limit has cut the search off. The sign is settled first, so that a search cut
        off often knows who wins. The column is one that reaches the lower bound; `NO_COLUMN` if that bound is no more
        than what any move is worth that does not lose at once, and the search was cut off.
        """
        moves = self._root_moves()
        least, most = self._bounds_at_sight()
        least, most = min(max(least, low), high), max(min(most, high), low)
        best = NO_COLUMN
        while least < most:
            target = _next_target(least, most)
            found = self._first_reaching(moves, target)
            self._raise_interruption()
            if self.stopped:
                break
            if found is None:
                most = target - 1
            else:
                least, best = target, column_of(found)
                moves.remove(found)
                moves.insert(0, found)
        if least == most and best == NO_COLUMN:
            best = column_of(moves[0])
        return least, most, best

    def reaches(self, target: int) -> bool:
        """Return whether the score is `target` or more; the answer means nothing if a limit has cut the search off."""
        least, most, _ = self.solve(target - 1, target)
        return least == most == target

    def _bounds_at_sight(self) -> tuple[int, int]:
        """Return what the next two stones already tell of the score, at least and at most."""
        if wins_at_once(self.own, self.filled):
            return (43 - self.stones) // 2, (43 - self.stones) // 2
        if self.stones < 41 and not holding_moves(self.own, self.filled):
            return -((42 - self.stones) // 2), -((42 - self.stones) // 2)
        return min(0, -((40 - self.stones) // 2)), (41 - self.stones) // 2

    def _root_moves(self) -> list[int]:
        """List the moves, those first that complete a line, that keep the opponent from it, that threaten most."""
        reach = in_reach(self.filled)
        wins = completing(self.own, self.filled) & reach
        blocks = completing(self.own ^ self.filled, self.filled) & reach
        moves = wins or holding_moves(self.own, self.filled) or blocks or reach
        cells = [moves & column for column in self.column if moves & column]
        return sorted(cells, key=lambda cell: -self._threats_after(cell))

    def _threats_after(self, cell: int) -> int:
        return count_bits(completing(self.own | cell, self.filled | cell))

    def _first_reaching(self, moves: list[int], target: int) -> int | None:
        """Return the first of the moves that reaches the target, None if none does or a limit cut the search off."""
        for cell in moves:
            if not self._opponent_reaches(cell, 1 - target):
                return None if self.stopped else cell
        return None

    def _opponent_reaches(self, move: int, target: int) -> bool:
        cell: cython.ulonglong = move
        goal: cython.int = target
        answer: cython.bint
        with cython.nogil:
            answer = self._reaches(self.own ^ self.filled, self.filled | cell, self.stones + 1, goal)
        return bool(answer)

    # --- The search ------------------------------------------------------------------------------------------------

    def _reaches(
        self, own: cython.ulonglong, filled: cython.ulonglong, stones: cython.int, target: cython.int
    ) -> cython.bint:
        """Return whether the side to move, which cannot win at once, reaches at least `target`."""
        moves: cython.ulonglong
        hashed: cython.ulonglong
        slot: cython.ulonglong
        count: cython.int
        known: cython.int
        i: cython.int

        self._count_node()
        if self.stopped:
            return False

        # Step 1. What can be seen: a loss with the next stone, the end of the game, too few stones left.
        moves = holding_moves(own, filled)
        if moves == 0:
            return target <= -((42 - stones) // 2)
        if stones >= 40:
            return target <= 0
        if target > (41 - stones) // 2:
            return False
        if target <= -((40 - stones) // 2):
            return True

        # Step 2. A single move is not worth an entry.
        if moves & (moves - 1) == 0:
            return not self._reaches(own ^ filled, filled | moves, stones + 1, 1 - target) and not self.stopped

        # Step 3. The transposition table, for the position and then for what can be moved to.
        hashed = self._hash(own, filled, stones)
        slot = hashed >> self.rest_bits
        known = self._known(hashed)
        if known >= 64:
            if known - AT_LEAST >= target:
                return True
        elif known and known - AT_MOST < target:
            return False
        if stones <= LOOK_UP_STONES and self._refuted(own, filled, stones, moves, target):
            return True

        # Step 4. One move after the other, those first that leave the most cells to win on.
        count = self._rank(own, filled, stones, moves, 0)
        for i in range(7 * stones, 7 * stones + count):
            if not self._reaches(own ^ filled, filled | self.move[i], stones + 1, 1 - target):
                if self.stopped:
                    return False
                self.table[slot] = cython.cast(cython.uint, (hashed & self.rest_mask) << 7 | (AT_LEAST + target))
                return True
            if self.stopped:
                return False
        self.table[slot] = cython.cast(cython.uint, (hashed & self.rest_mask) << 7 | (AT_MOST + target - 1))
        return False

    # --- The transposition table -----------------------------------------------------------------------------------

    def _hash(self, own: cython.ulonglong, filled: cython.ulonglong, stones: cython.int) -> cython.ulonglong:
        """Return the position's 49-bit key, mixed one to one: an index, and the rest to be stored."""
        key: cython.ulonglong = own + filled
        image: cython.ulonglong
        if stones <= MIRROR_STONES:
            image = mirrored(own) + mirrored(filled)
            if image < key:
                key = image
        return (key * MIX) & KEY

    def _known(self, hashed: cython.ulonglong) -> cython.int:
        """Return the bound that the table has for a position, 0 if none."""
        entry: cython.ulonglong = self.table[hashed >> self.rest_bits]
        if entry >> 7 != hashed & self.rest_mask:
            return 0
        return cython.cast(cython.int, entry & 127)

    def _refuted(
        self,
        own: cython.ulonglong,
        filled: cython.ulonglong,
        stones: cython.int,
        moves: cython.ulonglong,
        target: cython.int,
    ) -> cython.bint:
        """Return whether the table has a move that leaves the opponent too little (enhanced transposition cut-off)."""
        cell: cython.ulonglong
        known: cython.int
        i: cython.int
        for i in range(7):
            cell = moves & self.column[i]
            if cell:
                known = self._known(self._hash(own ^ filled, filled | cell, stones + 1))
                if known and known < 64 and known - AT_MOST <= -target:
                    return True
        return False


def _next_target(least: int, most: int) -> int:
    """Return what to ask about next: whether the side to move wins, whether it loses, then the middle."""
    if least < 1 <= most:
        return 1
    if least < 0 <= most:
        return 0
    return (least + most + 1) // 2

# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The value search of 4x4x4 tic-tac-toe: alpha-beta in which every node first looks for a win by threats.

Static evaluation, in numbers of `QubicWeights`, over the 76 lines: a line with marks of one side alone is worth
something to it by their number, a line with marks of both nothing to anybody. An empty square in which such lines cross
may be worth more than they are. The side to move gets something on top. The evaluation is asked only where neither side
has a three and the side to move was not seen to win by threats.

Scores: `WIN - n` for a game that the side to move wins in n moves of both sides, `n - WIN` for one it loses.
"""

from array import array

from sttt.games.qubic.search.evaluation import HAND_MADE, QubicWeights
from sttt.games.qubic.search.threats import QubicThreats
from sttt.kernel.bits import bit_index, count_bits
from sttt.kernel.transposition_table import PairTable

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

WIN_SCORE = 30_000
DECIDED_SCORE = WIN_SCORE - 100
"""Scores beyond this, either way, are proven."""

NO_MOVE = -1

WIN = cython.declare(cython.int, WIN_SCORE)
DECIDED = cython.declare(cython.int, DECIDED_SCORE)
INFINITE = cython.declare(cython.int, WIN_SCORE + 1)
NONE = cython.declare(cython.int, NO_MOVE)
LEAF_THREATS = cython.declare(cython.longlong, 60)
"""Nodes that the search for a win by threats may visit at the horizon."""
NODE_THREATS = cython.declare(cython.longlong, 400)
"""The same before it."""
SQUARES = cython.declare(cython.int, 64)
LINES = cython.declare(cython.int, 76)
ALL = cython.declare(cython.ulonglong, 2**64 - 1)
HALF_WORD = cython.declare(cython.int, 32)
UPPER = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
EXACT = cython.declare(cython.int, 3)


class QubicEngine(QubicThreats):
    """Estimates positions by looking ahead. Not for use by two threads at once."""

    def __init__(self, table_bits: int = 18, failed_bits: int = 18, weights: QubicWeights = HAND_MADE) -> None:
        """Make the tables; the transposition table has ``2**table_bits`` entries of 24 bytes."""
        super().__init__(failed_bits)
        self.table = PairTable(table_bits)
        self.weight = array("i", weights.lines)
        self.crossing = array("i", weights.crossings)
        self.tempo = weights.tempo
        self.move = array("i", [0] * (64 * 65))
        self.order = array("i", [0] * (64 * 65))
        self.forget()

    def forget(self) -> None:
        """Empty the tables, so that what was searched before makes no difference."""
        self.table.forget()
        self.killer = array("i", [NO_MOVE] * 65)
        self.forget_failures()

    # --- Questions -------------------------------------------------------------------------------------------------

    def evaluation(self, own: int, other: int) -> int:
        """Return the static evaluation for the side to move, whose marks are `own`."""
        return self._evaluate(own, other)

    def search(self, own: int, other: int, allowed: int, depth: int) -> tuple[int, int, bool]:
        """Search the `allowed` moves of the side to move to a depth in moves: score, best move, whether it finished.

        A search cut off returns the best of what it finished, `NO_MOVE` if that is nothing.
        """
        a: cython.ulonglong = own
        b: cython.ulonglong = other
        moves: cython.int = depth
        score: cython.int
        self.allowed = allowed
        self.best_move = NO_MOVE
        self.best_score = 0
        with cython.nogil:
            score = self._search(0, moves, -INFINITE, INFINITE, a, b)
        self._raise_interruption()
        return (self.best_score, self.best_move, False) if self.stopped else (score, self.best_move, True)

    # --- The search ------------------------------------------------------------------------------------------------

    def _search(
        self,
        ply: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        own: cython.ulonglong,
        other: cython.ulonglong,
    ) -> cython.int:
        """Return the score within (`alpha`, `beta`) or a bound beyond it, for the side to move."""
        wanted: cython.ulonglong = ALL & ~(own | other)
        threes: cython.ulonglong
        entry: cython.ulonglong
        count: cython.int
        i: cython.int
        square: cython.int
        score: cython.int
        best: cython.int = -INFINITE
        best_move: cython.int = NONE
        first: cython.int = NONE
        original_alpha: cython.int = alpha

        self._count_node()
        if self.stopped:
            return 0
        if wanted == 0:
            return 0

        # Step 1. A win by threats; two threes of the opponent's.
        if ply == 0:
            self._survey(own, other)
            wanted &= self.allowed
            if self.own_threes & wanted:
                threes = self.own_threes & wanted
                self.best_move = bit_index(threes & -threes)
                return WIN - 1
        elif self._wins_by_threats(own, other, NODE_THREATS if depth > 0 else LEAF_THREATS):
            return WIN - ply - 2 * self.plan_length + (1 if self.own_threes else -1)
        if self.stopped:
            return 0
        threes = self.threes[0]
        if threes:
            if threes & (threes - 1):
                if ply:
                    return ply + 2 - WIN
            elif threes & wanted:
                wanted = threes
                depth += 1

        # Step 2. The horizon; a single forced move pushes it on.
        if depth <= 0:
            return self._evaluate(own, other)

        # Step 3. The transposition table.
        entry = self.table.find(own, other)
        if entry:
            first = cython.cast(cython.int, (entry >> 32) & 0xFF) - 1
            score = cython.cast(cython.int, entry & 0xFFFF) - 32768
            if ply and cython.cast(cython.int, (entry >> 16) & 0xFF) >= depth:
                if score > DECIDED:
                    score -= ply
                elif score < -DECIDED:
                    score += ply
                i = cython.cast(cython.int, (entry >> 24) & 3)
                if i == EXACT or (i == LOWER and score >= beta) or (i == UPPER and score <= alpha):
                    return score

        # Step 4. The moves, the most valuable first.
        count = self._list_moves(ply, first, wanted, own, other)
        for i in range(count):
            square = self._pick(ply, i, count)
            if i == 0:
                score = -self._search(ply + 1, depth - 1, -beta, -alpha, other, own | self.bit[square])
            else:
                score = -self._search(ply + 1, depth - 1, -alpha - 1, -alpha, other, own | self.bit[square])
                if alpha < score < beta and not self.stopped:
                    score = -self._search(ply + 1, depth - 1, -beta, -alpha, other, own | self.bit[square])
            if self.stopped:
                return 0
            if score > best:
                best = score
                best_move = square
                if ply == 0:
                    self.best_move = square
                    self.best_score = score
            if score > alpha:
                alpha = score
            if alpha >= beta:
                self.killer[ply] = square
                break

        # Step 5. Remember; a decided score as seen from here.
        if ply:
            score = best + (ply if best > DECIDED else 0) - (ply if best < -DECIDED else 0)
            i = UPPER if best <= original_alpha else LOWER if best >= beta else EXACT
            entry = cython.cast(cython.ulonglong, best_move + 1)
            entry = entry << HALF_WORD
            entry |= cython.cast(cython.ulonglong, score + 32768)
            entry |= cython.cast(cython.ulonglong, depth * 65536 + i * 16777216)
            self.table.store(own, other, entry)
        return best

    def _evaluate(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Return the estimate for the side to move."""
        return self.tempo + self._worth_of(own, other) - self._worth_of(other, own)

    def _worth_of(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Return what a side's open lines are worth, and the empty squares in which they cross.

        `pairs`, `pairs2` and `pairs3` are the squares of at least one, two and three lines with two marks, `singles`
        and `singles2` those of lines with one.
        """
        i: cython.int
        count: cython.int
        mask: cython.ulonglong
        missing: cython.ulonglong
        pairs: cython.ulonglong = 0
        pairs2: cython.ulonglong = 0
        pairs3: cython.ulonglong = 0
        singles: cython.ulonglong = 0
        singles2: cython.ulonglong = 0
        value: cython.int = 0
        for i in range(LINES):
            mask = self.line[i]
            if (mask & other) == 0 and (mask & own):
                missing = mask & ~own
                count = 4 - count_bits(missing)
                value += self.weight[count]
                if count == 1:
                    singles2 |= singles & missing
                    singles |= missing
                elif count == 2:
                    pairs3 |= pairs2 & missing
                    pairs2 |= pairs & missing
                    pairs |= missing
        value += self.crossing[0] * count_bits(pairs2) + self.crossing[1] * count_bits(pairs3)
        return value + self.crossing[2] * count_bits(pairs & singles) + self.crossing[3] * count_bits(pairs & singles2)

    def _list_moves(
        self,
        ply: cython.int,
        first: cython.int,
        wanted: cython.ulonglong,
        own: cython.ulonglong,
        other: cython.ulonglong,
    ) -> cython.int:
        """List the wanted squares, each with its place in the order, and return how many."""
        count: cython.int = 0
        square: cython.int
        bit: cython.ulonglong
        while wanted:
            bit = wanted & -wanted
            wanted ^= bit
            square = bit_index(bit)
            self.move[SQUARES * ply + count] = square
            self.order[SQUARES * ply + count] = self._worth(square, own, other)
            if square == first:
                self.order[SQUARES * ply + count] += 100_000
            elif square == self.killer[ply]:
                self.order[SQUARES * ply + count] += 20
            count += 1
        return count

    def _worth(self, square: cython.int, own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Return what a mark on the square changes in the evaluation: own lines grow, the opponent's die."""
        i: cython.int
        count: cython.int
        rest: cython.ulonglong
        value: cython.int = 0
        for i in range(self.start[square], self.start[square + 1]):
            rest = self.through[i] & other
            if rest == 0:
                count = count_bits(self.through[i] & own)
                value += self.weight[count + 1] - self.weight[count]
            elif (self.through[i] & own) == 0:
                value += self.weight[count_bits(rest)]
        return value

    def _pick(self, ply: cython.int, start: cython.int, count: cython.int) -> cython.int:
        """Bring the best move from `start` on to that place, and return it."""
        base: cython.int = SQUARES * ply
        best: cython.int = base + start
        i: cython.int
        square: cython.int
        order: cython.int
        for i in range(base + start + 1, base + count):
            if self.order[i] > self.order[best]:
                best = i
        square = self.move[best]
        order = self.order[best]
        self.move[best] = self.move[base + start]
        self.order[best] = self.order[base + start]
        self.move[base + start] = square
        self.order[base + start] = order
        return square

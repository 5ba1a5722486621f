# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The value search: principal-variation search over whole turns, on nine little-board classes (see `board`).

Scores: `WIN - n` for a game that the side to move wins in n turns of both sides, `n - WIN` for one it loses.
"""

from sttt.games.super_ttt.classes import costs
from sttt.games.super_ttt.classes.costs import IMPOSSIBLE
from sttt.games.super_ttt.classes.costs import TEMPO as TEMPO_POINTS
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.classes.view import NONE
from sttt.games.super_ttt.search.board import MAX_LEVEL
from sttt.games.super_ttt.search.turns import TurnSearch
from sttt.kernel.transposition_table import TranspositionTable

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

COMPILED = cython.compiled

WIN_SCORE = 30_000
DECIDED_SCORE = WIN_SCORE - 200
"""Scores beyond this, either way, are proven."""

WIN = cython.declare(cython.int, WIN_SCORE)
NO_TURN = cython.declare(cython.int, NONE)
DECIDED = cython.declare(cython.int, DECIDED_SCORE)
INFINITE = cython.declare(cython.int, WIN_SCORE + 1)
LEVELS = cython.declare(cython.int, MAX_LEVEL)
TEMPO = cython.declare(cython.int, TEMPO_POINTS)
UPPER = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
EXACT = cython.declare(cython.int, 3)
HIGH = cython.declare(cython.ulonglong, costs.HIGH)
ABOVE_1 = cython.declare(cython.ulonglong, costs.ONES * 126)
ABOVE_2 = cython.declare(cython.ulonglong, costs.ONES * 125)
ABOVE_POSSIBLE = cython.declare(cython.ulonglong, costs.ONES * (127 - IMPOSSIBLE + 1))


class Engine(TurnSearch):
    """Estimates positions by looking ahead, one position after the other."""

    def __init__(self, tables: ClassTables, table_bits: int = 20) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes."""
        super().__init__(tables)
        self.table = TranspositionTable(table_bits)
        self.contempt = 0
        self.excluded = frozenset()

    # --- Setting up and asking -------------------------------------------------------------------------------------

    def begin(
        self, deadline: float, node_limit: int, contempt: int = 0, excluded: frozenset[int] = frozenset()
    ) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes.

        The side to move counts a draw as `contempt` points less than an even position, and makes none of the `excluded`
        turns of `root_turns`.
        """
        super().begin(deadline, node_limit)
        self.contempt = contempt
        self.excluded = excluded

    def search(self, depth: int, extensions: int = 8) -> tuple[int, int, bool]:
        """Search the position to a depth in turns: its score, the best turn, and whether the limits allowed all of it.

        A line of play goes on for up to `extensions` more turns while a win must be stopped.

        A search cut off returns the best of what it finished, `NONE` if that is nothing; so does one of a
        position without turns. Where all that it finished loses, it returns the next turn: a loss is proven only by a
        whole iteration.
        """
        score: cython.int
        turns: cython.int = depth
        more: cython.int = extensions
        self.best_turn = NO_TURN
        self.best_score = 0
        with cython.nogil:
            score = self._search(0, turns, -INFINITE, INFINITE, more)
        self._raise_interruption()
        if self.stopped:
            return self.best_score, self.best_turn, False
        return score, self.best_turn, True

    def known_best(self) -> int:
        """Return the table's best turn for the position, `NONE` if it has none."""
        key: cython.ulonglong = self.board.normalize(0, self.board.side)
        entry: cython.ulonglong = self.table.find(key)
        if self.board.left == 1 or entry == 0:
            return NONE
        return self.board.from_canonical(0, cython.cast(cython.int, (entry >> 26) & 0x3FFFFFF))

    # --- The search ------------------------------------------------------------------------------------------------

    def _search(
        self, level: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, extensions: cython.int
    ) -> cython.int:
        """Return the score within (`alpha`, `beta`) or a bound beyond it, for the side to move at `level`."""
        side: cython.int = (self.board.side + level) & 1
        own: cython.ulonglong = self.board.word[2 * level + side]
        other: cython.ulonglong = self.board.word[2 * level + 1 - side]
        above: cython.ulonglong = ABOVE_1 if level == 0 and self.board.left == 1 else ABOVE_2
        threats: cython.ulonglong
        key: cython.ulonglong
        entry: cython.ulonglong
        count: cython.int
        score: cython.int
        best: cython.int
        best_turn: cython.int
        first: cython.int = NO_TURN
        original_alpha: cython.int = alpha
        i: cython.int
        turn: cython.int
        quiet: cython.bint
        reduction: cython.int

        self._count_node()
        if self.stopped:
            return 0

        # Step 1. A win within this turn.
        if HIGH & ~(own + above):
            return WIN - 1

        # Step 2. The horizon, pushed on while a win must be stopped.
        threats = HIGH & ~(other + ABOVE_2)
        if depth <= 0:
            if threats == 0 or extensions == 0:
                return self._evaluate(own, other, level)
            depth = 1
            extensions -= 1
        if level >= LEVELS - 1:
            return 0

        # Step 3. A draw that nobody can keep from coming.
        key = self.board.normalize(level, side)
        if not (HIGH & ~(own + ABOVE_POSSIBLE)) and not (HIGH & ~(other + ABOVE_POSSIBLE)):
            return self._draw(level)

        # Step 4. The transposition table.
        entry = 0 if level == 0 and self.board.left == 1 else self.table.find(key)
        if entry:
            first = self.board.from_canonical(level, cython.cast(cython.int, (entry >> 26) & 0x3FFFFFF))
            score = cython.cast(cython.int, entry & 0xFFFF) - 32768
            if level and (
                cython.cast(cython.int, (entry >> 16) & 0xFF) >= depth or score > DECIDED or score < -DECIDED
            ):
                i = cython.cast(cython.int, (entry >> 24) & 3)
                if i == EXACT or (i == LOWER and score >= beta) or (i == UPPER and score <= alpha):
                    return score

        # Step 5. The turns worth making, each with what it leaves behind.
        count = self.generator.generate(level, side, HIGH, 0, ABOVE_2 if threats else 0)
        if count == 0:
            return 2 - WIN if threats else self._draw(level)
        if level == 0:
            with cython.gil:
                count = self._without_excluded(count)
            if count == 0:
                return 0  # of turns that it must not look at it knows nothing
        self.ordering.rank(level, count, first)

        # Step 6. One after the other, the best first.
        best = -INFINITE
        best_turn = NO_TURN
        for i in range(count):
            turn = self.ordering.pick(level, i, count)
            self.board.make(level, turn)
            quiet = (HIGH & ~(self.board.word[2 * level + 2 + side] + ABOVE_2)) == 0
            if depth == 1 and quiet:
                self._count_node()
                score = -self._evaluate(
                    self.board.word[2 * level + 3 - side], self.board.word[2 * level + 2 + side], level + 1
                )
            elif i == 0:
                score = self._child(level, depth - 1, alpha, beta, extensions)
            else:
                # Late quiet turns are searched less deep, in a window of one point: that they fail is all one asks.
                # What does not fail is searched again in full, so that a turn is never preferred by a reduced score.
                reduction = 0
                if quiet and threats == 0 and depth >= 3 and i >= 4:
                    reduction = 1 if i < 16 else 2
                score = self._child(level, depth - 1 - reduction, alpha, alpha + 1, extensions)
                if reduction and score > alpha:
                    score = self._child(level, depth - 1, alpha, alpha + 1, extensions)
                if alpha < score < beta:
                    score = self._child(level, depth - 1, alpha, beta, extensions)
            if self.stopped:
                if level == 0 and i and best < -DECIDED:
                    self.best_turn = turn  # all before it lose; this one is not refuted yet
                return 0
            if score > best:
                best = score
                best_turn = turn
                if level == 0:
                    self.best_turn = turn
                    self.best_score = score
            if score > alpha:
                alpha = score
            if alpha >= beta:
                self.ordering.remember_killer(level, turn)
                break

        # Step 7. Remember. `best` may lie outside the window (fail-soft): it is then a bound, and stored as one.
        if not (level == 0 and self.board.left == 1):
            self._store(level, key, depth, best, best_turn, original_alpha, beta)
        return best

    def _child(
        self, level: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, extensions: cython.int
    ) -> cython.int:
        """Search the position after a turn, from the mover's side; a decided score is one turn further off."""
        score: cython.int
        # The window moves with the scores: a decided bound n turns off here is one of n - 1 there, else a win one turn
        # later than asked about would pass for one in time.
        alpha = alpha + (1 if alpha >= DECIDED else 0) - (1 if alpha <= -DECIDED else 0)
        beta = beta + (1 if beta >= DECIDED else 0) - (1 if beta <= -DECIDED else 0)
        score = -self._search(level + 1, depth, -beta, -alpha, extensions)
        return score - (1 if score > DECIDED else 0) + (1 if score < -DECIDED else 0)

    def _evaluate(self, own: cython.ulonglong, other: cython.ulonglong, level: cython.int) -> cython.int:
        """Return the estimate from the side to move's point of view, a draw's where no line can be won any more."""
        if not (HIGH & ~(own + ABOVE_POSSIBLE)) and not (HIGH & ~(other + ABOVE_POSSIBLE)):
            return self._draw(level)
        return self.generator.worth(own) - self.generator.worth(other) + TEMPO

    def _draw(self, level: cython.int) -> cython.int:
        """Return what a draw is worth to the side to move: less than nothing to the side that searches."""
        return self.contempt if level & 1 else -self.contempt

    def _without_excluded(self, count: int) -> int:
        """Close the gaps that the excluded turns leave at the root, and return how many are left."""
        allowed = [index for index in range(count) if self.ordering.turn[index] not in self.excluded]
        for place, index in enumerate(allowed):
            self.ordering.turn[place] = self.ordering.turn[index]
            self.ordering.order[place] = self.ordering.order[index]
        return len(allowed)

    # --- The transposition table -----------------------------------------------------------------------------------

    def _store(
        self,
        level: cython.int,
        key: cython.ulonglong,
        depth: cython.int,
        score: cython.int,
        turn: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.void:
        """Overwrite the slot: ``score + 32768 | depth << 16 | bound << 24 | canonical turn << 26``."""
        bound: cython.ulonglong = UPPER if score <= alpha else LOWER if score >= beta else EXACT
        entry: cython.ulonglong = self.board.to_canonical(level, turn)
        entry = entry << 26 | bound << 24 | cython.cast(cython.ulonglong, depth) << 16
        self.table.store(key, entry | cython.cast(cython.ulonglong, score + 32768))

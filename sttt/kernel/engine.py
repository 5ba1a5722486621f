"""The value search: principal-variation search over whole turns, on nine little-board classes.

Valid Python, and compiled from the same text where a compiler is at hand; both visit the same nodes. All state is
in flat arrays, a slice a ply: nine classes and, for each side, the packed line costs (see `line_costs`). A turn is
one int: ``board | class << 4 | board << 13 | class << 17``, each class being what its board becomes; a turn of one
placement has `NO_BOARD` in its second half, one of two placements in the same board has it there twice.

Scores: `WIN - n` for a game that the side to move wins in n turns of both sides, `n - WIN` for one it loses.
"""

from array import array
from random import Random

from sttt.games.super_ttt_symmetry import SYMMETRIES
from sttt.kernel import line_costs
from sttt.kernel.class_tables import ClassTables
from sttt.kernel.clock import now
from sttt.kernel.evaluation import TEMPO as TEMPO_POINTS
from sttt.kernel.evaluation import WEIGHTS
from sttt.kernel.little_boards import IMPOSSIBLE

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

COMPILED = cython.compiled

WIN_SCORE = 30_000
DECIDED_SCORE = WIN_SCORE - 200
"""Scores beyond this, either way, are proven."""

MAX_PLY = 60
MOST_TURNS = 1024
"""More than the turns of any position."""
MOST_SINGLES = 64

NONE = -1
"""What stands for no turn."""

NO_NODE_LIMIT = 2**62

WIN = cython.declare(cython.int, WIN_SCORE)
NO_TURN = cython.declare(cython.int, NONE)
DECIDED = cython.declare(cython.int, DECIDED_SCORE)
INFINITE = cython.declare(cython.int, WIN_SCORE + 1)
PLIES = cython.declare(cython.int, MAX_PLY)
TURNS = cython.declare(cython.int, MOST_TURNS)
SINGLES = cython.declare(cython.int, MOST_SINGLES)
TEMPO = cython.declare(cython.int, TEMPO_POINTS)
NO_BOARD = cython.declare(cython.int, 15)
DEAD = cython.declare(cython.int, 2)
CLOCK_MASK = cython.declare(cython.longlong, 255 if COMPILED else 31)
UPPER = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
EXACT = cython.declare(cython.int, 3)
HIGH = cython.declare(cython.ulonglong, line_costs.HIGH)
ABOVE_1 = cython.declare(cython.ulonglong, line_costs.ONES * 126)
ABOVE_2 = cython.declare(cython.ulonglong, line_costs.ONES * 125)
ABOVE_POSSIBLE = cython.declare(cython.ulonglong, line_costs.ONES * (127 - IMPOSSIBLE + 1))
SIDE_KEY = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


@cython.cclass
class Engine:
    """Searches one position after the other. Not for use by two threads at once."""

    classes: cython.int
    contribution: cython.ulonglong[::1]
    single_start: cython.int[::1]
    single: cython.int[::1]
    double_start: cython.int[::1]
    double: cython.int[::1]
    only: cython.int[::1]
    through: cython.ulonglong[::1]
    worth: cython.int[::1]
    zobrist: cython.ulonglong[::1]
    image: cython.int[::1]
    origin: cython.int[::1]

    table_key: cython.ulonglong[::1]
    table_entry: cython.ulonglong[::1]
    table_mask: cython.ulonglong

    cls: cython.int[::1]
    word: cython.ulonglong[::1]
    symmetry: cython.int[::1]
    option_board: cython.int[::1]
    option_class: cython.int[::1]
    option_own: cython.longlong[::1]
    option_other: cython.longlong[::1]
    turn: cython.int[::1]
    order: cython.int[::1]
    killer: cython.int[::1]

    side: cython.int
    left: cython.int
    contempt: cython.int
    stopped: cython.bint
    node_count: cython.longlong
    node_limit: cython.longlong
    best_turn: cython.int
    best_score: cython.int
    deadline: object
    interruption: object
    touched: cython.bint

    def __init__(self, tables: ClassTables, table_bits: int = 20) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes."""
        self.classes = len(tables.costs[0])
        self._lay_out_classes(tables)
        self._lay_out_hashing()
        self._lay_out_plies()
        self.table_mask = 2**table_bits - 1
        self.interruption = None
        self._clear()

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

    def _lay_out_plies(self) -> None:
        self.cls = array("i", [2] * (9 * (MAX_PLY + 1)))
        self.word = array("Q", [0] * (2 * (MAX_PLY + 1)))
        self.symmetry = array("i", [0] * (MAX_PLY + 1))
        self.option_board = array("i", [0] * (MAX_PLY * MOST_SINGLES))
        self.option_class = array("i", [0] * (MAX_PLY * MOST_SINGLES))
        self.option_own = array("q", [0] * (MAX_PLY * MOST_SINGLES))
        self.option_other = array("q", [0] * (MAX_PLY * MOST_SINGLES))
        self.turn = array("i", [0] * (MAX_PLY * MOST_TURNS))
        self.order = array("i", [0] * (MAX_PLY * MOST_TURNS))

    # --- Setting up and asking -------------------------------------------------------------------------------------

    def set_position(self, classes: list[int], side: int, left: int) -> None:
        """Stand at a position: nine classes, the side to move (0 or 1) and its placements left (1 or 2)."""
        for board in range(9):
            self.cls[board] = classes[board]
        for one in (0, 1):
            self.word[one] = sum(self.contribution[(one * 9 + b) * self.classes + classes[b]] for b in range(9))
        self.side = side
        self.left = left

    def forget(self) -> None:
        """Empty the transposition table and the killers, so that what was searched before makes no difference."""
        if self.touched:
            self._clear()

    def _clear(self) -> None:
        size = self.table_mask + 1
        self.table_key = array("Q", bytes(8 * size))
        self.table_entry = array("Q", bytes(8 * size))
        self.killer = array("i", [NONE] * (2 * MAX_PLY))
        self.touched = False

    def begin(self, deadline: float, node_limit: int, contempt: int = 0) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes.

        The side to move counts a draw as `contempt` points less than an even position.
        """
        self.contempt = contempt
        self.deadline = deadline
        self.node_limit = node_limit
        self.node_count = 0
        self.touched = True
        self.stopped = False

    def iterate(self, depth: int, extensions: int = 8) -> tuple[int, int, bool]:
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
        if self.interruption is not None:
            interruption, self.interruption = self.interruption, None
            raise interruption
        if self.stopped:
            return self.best_score, self.best_turn, False
        return score, self.best_turn, True

    def known_best(self) -> int:
        """Return the table's best turn for the position, `NONE` if it has none."""
        key: cython.ulonglong = self._normalize(0, self.side)
        index: cython.ulonglong = key & self.table_mask
        if self.left == 1 or self.table_key[index] != key:
            return NONE
        return self._from_canonical(0, cython.cast(cython.int, (self.table_entry[index] >> 26) & 0x3FFFFFF))

    @property
    def nodes(self) -> int:
        """Positions visited since `begin`."""
        return self.node_count

    # --- The search ------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(
        self, ply: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, extensions: cython.int
    ) -> cython.int:
        """Return the score within (`alpha`, `beta`) or a bound beyond it, for the side to move at `ply`."""
        side: cython.int = (self.side + ply) & 1
        own: cython.ulonglong = self.word[2 * ply + side]
        other: cython.ulonglong = self.word[2 * ply + 1 - side]
        above: cython.ulonglong = ABOVE_1 if ply == 0 and self.left == 1 else ABOVE_2
        danger: cython.ulonglong
        key: cython.ulonglong
        index: cython.ulonglong
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
        danger = HIGH & ~(other + ABOVE_2)
        if depth <= 0:
            if danger == 0 or extensions == 0:
                return self._evaluate(own, other, ply)
            depth = 1
            extensions -= 1
        if ply >= PLIES - 1:
            return 0

        # Step 3. A draw that nobody can keep from coming.
        key = self._normalize(ply, side)
        if not (HIGH & ~(own + ABOVE_POSSIBLE)) and not (HIGH & ~(other + ABOVE_POSSIBLE)):
            return self._draw(ply)

        # Step 4. The transposition table.
        index = key & self.table_mask
        if self.table_key[index] == key and not (ply == 0 and self.left == 1):
            entry = self.table_entry[index]
            first = self._from_canonical(ply, cython.cast(cython.int, (entry >> 26) & 0x3FFFFFF))
            score = cython.cast(cython.int, entry & 0xFFFF) - 32768
            if ply and (cython.cast(cython.int, (entry >> 16) & 0xFF) >= depth or score > DECIDED or score < -DECIDED):
                i = cython.cast(cython.int, (entry >> 24) & 3)
                if i == EXACT or (i == LOWER and score >= beta) or (i == UPPER and score <= alpha):
                    return score

        # Step 5. The turns worth making, each with what it leaves behind.
        own = self.word[2 * ply + side]
        other = self.word[2 * ply + 1 - side]
        count = self._generate(ply, side, own, other, danger)
        if count == 0:
            return 2 - WIN if danger else self._draw(ply)
        self._rank(ply, count, first)

        # Step 6. One after the other, the best first.
        best = -INFINITE
        best_turn = NO_TURN
        for i in range(count):
            turn = self._pick(ply, i, count)
            self._make(ply, turn)
            quiet = (HIGH & ~(self.word[2 * ply + 2 + side] + ABOVE_2)) == 0
            if depth == 1 and quiet:
                self._count_node()
                score = -self._evaluate(self.word[2 * ply + 3 - side], self.word[2 * ply + 2 + side], ply + 1)
            elif i == 0:
                score = self._child(ply, depth - 1, alpha, beta, extensions)
            else:
                reduction = 0
                if quiet and danger == 0 and depth >= 3 and i >= 4:
                    reduction = 1 if i < 16 else 2
                score = self._child(ply, depth - 1 - reduction, alpha, alpha + 1, extensions)
                if reduction and score > alpha:
                    score = self._child(ply, depth - 1, alpha, alpha + 1, extensions)
                if alpha < score < beta:
                    score = self._child(ply, depth - 1, alpha, beta, extensions)
            if self.stopped:
                if ply == 0 and i and best < -DECIDED:
                    self.best_turn = turn  # all before it lose; this one is not refuted yet
                return 0
            if score > best:
                best = score
                best_turn = turn
                if ply == 0:
                    self.best_turn = turn
                    self.best_score = score
            if score > alpha:
                alpha = score
            if alpha >= beta:
                self._remember_killer(ply, turn)
                break

        # Step 7. Remember.
        if not (ply == 0 and self.left == 1):
            self._store(ply, key, depth, best, best_turn, original_alpha, beta)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _child(
        self, ply: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, extensions: cython.int
    ) -> cython.int:
        """Search the position behind a turn, from the mover's side; a decided score is one turn further off."""
        score: cython.int
        alpha = alpha + (1 if alpha >= DECIDED else 0) - (1 if alpha <= -DECIDED else 0)
        beta = beta + (1 if beta >= DECIDED else 0) - (1 if beta <= -DECIDED else 0)
        score = -self._search(ply + 1, depth, -beta, -alpha, extensions)
        return score - (1 if score > DECIDED else 0) + (1 if score < -DECIDED else 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_node(self) -> cython.void:
        self.node_count += 1
        if self.node_count >= self.node_limit:
            self.stopped = True
        elif (self.node_count & CLOCK_MASK) == 0:
            with cython.gil:
                self._look_at_the_clock()

    def _look_at_the_clock(self) -> None:
        """Stop when the time is up, and on Ctrl-C, which `iterate` raises again once the search has unwound."""
        try:
            self.stopped = now() >= self.deadline
        except BaseException as error:  # noqa: BLE001 - it could not leave the search from here
            self.interruption = error
            self.stopped = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _evaluate(self, own: cython.ulonglong, other: cython.ulonglong, ply: cython.int) -> cython.int:
        """Return the estimate from the side to move's point of view, a draw's where no line can be won any more."""
        if not (HIGH & ~(own + ABOVE_POSSIBLE)) and not (HIGH & ~(other + ABOVE_POSSIBLE)):
            return self._draw(ply)
        return self._worth(own) - self._worth(other) + TEMPO

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self, ply: cython.int) -> cython.int:
        """Return what a draw is worth to the side to move: less than nothing to the side that searches."""
        return self.contempt if ply & 1 else -self.contempt

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _worth(self, word: cython.ulonglong) -> cython.int:
        """Return what a side's line costs are worth, two lines at a look."""
        return (
            self.worth[word & 0xFFFF]
            + self.worth[(word >> 16) & 0xFFFF]
            + self.worth[(word >> 32) & 0xFFFF]
            + self.worth[word >> 48]
        )

    # --- Positions -------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _normalize(self, ply: cython.int, side: cython.int) -> cython.ulonglong:
        """Reduce boards that matter to one side or nobody, and return the least key of the big board's symmetries."""
        x: cython.ulonglong = HIGH & ~(self.word[2 * ply] + ABOVE_POSSIBLE)
        o: cython.ulonglong = HIGH & ~(self.word[2 * ply + 1] + ABOVE_POSSIBLE)
        board: cython.int
        s: cython.int
        before: cython.int
        after: cython.int
        key: cython.ulonglong
        least: cython.ulonglong = 0
        for board in range(9):
            before = self.cls[9 * ply + board]
            if not self.through[board] & x:
                after = self.only[self.classes + before] if self.through[board] & o else DEAD
            elif not self.through[board] & o:
                after = self.only[before]
            else:
                continue
            if after != before:
                self.cls[9 * ply + board] = after
                self._add(ply, board, before, after)
        for s in range(8):
            key = SIDE_KEY if side else 0
            for board in range(9):
                key ^= self.zobrist[self.image[9 * s + board] * self.classes + self.cls[9 * ply + board]]
            if s == 0 or key < least:
                least = key
                self.symmetry[ply] = s
        return least

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, ply: cython.int, board: cython.int, before: cython.int, after: cython.int) -> cython.void:
        """Account for a board's new class in both sides' line costs."""
        x: cython.int = board * self.classes
        o: cython.int = (9 + board) * self.classes
        self.word[2 * ply] += self.contribution[x + after] - self.contribution[x + before]
        self.word[2 * ply + 1] += self.contribution[o + after] - self.contribution[o + before]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _make(self, ply: cython.int, turn: cython.int) -> cython.void:
        """Set up the position behind a turn at the next ply."""
        board: cython.int
        after: cython.int
        for board in range(9):
            self.cls[9 * ply + 9 + board] = self.cls[9 * ply + board]
        self.word[2 * ply + 2] = self.word[2 * ply]
        self.word[2 * ply + 3] = self.word[2 * ply + 1]
        board = turn & 15
        after = (turn >> 4) & 511
        self._add(ply + 1, board, self.cls[9 * ply + board], after)
        self.cls[9 * ply + 9 + board] = after
        board = (turn >> 13) & 15
        if board != NO_BOARD and board != (turn & 15):
            after = (turn >> 17) & 511
            self._add(ply + 1, board, self.cls[9 * ply + board], after)
            self.cls[9 * ply + 9 + board] = after

    # --- Turns -----------------------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _generate(
        self,
        ply: cython.int,
        side: cython.int,
        own: cython.ulonglong,
        other: cython.ulonglong,
        danger: cython.ulonglong,
    ) -> cython.int:
        """List the turns of non-dominated placements, where a win must be stopped only those that stop it."""
        options: cython.int = 0
        count: cython.int = 0
        base: cython.int = ply * SINGLES
        board: cython.int
        before: cython.int
        after: cython.int
        i: cython.int
        j: cython.int
        at: cython.int
        for board in range(9):
            before = self.cls[9 * ply + board]
            at = side * self.classes + before
            for i in range(self.single_start[at], self.single_start[at + 1]):
                after = self.single[i]
                self.option_board[base + options] = board
                self.option_class[base + options] = after
                self.option_own[base + options] = self._change(side, board, before, after)
                self.option_other[base + options] = self._change(1 - side, board, before, after)
                options += 1
            if ply or self.left == 2:
                for i in range(self.double_start[at], self.double_start[at + 1]):
                    after = self.double[i]
                    count = self._add_turn(
                        ply,
                        count,
                        board | after << 4 | board << 13 | after << 17,
                        own + self._change(side, board, before, after),
                        other + self._change(1 - side, board, before, after),
                        danger,
                    )
        for i in range(options):
            at = base + i
            if ply or self.left == 2:
                for j in range(base + i + 1, base + options):
                    if self.option_board[j] != self.option_board[at]:
                        count = self._add_turn(
                            ply,
                            count,
                            self.option_board[at]
                            | self.option_class[at] << 4
                            | self.option_board[j] << 13
                            | self.option_class[j] << 17,
                            own + self.option_own[at] + self.option_own[j],
                            other + self.option_other[at] + self.option_other[j],
                            danger,
                        )
        if (ply == 0 and self.left == 1) or self._one_board(ply, options):
            for i in range(base, base + options):
                count = self._add_turn(
                    ply,
                    count,
                    self.option_board[i] | self.option_class[i] << 4 | NO_BOARD << 13,
                    own + self.option_own[i],
                    other + self.option_other[i],
                    danger,
                )
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _one_board(self, ply: cython.int, options: cython.int) -> cython.bint:
        """Whether all single placements are on one board, so that no two of them make a turn."""
        i: cython.int
        for i in range(1, options):
            if self.option_board[ply * SINGLES + i] != self.option_board[ply * SINGLES]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _change(self, side: cython.int, board: cython.int, before: cython.int, after: cython.int) -> cython.longlong:
        """Return what a board's new class adds to a side's line costs."""
        at: cython.int = (side * 9 + board) * self.classes
        return self.contribution[at + after] - self.contribution[at + before]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_turn(
        self,
        ply: cython.int,
        count: cython.int,
        turn: cython.int,
        own: cython.ulonglong,
        other: cython.ulonglong,
        danger: cython.ulonglong,
    ) -> cython.int:
        """Append a turn unless it leaves the opponent a win; returns the number of turns."""
        if danger and HIGH & ~(other + ABOVE_2):
            return count
        self.turn[ply * TURNS + count] = turn
        self.order[ply * TURNS + count] = self._worth(own) - self._worth(other)
        return count + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank(self, ply: cython.int, count: cython.int, first: cython.int) -> cython.void:
        """Move the table's turn and the killers up in the order, which is by evaluation."""
        i: cython.int
        for i in range(ply * TURNS, ply * TURNS + count):
            if self.turn[i] == first:
                self.order[i] += 100_000
            elif self.turn[i] == self.killer[2 * ply] or self.turn[i] == self.killer[2 * ply + 1]:
                self.order[i] += 300

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pick(self, ply: cython.int, start: cython.int, count: cython.int) -> cython.int:
        """Move the best turn from `start` on to `start`, and return it."""
        base: cython.int = ply * TURNS
        best: cython.int = base + start
        i: cython.int
        for i in range(base + start + 1, base + count):
            if self.order[i] > self.order[best]:
                best = i
        i = base + start
        self.order[i], self.order[best] = self.order[best], self.order[i]
        self.turn[i], self.turn[best] = self.turn[best], self.turn[i]
        return self.turn[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remember_killer(self, ply: cython.int, turn: cython.int) -> cython.void:
        if self.killer[2 * ply] != turn:
            self.killer[2 * ply + 1] = self.killer[2 * ply]
            self.killer[2 * ply] = turn

    # --- The transposition table -----------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _store(
        self,
        ply: cython.int,
        key: cython.ulonglong,
        depth: cython.int,
        score: cython.int,
        turn: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.void:
        """Overwrite the slot: ``score + 32768 | depth << 16 | bound << 24 | canonical turn << 26``."""
        index: cython.ulonglong = key & self.table_mask
        bound: cython.ulonglong = UPPER if score <= alpha else LOWER if score >= beta else EXACT
        entry: cython.ulonglong = self._to_canonical(ply, turn)
        entry = entry << 26 | bound << 24 | cython.cast(cython.ulonglong, depth) << 16
        self.table_key[index] = key
        self.table_entry[index] = entry | cython.cast(cython.ulonglong, score + 32768)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _to_canonical(self, ply: cython.int, turn: cython.int) -> cython.int:
        return self._moved(self.image, 9 * self.symmetry[ply], turn)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _from_canonical(self, ply: cython.int, turn: cython.int) -> cython.int:
        return self._moved(self.origin, 9 * self.symmetry[ply], turn)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
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

# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Move generation of the searches: the turns worth making at a level.

A search asks for the turns on certain lines, which are said as the high bits of their bytes, and demands that a line
costs so little afterwards, said as what has to be added to every byte to see it (`above`).
"""

from array import array
from functools import cache

from sttt.games.super_ttt.classes import costs
from sttt.games.super_ttt.classes.costs import WEIGHTS
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.search.board import MAX_LEVEL, Board
from sttt.games.super_ttt.search.ordering import MOST_TURNS, TurnOrdering
from sttt.kernel.limits import Limited

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

CLOCK_INTERVAL = 256 if cython.compiled else 8

MOST_SINGLES = 64

TURNS = cython.declare(cython.int, MOST_TURNS)
SINGLES = cython.declare(cython.int, MOST_SINGLES)
NO_BOARD = cython.declare(cython.int, 15)
HIGH = cython.declare(cython.ulonglong, costs.HIGH)
ABOVE_2 = cython.declare(cython.ulonglong, costs.ONES * 125)


class TurnGenerator:
    """Lists the turns of a board's positions."""

    def __init__(self, board: Board, ordering: TurnOrdering, tables: ClassTables) -> None:
        """Generate turns of the positions on `board` into `ordering`."""
        self.board = board
        self.ordering = ordering
        self.classes = len(tables.costs[0])
        self.contribution = board.contribution
        self.weight = _weights_of_pairs()
        self.single_start, self.single = _ragged(tables.singles)
        self.double_start, self.double = _ragged(tables.doubles)
        self.option_board = array("i", [0]) * (MAX_LEVEL * MOST_SINGLES)
        self.option_class = array("i", [0]) * (MAX_LEVEL * MOST_SINGLES)
        self.option_own = array("q", [0]) * (MAX_LEVEL * MOST_SINGLES)
        self.option_other = array("q", [0]) * (MAX_LEVEL * MOST_SINGLES)
        self.pruned = 0

    def root_turns(self) -> list[int]:
        """List the turns of non-dominated placements; none where the game cannot be won any more."""
        self.board.normalize(0, self.board.side)
        count = self.generate(0, self.board.side, HIGH, 0, 0)
        return [self.ordering.turn[number] for number in range(count)]  # list() of a view can lose a Ctrl-C

    def generate(
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
        options: cython.int = self.list_options(level, side, zone)
        own: cython.ulonglong = self.board.word[2 * level + side]
        other: cython.ulonglong = self.board.word[2 * level + 1 - side]
        count: cython.int = 0
        base: cython.int = level * SINGLES
        half: cython.bint = level == 0 and self.board.left == 1
        own_then: cython.ulonglong
        other_then: cython.ulonglong
        board: cython.int
        before: cython.int
        after: cython.int
        turn: cython.int
        i: cython.int
        j: cython.int
        at: cython.int
        if not half:
            for board in range(9):
                if not self.board.through[board] & zone:
                    continue
                before = self.board.cls[9 * level + board]
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
                board = self.option_board[i]
                turn = board | self.option_class[i] << 4
                own_then = own + self.option_own[i]
                other_then = other + self.option_other[i]
                for j in range(i + 1, base + options):
                    if self.option_board[j] != board:
                        count = self._add_turn(
                            level,
                            count,
                            turn | self.option_board[j] << 13 | self.option_class[j] << 17,
                            own_then + self.option_own[j],
                            other_then + self.option_other[j],
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

    def can_stop(self, level: cython.int, side: cython.int, threats: cython.ulonglong) -> cython.bint:
        """Return whether a turn of the side leaves none of the other side's threats."""
        options: cython.int = self.list_options(level, side, threats)
        base: cython.int = level * SINGLES
        other: cython.ulonglong = self.board.word[2 * level + 1 - side]
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
            if not threats & ~self.board.through[board]:
                before = self.board.cls[9 * level + board]
                at = side * self.classes + before
                for i in range(self.double_start[at], self.double_start[at + 1]):
                    left = other + self._change(1 - side, board, before, self.double[i])
                    if not HIGH & ~(left + ABOVE_2):
                        return True
        return False

    def list_options(self, level: cython.int, side: cython.int, zone: cython.ulonglong) -> cython.int:
        """List the single placements of the zone with what they change, and return their number."""
        options: cython.int = 0
        board: cython.int
        before: cython.int
        after: cython.int
        at: cython.int
        i: cython.int
        for board in range(9):
            before = self.board.cls[9 * level + board]
            at = side * self.classes + before
            if not self.board.through[board] & zone:
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
        """Return whether all single placements are on one board, so that no two of them make a turn."""
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
        self.ordering.turn[level * TURNS + count] = turn
        self.ordering.order[level * TURNS + count] = self.worth(own) - self.worth(other)
        return count + 1

    def _change(self, side: cython.int, board: cython.int, before: cython.int, after: cython.int) -> cython.longlong:
        """Return what a board's new class adds to a side's line costs."""
        at: cython.int = (side * 9 + board) * self.classes
        return self.contribution[at + after] - self.contribution[at + before]

    def worth(self, word: cython.ulonglong) -> cython.int:
        """Return what a side's line costs are worth, two lines at a look."""
        return (
            self.weight[word & 0xFFFF]
            + self.weight[(word >> 16) & 0xFFFF]
            + self.weight[(word >> 32) & 0xFFFF]
            + self.weight[word >> 48]
        )


class TurnSearch(Limited):
    """The board that searches share. It searches one position after the other; not for use by two threads at once."""

    def __init__(self, tables: ClassTables) -> None:
        """Set up the board at the root; `table` is the subclass's to make."""
        super().__init__(CLOCK_INTERVAL)
        self.board = Board(tables)
        self.ordering = TurnOrdering()
        self.generator = TurnGenerator(self.board, self.ordering, tables)

    def forget(self) -> None:
        """Empty the transposition table and the killers, so that what was searched before makes no difference."""
        self.table.forget()
        self.ordering.forget()

    def table_view(self) -> memoryview:
        """Return the bytes of the transposition table, to read and to write while no search runs."""
        return self.table.view()

    def set_position(self, classes: list[int], side: int, left: int) -> None:
        """Stand at a position: nine classes, the side to move (0 or 1) and its placements left (1 or 2)."""
        self.board.set_position(classes, side, left)

    def root_turns(self) -> list[int]:
        """List the turns of non-dominated placements; none where the game cannot be won any more."""
        return self.generator.root_turns()


@cache
def _weights_of_pairs() -> array:
    """Add up the weights of two bytes, once for all searches: it is only read."""
    weights = [*WEIGHTS, *[0] * (256 - len(WEIGHTS))]
    return array("i", [low + high for high in weights for low in weights])


def _ragged(lists: list[list[list[int]]]) -> list:
    """Flatten `lists[side][class]`: where each list starts (one entry more at the end), and their elements."""
    starts, flat = [0], []
    for one in lists[0] + lists[1]:
        flat += one
        starts.append(len(flat))
    return [array("i", starts), array("i", flat)]

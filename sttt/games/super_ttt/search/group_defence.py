# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Disjoint groups of boards in which a defender answers mark for mark, so that they keep lines from the attacker.

Which groups can be held so is a table (see `groups`). A defender to move may first make marks that turn boards into
such groups; how many a group takes follows from the table.
"""

from array import array
from itertools import accumulate

from sttt.games import claim
from sttt.games.super_ttt.classes import costs
from sttt.games.super_ttt.classes.costs import IMPOSSIBLE
from sttt.games.super_ttt.classes.groups import DEAD_KIND, Groups, group_index
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.position import LITTLE_LINES, squares
from sttt.games.super_ttt.search.board import Board
from sttt.kernel.bits import count_bits

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

BIT = (1, 2, 4, 8, 16, 32, 64, 128, 256)

MOST_MARKS = 2
"""The marks of a turn."""

EVER = cython.declare(cython.int, claim.EVER)
DEAD = cython.declare(cython.int, DEAD_KIND)
TOO_MANY = cython.declare(cython.int, MOST_MARKS + 1)
NOT_YET = cython.declare(cython.int, MOST_MARKS + 2)
MOST_GROUPS = cython.declare(cython.int, 4)
FAR = cython.declare(cython.int, 4)
"""Turns within which fewer than all possible lines can be finished."""
HIGH = cython.declare(cython.ulonglong, costs.HIGH)
ABOVE_POSSIBLE = cython.declare(cython.ulonglong, costs.ONES * (127 - IMPOSSIBLE + 1))


class GroupDefence:
    """Finds groups by which the positions of a board are held."""

    def __init__(self, board: Board, groups: Groups, tables: ClassTables) -> None:
        """Set up the table of groups."""
        self.board = board
        self.classes = len(groups.kind[0])
        self.kind = array("i", groups.kind[0] + groups.kind[1])
        kinds = max(groups.kind[0]) + 1
        self.denied = array("B", groups.denied)
        self.kinds = kinds
        self.marks = array("B", [NOT_YET]) * group_index(0, 0, kinds)
        self.pair = array("B", [NOT_YET]) * (kinds * kinds)
        replies = _replies(kinds, groups, tables)
        self.reply_start = array("i", list(accumulate(map(len, replies), initial=0)))
        self.reply = array("i", [after for one in replies for after in one])
        self.bit = array("i", BIT)
        self.boards_on = array("i", [index for line in LITTLE_LINES for index in squares(line)])
        self.line_bit = array("Q", costs.LINE_BIT)
        self.kind_at = array("i", [0] * 9)
        self.alone = array("i", [0] * 9)
        self.group = array(
            "i", [sum(BIT[board] for board in group) for line in LITTLE_LINES for group in _groups(line)]
        )
        self.price = array("i", [0] * len(self.group))
        self.free = 0
        self.cheap = 0
        self.boards = 0

    def bound(self, level: cython.int, attacker: cython.int, turns: cython.int, marks: cython.int) -> cython.int:
        """Return the bound at which disjoint groups deny the attacker all lines that it can finish in time, or 0.

        The defender may make `marks` marks before the attacker moves. Answering in the groups mark for mark, it never
        loses by one of these lines. `boards` are then those that this takes: the groups' and those of the marks.
        """
        word: cython.ulonglong = self.board.word[2 * level + attacker]
        lines: cython.ulonglong
        more: cython.ulonglong
        left: cython.ulonglong = HIGH & ~(word + ABOVE_POSSIBLE)
        within: cython.int
        board: cython.int
        self.boards = 0
        for board in range(9):
            self.kind_at[board] = self.kind[attacker * self.classes + self.board.cls[9 * level + board]]
            self.alone[board] = self._marks_for(0, 0, self.kind_at[board]) if self.kind_at[board] > 0 else TOO_MANY
            if self.alone[board] == 0 and left & self.board.through[board]:
                self.boards |= self.bit[board]
                left &= ~self.board.through[board]
        self.free = 0
        self.cheap = 0
        lines = left & self.board.lines_within(word, 2 * turns) if turns <= FAR else left
        # A line is denied once the attacker is denied some board of it, or all of a group of its boards at once: the
        # defender answers each mark in its group. Groups share no board, so that no mark asks for two answers.
        if not self._can_hold(lines, 0, marks):
            return 0
        if self._can_hold(left, lines, marks):
            return -EVER
        for within in range(FAR, turns, -1):
            more = left & self.board.lines_within(word, 2 * within)
            if more != left and self._can_hold(more, lines, marks):
                return -within
        return -turns

    def _can_hold(self, lines: cython.ulonglong, held: cython.ulonglong, marks: cython.int) -> cython.bint:
        """Return whether the defender can hold the lines after `marks` marks; some of them it can be known to hold."""
        return lines == held or (self._price(lines & ~held, marks) and self._holds(lines, 0, marks))

    def _price(self, lines: cython.ulonglong, marks: cython.int) -> cython.bint:
        """Find what each of the lines takes to be held; say whether each can be alone with that many marks."""
        line: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        least: cython.int
        for line in range(8):
            if lines & self.line_bit[line]:
                i = self.boards_on[3 * line]
                j = self.boards_on[3 * line + 1]
                k = self.boards_on[3 * line + 2]
                self.price[4 * line] = self._marks_for_two(i, j)
                self.price[4 * line + 1] = self._marks_for_two(j, k)
                self.price[4 * line + 2] = self._marks_for_two(k, i)
                self.price[4 * line + 3] = TOO_MANY
                least = min(self.price[4 * line], self.price[4 * line + 1], self.price[4 * line + 2])
                if least > 0:
                    self.price[4 * line + 3] = self._marks_for(self.kind_at[i], self.kind_at[j], self.kind_at[k])
                    least = min(least, self.price[4 * line + 3])
                if least == 0:
                    self.free |= self.line_bit[line]
                least = min(least, self.alone[i], self.alone[j], self.alone[k])
                if least > marks:
                    return False
                if least <= 1:
                    self.cheap |= self.line_bit[line]
        return True

    def _holds(self, lines: cython.ulonglong, taken: cython.int, marks: cython.int) -> cython.bint:
        """Return whether boards not taken yet make a group for each of the lines, after `marks` marks at most."""
        # Lines that cost marks come first, since they fail soonest. Nine boards make at most four groups of two.
        costly: cython.ulonglong = lines & ~self.free
        line: cython.int = 0
        at: cython.int
        i: cython.int
        if not lines:
            return True
        if not marks and (costly or count_bits(lines) > MOST_GROUPS):
            return False
        if marks == 1 and costly & ~self.cheap:
            return False
        while not (costly or lines) & self.line_bit[line]:
            line += 1
        for at in range(3 if marks else 0):
            i = self.boards_on[3 * line + at]
            if self.alone[i] <= marks and self._holds(lines & ~self.board.through[i], taken, marks - self.alone[i]):
                self.boards |= self.bit[i]
                return True
        lines &= ~self.line_bit[line]
        for at in range(4 * line, 4 * line + 4):
            if (
                self.price[at] <= marks
                and not taken & self.group[at]
                and self._holds(lines, taken | self.group[at], marks - self.price[at])
            ):
                self.boards |= self.group[at]
                return True
        return False

    def _marks_for_two(self, i: cython.int, j: cython.int) -> cython.int:
        """Return with how many marks before the attacker's the defender can hold two boards, as `_marks_for` does."""
        at: cython.int = self.kind_at[i] * self.kinds + self.kind_at[j]
        if self.pair[at] == NOT_YET:
            self.pair[at] = self._marks_for(0, self.kind_at[i], self.kind_at[j])
        return self.pair[at]

    def _marks_for(self, a: cython.int, b: cython.int, c: cython.int) -> cython.int:
        """Return with how many marks before the attacker's the defender can hold a group, `TOO_MANY` if not with two.

        The order of the kinds does not matter.
        """
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
        if self.marks[t] == NOT_YET:
            if self.denied[t >> 3] & self.bit[t & 7]:
                self.marks[t] = 0
            else:
                self.marks[t] = TOO_MANY
                self.marks[t] = min(self._marks_in(a, b, c), self._marks_in(b, c, a), self._marks_in(c, a, b), TOO_MANY)
        return self.marks[t]

    def _marks_in(self, a: cython.int, b: cython.int, c: cython.int) -> cython.int:
        """Return with how many marks, the first on the board of kind `a`, the defender can hold a group."""
        i: cython.int
        fewest: cython.int = TOO_MANY
        for i in range(self.reply_start[a], self.reply_start[a + 1]):
            if self.reply[i] == DEAD:
                return 1
            fewest = min(fewest, 1 + self._marks_for(self.reply[i], b, c))
        return fewest


def _groups(line: int) -> list[list[int]]:
    """List the groups of boards that keep a line from the attacker, in the order of their prices."""
    first, second, third = squares(line)
    return [[first, second], [second, third], [third, first], [first, second, third]]


def _replies(kinds: int, groups: Groups, tables: ClassTables) -> list[list[int]]:
    """List what a mark of the defender's makes of a board of each kind."""
    replies: list[list[int]] = [[] for _ in range(kinds)]
    for board, kind in enumerate(groups.kind[0]):
        if kind > 0 and tables.only[0][board] == board:
            replies[kind] = sorted({groups.kind[0][after] for after in tables.singles[1][board]})
    return replies

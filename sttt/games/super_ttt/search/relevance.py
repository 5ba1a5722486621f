# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Relevance zones: the boards that a proof that the attacker never wins rests on.

Whatever marks the attacker has made outside the zone, the defender's answers still hold. So an attacker's turn needs no
search of its own if each placement is outside the zone of a proof at hand, or is one that this proof has answered.

Source: C.-C. Shih et al., "A Novel Approach to Solving Goal-Achieving Problems for Board Games", AAAI 2022. That the
zones are sound in this game is shown in ``docs/proofs.md``.
"""

from array import array

from sttt.games.super_ttt.classes import costs
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.position import LITTLE_LINES, squares
from sttt.games.super_ttt.search.board import MAX_LEVEL, Board

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

ALL_BOARDS = 511
"""The zone of a proof of which nothing smaller is known."""

MOST_ANSWERED = 32
"""Turns of a level that are remembered with the zones of the proofs that answer them."""

ALL = cython.declare(cython.int, ALL_BOARDS)
MOST = cython.declare(cython.int, MOST_ANSWERED)
HALF = cython.declare(cython.int, 2**13 - 1)
MARKS = cython.declare(cython.int, 2)
"""Marks of a turn."""
ANY_COST = cython.declare(cython.int, costs.IMPOSSIBLE)


class RelevanceZones:
    """The zone of the proof that has just been found, and of those found at each level. A zone is a nine-bit mask."""

    def __init__(self, board: Board, tables: ClassTables) -> None:
        """Follow the positions on `board`."""
        self.board = board
        self.classes = len(tables.costs[0])
        self.cost = array("i", tables.costs[0] + tables.costs[1])
        self.bit = array("i", [1, 2, 4, 8, 16, 32, 64, 128, 256] + [0] * 7)
        self.boards_on = array("i", [index for line in LITTLE_LINES for index in squares(line)])
        self.line_bit = array("Q", costs.LINE_BIT)
        self.united = array("i", [0]) * MAX_LEVEL
        self.answered = array("i", [0]) * MAX_LEVEL
        self.answer_zone = array("i", [0]) * (MAX_LEVEL * MOST_ANSWERED)
        self.answered_turn = array("i", [0]) * (MAX_LEVEL * MOST_ANSWERED)
        self.zone = ALL_BOARDS

    def begin(self, level: cython.int) -> cython.void:
        """Begin with the attacker's turns at a level."""
        self.answered[level] = 0
        self.united[level] = 0

    def answers(self, level: cython.int, turn: cython.int) -> cython.bint:
        """Return whether a proof found at this level holds against the turn as well."""
        one: cython.int = turn & HALF
        two: cython.int = turn >> 13
        known: cython.int
        zone: cython.int
        i: cython.int
        # A proof answers its own turn. If this turn differs from that one outside the zone alone, the proof cannot tell
        # the two apart: no board that it rests on looks different, and marks elsewhere never enter it.
        for i in range(level * MOST, level * MOST + self.answered[level]):
            zone = self.answer_zone[i]
            known = self.answered_turn[i]
            if (not zone & self.bit[one & 15] or one == known & HALF or one == known >> 13) and (
                not zone & self.bit[two & 15] or two == known & HALF or two == known >> 13
            ):
                return True
        return False

    def unite(self, level: cython.int, turn: cython.int) -> cython.void:
        """Take in the proof that has just been found after an attacker's turn: it never wins."""
        at: cython.int = level * MOST + self.answered[level]
        self.united[level] |= self.zone
        if self.answered[level] < MOST and self.zone != ALL:
            self.answer_zone[at] = self.zone
            self.answered_turn[at] = turn
            self.answered[level] += 1

    def close(self, level: cython.int, attacker: cython.int, threats: cython.ulonglong) -> cython.void:
        """Put the proofs of a level together, where the defender threatened to finish some lines."""
        # Every turn that was tried is answered within the union. Those that were not, since they stop no threat, are
        # answered by the threats, so that the boards that show these belong to it.
        self.zone = self.united[level]
        if threats:
            self._guard(level, attacker, threats)

    def extend(self, turn: cython.int) -> cython.void:
        """Put the defender's turn before the proof that has just been found."""
        # The answer has to be possible wherever the proof is used again, so its boards belong to the zone.
        self.zone |= self.bit[turn & 15] | self.bit[(turn >> 13) & 15]

    def to_canonical(self, level: cython.int, zone: cython.int) -> cython.int:
        """Move a zone as the position is moved to have its least key."""
        return self._moved(self.board.image, 9 * self.board.symmetry[level], zone)

    def from_canonical(self, level: cython.int, zone: cython.int) -> cython.int:
        """Move a zone back from the position with the least key."""
        return self._moved(self.board.origin, 9 * self.board.symmetry[level], zone)

    def _moved(self, to: cython.int[::1], start: cython.int, zone: cython.int) -> cython.int:
        moved: cython.int = 0
        board: cython.int
        if zone == ALL:
            return ALL
        for board in range(9):
            if zone & self.bit[board]:
                moved |= self.bit[to[start + board]]
        return moved

    def _guard(self, level: cython.int, attacker: cython.int, threats: cython.ulonglong) -> cython.void:
        """Add boards that show the defender's threats, and that the attacker does not win within this turn."""
        possible: cython.ulonglong = self.board.lines_within(self.board.word[2 * level + attacker], ANY_COST)
        line: cython.int
        at: cython.int
        for line in range(8):
            if threats & self.line_bit[line]:
                for at in range(3 * line, 3 * line + 3):
                    self.zone |= self.bit[self.boards_on[at]]
        for line in range(8):
            if possible & self.line_bit[line]:
                self._add_dearest(level, attacker, line)

    def _add_dearest(self, level: cython.int, attacker: cython.int, line: cython.int) -> cython.void:
        """Add boards of a line, the dearest first, until those in the zone cost the attacker more than a turn."""
        cost: cython.int
        paid: cython.int
        most: cython.int
        dearest: cython.int
        at: cython.int
        while True:
            paid = 0
            most = 0
            dearest = 0
            for at in range(3 * line, 3 * line + 3):
                cost = self.cost[attacker * self.classes + self.board.cls[9 * level + self.boards_on[at]]]
                if self.zone & self.bit[self.boards_on[at]]:
                    paid += cost
                elif cost > most:
                    most = cost
                    dearest = self.bit[self.boards_on[at]]
            # Boards in the zone keep their cost. Once it is more than a turn pays, so is the line's, whatever is marked
            # on the others.
            if paid > MARKS or not dearest:
                break
            self.zone |= dearest

"""Judging positions by the exact solver under a limit of nodes."""

import math
from collections.abc import Sequence
from enum import IntEnum

from sttt.games.super_ttt.classes import groups, tables
from sttt.games.super_ttt.classes.class_position import classes_of
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.branches import CLASSES, Branches
from sttt.games.super_ttt.search.proof_search import ATTACKER
from sttt.games.super_ttt.search.solver import CUT_OFF, Solver
from sttt.kernel.limits import NO_NODE_LIMIT

X, O = 0, 1  # noqa: E741 - the sides as the kernel numbers them

ASKED_TURNS = (2, 3, 4, 5, 6)
"""Within how many turns of its own X is asked to win before the question is whether it ever does."""

EVER = 20
"""As many turns as X can have after its first: 79 squares and two a turn leave it no more."""


class SettleVerdict(IntEnum):
    """What is known of X's chances in a position."""

    UNKNOWN = 0
    HELD = 1
    """X never wins."""
    WON = 2
    """X wins."""


class Judge:
    """One solver with its table for any number of positions, and the turns between them."""

    def __init__(self, table_bits: int, asked: Sequence[int] = ASKED_TURNS) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes."""
        self.tables = tables.load()
        self.solver = Solver(self.tables, groups.load(), table_bits)
        self.branches = Branches(self.tables)
        self.nodes = 0
        """Solver nodes of all judgements so far."""
        self._asked = (*asked, EVER)

    def classes(self, position: Position) -> bytes:
        """Return a position's classes, as `judge` takes them."""
        return CLASSES.pack(*classes_of(position, self.tables))

    def judge(self, classes: bytes, side: int, budget: int) -> tuple[SettleVerdict, int]:
        """Say who holds the position where `side` is to move, if its nodes are enough; and how many it took."""
        self.solver.set_position(list(CLASSES.unpack(classes)), side, 2)
        spent, failed = 0, 0
        for turns in self._asked:
            if turns <= failed:
                continue
            self.solver.begin(math.inf, budget - spent)
            bound = self.solver.bound(X, turns)
            spent += self.solver.nodes
            self.nodes += self.solver.nodes
            if bound > 0:
                return SettleVerdict.WON, spent
            if bound == CUT_OFF or spent >= budget:
                return SettleVerdict.UNKNOWN, spent
            failed = -bound
            if failed >= EVER:
                return SettleVerdict.HELD, spent
        raise AssertionError  # pragma: no cover - asked about all its turns, X wins or not

    def warm_up(self, classes: bytes, turns: int) -> int:
        """Fill the table by asking whether X, to move, wins within 1, 2, ... turns; return the nodes it took."""
        before = self.nodes
        self.solver.set_position(list(CLASSES.unpack(classes)), X, 2)
        for within in range(1, turns + 1):
            self.solver.begin(math.inf, NO_NODE_LIMIT)
            bound = self.solver.bound(X, within)
            self.nodes += self.solver.nodes
            if bound > 0:
                break
        return self.nodes - before

    def remembered(self, key: int, side: int) -> tuple[int, int]:
        """Return within how many turns the table knows that X does not win, and within how many it does; 0 if not."""
        entry = self.solver.table.find(key ^ ATTACKER if side == X else key)
        return entry & 0xFF, entry >> 8 & 0xFF

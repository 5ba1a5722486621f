# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The solver's proven bounds of a position, kept in its transposition table.

Bounds are numbers: ``n > 0`` the attacker wins within n of its own turns, ``-n`` it cannot within n, `-EVER` it never
can. Two are kept of each position, one of each sign, with the turn and the relevance zone that the last one rests on.
"""

from sttt.games.super_ttt.classes.view import NONE
from sttt.games.super_ttt.search.board import Board
from sttt.games.super_ttt.search.relevance import ALL_BOARDS
from sttt.kernel.transposition_table import TranspositionTable

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

WORTH_BIT = 51
"""From this bit on an entry says how many turns were asked about."""

UNKNOWN_TURN = cython.declare(cython.ulonglong, 0x3FFFFFF)
ALL = cython.declare(cython.ulonglong, ALL_BOARDS)
NO_TURN = cython.declare(cython.int, NONE)


def bound_table(table_bits: int) -> TranspositionTable:
    """Lay out a transposition table of ``16 << table_bits`` bytes for bounds."""
    return TranspositionTable(table_bits, WORTH_BIT)


class BoundTable:
    """Bounds by position."""

    def __init__(self, board: Board, table: TranspositionTable) -> None:
        """Keep bounds of positions of `board` in a table that `bound_table` has made."""
        self.board = board
        self.table = table
        self.found = 0

    def known(self, key: cython.ulonglong, turns: cython.int) -> cython.int:
        """Return what the table knows of `turns` turns, 0 if that is nothing."""
        entry: cython.ulonglong = self.table.find(key)
        fails: cython.int = cython.cast(cython.int, entry & 0xFF)
        wins: cython.int = cython.cast(cython.int, (entry >> 8) & 0xFF)
        # The entry is kept: the other thread may overwrite it before its zone is asked for.
        self.found = entry
        if fails >= turns:
            return -fails
        return wins if wins <= turns else 0

    def failed(self) -> cython.int:
        """Return the turns within which there is no win by what `known` has found last."""
        return cython.cast(cython.int, self.found & 0xFF)

    def turn(self, level: cython.int, key: cython.ulonglong) -> cython.int:
        """Return the turn that the table's bounds of the position rest on, `NONE` if it knows none."""
        entry: cython.ulonglong = self.table.find(key)
        known: cython.ulonglong = (entry >> 16) & UNKNOWN_TURN
        if entry == 0 or known == UNKNOWN_TURN:
            return NO_TURN
        return self.board.from_canonical(level, cython.cast(cython.int, known))

    def zone(self) -> cython.int:
        """Return the canonical zone of what `known` has found last: another thread may have overwritten it since."""
        return cython.cast(cython.int, (self.found >> 42) & ALL)

    def store(
        self,
        level: cython.int,
        key: cython.ulonglong,
        turns: cython.int,
        value: cython.int,
        turn: cython.int,
        zone: cython.int,
    ) -> cython.void:
        """Keep a bound beside the other one known.

        An entry is ``fails within | wins within << 8 | canonical turn << 16 | canonical zone << 42 | turns asked about
        << 51``.
        """
        # A position may have both bounds, "fails within 3" and "wins within 6"; a new one replaces its own kind alone.
        entry: cython.ulonglong = self.table.find(key) & 0xFFFF
        if value > 0:
            entry = entry & 0xFF | cython.cast(cython.ulonglong, value) << 8
        else:
            entry = entry & 0xFF00 | cython.cast(cython.ulonglong, -value)
        if turn != NO_TURN:
            entry |= cython.cast(cython.ulonglong, self.board.to_canonical(level, turn)) << 16
        else:
            entry |= UNKNOWN_TURN << 16
        entry |= cython.cast(cython.ulonglong, zone) << 42
        self.table.store(key, entry | cython.cast(cython.ulonglong, turns) << 51)

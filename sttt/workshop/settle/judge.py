"""Judging positions by the exact solver under a limit of nodes."""

from collections.abc import Iterator
from dataclasses import dataclass

from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.prover import Prover, next_within
from sttt.games.super_ttt.classes import tables
from sttt.games.super_ttt.classes.order import better_boards
from sttt.games.super_ttt.classes.view import CLASSES, BoardTurn, ClassView, changes, classes_after
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.branches import Branches
from sttt.games.super_ttt.search.solver import ATTACKER, CUT_OFF
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.kernel.transposition_table import TranspositionTable

X, O = 0, 1  # noqa: E741 - the sides as the kernel numbers them

FIRST_TURNS = 2
"""The turns of its own within which X is first asked to win (then see `next_within`)."""

ALL_TURNS = 20
"""As many turns as X can have after its first: 79 squares and two a turn leave it no more."""

X_NEVER_WINS = Claim(Side.X, wins=False)
X_WINS = Claim(Side.X, wins=True)


@dataclass(frozen=True)
class Turn:
    """A turn by what it leads to."""

    key: int
    """The key of the position after it."""
    classes: bytes
    """That position's classes, its little boards where they were before."""
    changes: tuple[BoardTurn, ...]
    """Its effect on each little board."""


class Stopped(Exception):  # noqa: N818 - no error
    """The end of what a judge was asked, as another thread has stopped it."""


class Judge:
    """One solver with its table for any number of positions, and the turns between them."""

    def __init__(self, table_bits: int = 20, table: TranspositionTable | None = None) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes.

        It works with another's `table` instead, if given, also while that one searches.
        """
        self.prover = Prover(table_bits, table)
        self.solver = self.prover.solver
        self.branches = Branches(tables.load())
        self.nodes = 0
        """Solver nodes of all judgements so far."""
        self._is_stopped = False

    def stop(self) -> None:
        """End what another thread asks: that and all later bounds raise `Stopped`."""
        self._is_stopped = True
        self.prover.stop()

    def classes(self, position: Position) -> bytes:
        """Return a position's classes, as `judge` takes them."""
        return ClassView(position).packed

    def key(self, position: Position) -> int:
        """Return the key of a position after whole turns."""
        view = ClassView(position)
        return self.branches.key(view.packed, view.side)

    def turns(self, classes: bytes, side: int) -> list[Turn]:
        """List a side's undominated turns, those best for it by evaluation first, each once by its key.

        Turns that let the other side win with its next turn are left out.
        """
        found = self._turns_by_key(classes, side)
        return [_turn(classes, key, found[key]) for key, _ in self.branches.of(classes, side) or () if key in found]

    def turn_to(self, key: int, classes: bytes, side: int) -> Turn | None:
        """Return a side's undominated turn to the position with a key, None if there is none."""
        turn = self._turns_by_key(classes, side).get(key)
        return None if turn is None else _turn(classes, key, turn)

    def _turns_by_key(self, classes: bytes, side: int) -> dict[int, int]:
        self.branches.set_position(list(CLASSES.unpack(classes)), side, 2)
        return self.branches.turns_by_key()

    def as_good_for_x(self, classes: bytes, side: int) -> Iterator[int]:
        """Yield the key of a position, and those of some in which X is at least as well off: it wins there if here.

        They differ from it in one little board, and have as many marks: such positions are met, too.
        """
        yield self.branches.key(classes, side)
        boards, better = CLASSES.unpack(classes), better_boards()
        if max(boards) >= len(better):  # a board that matters to one side alone: the order is about the others
            return
        for place, little in enumerate(boards):
            for other in better[little]:
                yield self.branches.key(CLASSES.pack(*boards[:place], other, *boards[place + 1 :]), side)

    def judge(self, classes: bytes, side: int, budget: int) -> tuple[Claim | None, int]:
        """Return the claim that is proven where `side` is to move, None if the nodes run out, and the nodes used."""
        self._stand_at(classes, side, budget)
        claim = self._claim(budget)
        self.nodes += self.prover.nodes
        return claim, self.prover.nodes

    def _claim(self, budget: int) -> Claim | None:
        failed = FIRST_TURNS - 1
        while failed < ALL_TURNS:
            bound = self.prover.bound(X, next_within(failed, ALL_TURNS))
            if bound > 0:
                return X_WINS
            if bound == CUT_OFF or self.prover.nodes >= budget:
                return None
            failed = -bound
        return X_NEVER_WINS

    def bound(self, classes: bytes, side: int, turns: int, budget: int, attacker: int = X) -> tuple[int, int]:
        """Ask whether the attacker wins within so many turns, `side` to move: a bound as of `Solver`, and the nodes."""
        self._stand_at(classes, side, budget)
        self._raise_stopped()  # after the prover has begun, which forgets that it was stopped
        bound = self.prover.bound(attacker, turns)
        self.nodes += self.prover.nodes
        self._raise_stopped()
        return bound, self.prover.nodes

    def key_after_best(self, classes: bytes, side: int) -> int:
        """Return the key after the turn that the last bound depends on, given the position of the question."""
        after = classes_after(CLASSES.unpack(classes), changes(self.solver.best()))
        return self.branches.key(CLASSES.pack(*after), 1 - side)

    def warm_up(self, classes: bytes, turns: int) -> int:
        """Fill the table by asking whether X, to move, wins within 1, 2, ... turns; return the nodes used."""
        self._stand_at(classes, X, NO_NODE_LIMIT)
        any(self.prover.bound(X, within) > 0 for within in range(1, turns + 1))
        self.nodes += self.prover.nodes
        return self.prover.nodes

    def _raise_stopped(self) -> None:
        if self._is_stopped:
            raise Stopped

    def _stand_at(self, classes: bytes, side: int, budget: int) -> None:
        self.solver.set_position(list(CLASSES.unpack(classes)), side, 2)
        self.prover.begin(nodes=budget)

    def remembered(self, key: int, side: int) -> tuple[int, int]:
        """Return within how many turns the table knows that X does not win, and within how many it does; 0 if not."""
        entry = self.solver.table.find(key ^ ATTACKER if side == X else key)
        return entry & 0xFF, entry >> 8 & 0xFF


def _turn(classes: bytes, key: int, turn: int) -> Turn:
    """Return one of a search's turns by what it leads to from these classes."""
    effect = changes(turn)
    return Turn(key, CLASSES.pack(*classes_after(CLASSES.unpack(classes), effect)), tuple(effect))

"""The exact solvers of the games as judges of puzzles: they answer yes, no, or not within the nodes they were given."""

import math
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Protocol

from sttt.games.claim import EVER
from sttt.games.connect_four.position import Position as ConnectFourPosition
from sttt.games.connect_four.search.solver import ConnectFourSolver
from sttt.games.game import P_contra, Position, Side
from sttt.games.qubic.position import BITS, LINE_MASKS, squares
from sttt.games.qubic.position import Position as QubicPosition
from sttt.games.qubic.search.prover import QubicProver
from sttt.games.super_ttt.analysis.proofs import Question, most_turns
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position as SuperPosition
from sttt.games.verdict import Verdict
from sttt.players import registry


class PuzzleJudge(Protocol[P_contra]):
    """Proves what the side to move of an unfinished position can force; None where its nodes do not suffice."""

    def wins_within(self, position: P_contra, turns: int, nodes: int) -> bool | None:
        """Return whether the side to move wins within that many turns of its own, this one included."""

    def loses_within(self, position: P_contra, turns: int, nodes: int) -> bool | None:
        """Return whether the other side wins within that many turns of its own."""

    def wins(self, position: P_contra, nodes: int) -> bool | None:
        """Return whether the side to move can force a win at all."""

    def essence(self, after: P_contra) -> Hashable:
        """Return what a turn has made of a position: equal for turns between which the rules see no difference."""


class SuperJudge:
    """Asks the solver of Super Tic-Tac-Toe."""

    def __init__(self) -> None:
        self._prover = Prover(table_bits=18)

    def wins_within(self, position: SuperPosition, turns: int, nodes: int) -> bool | None:
        """Ask about the side to move."""
        return self._ask(Question(position, position.side, turns), nodes)

    def loses_within(self, position: SuperPosition, turns: int, nodes: int) -> bool | None:
        """Ask about the other side."""
        return self._ask(Question(position, position.side.other, turns), nodes)

    def wins(self, position: SuperPosition, nodes: int) -> bool | None:
        """Ask about ever more turns."""
        most = max(1, most_turns(position, position.side))
        for proof in self._prover.deepen(position, position.side, most, nodes=nodes):
            if proof.claim.is_final:
                return proof.claim.wins
        return None

    def essence(self, after: SuperPosition) -> Hashable:
        """Take the classes of the little boards: whoever may win a board, and how, is all that ever counts."""
        classes = after.result or tuple(ClassView(after).reduced)
        return after.x_boards, after.o_boards, classes, after.left

    def _ask(self, question: Question, nodes: int) -> bool | None:
        proof = self._prover.work_on(question, nodes=nodes)
        return None if proof is None else proof.claim.wins


class ConnectFourJudge:
    """Asks the solver of Connect 4, whose scores say with which stone the winner wins."""

    def __init__(self) -> None:
        self._solver = ConnectFourSolver()

    def wins_within(self, position: ConnectFourPosition, turns: int, nodes: int) -> bool | None:
        """Ask for the score of a win with the last of these stones."""
        return self._reaches(position, 22 - position.filled.bit_count() // 2 - turns, nodes)

    def loses_within(self, position: ConnectFourPosition, turns: int, nodes: int) -> bool | None:
        """Ask for more than the score of a loss to the last of these stones."""
        last = (position.filled.bit_count() + 1) // 2 + turns
        escapes = self._reaches(position, last - 21, nodes)
        return None if escapes is None else not escapes

    def wins(self, position: ConnectFourPosition, nodes: int) -> bool | None:
        """Ask for any win."""
        return self._reaches(position, 1, nodes)

    def essence(self, after: ConnectFourPosition) -> Hashable:
        """Take the position itself."""
        return after

    def _reaches(self, position: ConnectFourPosition, target: int, nodes: int) -> bool | None:
        self._solver.set_position(position.stones(position.side), position.filled)
        self._solver.begin(math.inf, nodes)
        least, most, _ = self._solver.solve(target - 1, target)
        return None if least != most else least == target


FEWEST_MARKS = 7
"""The attacker's marks below which the prover leaves moves out, so that it disproves nothing."""


class QubicJudge:
    """Asks the prover of 4x4x4; wins within few turns are looked for by trying every move that may bring one."""

    def __init__(self) -> None:
        self._prover = QubicProver(18)

    def wins_within(self, position: QubicPosition, turns: int, nodes: int) -> bool | None:
        """Try all moves of both sides, none of which is left out without a reason in the rules."""
        own, other = position.marks(position.side), position.marks(position.side.other)
        return _WinsSoon(nodes).attack(own, other, turns)

    def loses_within(self, position: QubicPosition, turns: int, nodes: int) -> bool | None:
        """Try every reply."""
        own, other = position.marks(position.side), position.marks(position.side.other)
        return _WinsSoon(nodes).defence(other, own, turns)

    def wins(self, position: QubicPosition, nodes: int) -> bool | None:
        """Prove a win, or that there is none."""
        own, other = position.marks(position.side), position.marks(position.side.other)
        self._prover.forget()
        self._prover.forget_failures()
        self._prover.begin(math.inf, nodes)
        proved = self._prover.prove(own, other)
        return None if proved is False and own.bit_count() < FEWEST_MARKS else proved

    def essence(self, after: QubicPosition) -> Hashable:
        """Take the position itself."""
        return after


class _WinsSoon:
    """Looks for a win within a few moves of the attacker's on bitboards of the cube."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes

    def attack(self, own: int, other: int, turns: int) -> bool | None:
        """Return whether the attacker, to move, wins within that many moves."""
        if completions(own, other):
            return True
        if turns == 1:
            return False
        candidates = completions(other, own) or ~(own | other) & (1 << 64) - 1
        if turns == 2:
            candidates &= _forks(own, other)
        known: bool | None = False
        for square in squares(candidates):
            found = self.defence(own | BITS[square], other, turns - 1)
            if found:
                return True
            known = None if found is None else known
        return known

    def defence(self, own: int, other: int, turns: int) -> bool | None:
        """Return whether the attacker wins within that many moves whatever the defender, to move, replies."""
        if completions(other, own):
            return False
        threats = completions(own, other)
        if threats & (threats - 1):
            return True
        if turns == 1:
            return False
        replies = squares(threats or ~(own | other) & (1 << 64) - 1)
        for square in replies:
            if self._nodes <= 0:
                return None
            self._nodes -= 1
            found = self.attack(own, other | BITS[square], turns)
            if not found:
                return found
        return bool(replies)


def completions(own: int, other: int) -> int:
    """Return the empty squares that complete a line, as a bitboard."""
    found = 0
    for mask in LINE_MASKS:
        rest = mask & ~own
        if not rest & (rest - 1) and not rest & other:
            found |= rest
    return found


def _forks(own: int, other: int) -> int:
    """Return the squares, some of them taken, that lie on two lines on which two marks are missing."""
    once = twice = 0
    for mask in LINE_MASKS:
        if not mask & other and (mask & own).bit_count() == 2:
            twice |= once & mask
            once |= mask
    return twice


class TableJudge:
    """Asks a game whose every position is solved at once; nodes do not matter."""

    def __init__(self, game: str) -> None:
        self._game = registry.game(game)

    def wins_within(self, position: Position, turns: int, nodes: int) -> bool | None:
        """Look at the value of the position."""
        return self._wins(position, position.side, turns, nodes)

    def loses_within(self, position: Position, turns: int, nodes: int) -> bool | None:
        """Look at the value of the position."""
        return self._wins(position, position.side.other, turns, nodes)

    def wins(self, position: Position, nodes: int) -> bool | None:
        """Look at the value of the position."""
        return self._wins(position, position.side, EVER, nodes)

    def essence(self, after: Position) -> Hashable:
        """Take what symmetries leave of the position."""
        return self._game.canonical(after)

    def _wins(self, position: Position, side: Side, turns: int, _nodes: int) -> bool:
        told: Verdict = self._game.prove(position, math.inf, Verdict()) if self._game.prove else Verdict()
        win = told.find(side, wins=True)
        return win is not None and win.claim.turns <= turns


JUDGES: dict[str, Callable[[], PuzzleJudge[Any]]] = {
    "super-ttt": SuperJudge,
    "connect-four": ConnectFourJudge,
    "qubic": QubicJudge,
    "four-by-four": partial(TableJudge, "four-by-four"),
    "three-by-four": partial(TableJudge, "three-by-four"),
}

"""The builder of certificates: it goes the checker's way, and asks for evidence wherever the checker needs some."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sttt.errors import CertificateError
from sttt.games.claim import EVER, Claim
from sttt.games.super_ttt.certificate.check import Checker, Key, fewest_nodes
from sttt.games.super_ttt.certificate.file import Header, write_certificate
from sttt.games.super_ttt.certificate.line import Kind, Line, reply, search
from sttt.games.super_ttt.certificate.squares import play, play_marks, read_position
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position, format_turn, parse_turn

Witness = Callable[[Position, int], tuple[int, ...]]
"""Gives the claimant's turn, as squares, in a position where the claim holds for a number of the attacker's turns to
come (`EVER` if it is not bounded). Raises `StttError` where it knows none.
"""


class CheckEffort(NamedTuple):
    """The share of lines and of searches in the checking: fewer nodes make more lines."""

    nodes: int = 2_000
    """The most nodes of a search for a position that has no line."""
    most_nodes: int = 200_000
    """The most nodes of a search that a line asks for; a position that takes more has a reply."""


class Opposed(NamedTuple):
    """A position in which the opponent is to move and all its turns count."""

    position: Position
    turns: int
    unlisted: int
    """The number of its turns that led to nothing listed when the answers were looked at."""


class Builder:
    """Collects a certificate's lines. A witness is not trusted: the positions after its turns are looked at as well."""

    def __init__(self, checker: Checker, claim: Claim, effort: CheckEffort, witness: Witness) -> None:
        """Begin with no line."""
        self._checker = checker
        self._claim = claim
        self._effort = effort
        self._witness = witness
        self._lines: dict[Key, Line] = {}
        self._opposed: dict[Key, Opposed] = {}
        """After the line of this key, or at the root."""
        self._pending: dict[Key, Position] = {}
        """Positions that the checker counts on, which need a line yet."""
        checker.begin(claim, effort.nodes, [])

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    @property
    def pending(self) -> int:
        """The number of positions that are known to need a line yet."""
        return len(self._pending)

    def run(self, root: Position, made: Iterable[Line] = ()) -> Iterator[Line]:
        """Walk from the root on, yielding each line; `made` are lines that an earlier run has made for the same root.

        A position that has become a line is searched no more, so that the checker's table lacks what may have decided
        others: where there are such positions the answers are looked at again, until that demands nothing more.
        """
        if self._checker.check_root(root) is None:
            return
        self._take_over(made)
        if root.side is self._claim.claimant:
            self._demand(root, self._claim.turns)
        else:
            self._oppose(self._checker.key(root), root, self._claim.turns)
        # This ends: each round lists further positions, or more of a position's turns, and there are finitely many.
        while True:
            yield from self._work()
            for key, (position, turns, unlisted) in list(self._opposed.items()):
                if self._checker.unlisted(position, turns) < unlisted:
                    self._oppose(key, position, turns)
            if not self._pending:
                break

    def _take_over(self, made: Iterable[Line]) -> None:
        """List what has been made. What it leads to is looked at again, for the run may have ended before that."""
        for line in made:
            position = read_position(line.position)
            key = self._checker.key(position)
            self._checker.list_position(key, line.turns)
            self._lines[key] = line
        for key, line in self._lines.items():
            opposed = self._after_reply(line)
            if opposed:
                self._opposed[key] = Opposed(*opposed, unlisted=EVER**2)

    def _after_reply(self, line: Line) -> tuple[Position, int] | None:
        """Return the position after a line's reply, which needs evidence, and the attacker's turns to come there."""
        kind, _, turn = line.evidence.partition(" ")
        if kind != Kind.REPLY:
            return None
        after = play(read_position(line.position), parse_turn(turn))
        left = line.turns - 1 if self._claim.wins else line.turns
        return None if after.result or self._checker.is_listed(self._checker.key(after), left) else (after, left)

    def write(self, path: Path, root: Position, origin: str) -> None:
        """Write the certificate."""
        header = Header(self._claim, format_position(root), self._checker.nodes, origin)
        write_certificate(path, header, self._lines.values())

    def _work(self) -> Iterator[Line]:
        while self._pending:
            key, position = self._pending.popitem()
            yield self._add(key, position, self._checker.listed[key])

    def _add(self, key: Key, position: Position, turns: int) -> Line:
        """Make the line for a position."""
        name = format_position(position)
        self._opposed.pop(key, None)
        nodes = self._nodes_for(name, turns)
        evidence = search(nodes) if nodes else reply(self._witness(position, turns))
        line = self._lines[key] = Line(name, evidence, turns)
        opposed = self._after_reply(line)
        if opposed:
            self._oppose(key, *opposed)
        return line

    def _nodes_for(self, name: str, turns: int) -> int:
        """Return how many nodes the checker's search needs, 0 if that is too many."""
        most = self._effort.most_nodes
        if self._checker.check_line(Line(name, search(most), turns)):
            return 0
        return min(max(rounded_up(self._checker.spent), fewest_nodes(most)), most)

    def _oppose(self, key: Key, position: Position, turns: int) -> None:
        """Demand lines for what the opponent's turns lead to; raises `CertificateError` for a turn that refutes."""
        self._opposed[key] = Opposed(position, turns, self._checker.unlisted(position, turns))
        for turn, bound in self._checker.unsettled(position, turns):
            if bound:
                where = f"{format_turn(turn) or 'a pass'} in {format_position(position)}"
                raise CertificateError(f"it is not so that {self._claim}: {where} refutes it")
            left = turns if self._claim.wins or turns == EVER else turns - 1
            self._demand(play_marks(position, turn), left)

    def _demand(self, position: Position, turns: int) -> None:
        key = self._checker.key(position)
        if not self._checker.is_listed(key, turns):
            self._checker.list_position(key, turns)
            self._pending[key] = position


def rounded_up(nodes: int) -> int:
    """Return a number with two digits and zeros that is no smaller: it takes less room in a compressed file."""
    unit = int("1".ljust(len(str(nodes)) - 1, "0"))
    return -(-nodes // unit) * unit

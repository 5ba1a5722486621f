"""What a certificate claims, and its lines: the reply or the other evidence for one position each."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from sttt.errors import CertificateError
from sttt.games.game import Result, Side, Turn
from sttt.games.super_ttt.text import format_turn

EVER = 255
"""Turns within which something never happens: more than any game has."""

MOST_NODES = 10**8
"""Of one search that a file may ask for: half a minute or so, during which nothing can be interrupted."""

_CLAIM = re.compile(r"([xo]) (?:(never wins)|(wins|cannot win) within ([1-9][0-9]{0,2}))")


class Kind(StrEnum):
    """What a line gives for its position."""

    REPLY = "reply"
    """The turn that the claimant plays."""
    GROUPS = "groups"
    """Disjoint groups of little boards that deny the attacker every line."""
    SEARCH = "search"
    """Nothing: a search within that number of nodes decides it."""


@dataclass(frozen=True)
class Claim:
    """That a side can or cannot force a win, within a number of its own turns or ever."""

    attacker: Side
    wins: bool
    turns: int = EVER
    """The attacker's own turns that the claim speaks of, the one it is in included; `EVER` for "never wins"."""

    @property
    def claimant(self) -> Side:
        """The side whose replies a certificate gives: the one that wins, or the one that holds."""
        return self.attacker if self.wins else self.attacker.other

    def holds_at(self, result: Result) -> bool:
        """Whether it holds where the game is over: a win has to be there, anything else must not be the attacker's."""
        return (result.winner is self.attacker) == self.wins

    @property
    def is_bounded(self) -> bool:
        """Whether lines say within how many turns."""
        return self.turns != EVER

    def __str__(self) -> str:
        """Write it as in a certificate: ``x never wins``, ``x wins within 5``, ``x cannot win within 7``."""
        if self.wins:
            return f"{self.attacker} wins within {self.turns}"
        return f"{self.attacker} cannot win within {self.turns}" if self.is_bounded else f"{self.attacker} never wins"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read it; raises `CertificateError`."""
        found = _CLAIM.fullmatch(text)
        if not found or (found[4] and int(found[4]) >= EVER):
            raise CertificateError(f"{text!r} is not a claim; expected as in 'x never wins' or 'x wins within 5'")
        turns = int(found[4]) if found[4] else EVER
        return cls(Side(found[1]), found[3] == "wins", turns)


class Line(NamedTuple):
    """One line of a certificate."""

    position: str
    """Any position of its class, in the compact form."""
    evidence: str
    """As `reply`, `groups` and `search` write it."""
    turns: int = EVER
    """Within how many of the attacker's turns to come; for a bounded claim only."""

    @property
    def kind(self) -> Kind:
        """What the evidence is."""
        return Kind(self.evidence.partition(" ")[0])

    def format(self) -> str:
        """Write the line, without its end."""
        within = "" if self.turns == EVER else f" within {self.turns}"
        return f"{self.position}{within} {self.evidence}"


def reply(turn: Turn) -> str:
    """Write the evidence of a position in which the claimant is to move."""
    return f"{Kind.REPLY} {format_turn(turn)}"


def search(nodes: int) -> str:
    """Write the evidence of a position that the checker's search decides within that number of nodes."""
    return f"{Kind.SEARCH} {nodes}"


def groups(boards: list[tuple[int, ...]]) -> str:
    """Write the evidence of groups of little boards, 0 to 8: ``groups 12 456``."""
    return f"{Kind.GROUPS} {' '.join(''.join(str(board + 1) for board in group) for group in boards)}"

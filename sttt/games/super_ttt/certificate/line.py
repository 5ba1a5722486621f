"""The claim and the lines of a certificate: the reply or the other evidence for one position each."""

from enum import StrEnum
from typing import NamedTuple

from sttt.errors import CertificateError, ClaimError
from sttt.games.claim import EVER, Claim
from sttt.games.game import Turn
from sttt.games.super_ttt.text import format_turn

MOST_NODES = 10**8
"""The longest search that a file may ask for: about half a minute, which cannot be interrupted."""


class Kind(StrEnum):
    """The evidence of a line for its position."""

    REPLY = "reply"
    """The turn that the claimant plays."""
    GROUPS = "groups"
    """Disjoint groups of little boards that deny the attacker every line."""
    SEARCH = "search"
    """Nothing: a search within that number of nodes decides it."""


def parse_claim(text: str) -> Claim:
    """Read what a certificate claims; raises `CertificateError`: a win must say within how many turns."""
    try:
        claim = Claim.parse(text)
    except ClaimError as error:
        raise CertificateError(str(error)) from error
    if claim.wins and not claim.is_bounded:
        raise CertificateError(f"{text!r} is not a claim; expected as in 'x never wins' or 'x wins within 5'")
    return claim


class Line(NamedTuple):
    """One line of a certificate."""

    position: str
    """Any position of its class, in the compact form."""
    evidence: str
    """As `reply`, `groups` and `search` write it."""
    turns: int = EVER
    """The attacker's turns to come within which the claim holds; for a bounded claim only."""

    @property
    def kind(self) -> Kind:
        """The kind of the evidence."""
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

"""Why a game ended: by its rules, by a player's failure, or by a person's hand."""

from enum import StrEnum

STALL_TURNS = 4
"""Turns in a row without a single placement after which a game is a draw: both sides have passed twice.

The rules know no such end (two players that always pass go on for ever); a match needs one.
"""


class Ending(StrEnum):
    """Why a game ended; every way to fail is a kind of its own."""

    LINE = "line"
    """By the rules: a side has its line."""
    FULL = "full"
    """By the rules: no placement is left and nobody has a line (the cat's game)."""
    STALL = "stall"
    """`STALL_TURNS` empty turns in a row: a draw."""
    ILLEGAL = "illegal"
    """The side to move claimed a placement that the rules refuse, in a game where that loses."""
    MALFORMED = "malformed"
    """The side to move answered something that is no turn, and lost."""
    TIMEOUT = "timeout"
    """The side to move answered too late or not at all, and lost."""
    CRASH = "crash"
    """The side to move raised an error or died, and lost."""
    RESIGNED = "resigned"
    """The side to move gave the game up, and lost."""
    INTERRUPTED = "interrupted"
    """A person stopped the game; it has no result."""

    @property
    def is_failure(self) -> bool:
        """Whether the side to move lost because it gave no answer that counts."""
        return self in (Ending.ILLEGAL, Ending.MALFORMED, Ending.TIMEOUT, Ending.CRASH)

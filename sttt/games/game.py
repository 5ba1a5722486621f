"""What every game is made of: sides, placements, turns, results, and the `Game` a registry hands out.

A game is added by writing one module under `sttt/games/` that ends in a `GAME` constant, and naming that
constant in the ``sttt.games`` entry-point group.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, Self

if TYPE_CHECKING:
    from sttt.games.shape import Shape

Turn = tuple[int | None, ...]
"""One side's placements in order, each a placement's number or `None` for one that is forfeited."""


class Side(StrEnum):
    """The side to move; X plays first."""

    X = "x"
    O = "o"  # noqa: E741 - the side is called O

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.O if self is Side.X else Side.X


class Result(StrEnum):
    """How a finished game ended."""

    X_WINS = "x"
    O_WINS = "o"
    DRAW = "draw"

    @classmethod
    def win(cls, side: Side) -> "Result":
        """`side` has won."""
        return cls(side.value)

    @property
    def winner(self) -> Side | None:
        """The winning side, or None for a draw."""
        return None if self is Result.DRAW else Side(self.value)


class Position(Protocol):
    """An immutable state of a game."""

    @property
    def side(self) -> Side:
        """The side to move."""

    @property
    def left(self) -> int:
        """How many placements the side to move still has in this turn, at least 1."""

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""

    def legal_placements(self) -> tuple[int, ...]:
        """Every legal placement in ascending order; empty once the game is over."""

    def play(self, placement: int | None) -> Self:
        """Return the position after one placement, or after forfeiting one (`None`).

        Raises `IllegalPlacement` for anything the rules refuse.
        """


@dataclass(frozen=True)
class Game:
    """A game as the registries, the arena and the command line see it."""

    name: str
    title: str
    start: Callable[[], Any]
    """The starting position."""
    enter_turn: Callable[[Any, Turn], tuple[Any, Turn]]
    """Apply a claimed turn as the game's referee does: the position after it, and the turn as it counted.

    What an illegal claim costs is the game's own rule: it is forfeited, and comes back as `None`, or it loses the game,
    and `IllegalPlacement` is raised.
    """
    parse_position: Callable[[str], Any]
    """Read the compact one-line form; raises `PositionError`."""
    format_position: Callable[[Any], str]
    """Write the compact one-line form."""
    parse_turn: Callable[[str], Turn]
    """Read a turn in the game's own notation; raises `PositionError`."""
    format_turn: Callable[[Turn], str]
    """Write a turn in the game's own notation."""
    draw: Callable[[Any], str]
    """Draw the position for a terminal; the last line says who is to move or has won, the others are the board."""
    canonical: Callable[[Any], Hashable]
    """Return a value that is equal for exactly those positions which the game's symmetries carry into each other."""
    levels: tuple[str, ...]
    """The names of its players from the easiest to the strongest, which is what commands use unless told."""
    shape: "Shape | None" = None
    """What its board looks like; None if there is no description, and then it is played in text alone."""
    rules: tuple[str, ...] = ()
    """The rules for somebody at the board, at most ten lines of plain text."""

"""The parts of every game: sides, placements, turns, results, its board, and the `Game` that a registry hands out.

A game ends in a `GAME` constant that is named in the ``sttt.games`` entry-point group. `Game[P]` is a game whose
positions are of the class P, and likewise `Player[P]`; `Game` alone is any game, of whose positions only the protocol
is known.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from sttt.entry_points import Registry

if TYPE_CHECKING:
    import typing_extensions

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
    """The result of a finished game."""

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
        """The placements that the side to move still has in this turn, at least 1."""

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""

    def legal_placements(self) -> tuple[int, ...]:
        """Every legal placement in ascending order; empty once the game is over."""

    def play(self, placement: int | None) -> Self:
        """Return the position after one placement, or after forfeiting one (`None`).

        Raises `IllegalPlacement` for anything the rules refuse.
        """


if TYPE_CHECKING:
    P = typing_extensions.TypeVar("P", bound=Position, default=Position)
    P_contra = typing_extensions.TypeVar("P_contra", bound=Position, default=Position, contravariant=True)
else:  # a default is for the type checker alone; to load what has it before Python 3.13 is a fifth of a bot's start
    P = TypeVar("P")
    P_contra = TypeVar("P_contra", contravariant=True)

Line = tuple[int, ...]
"""The places that one side must hold to have a line: cells by number, or groups where the groups have owners."""


@dataclass(frozen=True)
class Cell:
    """A square of the board."""

    x: float
    """Where its centre is."""
    y: float
    label: str
    """Its name in the game's own notation."""
    placement: int | None
    """The placement that choosing it makes, None where nobody may ever place. Cells of one column may share theirs."""


@dataclass(frozen=True)
class Group:
    """Cells that are framed together: a little board, a layer."""

    label: str
    """Its name, such as ``board 5``."""
    cells: tuple[int, ...]
    lines: tuple[Line, ...] = ()
    """The lines of cells that own it; none where groups have no owner."""


@dataclass(frozen=True)
class Shape(Generic[P_contra]):
    """The board of a game, and how to read a position of that game on it; the browser and the terminal draw it.

    Lengths are in sides of a cell, from the board's top left corner to the right and down.
    """

    cells: tuple[Cell, ...]
    groups: tuple[Group, ...]
    """Every cell is in exactly one."""
    lines: tuple[Line, ...]
    """The lines that decide the game: of groups if those can be owned, else of cells."""
    bits: tuple[int, ...]
    """Each cell's bit in a bitboard, with that bit alone set."""
    bitboards: Callable[[P_contra], tuple[int, int]]
    """Return the marks of X and those of O, each as a bitboard."""
    owners: Callable[[P_contra], tuple[Side | None, ...]] | None = None
    """Return each group's owner; None for a game whose groups have none."""
    lines_lose: bool = False
    """True if the side that completes a line has lost, as in misère play; otherwise it has won."""
    sides: tuple[str, str] = ("X", "O")
    """The names of the side X and the side O, such as their colours."""

    def marks(self, position: P_contra) -> tuple[Side | None, ...]:
        """Return what stands on each cell of a position."""
        x, o = self.bitboards(position)
        return tuple(Side.X if x & bit else Side.O if o & bit else None for bit in self.bits)

    @property
    def width(self) -> float:
        """The board's extent to the right."""
        return max(cell.x for cell in self.cells) + 0.5

    @property
    def height(self) -> float:
        """The board's extent downwards."""
        return max(cell.y for cell in self.cells) + 0.5


ANY_GAMES_LEVELS = ("random", "mcts-100", "mcts-10k")
"""Players of any game, from the easiest to the strongest."""


@dataclass(frozen=True, repr=False)
class Game(Generic[P]):
    """A game as the registries, the arena and the command line see it."""

    name: str
    title: str
    start: Callable[[], P]
    """The starting position."""
    enter_turn: Callable[[P, Turn], tuple[P, Turn]]
    """Apply a claimed turn as the game's referee does: the position after it, and the turn as it counted.

    What an illegal claim costs is the game's own rule: it is forfeited, and comes back as `None`, or it loses the game,
    and `IllegalPlacement` is raised.
    """
    parse_position: Callable[[str], P]
    """Read the compact one-line form; raises `PositionError`."""
    format_position: Callable[[P], str]
    """Write the compact one-line form."""
    parse_turn: Callable[[str], Turn]
    """Read a turn in the game's own notation; raises `PositionError`."""
    format_turn: Callable[[Turn], str]
    """Write a turn in the game's own notation."""
    draw: Callable[[P], str]
    """Draw the position for a terminal; the last line says who is to move or has won, the others are the board."""
    canonical: Callable[[P], Hashable]
    """Return a value that is equal for exactly those positions which the game's symmetries carry into each other."""
    levels: tuple[str, ...] = ANY_GAMES_LEVELS
    """The names of its players from the easiest to the strongest, which is what commands use unless told."""
    shape: Shape[P] | None = None
    """The description of its board; None if there is no description, and then it is played in text alone."""
    rules: tuple[str, ...] = ()
    """The rules for somebody at the board, at most ten lines of plain text."""
    known: Callable[[P], Any] | None = None
    """Return what ships of a position's value, a `Verdict` (whose module builds on this one), within milliseconds."""
    prove: Callable[[P, float, Any], Any] | None = None
    """Return as a `Verdict` what can be proven of an unfinished position until a moment on `time.monotonic`.

    Its last argument is the `Verdict` as far as it is known, so that it need not be found again.
    """

    def __repr__(self) -> str:
        """Return the name alone: a board's shape fills pages."""
        return f"<Game {self.name!r}>"


GAMES = Registry("sttt.games", "game", Game)
"""Every installed game."""

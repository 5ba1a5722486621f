"""What the book holds of one position."""

from dataclasses import dataclass
from typing import Self

from sttt.errors import BookError
from sttt.kernel.class_position import BoardTurn
from sttt.kernel.engine import DECIDED_SCORE, WIN_SCORE
from sttt.kernel.solver import NEVER


@dataclass(frozen=True)
class BookEntry:
    """A turn and what was found out about it before the game."""

    changes: tuple[BoardTurn, ...]
    """The turn, as what it does to the key's little boards."""
    turns_before: int
    """How many turns both sides have played in the line that the position was met in."""
    score: int
    """The engine's, from the point of view of the side to move."""
    depth: int
    """Plies of the search's last full iteration."""
    nodes: int
    proof: int = 0
    """The opponent is proved not to win within this many turns of its own after the turn: `NEVER` is any number of
    turns, 0 nothing proved. Below 0 every turn is proved to lose, this one to turn ``-proof`` of the opponent's."""

    def format(self) -> str:
        """Write the entry: turns before, ``board:class`` of the turn joined by ``+``, score, depth, nodes, proof."""
        turn = "+".join(f"{board + 1}:{little}" for board, little, _ in self.changes)
        return f"{self.turns_before} {turn} {self.score} {self.depth} {self.nodes} {self.proof}"

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read an entry; raises `BookError`."""
        try:
            before, turn, *numbers = line.split(" ")
            halves = [tuple(map(int, half.split(":"))) for half in turn.split("+")]
            changes = tuple((board - 1, little, 2 // len(halves)) for board, little in halves)
            turns_before, score, depth, nodes, proof = map(int, (before, *numbers))
        except ValueError as error:
            raise BookError(
                f"{line!r} is no book entry: {error}; expected one like '1 5:81+6:9 -31 16 90 7'"
            ) from error
        return cls(changes, turns_before, score, depth, nodes, proof)

    def describe(self) -> str:
        """Say in words how deep the turn was searched and what is proved."""
        if self.score > DECIDED_SCORE:
            return f"wins with its turn {(WIN_SCORE - self.score + 1) // 2}"
        searched = f"searched {self.depth} plies deep"
        if not self.proof:
            return searched
        turns = f"within {abs(self.proof)} turn{'s' if abs(self.proof) > 1 else ''}"
        if self.proof < 0:
            return f"{searched}, the opponent wins {turns}"
        return f"{searched}, the opponent cannot win {'at all' if self.proof == NEVER else turns}"

"""A puzzle, and the sets of them that are shipped: a JSON file a game, a puzzle a line."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

from sttt import strict_json
from sttt.errors import RecordError, StttError
from sttt.execution.foreign import read_json, read_regular, replacing, text_of
from sttt.games.game import Game, Position
from sttt.players import registry

FOLDER = Path(__file__).parent
"""The folder of the shipped sets."""

GAMES = ("super-ttt", "connect-four", "qubic", "four-by-four", "three-by-four")
"""The games that have puzzles."""


class Task(StrEnum):
    """The task of the side to move."""

    WIN = "win"
    """The only turn that begins a win within a number of its own turns."""
    HOLD = "hold"
    """The only turn after which the other side can force no win."""


MOST_GRADE = 5
"""The grade of puzzles that at most a fifth of the yardsticks solve."""

MOST_BYTES = 2**24
"""The size of the largest set of puzzles; those that ship have 90,000 bytes."""


@dataclass(frozen=True)
class Puzzle:
    """A position and the only turn that does what is asked."""

    position: str
    """In the game's compact form, at the start of a turn."""
    task: Task
    turns: int
    """Turns of its own that the winner needs, the first included; 0 where the task is to hold."""
    answer: tuple[tuple[int, ...], ...]
    """The turn, its placements in ascending order; several where there is truly no difference between them."""
    source: int
    """The number of the game that the puzzle is from, which is the seed of all that is random in that game."""
    solved_by: tuple[str, ...]
    """The yardsticks that find the answer."""


@dataclass(frozen=True)
class PuzzleSet:
    """The puzzles of a game in their fixed order."""

    game: str
    looked_through: int
    """Games that have been looked through, the next one has this number."""
    yardsticks: tuple[str, ...]
    """The players that tried every puzzle: the more of them find its answer, the easier it is."""
    puzzles: tuple[Puzzle, ...] = ()
    origin: str = ""
    """The file of games that are looked through; empty for games of yardsticks, which are played for it."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a set; raises `RecordError` for a file that cannot be read or is none."""
        try:
            text = text_of(read_regular(path, MOST_BYTES, follow=True), "replace")
        except OSError as error:
            raise RecordError.of("puzzle.not-read", path=str(path), problem=str(error.strerror)) from error
        return read_json(text, cls, str(path), RecordError)

    def write(self, path: Path) -> None:
        """Write the set in the place of what was there before, in one step."""
        head: dict[str, object] = {"game": self.game, "looked_through": self.looked_through}
        head |= {"origin": self.origin} if self.origin else {}
        head |= {"yardsticks": self.yardsticks}
        lines = ",\n".join(strict_json.dump(vars(puzzle)) for puzzle in self.puzzles)
        text = f'{strict_json.dump(head)[:-1]}, "puzzles": [\n{lines}\n]}}\n'
        try:
            with replacing(path) as file:
                file.write(text.encode())
        except OSError as error:
            raise RecordError(f"cannot write {path}: {error.strerror}; expected to keep the puzzles there") from error

    def difficulty(self, puzzle: Puzzle) -> float:
        """Return the share of yardsticks that do not find the answer, from 0 to 1."""
        return 1 - len(puzzle.solved_by) / len(self.yardsticks)

    def grade(self, puzzle: Puzzle) -> int:
        """Return how hard a puzzle is, from 1 to `MOST_GRADE`."""
        return 1 + min(MOST_GRADE - 1, int(MOST_GRADE * self.difficulty(puzzle)))

    def rating(self, puzzle: Puzzle) -> int:
        """Return the Elo of a level that finds the answer every other time, by the levels that tried it."""
        tried = [registry.strategy(name.partition("#")[0]).strength for name in self.yardsticks]
        elos = [one.elo for one in tried if one]
        found = min(max(len(puzzle.solved_by), 0.5), len(elos) - 0.5)
        low, high = -2000, 5000
        while high - low > 1:
            middle = (low + high) // 2
            expected = sum(1 / (1 + 10 ** ((middle - elo) / 400)) for elo in elos)
            low, high = (middle, high) if expected > found else (low, middle)
        return low

    def share_of(self, yardstick: str) -> float:
        """Return the share of the puzzles that a yardstick solves, 0 if there are none."""
        return sum(yardstick in puzzle.solved_by for puzzle in self.puzzles) / max(1, len(self.puzzles))


def shipped(game: str) -> PuzzleSet:
    """Return the set that is part of the program; raises `RecordError` for a game without one."""
    if game not in GAMES:
        raise RecordError.of("puzzle.none", game=game, games=", ".join(GAMES))
    return PuzzleSet.read(shipped_path(game))


def shipped_path(game: str) -> Path:
    """Return where the shipped set of a game lies."""
    return FOLDER / f"{game}.json"


def position_of(game: Game, puzzle: Puzzle) -> Position:
    """Return the puzzle's position; raises `RecordError` where that is none, or its answer is no turn of it."""
    try:
        position = game.parse_position(puzzle.position)
        for turn in puzzle.answer:
            if len(turn) != position.left or list(turn) != sorted(set(turn)):
                raise RecordError.of("puzzle.answer", turn=str(turn), left=position.left)
            game.enter_turn(position, turn)
    except StttError as error:
        raise RecordError.of("puzzle.at", position=puzzle.position, reason=error) from error
    return position

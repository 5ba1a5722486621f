"""Puzzles at the terminal: one turn is right, it is judged at once, and one may ask for help."""

from collections.abc import Callable
from itertools import count

from sttt.errors import StttError
from sttt.games.game import Game, Turn
from sttt.players import registry
from sttt.puzzles.puzzle import Puzzle, PuzzleSet, Task, position_of
from sttt.puzzles.themes import themes_of

HELP = "Type a turn, or: hint, answer, next, quit."


class PuzzleSession:
    """Puts the puzzles of a set one after the other, from a number on, until the person leaves."""

    def __init__(
        self, game: Game, given: PuzzleSet, first: int, say: Callable[[str], None], ask: Callable[[], str]
    ) -> None:
        self._game = game
        self._given = given
        self._first = first
        self._say = say
        self._ask = ask
        self._right = 0
        self._tried = 0

    def run(self) -> None:
        """Go on until the person types quit or the input ends."""
        for number in count(self._first):
            index = number % len(self._given.puzzles)
            self._say(f"Puzzle {index + 1} of {len(self._given.puzzles)}")
            if not self._solve(self._given.puzzles[index]):
                break
        self._say(f"{self._right} of {self._tried} solved at the first try.")

    def _solve(self, puzzle: Puzzle) -> bool:
        """Put a puzzle until it is solved or passed over; whether another one is wanted."""
        position = position_of(self._game, puzzle)
        side = self._game.draw(position).splitlines()[-1].split()[0]
        self._say(self._game.draw(position))
        self._say(f"Find the only turn {_task(puzzle)}. It is {side}'s turn. {HELP}")
        tries = hints = 0
        while True:
            typed = self._ask().strip().lower()
            if typed in ("quit", "next"):
                return typed == "next"
            if typed == "hint":
                hints += 1
                self._say(self._hint(puzzle, hints))
            elif typed == "answer":
                self._tried += not tries
                tries += 1
                self._say(f"The answer: {self._named(puzzle)}.")
            elif (right := self._judge(puzzle, typed)) is not None:
                self._tried += not tries
                self._right += right and not tries and not hints
                tries += 1
                if right:
                    return True

    def _judge(self, puzzle: Puzzle, typed: str) -> bool | None:
        """Say whether a turn is right and why; None for what is no turn."""
        try:
            turn = self._game.parse_turn(typed)
            self._game.enter_turn(position_of(self._game, puzzle), turn)
        except StttError as error:
            self._say(f"{error}. {HELP}")
            return None
        if len(turn) != len(puzzle.answer[0]):
            self._say(f"A turn here has {len(puzzle.answer[0])} placements. {HELP}")
            return None
        right = tuple(sorted(one for one in turn if one is not None)) in puzzle.answer
        self._say(f"Right! {self._why(puzzle, turn)}" if right else "Not that one.")
        return right

    def _why(self, puzzle: Puzzle, turn: Turn) -> str:
        reasons = [reason for _, reason in registry.explain(self._game, position_of(self._game, puzzle), turn)]
        themes = [theme.replace("-", " ") for theme in themes_of(self._game, puzzle)]
        return "; ".join([", ".join(dict.fromkeys(reasons)), *themes]).strip("; ")

    def _hint(self, puzzle: Puzzle, number: int) -> str:
        """Say where the answer begins: first in which group of the board, then on which square."""
        first = puzzle.answer[0][0]
        shape = self._game.shape
        if number > 1 or shape is None or len(shape.groups) == 1:
            return f"It begins with {self._game.format_turn((first,))}."
        group = next(one for one in shape.groups if any(shape.cells[cell].placement == first for cell in one.cells))
        return f"It begins in {group.label}."

    def _named(self, puzzle: Puzzle) -> str:
        return " or ".join(self._game.format_turn(turn) for turn in puzzle.answer)


def _task(puzzle: Puzzle) -> str:
    return f"that wins within {puzzle.turns} turns" if puzzle.task is Task.WIN else "that holds"

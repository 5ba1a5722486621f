"""The shipped puzzles as the page shows them."""

from functools import cache

from pydantic import BaseModel

from sttt.games.game import Side
from sttt.puzzles.puzzle import Puzzle, PuzzleSet, Task, position_of, shipped
from sttt.puzzles.themes import themes_of
from sttt.web.table import installed_game


class PuzzleOut(BaseModel):
    """A puzzle with its answer: the page says at once whether a turn is right."""

    start: str
    side: Side
    task: Task
    turns: int
    """The winner's own, the first included; 0 where the task is to hold."""
    answer: list[list[int]]
    """The turn as placements in ascending order; several where there is no difference between them."""
    grade: int
    """Its difficulty, 1 to 5, by the share of yardsticks that find the answer."""
    rating: int
    """The Elo of a level that finds the answer every other time."""
    themes: list[str]
    """The names of `sttt.puzzles.themes` for what the answer does."""
    solved_by: list[str]


class PuzzlesOut(BaseModel):
    """The puzzles of a game in their fixed order, and who tried them."""

    game: str
    yardsticks: list[str]
    puzzles: list[PuzzleOut]


@cache
def puzzles_of(name: str) -> PuzzlesOut:
    """Return the puzzles of a game; raises `RecordError` for a game without any."""
    found = shipped(name)
    return PuzzlesOut(
        game=name, yardsticks=list(found.yardsticks), puzzles=[_shown(found, puzzle) for puzzle in found.puzzles]
    )


def _shown(found: PuzzleSet, puzzle: Puzzle) -> PuzzleOut:
    return PuzzleOut(
        start=puzzle.position,
        side=position_of(installed_game(found.game), puzzle).side,
        task=puzzle.task,
        turns=puzzle.turns,
        answer=[list(turn) for turn in puzzle.answer],
        grade=found.grade(puzzle),
        rating=found.rating(puzzle),
        themes=list(themes_of(installed_game(found.game), puzzle)),
        solved_by=list(puzzle.solved_by),
    )

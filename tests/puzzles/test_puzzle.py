"""Sets of puzzles: those that ship, and how a set is written and read."""

from pathlib import Path

import pytest

from sttt.players import registry
from sttt.puzzles.puzzle import GAMES, Puzzle, PuzzleSet, Task, position_of, shipped, shipped_path
from sttt.puzzles.themes import themes_of
from sttt.workshop.puzzles.make import RECIPES

MOST_BYTES = 200_000
SHIPPED = {"super-ttt": 258, "connect-four": 113, "qubic": 138, "four-by-four": 43, "three-by-four": 24}


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_sets_have_their_number_of_different_puzzles_of_both_kinds(name: str) -> None:
    game, found = registry.game(name), shipped(name)
    assert len(found.puzzles) == SHIPPED[name]
    assert len({game.canonical(position_of(game, puzzle)) for puzzle in found.puzzles}) == SHIPPED[name]
    assert {puzzle.task for puzzle in found.puzzles} == set(Task)
    assert all(set(puzzle.solved_by) <= set(found.yardsticks) for puzzle in found.puzzles)
    assert found.yardsticks == RECIPES[name].yardsticks


def test_super_tic_tac_toe_has_a_hundred_hard_puzzles() -> None:
    found = shipped("super-ttt")
    assert sum(found.grade(puzzle) >= 4 for puzzle in found.puzzles) >= 100


@pytest.mark.parametrize("name", [name for name in GAMES if name != "qubic"])  # whose holds all levels find
def test_no_shipped_puzzle_is_found_by_all_levels(name: str) -> None:
    found = shipped(name)
    assert not [puzzle.position for puzzle in found.puzzles if puzzle.solved_by == found.yardsticks]


def test_the_shipped_sets_take_little_room() -> None:
    assert sum(shipped_path(name).stat().st_size for name in GAMES) <= MOST_BYTES


def test_a_set_is_read_as_it_was_written(tmp_path: Path) -> None:
    puzzle = Puzzle("1212", Task.WIN, 2, ((0,), (1,)), 7, ("uniform",))
    found = PuzzleSet("connect-four", 8, ("uniform", "mcts-100"), (puzzle,))
    found.write(tmp_path / "set.json")
    assert PuzzleSet.read(tmp_path / "set.json") == found
    assert found.difficulty(puzzle) == 0.5
    assert (found.share_of("uniform"), found.share_of("mcts-100")) == (1, 0)


@pytest.mark.parametrize("name", GAMES)
def test_what_fewer_levels_find_is_rated_higher(name: str) -> None:
    found = shipped(name)
    ratings = {len(puzzle.solved_by): found.rating(puzzle) for puzzle in found.puzzles}
    assert [ratings[number] for number in sorted(ratings)] == sorted(ratings.values(), reverse=True)
    assert all(-500 < rating < 3000 for rating in ratings.values())


@pytest.mark.parametrize(
    ("game", "puzzle", "themes"),
    [
        ("four-by-four", Puzzle("xxx.oo..........:o", Task.HOLD, 0, ((3,),), 0, ()), ("block",)),
        ("four-by-four", Puzzle("xx...o..x...o...:x", Task.WIN, 2, ((2,),), 0, ()), ()),
        ("connect-four", Puzzle("4757", Task.WIN, 2, ((2,),), 0, ()), ("two-threats",)),
        ("connect-four", Puzzle("4757", Task.WIN, 2, ((0,),), 0, ()), ("quiet",)),
    ],
    ids=["block", "none", "two threats", "quiet"],
)
def test_a_puzzle_is_called_after_what_its_answer_does(game: str, puzzle: Puzzle, themes: tuple[str, ...]) -> None:
    assert themes_of(registry.game(game), puzzle) == themes

"""The themes of a puzzle: what its answer does, as a player would call it."""

from sttt.board.shape import costs
from sttt.games.game import Game, Position, Shape, Side
from sttt.puzzles.puzzle import Puzzle, Task, position_of

BLOCK = "block"
"""The other side would win with its next turn: the answer alone stops it."""
TWO_THREATS = "two-threats"
"""The answer threatens to win in two ways at once."""
SACRIFICE = "sacrifice"
"""The answer lets the other side have a little board that it could have been denied."""
QUIET = "quiet"
"""The answer wins, and threatens nothing yet."""
THEMES = (BLOCK, TWO_THREATS, SACRIFICE, QUIET)


def themes_of(game: Game, puzzle: Puzzle) -> tuple[str, ...]:
    """Return the themes of a puzzle of a game with a described board, in the order of `THEMES`."""
    if game.shape is None:
        return ()
    before = position_of(game, puzzle)
    after, _ = game.enter_turn(before, puzzle.answer[0])
    side, turn = before.side, game.start().left
    threats = _within(game.shape, after, side, turn)
    found = {
        BLOCK: _within(game.shape, before, side.other, turn) > 0,
        TWO_THREATS: threats > 1,
        SACRIFICE: _is_given(game.shape, before, after, side.other, turn),
        QUIET: puzzle.task is Task.WIN and not threats and after.result is None,
    }
    return tuple(theme for theme in THEMES if found[theme])


def _within(shape: Shape, position: Position, side: Side, turn: int) -> int:
    return sum(1 for cost in costs(shape, position, side).lines if cost is not None and cost <= turn)


def _is_given(shape: Shape, before: Position, after: Position, side: Side, turn: int) -> bool:
    """Return whether a group that was a side's to take has been left to it, and none been taken instead."""
    if shape.owners is None:
        return False
    taken = shape.owners(after) != shape.owners(before)
    pairs = zip(costs(shape, before, side).groups, costs(shape, after, side).groups, strict=True)
    return not taken and any(old is not None and new is not None and 0 < new == old < turn for old, new in pairs)

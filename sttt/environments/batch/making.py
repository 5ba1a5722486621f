"""Boards of any game by its name."""

from sttt import bounds
from sttt.environments.batch.boards import Batch
from sttt.environments.batch.lines import LineBatch
from sttt.environments.batch.super_ttt import SuperBatch
from sttt.games.super_ttt.game import GAME as SUPER_TTT
from sttt.players import registry

MOST_BOARDS = 2**20


def batch(game: str, count: int) -> Batch:
    """Make boards of a game by its name, such as ``connect-four``, all at the start.

    Raises `UnknownNameError` for a name that no game has, `ValueError` for a number of boards that is none, and
    `PlayerError` for a game whose rules are neither those of lines on cells nor those of Super Tic-Tac-Toe.
    """
    if not 1 <= bounds.whole(count, "the number of boards") <= MOST_BOARDS:
        raise ValueError(f"{count} boards; expected 1 to {MOST_BOARDS}")
    found = registry.game(game)
    boards = SuperBatch(found, count) if found is SUPER_TTT else LineBatch(found, count)
    boards.reset()
    return boards

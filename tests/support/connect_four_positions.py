"""Connect 4 positions to test with."""

from contextlib import suppress

from hypothesis import strategies as st

from sttt.arena.play.openings import random_openings
from sttt.errors import PositionError
from sttt.games.connect_four.game import GAME
from sttt.games.connect_four.position import Position


def play_randomly(stones: int, seed: int) -> Position:
    """A position of this many random stones of a game that is not over with them: of the first seed that has one."""
    while True:
        with suppress(PositionError):
            (position,) = random_openings(GAME, stones, 1, seed)
            return position
        seed += 1


def unfinished_positions(least: int, most: int) -> st.SearchStrategy[Position]:
    return st.builds(play_randomly, st.integers(least, most), st.integers(0, 2**32))

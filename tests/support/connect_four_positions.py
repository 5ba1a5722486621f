"""Connect 4 positions to test with."""

from hypothesis import strategies as st

from sttt.arena.openings import random_openings
from sttt.games.connect_four import GAME, Position


def play_randomly(stones: int, seed: int) -> Position:
    """A position of so many random stones, all of a game that is not over with them."""
    (position,) = random_openings(GAME, stones, 1, seed)
    return position


def unfinished_positions(least: int, most: int) -> st.SearchStrategy[Position]:
    return st.builds(play_randomly, st.integers(least, most), st.integers(0, 2**32))

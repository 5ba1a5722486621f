"""Connect 4 positions to test with."""

from random import Random

from hypothesis import strategies as st

from sttt.games.connect_four import Position


def play_randomly(stones: int, seed: int) -> Position:
    """A position of so many random stones, all of a game that is not over with them."""
    random = Random(seed)
    while True:
        position = Position()
        while len(position.columns) < stones and not position.result:
            position = position.play(random.choice(position.legal_placements()))
        if not position.result:
            return position


def unfinished_positions(least: int, most: int) -> st.SearchStrategy[Position]:
    return st.builds(play_randomly, st.integers(least, most), st.integers(0, 2**32))

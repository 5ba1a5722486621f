"""Reachable positions for tests: the start, followed by random placements and now and then a forfeited one."""

from random import Random

from hypothesis import strategies as st

from sttt.games.super_ttt.position import Position


def play_randomly(placements: int, seed: int, forfeits: float = 0.05) -> Position:
    """Return the position after at most `placements` random placements, stopping before the game is over."""
    random = Random(seed)
    position = Position()
    for _ in range(placements):
        forfeit = random.random() < forfeits
        after = position.play(None if forfeit else random.choice(position.legal_placements()))
        if after.result:
            return position
        position = after
    return position


def unfinished_positions(most: int = 70) -> st.SearchStrategy[Position]:
    """Hypothesis strategy for `play_randomly`, both at the start of a turn and within one."""
    return st.builds(play_randomly, st.integers(0, most), st.integers(0, 2**32))

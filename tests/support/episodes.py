"""Random play through environments, and what is known of the games' environments beforehand."""

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from sttt.games.game import Game

NAMES = ("super-ttt", "qubic", "connect-four", "four-by-four", "three-by-four")

CHOICES = st.lists(st.integers(0, 80), max_size=81)
"""Which of the legal placements is made, counted round and round; a game need not be over at the end."""


def positions(game: Game, choices: list[int]) -> Iterator[Any]:
    """Yield every position of a game in which these choices are made."""
    position = game.start()
    yield position
    for choice in choices:
        legal = position.legal_placements()
        if not legal:
            return
        position = position.play(legal[choice % len(legal)])
        yield position

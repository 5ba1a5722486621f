"""Positions for people who watch an environment: as text, or as a picture drawn from the description of the board."""

import sys

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from sttt.board.raster import draw
from sttt.games.game import Game, P

Picture = NDArray[np.uint8]
"""Rows of pixels from the top, each red, green and blue: an array of (height, width, 3)."""

RENDER_MODES = ("human", "ansi", "rgb_array")


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode that is none of `RENDER_MODES` with `ValueError`."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {mode!r}; expected None or one of {', '.join(RENDER_MODES)}")


def render(game: Game[P], position: P, mode: str | None) -> Picture | str | None:
    """Return a position's text for ``ansi`` and its picture for ``rgb_array``; print the text for ``human``."""
    if mode is None:
        logger.warn("render() does nothing without a render_mode; expected one at the environment's making")
        return None
    if mode == "rgb_array" and game.shape:
        return np.asarray(draw(game.shape, position))
    text = f"{game.draw(position)}\n"
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    return None

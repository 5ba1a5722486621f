"""The Connect 4 player of sttt as an agent of Kaggle's ConnectX; sttt must be installed where this runs."""

import json
import os

import sttt
from sttt.players.registry import protocol

PLAYER = sttt.make_player(os.environ.get("STTT_PLAYER", "connect-four"))
KAGGLE = protocol("kaggle")
SHARE = 0.6
"""Share of the time for a move that is used, as the rest of the process takes time, too."""


def agent(observation: dict[str, list[int]], configuration: dict[str, float]) -> int:
    """Return the column, from 0, of the player's move."""
    if (configuration["columns"], configuration["rows"], configuration["inarow"]) != (7, 6, 4):
        raise ValueError("sttt plays on 7 columns and 6 rows, four in a row; expected that configuration")
    position = KAGGLE.parse_position(json.dumps(list(observation["board"])))
    seconds = SHARE * (configuration.get("actTimeout") or 2)
    column = PLAYER.choose(position, sttt.Limits(seconds=seconds)).turn[0]
    if column is None:
        raise ValueError("the player passes; expected a column")
    return column

"""Kaggle's ConnectX agents: a Python file whose last function gets an observation and a configuration.

The remote half is a player ``kaggle:FILE.py``, run in a process of its own by a driver of ours. The other half is a
file, `sttt kaggle-agent`, with which our player is such an agent.
"""

from pathlib import Path

from adapter.kaggle.board import format_turn, parse_position
from sttt.entry_points import named
from sttt.players.player import Shims, WireProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = WireProtocol(
    name="kaggle",
    summary="a Python file with an agent of Kaggle's ConnectX, a function of observation and configuration: FILE.py",
    game="connect-four",
    connect=named("adapter.kaggle.remote:AgentPlayer"),
    parse_position=parse_position,
    format_turn=format_turn,
    shims=Shims(folder=Path(__file__).parent / "shims", command=(), variable="STTT_PLAYER"),
)

"""The command line of CS 6613's 4x4 tic-tac-toe for programs: sixteen squares, the side and a depth limit.

The assignment's program talks to a person; so that a program can ask it as well, it is started with a board and prints
its move, the value, and the five statistics of its search, a line each. The bot half is
``python -P -m adapter.cs6613``; the remote half a player ``cs6613:COMMAND``.
"""

from adapter.cs6613.board import format_turn, parse_position
from sttt.entry_points import named
from sttt.players.player import WireProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = WireProtocol(
    name="cs6613",
    summary="a command that is run with sixteen squares, the side and a depth for each move: PROGRAM ARGUMENT ...",
    game="four-by-four",
    connect=named("adapter.cs6613.remote:SearchPlayer"),
    parse_position=parse_position,
    format_turn=format_turn,
    check=named("adapter.cs6613.check:check"),
    examine=named("adapter.cs6613.check:examine"),
    seconds=10.0,
)

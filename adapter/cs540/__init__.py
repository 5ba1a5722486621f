"""The command line of CS 540's 3x4 tic-tac-toe: twelve squares and Y or N, an answer that ends in X's move.

The bot half is `python -P -m adapter.cs540`, also installed as `sttt-cs540`; the remote half a
player ``cs540:COMMAND``.
"""

from adapter.cs540.board import format_turn, parse_position
from sttt.entry_points import named
from sttt.players.player import WireProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = WireProtocol(
    name="cs540",
    summary="a command that is run with twelve squares and N for each of X's moves: PROGRAM ARGUMENT ...",
    game="three-by-four",
    connect=named("adapter.cs540.remote:OneMovePlayer"),
    parse_position=parse_position,
    format_turn=format_turn,
    check=named("adapter.cs540.check:check"),
    examine=named("adapter.cs540.check:examine"),
    seconds=60.0,
)

"""``cmd:COMMAND``: any program that answers the stream of s-expressions which `python -P -m adapter.scheme` answers.

There is a remote half alone, and a compliance run: the bot half is that of `adapter.scheme`.
"""

from adapter.scheme.board import format_turn, parse_request
from sttt.entry_points import named
from sttt.players.player import WireProtocol

__all__ = ["PROTOCOL"]

PROTOCOL = WireProtocol(
    name="cmd",
    summary="a command that answers each (BOARD WHO) line with ((b . l) (b . l)): PROGRAM ARGUMENT ...",
    game="super-ttt",
    connect=named("adapter.command.remote:CommandPlayer"),
    parse_position=parse_request,
    format_turn=format_turn,
    check=named("adapter.command.check:check"),
)

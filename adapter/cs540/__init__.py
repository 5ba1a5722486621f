"""The command line of CS 540's 3x4 tic-tac-toe: twelve squares and Y or N, an answer that ends in X's move.

The bot half is `python -m adapter.cs540`, also installed as `sttt-cs540`; the remote half a player ``cs540:COMMAND``.
"""

from typing import Any

from adapter.cs540.board import format_turn, parse_position
from sttt.players import Player, ProgramTerms, WireProtocol

__all__ = ["PROTOCOL"]


def _connect(command: str, terms: ProgramTerms) -> Player[Any]:
    from adapter.cs540.remote import CommandPlayer  # noqa: PLC0415 - the bot, which must start fast, starts no programs

    return CommandPlayer(command, terms)


PROTOCOL = WireProtocol(
    name="cs540",
    summary="a command that is run with twelve squares and N for each of X's moves: PROGRAM ARGUMENT ...",
    game="three-by-four",
    connect=_connect,
    parse_position=parse_position,
    format_turn=format_turn,
)

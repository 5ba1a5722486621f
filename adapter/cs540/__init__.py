"""The command line of CS 540's 3x4 tic-tac-toe: twelve squares and Y or N, an answer that ends in X's move.

The bot half is `python -P -m adapter.cs540`, also installed as `sttt-cs540`; the remote half a
player ``cs540:COMMAND``.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adapter.cs540.board import format_turn, parse_position
from sttt.players.player import CheckStep, ProgramTerms, WireProtocol

if TYPE_CHECKING:
    from adapter.cs540.remote import OneMovePlayer

__all__ = ["PROTOCOL"]


def _connect(command: str, terms: ProgramTerms) -> "OneMovePlayer":
    from adapter.cs540.remote import OneMovePlayer  # noqa: PLC0415 - the bot, which must start fast, starts no programs

    return OneMovePlayer(command, terms)


def _check(command: str, terms: ProgramTerms, seconds: float) -> Iterator[CheckStep]:
    from adapter.cs540.check import check  # noqa: PLC0415 - the same

    return check(command, terms, seconds)


PROTOCOL = WireProtocol(
    name="cs540",
    summary="a command that is run with twelve squares and N for each of X's moves: PROGRAM ARGUMENT ...",
    game="three-by-four",
    connect=_connect,
    parse_position=parse_position,
    format_turn=format_turn,
    check=_check,
    seconds=60.0,
)

"""``cmd:COMMAND``: any program that answers the stream of s-expressions which `python -P -m adapter.scheme` answers.

There is a remote half alone, and a compliance run: the bot half is that of `adapter.scheme`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adapter.scheme.board import format_turn, parse_request
from sttt.players.player import CheckStep, ProgramTerms, WireProtocol

if TYPE_CHECKING:
    from adapter.command.remote import CommandPlayer

__all__ = ["PROTOCOL"]


def _connect(command: str, terms: ProgramTerms) -> "CommandPlayer":
    from adapter.command.remote import CommandPlayer  # noqa: PLC0415 - only who starts programs loads what it takes

    return CommandPlayer(command, terms)


def _check(command: str, terms: ProgramTerms, seconds: float) -> Iterator[CheckStep]:
    from adapter.command.check import check  # noqa: PLC0415 - the same

    return check(command, terms, seconds)


PROTOCOL = WireProtocol(
    name="cmd",
    summary="a command that answers each (BOARD WHO) line with ((b . l) (b . l)): PROGRAM ARGUMENT ...",
    game="super-ttt",
    connect=_connect,
    parse_position=parse_request,
    format_turn=format_turn,
    check=_check,
)

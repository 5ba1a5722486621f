"""The interface files of CS4341's Connect 4 project: NAME.in and NAME.out, a move such as ``(W C 1)`` in each.

The bot half is `python -P -m adapter.connect4_files NAME`, also installed as `sttt-connect4`; the remote half a player
``connect4:COMMAND``, and the assignment's referee between two commands.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adapter.connect4_files.files import format_turn, parse_position
from sttt.players.player import CheckStep, ProgramTerms, RefereeTerms, WireProtocol

if TYPE_CHECKING:
    from adapter.connect4_files.remote import FilesPlayer

__all__ = ["PROTOCOL"]


def _connect(command: str, terms: ProgramTerms) -> "FilesPlayer":
    from adapter.connect4_files.remote import FilesPlayer  # noqa: PLC0415 - the bot, which must start fast, starts none

    return FilesPlayer(command, terms)


def _referee(commands: tuple[str, str], terms: RefereeTerms) -> int:
    from adapter.connect4_files.remote import referee  # noqa: PLC0415 - the same

    return referee(commands, terms)


def _check(command: str, terms: ProgramTerms, seconds: float) -> Iterator[CheckStep]:
    from adapter.connect4_files.check import check  # noqa: PLC0415 - the same

    return check(command, terms, seconds)


PROTOCOL = WireProtocol(
    name="connect4",
    summary="a command that plays through NAME.in and NAME.out in the folder it is started in: PROGRAM ARGUMENT ...",
    game="connect-four",
    connect=_connect,
    parse_position=parse_position,
    format_turn=format_turn,
    any_position=False,
    referee=_referee,
    check=_check,
    seconds=60.0,
)

"""Lines over standard input and output: 4x4x4 tic-tac-toe as CS4341's referee of 2003 has it played.

The bot half is `python -P -m adapter.qubic_stdio`, also installed as `sttt-qubic`; the remote half a player
``qubic:COMMAND``; the referee of the assignment is `sttt referee qubic COMMAND COMMAND`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adapter.qubic_stdio.message import format_move, parse_position
from sttt.errors import ProtocolError
from sttt.games.game import Turn
from sttt.players.player import CheckStep, ProgramTerms, RefereeTerms, WireProtocol

if TYPE_CHECKING:
    from adapter.qubic_stdio.remote import ProgramPlayer

__all__ = ["PROTOCOL"]


def _connect(command: str, terms: ProgramTerms) -> "ProgramPlayer":
    from adapter.qubic_stdio.remote import ProgramPlayer  # noqa: PLC0415 - the bot, to start fast, starts no programs

    return ProgramPlayer(command, terms)


def _referee(commands: tuple[str, str], terms: RefereeTerms) -> int:
    from adapter.qubic_stdio.remote import referee  # noqa: PLC0415 - the same

    return referee(commands, terms)


def _format_turn(turn: Turn) -> str:
    if len(turn) != 1 or turn[0] is None:
        raise ProtocolError(f"a turn of {len(turn)} placements cannot be sent; expected one square")
    return format_move(None, turn[0])


def _check(command: str, terms: ProgramTerms, seconds: float) -> Iterator[CheckStep]:
    from adapter.qubic_stdio.check import check  # noqa: PLC0415 - the same

    return check(command, terms, seconds)


PROTOCOL = WireProtocol(
    name="qubic",
    summary="a command that reads R or B and then moves such as R,0,1,1: PROGRAM ARGUMENT ...",
    game="qubic",
    connect=_connect,
    parse_position=parse_position,
    format_turn=_format_turn,
    any_position=False,
    referee=_referee,
    check=_check,
    seconds=60.0,
)

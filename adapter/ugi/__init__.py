"""The Universal Game Interface: lines as UCI has them, for any game of two, to engines that know the rules themselves.

The bot half is `sttt ugi`, also `python -P -m adapter.ugi`; the remote half a player ``ugi:COMMAND``.
Source: the protocol's description, ``ugi.md`` of https://github.com/kz04px/cutegames.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

from sttt.errors import ProtocolError
from sttt.players.player import CheckStep, ProgramTerms, WireProtocol

if TYPE_CHECKING:
    from adapter.ugi.remote import UgiPlayer

__all__ = ["PROTOCOL"]


def _connect(command: str, terms: ProgramTerms) -> "UgiPlayer":
    from adapter.ugi.remote import UgiPlayer  # noqa: PLC0415 - the bot, to start fast, starts no programs

    return UgiPlayer(command, terms)


def _check(command: str, terms: ProgramTerms, seconds: float) -> Iterator[CheckStep]:
    from adapter.ugi.check import check  # noqa: PLC0415 - the same

    return check(command, terms, seconds)


def _bot(game: str, player: str | None) -> int:
    from adapter.ugi.bot import run  # noqa: PLC0415 - who looks for protocols loads no bot

    return run(game, player)


def _no_form(_given: object) -> NoReturn:
    raise ProtocolError("ugi has no form of its own; expected the game's compact position or turn")


PROTOCOL = WireProtocol(
    name="ugi",
    summary="an engine of the Universal Game Interface, for any game: PROGRAM ARGUMENT ...",
    game=None,
    connect=_connect,
    parse_position=_no_form,
    format_turn=_no_form,
    check=_check,
    bot=_bot,
)

"""The s-expression protocol of CSci 1901's Super Tic-Tac-Toe: a referee calls ``(AI board who)``.

The bot half is `python -m adapter.scheme`, the remote half a player ``scheme:FILE.scm``.
"""

from typing import Any

from adapter.scheme.board import format_board, format_request, parse_board, parse_request
from adapter.scheme.bot import answer
from adapter.scheme.turn import format_turn, parse_turn
from sttt.players import Player, ProgramTerms, WireProtocol

__all__ = ["PROTOCOL", "answer", "format_board", "format_turn", "parse_board", "parse_turn"]


def _connect(program: str, terms: ProgramTerms) -> Player[Any]:
    from adapter.scheme.remote import connect  # noqa: PLC0415 - the bot, which must start fast, starts no programs

    return connect(program, terms)


PROTOCOL = WireProtocol(
    name="scheme",
    summary="a Scheme file's make-ai: FILE.scm[,maker=NAME|,procedure=NAME][,interpreter=NAME]",
    game="super-ttt",
    connect=_connect,
    parse_position=parse_request,
    format_turn=format_turn,
    format_position=format_request,
)

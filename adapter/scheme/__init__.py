"""The s-expression protocol of CSci 1901's Super Tic-Tac-Toe: a referee calls ``(AI board who)``.

The bot half is `python -P -m adapter.scheme`, the remote half a player ``scheme:FILE.scm``.
"""

from pathlib import Path

from adapter.scheme.board import format_board, format_request, format_turn, parse_board, parse_request, parse_turn
from adapter.scheme.bot import answer
from sttt.entry_points import named
from sttt.execution.installation import module_arguments
from sttt.players.player import Shims, WireProtocol

__all__ = ["PROTOCOL", "answer", "format_board", "format_turn", "parse_board", "parse_turn"]

PROTOCOL = WireProtocol(
    name="scheme",
    summary="a Scheme file's make-ai: FILE.scm[,maker=NAME|,procedure=NAME][,interpreter=NAME]",
    game="super-ttt",
    connect=named("adapter.scheme.remote:connect"),
    parse_position=parse_request,
    format_turn=format_turn,
    format_position=format_request,
    check=named("adapter.scheme.check:check"),
    shims=Shims(
        folder=Path(__file__).parent / "shims",
        command=module_arguments(__name__, "--keep-on-interrupt"),
        variable="STTT_BOT",
    ),
)

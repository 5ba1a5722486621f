"""The bot half: for each request ``(BOARD WHO)`` one line, ``((b . l) (b . l))`` or ``(error "...")``."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from adapter.programs.streams import Message, Sink, thinking_time
from adapter.scheme.board import format_turn, parse_request
from adapter.scheme.stream import Cutter
from sttt.errors import StttError
from sttt.games.super_ttt.position import Position
from sttt.players.player import Limits, Player

LONGEST_MESSAGE = 400
_PORTION = 65_536


class Source(Protocol):
    """Where requests come from: `read1` gives what has arrived, and nothing only at the end."""

    def read1(self, size: int, /) -> bytes:
        """Return at most `size` bytes, waiting for at least one."""


def answer(request: str, player: Player[Position], seconds: float) -> str:
    """Answer one request with a turn, within `seconds` from now, or with an ``(error "...")``; never raises an error.

    Finished and impossible boards, unreadable text and whatever goes wrong in the player are errors.
    """
    deadline = time.monotonic() + thinking_time(seconds)
    try:
        return _answer(request, player, Limits(deadline))
    except StttError as error:
        return format_error(str(error))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a fault in a player costs this answer, not the process
        return format_error(f"the player failed: {type(error).__name__}: {error}")


def _answer(request: str, player: Player[Position], limits: Limits) -> str:
    position = parse_request(request)
    if position.result:
        return format_error(f"the game is over ({_outcome(position)}); expected a board on which a turn is possible")
    with _no_collection():
        decision = player.choose(position, limits)
    return format_turn(decision.turn)


def _outcome(position: Position) -> str:
    winner = position.result and position.result.winner
    return f"{winner} has won" if winner else "nobody has won"


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the cyclic garbage collector from pausing a player that watches the clock."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def format_error(message: str) -> str:
    """Write ``(error "MESSAGE")`` on one line of printable ASCII that every Scheme reads."""
    line = " ".join(message.encode("ascii", "backslashreplace").decode().split())
    printable = "".join(letter if letter.isprintable() else "?" for letter in line)[:LONGEST_MESSAGE]
    quoted = printable.replace("\\", "\\\\").replace('"', '\\"')
    return f'(error "{quoted}")'


def serve(source: Source, sink: Sink, player: Player[Position], seconds: float, spent: float = 0.0) -> None:
    """Answer every request of a stream as soon as it is complete, each within `seconds`, until the stream ends.

    The first request may have been waiting while the process started: `spent` is how many seconds that took.
    Bytes that are not ASCII are read as Latin-1: they can only stand in comments, or be an error.
    """
    for piece in _pieces(source):
        _reply(piece, sink, player, max(seconds - spent, seconds / 2))
        spent = 0.0


def _pieces(source: Source) -> Iterator[Message]:
    cutter = Cutter()
    while portion := source.read1(_PORTION):
        yield from cutter.feed(portion.decode("latin-1"))
    yield from cutter.finish()


def _reply(piece: Message, sink: Sink, player: Player[Position], seconds: float) -> None:
    line = answer(piece, player, seconds) if isinstance(piece, str) else format_error(str(piece))
    sink.write(line.encode("ascii") + b"\n")
    sink.flush()

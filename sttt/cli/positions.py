"""The POSITION argument: the compact form or a protocol's own, such as ``(BOARD WHO)``; ``-`` is standard input."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from sttt import registry
from sttt.errors import PositionError, ProtocolError, StttError
from sttt.games.game import Turn
from sttt.games.super_ttt import GAME, Position

START = GAME.format_position(GAME.start())

_S_EXPRESSION = ("(", "'", ";")
"""How an s-expression starts: a list, a quote, or a comment before one. No compact form starts so."""


@dataclass(frozen=True)
class GivenPosition:
    """A position as somebody gave it, and how a turn is written in the same form."""

    position: Position
    format_turn: Callable[[Turn], str]

    def unfinished(self) -> Position:
        """Return the position if there is a turn to play in it; raises `PositionError` if the game is over."""
        if self.position.result:
            ending = GAME.draw(self.position).splitlines()[-1]
            raise PositionError(f"the game is over, {ending}; expected a position in which a turn can be played")
        return self.position


def read(given: str) -> GivenPosition:
    """Read a position in any form; raises `PositionError` or `ProtocolError`."""
    if not given.strip():
        raise PositionError("the position is empty; expected its compact form or (BOARD WHO)")
    if given.lstrip().startswith(_S_EXPRESSION):
        return _read_by_protocol(given)
    return GivenPosition(GAME.parse_position(given), GAME.format_turn)


def _read_by_protocol(given: str) -> GivenPosition:
    """Read by the first protocol of the game that can; raises the last one's error when none can."""
    wrong: StttError = PositionError("no installed protocol reads s-expressions; expected the compact form")
    for protocol in (protocol for protocol in registry.protocols() if protocol.game == GAME.name):
        try:
            return GivenPosition(protocol.parse_position(given), protocol.format_turn)
        except ProtocolError as error:
            wrong = error
    raise wrong


def read_standard_input() -> GivenPosition:
    """Read standard input to its end as one position; bytes that are no text are refused with the rest of it."""
    return read(sys.stdin.buffer.read().decode("utf-8", "replace"))


def argument(value: str) -> GivenPosition:
    """Read a command's POSITION argument; the `type` of that argument."""
    return read_standard_input() if value == "-" else read(value)

"""The bot half: one game as a player of ours, spoken over two streams.

While the opponent thinks the process is blocked in a read and uses no processor time.
"""

import sys
import time
from collections.abc import Iterator
from typing import Any, Protocol

from adapter.qubic_stdio.message import ERROR, EXIT, GAMEOVER, format_move, parse_move, read_line
from adapter.scheme.bot import Sink, thinking_time
from sttt.errors import ProtocolError
from sttt.games.game import Side
from sttt.games.qubic import Position
from sttt.games.qubic_text import MARKS
from sttt.players import Limits, Player


class Source(Protocol):
    """Where lines come from."""

    def readline(self) -> bytes:
        """Return the next line with its end, waiting for it; nothing at the end of the stream."""


class Conversation:
    """One game, from the symbol that the referee sends first until ``exit`` or the end of the stream."""

    def __init__(self, source: Source, sink: Sink, player: Player[Any], seconds: float) -> None:
        """`seconds` is the referee's limit for a move, counted from the moment a message is complete."""
        self._source = source
        self._sink = sink
        self._player = player
        self._seconds = seconds
        self._position = Position()

    def run(self) -> None:
        """Play; raises `ProtocolError` if the first message is no symbol."""
        messages = self._messages()
        symbol = _text(next(messages, EXIT))
        if symbol == EXIT:
            return
        own = next((side for side in Side if MARKS[side] == symbol), None)
        if own is None:
            raise ProtocolError(f"the first message is {symbol!a}; expected R or B")
        goes_on = own is Side.O or self._move(own)
        while goes_on:
            message = next(messages, EXIT)
            goes_on = message != EXIT and self._answer(message, own)
        for _ in messages:  # after ERROR and GAMEOVER nothing but exit counts
            pass

    def _messages(self) -> Iterator[str | ProtocolError]:
        """Yield the messages, one that is no line of the protocol as the error, until ``exit`` or the end."""
        while line := self._source.readline():
            try:
                message = read_line(line.decode("latin-1").removesuffix("\n"))
            except ProtocolError as error:
                yield error
                continue
            if message == EXIT:
                return
            yield message

    def _answer(self, message: str | ProtocolError, own: Side) -> bool:
        """Answer the opponent's move; return whether the game goes on."""
        try:
            square = parse_move(_text(message), own.other, self._position)
        except ProtocolError as error:
            sys.stderr.write(f"adapter.qubic_stdio: the opponent's move is invalid: {error}\n")
            self._send(ERROR)
            return False
        self._position = self._position.play(square)
        if self._position.result:
            self._send(GAMEOVER)
            return False
        return self._move(own)

    def _move(self, own: Side) -> bool:
        """Make a move; return whether the game goes on."""
        limits = Limits(time.monotonic() + thinking_time(self._seconds))
        (square,) = self._player.choose(self._position, limits).turn
        if square is None:
            raise ProtocolError("the player forfeited its turn, which the protocol cannot say; expected a square")
        self._position = self._position.play(square)
        self._send(format_move(own, square))
        if self._position.result:
            self._send(GAMEOVER)
        return self._position.result is None

    def _send(self, message: str) -> None:
        self._sink.write(f"{message}\n".encode("ascii"))
        self._sink.flush()


def _text(message: str | ProtocolError) -> str:
    if isinstance(message, ProtocolError):
        raise message
    return message

"""``python -P -m adapter.qubic_stdio``: the bot as the process that CS4341's referee starts.

While the opponent thinks the process is blocked in a read and uses no processor time.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from io import BufferedReader
from typing import BinaryIO, Protocol

from adapter.programs import bot
from adapter.programs.streams import Sink, process_age, seconds, thinking_time
from adapter.qubic_stdio import PROTOCOL
from adapter.qubic_stdio.message import ERROR, EXIT, GAMEOVER, format_move, pad, parse_move, read_line
from sttt.errors import ProtocolError
from sttt.games.game import Side
from sttt.games.qubic.position import Position
from sttt.games.qubic.text import MARKS
from sttt.players.player import Limits, Player

WAITED_SECONDS = 0.05
"""A message that comes later than this after the bot was ready was not there before."""


class LineSource(Protocol):
    """Where lines come from."""

    def readline(self) -> bytes:
        """Return the next line with its end, waiting for it; nothing at the end of the stream."""


class Conversation:
    """One game, from the symbol that the referee sends first until ``exit`` or the end of the stream."""

    def __init__(
        self, source: LineSource, sink: Sink, player: Player[Position], seconds: float, spent: float = 0.0
    ) -> None:
        """`seconds` is the referee's limit for a move, counted from the moment a message is complete.

        The first message that asks for a move may have been waiting while the process started: `spent` is how many
        seconds that took.
        """
        self._source = source
        self._sink = sink
        self._player = player
        self._seconds = seconds
        self._spent = spent
        self._began = time.monotonic()
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
            if not line.strip(b"\0"):  # what filled up the last message
                continue
            try:
                message = read_line(line.decode("latin-1").removesuffix("\n").lstrip("\0"))
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
        limits = Limits(time.monotonic() + thinking_time(self._seconds_left()))
        (square,) = self._player.choose(self._position, limits).turn
        if square is None:
            raise ProtocolError("the player forfeited its turn, which the protocol cannot say; expected a square")
        self._position = self._position.play(square)
        self._send(format_move(own, square))
        if self._position.result:
            self._send(GAMEOVER)
        return self._position.result is None

    def _seconds_left(self) -> float:
        """Return the time for a move that is asked for now; for the first one less what the start has taken."""
        spent, self._spent = self._spent, 0.0
        was_waiting = time.monotonic() - self._began < WAITED_SECONDS
        return max(self._seconds - spent, self._seconds / 2) if was_waiting else self._seconds

    def _send(self, message: str) -> None:
        self._sink.write(pad(message).encode("ascii"))
        self._sink.flush()


def _text(message: str | ProtocolError) -> str:
    if isinstance(message, ProtocolError):
        raise message
    return message


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one game over standard input and output; return the exit status."""
    options = _options(arguments)
    return bot.run("adapter.qubic_stdio", lambda source, sink: _serve(source, sink, options))


def _serve(source: BufferedReader, sink: BinaryIO, options: argparse.Namespace) -> int:
    with bot.seated(options.player, PROTOCOL.game, options.seed) as player:
        Conversation(source, sink, player, options.time, spent=process_age()).run()
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="sttt-qubic",
        description="Play 4x4x4 tic-tac-toe for CS4341's referee: reads R or B, then the opponent's moves.",
    )
    parser.add_argument("--player", default="qubic", help="who chooses (default: %(default)s)")
    parser.add_argument(
        "--time", type=seconds, default=60.0, help="the referee's limit for a move, in seconds (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, help="makes a player that chooses at random repeatable")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())

"""``python -P -m adapter.connect4_files NAME``: the bot as the program that the assignment's referee starts."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from adapter.connect4_files import PROTOCOL
from adapter.connect4_files.files import (
    COLORS,
    delete,
    draw,
    format_move,
    is_complete,
    outcome,
    read_move,
    wait_for,
    write_whole,
)
from adapter.programs import bot
from adapter.programs.streams import seconds
from sttt.errors import IllegalPlacement, ProtocolError
from sttt.games.connect_four.position import Position
from sttt.games.game import Side
from sttt.players.player import Limits, Player

SAFETY_MARGIN = 0.5
"""Seconds of the limit that are left unused: the referee may look at files as rarely as every 100 ms as well."""


class Bot:
    """Plays one game. What a person should see, it says: the board, what is wrong with a move, who has won."""

    def __init__(self, stem: Path, player: Player[Position], seconds: float, say: Callable[[str], None]) -> None:
        """`stem` is the files' path without ``.in`` and ``.out``."""
        self._in = stem.with_name(f"{stem.name}.in")
        self._out = stem.with_name(f"{stem.name}.out")
        self._player = player
        self._seconds = seconds
        self._say = say

    def play(self) -> int:
        """Play to the end; return the exit status: 0, or 3 after an illegal move of the opponent.

        Raises `ProtocolError` where the referee's first word is no colour.
        """
        own = self._take_color()
        position = Position()
        while not position.result:
            if position.side is own:
                position = self._move(position)
            else:
                try:
                    position = position.play(read_move(self._take(is_complete), position))
                except (IllegalPlacement, ProtocolError) as error:
                    self._say(f"{error}; {COLORS[own]} has won")
                    return 3
            self._say(draw(position))
        self._say(outcome(position))
        return 0

    def _take_color(self) -> Side:
        text = self._take(lambda text: bool(text.strip()))
        for side, color in COLORS.items():
            if text.strip().upper() == color:
                return side
        raise ProtocolError(f"{self._in.name} holds {text[:40]!r}; expected W or B")

    def _take(self, is_complete: Callable[[str], bool]) -> str:
        """Wait until the referee gives the turn; read what it has to say, and delete the file."""
        text = wait_for(self._in, is_complete) or ""
        delete(self._in)
        return text

    def _move(self, position: Position) -> Position:
        limits = Limits.within(self._seconds - min(SAFETY_MARGIN, self._seconds / 2))
        started = time.monotonic()
        decision = self._player.choose(position, limits)
        (column,) = decision.turn
        if column is None:
            raise IllegalPlacement("the player passes; expected a column")
        after = position.play(column)
        move = format_move(position, column)
        write_whole(self._out, move)
        self._say(f"{move} after {time.monotonic() - started:.2f} s, {decision.reason}")
        return after


def main() -> int:
    """Play one game; return the exit status."""
    options = _options()
    return bot.run("adapter.connect4_files", lambda _, sink: _play(sink, options))


def _play(screen: BinaryIO, options: argparse.Namespace) -> int:
    def say(text: str) -> None:
        screen.write(f"{text}\n".encode(errors="backslashreplace"))

    with bot.seated(options.player, PROTOCOL.game, options.seed) as player:
        return Bot(Path(options.name), player, options.time, say).play()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="sttt-connect4",
        description="Play one game of Connect 4 through the interface files NAME.in and NAME.out.",
    )
    parser.add_argument("name", metavar="NAME", help="the program's name: the path of its files without their endings")
    parser.add_argument("--player", default="connect-four", help="who chooses (default: %(default)s)")
    parser.add_argument("--time", type=seconds, default=30.0, help="the limit for a move (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="makes a player that chooses at random repeatable")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

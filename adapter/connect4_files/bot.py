"""The bot half: one of our players behind NAME.in and NAME.out, for one game."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adapter.connect4_files.files import delete, wait_for, write_whole
from adapter.connect4_files.move import COLORS, draw, format_move, is_complete, outcome, read_move
from sttt.errors import IllegalPlacement, ProtocolError
from sttt.games.connect_four import Position
from sttt.games.game import Side
from sttt.players import Limits, Player

SAFETY_MARGIN = 0.5
"""Of the limit, seconds left unused: the referee may look at files as rarely as every 100 ms as well."""


class Bot:
    """Plays one game. What a person should see, it says: the board, what is wrong with a move, who has won."""

    def __init__(self, stem: Path, player: Player[Any], seconds: float, say: Callable[[str], None]) -> None:
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
                    position = position.play(self._take_move(position))
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

    def _take_move(self, position: Position) -> int:
        return read_move(self._take(is_complete), position)

    def _take(self, is_whole: Callable[[str], bool]) -> str:
        """Wait until the referee gives the turn; read what it has to say, and delete the file."""
        text = wait_for(self._in, is_whole) or ""
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

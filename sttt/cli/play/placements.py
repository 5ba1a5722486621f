"""What a person types for a turn, in any game: squares by the digits and letters of the game's own notation.

Super Tic-Tac-Toe's square 55 may be typed as ``55``, ``5 5``, ``5.5`` or ``(5 . 5)``, a whole turn as ``55 11``,
``55+11`` or ``((5 . 5) (1 . 1))``.
"""

import re

from sttt.errors import PositionError
from sttt.games.game import Game, Turn

_LINE = re.compile(r"[a-z0-9 .,;+()-]*", re.ASCII)
_RUN = re.compile(r"[a-z0-9]+", re.ASCII)


class TurnReader:
    """Reads turns of one game, and writes single placements."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._placements = {self._key(placement): placement for placement in game.start().legal_placements()}
        lengths = {len(key) for key in self._placements}
        self._length = lengths.pop() if len(lengths) == 1 else None

    def name(self, placement: int) -> str:
        """Write one placement in the game's notation."""
        return self._game.format_turn((placement,))

    def examples(self, left: int) -> list[tuple[str, str]]:
        """Return what may be typed with so many placements left in the turn, and what it means."""
        first, second = tuple(self._placements.values())[:2]
        spaced = " ".join(self._key(first))
        rows = [(" or ".join(dict.fromkeys((self.name(first), spaced))), f"place on {self.name(first)}")]
        if left > 1:
            whole = self._game.format_turn((first, second))
            rows.append((f"{self.name(first)} {self.name(second)}", f"place on both: the turn {whole}"))
        return rows

    def read(self, line: str) -> Turn:
        """Read one or more placements; raises `PositionError`."""
        line = line.lower().strip()
        try:
            return self._game.parse_turn(line)
        except PositionError as error:
            keys = self._keys(line) if _LINE.fullmatch(line) else []
            if not keys or any(key not in self._placements for key in keys):
                example = self.name(next(iter(self._placements.values())))
                wanted = f"expected one such as {example}, or help"
                raise PositionError(f"{line[:60]!r} is neither a square nor a command; {wanted}") from error
        return tuple(self._placements[key] for key in keys)

    def _keys(self, line: str) -> list[str]:
        """Split a line into keys: by their length where it is the same for all, else where the line is split."""
        runs = _RUN.findall(line)
        if self._length is None:
            return runs
        joined = "".join(runs)
        return [joined[start : start + self._length] for start in range(0, len(joined), self._length)]

    def _key(self, placement: int) -> str:
        return "".join(_RUN.findall(self.name(placement).lower()))

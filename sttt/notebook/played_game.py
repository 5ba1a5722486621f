"""The game on a notebook's board: its turns, the moment that is looked at, and the marks of a turn under way."""

from collections.abc import Collection, Sequence

from sttt.errors import PositionError
from sttt.games.game import Game, Position, Side, Turn
from sttt.web.engine_process import JsonObject
from sttt.web.messages import GameIn, ViewIn
from sttt.web.table import Table, look


class PlayedGame:
    """The turns played from a start; every change is checked by the rules."""

    def __init__(self, game: Game, start: Position) -> None:
        self._game = game
        self._start = game.format_position(start)
        self.turns: list[Turn] = []
        self.at = 0
        """Number of the turns that are on the board."""
        self.tentative: list[int] = []
        """The placements of the turn under way."""
        self._look()

    def _look(self) -> None:
        self.table: Table = look(ViewIn(**self._given(self.turns), at=self.at))

    def asked(self) -> GameIn:
        """Return the game up to the moment on the board, as the page asks about it."""
        return GameIn(**self._given(self.turns[: self.at]))

    def _given(self, turns: Sequence[Turn]) -> JsonObject:
        return {
            "game": self._game.name,
            "start": self._start,
            "turns": [list(turn) for turn in turns],
            "tentative": self.tentative,
        }

    @property
    def position(self) -> Position:
        """The position on the board, the marks of a turn under way included."""
        return self.table.now

    @property
    def is_at_end(self) -> bool:
        """True if nothing was played after the position on the board."""
        return self.at == len(self.turns)

    def place(self, placement: int) -> None:
        """Make a placement for the side to move: what was played after that moment is given up.

        Raises `IllegalPlacement`.
        """
        before = self.table.positions[self.at]
        after = self.position.play(placement)
        if after.result or after.side is not before.side:
            self.enter((*self.tentative, placement))
            return
        self.turns, self.tentative = self.turns[: self.at], [*self.tentative, placement]
        self._look()

    def enter(self, turn: Turn) -> None:
        """Play a whole turn at the moment on the board."""
        self.turns, self.tentative = [*self.turns[: self.at], turn], []
        self.at += 1
        self._look()

    def go(self, at: int) -> None:
        """Show the moment after that many turns; raises `PositionError` if there are fewer."""
        if not 0 <= at <= len(self.turns):
            raise PositionError(f"the game has {len(self.turns)} turns; expected one of these moments, not {at}")
        self.at, self.tentative = at, []
        self._look()

    def forth(self, person: Collection[Side]) -> None:
        """Show the next moment at which one of these sides is to move, or the last one."""
        later = [at for at in range(self.at + 1, len(self.turns)) if self.table.positions[at].side in person]
        self.go(later[0] if later else len(self.turns))

    def back(self, person: Collection[Side]) -> None:
        """Take back a mark of a turn under way, else turns until one of these sides is to move."""
        if self.tentative:
            self.tentative = self.tentative[:-1]
            self._look()
            return
        earlier = [at for at in range(self.at) if self.table.positions[at].side in person]
        self.go(earlier[-1] if earlier else 0)

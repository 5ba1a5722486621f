"""Which of an archive's games are meant."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sttt.games.ending import Ending
from sttt.games.game import Result


@dataclass(frozen=True)
class Selection:
    """Games for which all of this holds; what is None or empty does not matter."""

    tournament: int | None = None
    players: Sequence[str] = ()
    """All of them took part."""
    winner: str | None = None
    result: Result | None = None
    ending: Ending | None = None
    game: str | None = None
    """The name of the game that was played."""
    ids: Sequence[int] = ()

    def condition(self) -> tuple[str, list[Any]]:
        """Return it as an SQL condition on the table of games, with its parameters."""
        parts: list[tuple[str, list[Any]]] = [("? IN (x, o)", [player]) for player in self.players]
        for column in ("tournament", "result", "ending", "game"):
            value = getattr(self, column)
            if value is not None:
                parts.append((f"{column} = ?", [value]))
        if self.winner is not None:
            parts.append(("? = CASE result WHEN 'x' THEN x WHEN 'o' THEN o END", [self.winner]))
        if self.ids:
            parts.append((f"id IN ({', '.join('?' * len(self.ids))})", [*self.ids]))
        conditions = " AND ".join(condition for condition, _ in parts) or "TRUE"
        return conditions, [value for _, values in parts for value in values]


EVERYTHING = Selection()

"""A match as it goes on: its games so far, what they say, and whether its sequential test is decided."""

from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType

from sttt.arena.head_to_head import HeadToHead
from sttt.arena.match import side_of_first
from sttt.arena.sprt import Sprt, Verdict
from sttt.cli.match_tables import comparison_lines, results_table, sprt_line
from sttt.games.record import GameRecord


@dataclass
class MatchWatch:
    """Takes the games of a match in the order of its schedule."""

    players: tuple[str, str]
    sprt: Sprt | None
    records: list[GameRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._comparison = HeadToHead(*self.players)
        self.ratio = 0.0
        """The sequential test's log-likelihood ratio after the last complete pair."""

    def add(self, record: GameRecord) -> None:
        """Take in the next game."""
        self._comparison.add(record, side_of_first(len(self.records)))
        self.records.append(record)
        if self.sprt:
            self.ratio = self.sprt.ratio(self._comparison.pairs)

    @property
    def verdict(self) -> Verdict:
        """What the sequential test says; it is open where there is none."""
        return self.sprt.verdict(self.ratio) if self.sprt else Verdict.OPEN

    def draw(self) -> RenderableType:
        """Draw results and statistics so far."""
        lines = comparison_lines(self._comparison)
        if self.sprt:
            lines.append(sprt_line(self.sprt, self.ratio))
        return Group(results_table(self._comparison), *(f" {line}" for line in lines))

    def sprt_json(self) -> dict[str, Any] | None:
        """Return the sequential test as plain JSON values; None where there is none."""
        if self.sprt is None:
            return None
        settings = {key: getattr(self.sprt, key) for key in ("elo0", "elo1", "alpha", "beta", "model")}
        bounds = {"lower": self.sprt.lower, "upper": self.sprt.upper}
        return {**settings, "llr": self.ratio, **bounds, "verdict": self.verdict}

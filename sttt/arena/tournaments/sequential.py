"""The sequential test of a meeting: it looks at mirrored pairs in the order of the plan, whichever ends first."""

from collections.abc import Mapping

from sttt.arena.play.match import Series, side_of_first
from sttt.arena.statistics.head_to_head import HeadToHead
from sttt.arena.statistics.sprt import Sprt, SprtVerdict
from sttt.arena.tournaments.plan import GameOutcome


class SequentialTest:
    """The test of whether a meeting's first player is better, and how far in its games it has come."""

    def __init__(self, sprt: Sprt, games: Series) -> None:
        """Take the hypotheses and all games that the meeting may have."""
        self.sprt = sprt
        self.players = games.players
        self.seen = 0
        """Number of games, from the meeting's first one on, that the test has looked at."""
        self.ratio = 0.0
        """The log-likelihood ratio after them."""
        self._numbers = games.numbers
        self._comparison = HeadToHead(*games.players)

    @property
    def verdict(self) -> SprtVerdict:
        """The verdict; it stays as it is once the test is decided."""
        return self.sprt.verdict(self.ratio)

    def look(self, outcomes: Mapping[int, GameOutcome]) -> None:
        """Look at each pair that has become complete, as long as the games before it are there and leave it open."""
        while self.verdict is SprtVerdict.OPEN:
            pair = self._numbers[self.seen : self.seen + 2]
            if len(pair) < 2 or not all(number in outcomes for number in pair):
                return
            for index, number in enumerate(pair):
                self._comparison.add(outcomes[number], side_of_first(index))
            self.seen += 2
            self.ratio = self.sprt.ratio(self._comparison.pairs)

    def line(self) -> str:
        """Say how far the test is."""
        said = self.sprt.describe(self.ratio)
        return said if self.verdict is SprtVerdict.OPEN else f"{said} after {self.seen} games"

    def to_json(self) -> dict[str, object]:
        """Return settings, ratio and verdict as plain JSON values."""
        return self.sprt.to_json(self.ratio)

"""Experiments: two players compared from every opening of a game, on equal terms, with both sides of each opening."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from sttt.arena.play.answer import Terms
from sttt.arena.play.match import Pairing, Series, derive_seed, schedule
from sttt.arena.play.openings import every_opening
from sttt.arena.statistics.elo import OutcomeCounts, score_interval
from sttt.arena.statistics.head_to_head import HeadToHead
from sttt.arena.statistics.tally import Interval, Tally, failures, slowest_turn, tally
from sttt.games.game import Game, Side
from sttt.games.records.record import GameRecord
from sttt.players.player import Comparison


def pairings(comparison: Comparison, game: Game, plies: Iterable[int], seed: int) -> Series:
    """Return two games, with the sides swapped, from every opening of each length; symmetric openings count once."""
    openings = [opening for count in plies for opening in every_opening(game, count)]
    games = range(2 * len(openings))
    return Series(comparison.game, (comparison.first, comparison.second), openings, seed, games, games)


@dataclass(frozen=True)
class PairedScore:
    """The result of the first player in the games on one set of terms."""

    terms: Terms
    as_x: Tally
    as_o: Tally
    pairs: OutcomeCounts
    """Counts of openings by the half points that the first player made in their two games, 0 to 4."""
    slowest: tuple[float | None, float | None]
    """Seconds of each player's slowest turn."""
    failed: tuple[int, int]
    """Numbers of games that each player lost by failing to answer."""

    @property
    def score(self) -> float:
        """Points per game."""
        return self.pairs.score

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the score, with openings as trials."""
        return score_interval(self.pairs)

    @property
    def better(self) -> int:
        """Number of openings in which the first player made more points than the second."""
        return sum(self.pairs.counts[3:])

    @property
    def worse(self) -> int:
        """Number of openings in which the first player made fewer points than the second."""
        return sum(self.pairs.counts[:2])

    @property
    def significance(self) -> float:
        """The probability that equal players split the undrawn openings at least as unevenly."""
        return sign_test(self.better, self.worse)

    def to_json(self) -> dict[str, object]:
        """Return the score as plain JSON values."""
        sides = {name: vars(counted) for name, counted in (("as_x", self.as_x), ("as_o", self.as_o))}
        return {
            "seconds": self.terms.seconds,
            "depth": self.terms.depth,
            **sides,
            "openings": self.pairs.trials,
            "better": self.better,
            "worse": self.worse,
            "score": self.score,
            "interval": [self.interval.low, self.interval.high],
            "p": self.significance,
            "slowest": self.slowest,
            "failed": self.failed,
        }


def find(comparison: Comparison, terms: Terms, records: Iterable[GameRecord]) -> PairedScore:
    """Summarize the games that `pairings` listed."""
    seated = [(record, Side.X if record.x == comparison.first else Side.O) for record in records]
    pairs = HeadToHead(comparison.first, comparison.second)
    for record, side in seated:
        pairs.add(record, side)
    others = [(record, side.other) for record, side in seated]
    return PairedScore(
        terms,
        as_x=tally(game for game in seated if game[1] is Side.X),
        as_o=tally(game for game in seated if game[1] is Side.O),
        pairs=pairs.pairs,
        slowest=(slowest_turn(seated), slowest_turn(others)),
        failed=(failures(seated).total(), failures(others).total()),
    )


def sign_test(better: int, worse: int) -> float:
    """Return the two-sided p-value of the exact sign test: the probability of at least so uneven a split by fair coins.

    Source: J. Arbuthnot, "An Argument for Divine Providence", Philosophical Transactions 27 (1710), 186-190.

    >>> sign_test(better=5, worse=0)
    0.0625
    """
    tosses = better + worse
    tail = sum(comb(tosses, heads) for heads in range(min(better, worse) + 1))
    chance: float = 2 * tail / 2**tosses
    return min(1.0, chance)


GAME = "super-ttt"

OPPONENTS = {"random": 12, "offensive": 6}
"""Number of games against each benchmark player, half of them as X."""

GAMES = sum(OPPONENTS.values())

BASE_POINTS = 14
WIN_POINTS = 2
DRAW_POINTS = 1
BEST_GRADE = BASE_POINTS + WIN_POINTS * GAMES


def grade_schedule(player: str, seed: int) -> list[Pairing]:
    """List the 18 games, alternately as X and as O, the twelve against `random` first."""
    pairings: list[Pairing] = []
    for opponent, games in OPPONENTS.items():
        pairings += schedule(GAME, (player, opponent), games, derive_seed(seed, opponent))
    return pairings


def grade_points(result: Tally) -> int:
    """Return the points for the games of one schedule, at most `BEST_GRADE`."""
    return BASE_POINTS + WIN_POINTS * result.won + DRAW_POINTS * result.drawn

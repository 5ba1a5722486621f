"""The state of a tournament: standings, cross-table, and the ratings that follow."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from sttt.arena.statistics.head_to_head import enter, heads_to_heads
from sttt.arena.statistics.rating import Rating, RatingList, rate
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import GameOutcome, MeetingResult, Standing, standings
from sttt.arena.tournaments.tournament import Tournament
from sttt.games.records.record import GameRecord
from sttt.markup import Sheet

_OPEN = "the results alone leave Elo open: counted with a draw of everybody against an average player"


class TournamentResults:
    """The results of a tournament, updated as games end."""

    def __init__(self, tournament: Tournament) -> None:
        """Begin with the games that the tournament already has."""
        self._tournament = tournament
        self._comparisons = heads_to_heads(tournament.played)
        self._cross: dict[tuple[str, str], int] = defaultdict(int)
        for outcome in tournament.played:
            self._count(outcome)

    def add(self, record: GameRecord) -> None:
        """Add a game."""
        enter(self._comparisons, record)
        self._count(GameOutcome(record.x, record.o, record.result))

    def taking(self, games: Iterable[FinishedGame]) -> Iterator[GameRecord]:
        """Yield the records of games as they end, each added to the results before."""
        for game in games:
            self.add(game.record)
            yield game.record

    def _count(self, outcome: GameOutcome) -> None:
        self._cross[outcome.x, outcome.o] += outcome.points(outcome.x)
        self._cross[outcome.o, outcome.x] += outcome.points(outcome.o)

    def _standings(self) -> list[Standing]:
        return standings(self._tournament.plan.players, self._tournament.played)

    def _ratings(self) -> tuple[RatingList, dict[str, Rating]]:
        rated = rate(comparison.pair_results() for comparison in list(self._comparisons.values()))
        return rated, {rating.name: rating for rating in rated.ratings}

    def sheets(self) -> tuple[Sheet, ...]:
        """Return the current standings and the cross-table, with the players in the same order, and the workers.

        Notes below them describe the rounds of a knockout and the ratings.
        """
        plan = self._tournament.plan
        rated, ratings = self._ratings()
        notes = [] if rated.determined else [_OPEN]
        rounds = self._tournament.rounds if plan.knockout else ()
        for number, met in enumerate(rounds, start=1):
            notes.append(f"round {number}: {', '.join(_describe(one) for one in met)}")
        notes += [f"{self._tournament.champion} has won the final"] * bool(self._tournament.champion)
        notes += [f"{' against '.join(test.players)}: {test.line()}" for test in self._tournament.tests]
        title = f"{plan.format.value}, {len(self._tournament.played)} games"
        ranked = self._standings()
        ranks = [str(rank) for rank in range(1, len(ranked) + 1)]
        columns = ("", "player", "points", "won", "drawn", "lost", "Elo (95 %)")
        rows, crossed = [], []
        for rank, one in zip(ranks, ranked, strict=True):
            against = ["-" if other is one else str(self._cross[one.player, other.player]) for other in ranked]
            counts = (one.points, one.won, one.drawn, one.lost)
            rows.append((rank, one.player, *map(str, counts), _elo(ratings.get(one.player))))
            crossed.append((rank, one.player, *against))
        cross = Sheet("points against each other", ("", "player", *ranks), crossed, notes, names=(1,), splits=True)
        return Sheet(title, columns, rows, names=(1,)), cross, *self._tournament.workers.sheets()

    def _repr_html_(self) -> str:
        """Return both tables as HTML, for a notebook."""
        return "".join(sheet._repr_html_() for sheet in self.sheets())

    def to_json(self) -> dict[str, object]:
        """Return plan and results as plain JSON values."""
        rated, ratings = self._ratings()
        return {
            "plan": self._tournament.plan.to_json(),
            "tournament": self._tournament.number,
            "games": len(self._tournament.played),
            "standings": [self._standing_json(one, ratings.get(one.player)) for one in self._standings()],
            "ratings_determined": rated.determined,
            "rounds": [[_met_json(one) for one in met] for met in self._tournament.rounds],
            "champion": self._tournament.champion,
            "workers": self._tournament.workers.to_json(),
            "tests": [
                {"players": test.players, "games": test.seen, **test.to_json()} for test in self._tournament.tests
            ],
        }

    def _standing_json(self, standing: Standing, rating: Rating | None) -> dict[str, object]:
        counts = {key: getattr(standing, key) for key in ("player", "games", "won", "drawn", "lost", "points")}
        against = {other: points for (player, other), points in self._cross.items() if player == standing.player}
        elo = {"elo": rating and rating.elo, "elo_error": rating and rating.error}
        return {**counts, **elo, "against": against}


def _elo(rating: Rating | None) -> str:
    return "-" if rating is None else f"{rating.elo:+.0f} ± {rating.error:.0f}"


def _met_json(met: MeetingResult) -> dict[str, object]:
    names = (met.meeting.first, met.meeting.second)
    return {"players": names, "games": len(met.outcomes), "points": [met.points(name) for name in names]}


def _describe(met: MeetingResult) -> str:
    first, second = met.meeting.first, met.meeting.second
    return f"{first} {met.points(first)}:{met.points(second)} {second}"

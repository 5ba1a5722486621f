"""Playing a tournament: listing the games that are due, and storing every finished game in the archive at once."""

from collections.abc import Container, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from sttt.arena.archive.archive import Archive
from sttt.arena.archive.rows import ArchivedTournament
from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_guarded
from sttt.arena.play.match import Pairing, Series, draw_openings
from sttt.arena.play.openings import RandomOpenings
from sttt.arena.tournaments.formats import champion, next_round
from sttt.arena.tournaments.plan import GameOutcome, Meeting, MeetingResult, Plan
from sttt.errors import ArchiveError
from sttt.execution.executor import Executor
from sttt.execution.provenance import provenance
from sttt.games.records.record import GameRecord


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, and the build of the process that played it."""

    record: GameRecord
    build: str


def play_game(pairing: Pairing, terms: Terms) -> FinishedGame:
    """Play one game of a tournament on any machine; the result depends on pairing, terms and provenance alone."""
    return FinishedGame(play_guarded(pairing, terms), str(provenance()))


def openings_of(plan: Plan) -> RandomOpenings | None:
    """Return the openings shared by all meetings of a plan; raises `PositionError` if no game lasts that long."""
    return draw_openings(plan.game, plan.seed, plan.random_turns)


def list_games(
    plan: Plan, meetings: Sequence[Meeting], openings: RandomOpenings | None, before: int = 0
) -> list[Series]:
    """List the games of each meeting; `before` is the number of the tournament's games that precede them.

    A game's opening depends on the plan and the game's number in the meeting, its seed on the plan and the game's
    number in the tournament.
    """
    games = []
    for meeting in meetings:
        indices = range(meeting.before, meeting.before + meeting.games)
        numbers = range(before, before + meeting.games)
        games.append(Series(plan.game, (meeting.first, meeting.second), openings, plan.seed, indices, numbers))
        before += meeting.games
    return games


class DueGames(Mapping[int, Pairing]):
    """The games of a round not yet played, by their number in the tournament, each made on access."""

    def __init__(self, games: Sequence[Series], played: Container[int], count: int) -> None:
        self._games = games
        self._played = played
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return (number for games in self._games for number in games.numbers if number not in self._played)

    def __getitem__(self, number: int) -> Pairing:
        for games in self._games:
            if number in games.numbers and number not in self._played:
                return games[games.numbers.index(number)]
        raise KeyError(number)


class Tournament:
    """A tournament in an archive, and its progress."""

    def __init__(self, plan: Plan, archive: Archive, number: int) -> None:
        """Load tournament `number` of the archive, which has this plan, with the games it already has."""
        self.plan = plan
        self.number = number
        self._archive = archive
        self._outcomes = archive.outcomes(number)
        self.rounds: list[list[MeetingResult]] = []
        """The finished rounds."""
        self.openings = openings_of(plan)
        """The openings of every meeting; None for the game's own start."""
        self._before = 0
        self._open_round()

    def _open_round(self) -> None:
        """Advance over finished rounds to the first one that misses a game, or to the end of the tournament."""
        while True:
            self._meetings = next_round(self.plan, self.rounds)
            self._games = list_games(self.plan, self._meetings, self.openings, self._before)
            self._listed = range(self._before, self._before + sum(map(len, self._games)))
            self._missing = len(self._listed) - sum(number in self._listed for number in self._outcomes)
            if not self._meetings or self._missing:
                return
            self.rounds.append(self._met())
            self._before = self._listed.stop

    @property
    def due(self) -> DueGames:
        """The games of the current round not yet played, by their number in the tournament."""
        return DueGames(self._games, self._outcomes, self._missing)

    @property
    def listed(self) -> int:
        """Number of games in the rounds so far; later rounds of a knockout will add more."""
        return self._listed.stop

    @property
    def played(self) -> list[GameOutcome]:
        """The outcomes of all finished games, by ascending number."""
        return [self._outcomes[number] for number in sorted(self._outcomes)]

    @property
    def champion(self) -> str | None:
        """The winner of a knockout's final; None before it and in the other formats."""
        return champion(self.plan, self.rounds)

    def play(self, executor: Executor) -> Generator[GameRecord, None, None]:
        """Play the games that are due, round after round, and yield each after storing it in the archive.

        Closing the generator cancels the games under way, which will be due again.
        """
        work = partial(play_game, terms=self.plan.terms)
        while due := self.due:
            numbers: list[int] = []
            with closing(executor.execute(work, _handed_out(due, numbers))) as results:
                for index, played in results:
                    self._keep(numbers[index], played)
                    yield played.record
            self._open_round()

    def follow(self, number: int, record: GameRecord) -> None:
        """Add a game that another process has played and stored."""
        self._count(number, record)
        if not self.due:
            self._open_round()

    def _keep(self, number: int, played: FinishedGame) -> None:
        self._archive.add(self.number, number, played.record, played.build)
        self._count(number, played.record)

    def _count(self, number: int, record: GameRecord) -> None:
        self._missing -= number in self._listed and number not in self._outcomes
        self._outcomes[number] = GameOutcome(record.x, record.o, record.result, record.start)

    def _met(self) -> list[MeetingResult]:
        met = []
        first = self._before
        for meeting in self._meetings:
            numbers = range(first, first + meeting.games)
            met.append(MeetingResult(meeting, tuple(self._outcomes[number] for number in numbers)))
            first += meeting.games
        return met


def _handed_out(due: DueGames, numbers: list[int]) -> Iterator[Pairing]:
    """Yield the games, appending the number of each to `numbers` before it is played."""
    for number in due:
        numbers.append(number)
        yield due[number]


def begin(plan: Plan, archive: Archive) -> Tournament:
    """Begin a tournament; raises `ArchiveError` if one with the same plan is unfinished, or being played elsewhere.

    A stored tournament with the same plan and no games is continued instead.
    """
    archive.claim(plan)
    same = _with_plan(plan, archive)
    for kept in same:
        if kept.games and Tournament(plan, archive, kept.id).due:
            raise ArchiveError(
                f"{archive.name} holds this very tournament, {kept.games} games of it; expected --resume to go on with "
                "it, or another --seed"
            )
    empty = [kept.id for kept in same if not kept.games]
    return Tournament(plan, archive, empty[0] if empty else archive.begin(plan))


def resume(plan: Plan, archive: Archive) -> Tournament:
    """Continue the newest tournament with this plan; raises `ArchiveError` with the differences if there is none."""
    archive.claim(plan)
    same = _with_plan(plan, archive)
    if same:
        return Tournament(plan, archive, same[-1].id)
    others = archive.tournaments()
    if not others:
        raise ArchiveError(f"{archive.name} holds no tournament; expected one to resume")
    differences = "; ".join(plan.differences(others[-1].plan))
    raise ArchiveError(f"{archive.name} holds no tournament with this plan; the newest has another: {differences}")


def _with_plan(plan: Plan, archive: Archive) -> list[ArchivedTournament]:
    return [kept for kept in archive.tournaments() if kept.plan == plan]

"""Carrying out a plan: which games are due, and every one that ends goes into the archive at once."""

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from sttt.arena.archive.archive import Archive
from sttt.arena.archive.rows import ArchivedTournament
from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_guarded
from sttt.arena.play.match import Pairing, draw_starts, pair_up
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
    """Play one game of a tournament, wherever that is: a function of pairing, terms and provenance alone."""
    return FinishedGame(play_guarded(pairing, terms), str(provenance()))


def list_games(plan: Plan, meetings: Sequence[Meeting], before: int = 0) -> list[list[Pairing]]:
    """List the games of each meeting; `before` games of the tournament precede them.

    A game's opening depends on the plan and its number in the meeting, its seed on the plan and its number in the
    tournament. Raises `PositionError` if no game lasts as long as its random turns.
    """
    most = max((meeting.before + meeting.games for meeting in meetings), default=0)
    starts = draw_starts(plan.game, most, plan.seed, plan.random_turns)
    games = []
    for meeting in meetings:
        own = starts[meeting.before : meeting.before + meeting.games]
        games.append(pair_up(plan.game, (meeting.first, meeting.second), own, plan.seed, before))
        before += meeting.games
    return games


class Tournament:
    """A tournament in an archive, and how far it has come."""

    def __init__(self, plan: Plan, archive: Archive, number: int) -> None:
        """Take up tournament `number` of the archive, whose plan it is, where its games there leave it."""
        self.plan = plan
        self.number = number
        self._archive = archive
        self._outcomes = archive.outcomes(number)
        self.rounds: list[list[MeetingResult]] = []
        """The rounds that are over."""
        self._before = 0
        self._open_round()

    def _open_round(self) -> None:
        """Close rounds that are over until there is one with a game missing, or none follows."""
        while True:
            self._meetings = next_round(self.plan, self.rounds)
            self._games = list_games(self.plan, self._meetings, self._before)
            if not self._meetings or self.due:
                return
            self.rounds.append(self._met())
            self._before += sum(len(games) for games in self._games)

    @property
    def due(self) -> dict[int, Pairing]:
        """The games of the present round that have not been played, by their number in the tournament."""
        listed = (pairing for games in self._games for pairing in games)
        return {
            number: pairing for number, pairing in enumerate(listed, start=self._before) if number not in self._outcomes
        }

    @property
    def listed(self) -> int:
        """How many games the rounds so far consist of; with a knockout's later rounds there will be more."""
        return self._before + sum(len(games) for games in self._games)

    @property
    def played(self) -> list[GameOutcome]:
        """The outcomes of all games that have ended, in the order of their numbers."""
        return [self._outcomes[number] for number in sorted(self._outcomes)]

    @property
    def champion(self) -> str | None:
        """Who has won a knockout's final."""
        return champion(self.plan, self.rounds)

    def play(self, executor: Executor) -> Generator[GameRecord, None, None]:
        """Play what is due, round after round, and yield each game after it has been written to the archive.

        Closing the generator breaks off the games under way; they are due again another time.
        """
        work = partial(play_game, terms=self.plan.terms)
        while due := self.due:
            numbers = list(due)
            with closing(executor.execute(work, list(due.values()))) as results:
                for index, played in results:
                    self._keep(numbers[index], played)
                    yield played.record
            self._open_round()

    def follow(self, number: int, record: GameRecord) -> None:
        """Take in a game that another process has played and kept."""
        self._count(number, record)
        if not self.due:
            self._open_round()

    def _keep(self, number: int, played: FinishedGame) -> None:
        self._archive.add(self.number, number, played.record, played.build)
        self._count(number, played.record)

    def _count(self, number: int, record: GameRecord) -> None:
        self._outcomes[number] = GameOutcome(record.x, record.o, record.result, record.start)

    def _met(self) -> list[MeetingResult]:
        met = []
        first = self._before
        for meeting in self._meetings:
            numbers = range(first, first + meeting.games)
            met.append(MeetingResult(meeting, tuple(self._outcomes[number] for number in numbers)))
            first += meeting.games
        return met


def begin(plan: Plan, archive: Archive) -> Tournament:
    """Enter a new tournament; raises `ArchiveError` if one with the same plan is there and not over."""
    for kept in _with_plan(plan, archive):
        if Tournament(plan, archive, kept.id).due:
            raise ArchiveError(
                f"{archive.name} holds this very tournament, {kept.games} games of it; expected --resume to go on with "
                "it, or another --seed"
            )
    return Tournament(plan, archive, archive.begin(plan))


def resume(plan: Plan, archive: Archive) -> Tournament:
    """Take up the newest tournament with this plan; raises `ArchiveError` if none has it, saying what differs."""
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

"""Playing a tournament: listing the games that are due, and storing every finished game in the archive at once.

A match is a tournament of two players.
"""

from collections.abc import Container, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial

from sttt.arena.archive.archive import Archive
from sttt.arena.archive.rows import ArchivedGame, ArchivedTournament, Selection
from sttt.arena.play.guard import play_guarded
from sttt.arena.play.match import Pairing, Series, draw_openings
from sttt.arena.play.openings import RandomOpenings
from sttt.arena.statistics.sprt import SprtVerdict
from sttt.arena.statistics.workers import WorkerTallies
from sttt.arena.tournaments.dealing import Dealer, FinishedGame, Play, play_deal
from sttt.arena.tournaments.formats import champion, next_round
from sttt.arena.tournaments.plan import GameOutcome, Meeting, MeetingResult, Plan
from sttt.arena.tournaments.sequential import SequentialTest
from sttt.errors import ArchiveError
from sttt.execution.executor import Executor
from sttt.execution.load import speed
from sttt.games.records.record import GameRecord


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

    def __contains__(self, number: object) -> bool:
        return number not in self._played and any(number in games.numbers for games in self._games)

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
        self._outcomes: dict[int, GameOutcome] = {}
        self.workers = WorkerTallies()
        """Games, losses on time and speed of each worker of a cluster."""
        for game in archive.games(Selection(number)):
            self._enter(game)
        self.rounds: list[list[MeetingResult]] = []
        """The finished rounds."""
        self.openings = openings_of(plan)
        """The openings of every meeting; None for the game's own start."""
        self.tests: list[SequentialTest] = []
        """The sequential test of each meeting; none without hypotheses in the plan."""
        self._withdrawn: list[range] = []
        """Numbers of the games that have turned out not to be needed."""
        self._listed = range(0)
        self._open_round()
        self._advance()

    def _advance(self) -> None:
        """Go on over finished rounds to the first one that misses a game, or to the end of the tournament."""
        while self._meetings and not self._missing:
            self.rounds.append(self._met())
            self._open_round()

    def _open_round(self) -> None:
        """List the games of the next round; none at the end."""
        self._meetings = next_round(self.plan, self.rounds)
        before = self._listed.stop
        self._games = list_games(self.plan, self._meetings, self.openings, before)
        self._listed = range(before, before + sum(map(len, self._games)))
        self._missing = len(self._listed) - sum(number in self._listed for number in self._outcomes)
        if self.plan.sprt and self._games:
            self.tests = [SequentialTest(self.plan.sprt, games) for games in self._games]
            for meeting in range(len(self.tests)):
                self._look(meeting)

    @property
    def due(self) -> DueGames:
        """The games of the current round not yet played, by their number in the tournament."""
        return DueGames(self._games, self._outcomes, self._missing)

    @property
    def listed(self) -> int:
        """Number of games in the rounds so far; later rounds of a knockout will add more, decided tests take away."""
        return self._listed.stop - sum(map(len, self._withdrawn))

    @property
    def played(self) -> list[GameOutcome]:
        """The outcomes of all finished games, by ascending number."""
        return [self._outcomes[number] for number in sorted(self._outcomes)]

    @property
    def champion(self) -> str | None:
        """The winner of a knockout's final; None before it and in the other formats."""
        return champion(self.plan, self.rounds)

    def records(self) -> Iterator[tuple[int, GameRecord]]:
        """Yield the games that are in the archive by now, each with its number."""
        return ((game.number, game.record) for game in self._archive.games(Selection(self.number)))

    def play(self, executor: Executor, play: Play = play_guarded) -> Generator[FinishedGame, None, None]:
        """Play the games that are due, round after round, and yield each after storing it in the archive.

        Games that are played together are stored together. Closing the generator cancels the games under way, which
        will be due again. A meeting whose sequential test is decided has no more games: those after the deciding pair
        are broken off, or taken out of the archive.
        """
        reference = speed() if executor.far and self.plan.terms.timed else None
        work = partial(play_deal, play=play, terms=self.plan.terms, reference=reference)
        while due := self.due:
            dealer = Dealer(due)
            with closing(executor.execute(work, dealer)) as results:
                for _, games in results:
                    dealer.learn(games)
                    self._archive.add(self.number, games)
                    for game in games:
                        if game.number in due:
                            self._count(game)
                            yield game
                    if self._withdrawn and not self._missing:
                        break
            self._advance()
        for numbers in self._withdrawn:
            self._archive.withdraw(self.number, numbers)

    def follow(self, game: ArchivedGame) -> None:
        """Add a game that another process has played and stored."""
        if not any(game.number in numbers for numbers in self._withdrawn):
            self._count(game)
            self._advance()

    def _count(self, game: FinishedGame | ArchivedGame) -> None:
        self._missing -= game.number in self._listed and game.number not in self._outcomes
        self._enter(game)
        if self.plan.sprt:
            self._look(next(place for place, games in enumerate(self._games) if game.number in games.numbers))

    def _enter(self, game: FinishedGame | ArchivedGame) -> None:
        record = game.record
        if game.number not in self._outcomes:  # who follows may be told again of what was there at first
            self.workers.add(game.worker, record)
        self._outcomes[game.number] = GameOutcome(record.x, record.o, record.result, record.start)

    def _look(self, meeting: int) -> None:
        """Have a meeting's test look at its games, and withdraw those after the pair that has decided it."""
        test, games = self.tests[meeting], self._games[meeting]
        test.look(self._outcomes)
        rest = games.numbers[test.seen :]
        if rest and test.verdict is not SprtVerdict.OPEN:
            surplus = [number for number in self._outcomes if number in rest]
            self._missing -= len(rest) - len(surplus)
            for number in surplus:
                del self._outcomes[number]
            self._games[meeting] = games[: test.seen]
            self._withdrawn.append(rest)

    def _met(self) -> list[MeetingResult]:
        """Return the results of the round's meetings."""
        return [
            MeetingResult(meeting, tuple(self._outcomes[number] for number in games.numbers))
            for meeting, games in zip(self._meetings, self._games, strict=True)
        ]


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

"""The grade of a group: the points of each item that the assignment has, with what they are for."""

from collections.abc import Sequence
from dataclasses import dataclass

from sttt.course.games import ClassGame
from sttt.course.programs import Build
from sttt.course.settings import ClassSettings, StudentGroup
from sttt.course.tasks import Steps
from sttt.games.game import Side
from sttt.games.records.record import Ending, GameRecord


def side_of(record: GameRecord, group: str) -> Side:
    """Return the side that a group had in a game."""
    return Side.X if record.x == group else Side.O


def is_clean(record: GameRecord, group: str) -> bool:
    """Return whether all turns of a group were legal and in time, and the game did not end by a failure of it."""
    own = side_of(record, group)
    lost_by_failing = record.ending.is_failure and record.result is not None and record.result.winner is own.other
    faulty = any(turn.fault for turn in record.turns if turn.side is own)
    return not lost_by_failing and not faulty and record.ending is not Ending.STALL


_UNSTARTED = "the player did not start: "
"""The beginning of a failure's message where a program was not even asked for a turn."""


def never_started(records: Sequence[GameRecord], group: str) -> str | None:
    """Say why a program has started in no game; None if it has in one, or has not been tried."""
    said = [record.failure.message for record in records if record.failure]
    own = any(turn.side is side_of(record, group) for record in records for turn in record.turns)
    if own or not said or not all(message.startswith(_UNSTARTED) for message in said):
        return None
    return said[0].removeprefix(_UNSTARTED)


@dataclass(frozen=True)
class Grade:
    """The points of one item."""

    item: str
    points: float
    worth: float
    why: str


@dataclass(frozen=True)
class GroupResult:
    """All that is known of a group, and the grade that follows from it."""

    group: StudentGroup
    settings: ClassSettings
    build: Build
    check: Steps | None = None
    legal: Sequence[ClassGame] = ()
    benchmark: Sequence[ClassGame] = ()
    examination: Steps | None = None
    tournament: Sequence[ClassGame] = ()
    reached: Sequence[str] | None = None
    """The steps of the tournament; None if it was not entered."""

    @property
    def grades(self) -> list[Grade]:
        """The points of each item that is worth any."""
        worth = self.settings.points
        name = self.group.name
        clean = sum(is_clean(game.record, name) for game in self.legal)
        legal = clean, len(self.legal)
        without_steps = self.check is not None and not self.check.steps
        graded = [
            self._share("check", worth.check, *legal, "legal games, as the protocol has no steps")
            if without_steps
            else self._of_steps("check", worth.check, self.check, "steps of the protocol"),
            self._share("legal", worth.legal, *legal, "games with legal turns alone to the end"),
            self._of_benchmark(worth.benchmark),
            self._of_steps("examination", worth.examination, self.examination, "hidden boards"),
        ]
        return [grade for grade in graded if grade.worth]

    @property
    def bonus(self) -> float:
        """The points of the tournament."""
        return round(self.settings.points.bonus * len(self.reached or ()), 2)

    @property
    def total(self) -> float:
        """All points."""
        return round(sum(grade.points for grade in self.grades) + self.bonus, 2)

    @property
    def best(self) -> float:
        """The most points without a bonus."""
        return sum(grade.worth for grade in self.grades)

    @property
    def only_tournament(self) -> bool:
        """True if the submission form says that the program is for the tournament alone."""
        return self.build.form is not None and self.build.form.part == "tournament"

    def _share(self, item: str, worth: float, passed: int, of: int, what: str) -> Grade:
        if self.trouble:
            return Grade(item, 0.0, worth, self.trouble)
        if self.only_tournament:
            return Grade(item, 0.0, worth, "handed in for the tournament only, as its form says")
        return Grade(item, round(worth * passed / of, 2) if of else 0.0, worth, f"{passed} of {of} {what}")

    def _of_steps(self, item: str, worth: float, steps: Steps | None, what: str) -> Grade:
        return self._share(item, worth, steps.passed if steps else 0, len(steps.steps) if steps else 0, what)

    def _of_benchmark(self, worth: float) -> Grade:
        terms = self.settings.benchmark
        results = [game.record.result for game in self.benchmark]
        if terms is None or not results:
            return self._share("benchmark", worth if terms else 0.0, 0, 0, "games against benchmark players")
        won, drawn = self.counts(self.benchmark)[:2]
        raw = terms.base + terms.win * won + terms.draw * drawn
        why = f"{won} won, {drawn} drawn of {len(results)}: {raw:g} of {terms.best:g}"
        return Grade("benchmark", round(worth * raw / terms.best, 2), worth, why)

    @property
    def trouble(self) -> str | None:
        """Why the program plays no games: it is not there, does not build, or does not start; None if it plays."""
        started = never_started([game.record for game in self.legal], self.group.name)
        return self.build.problem or (f"does not start: {started}" if started else None)

    def counts(self, games: Sequence[ClassGame]) -> tuple[int, int, int]:
        """Return how many games were won, drawn and lost."""
        won = drawn = 0
        for game in games:
            winner = game.record.result and game.record.result.winner
            won += winner is side_of(game.record, self.group.name)
            drawn += winner is None
        return won, drawn, len(games) - won - drawn

    @property
    def games(self) -> list[ClassGame]:
        """All games, in the order of the stages."""
        return [*self.legal, *self.benchmark, *self.tournament]

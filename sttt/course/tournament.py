"""The tournament of a class: a round robin within each section, a knockout of the best, and the bonus for both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from sttt.arena.play.match import Pairing, Series, derive_seed
from sttt.arena.tournaments.formats import next_knockout_round, qualified, round_robin, survivors
from sttt.arena.tournaments.plan import GameOutcome, Meeting, MeetingResult, Standing, standings
from sttt.course.settings import TournamentTerms

STEPS = ("section", "semi-final", "final", "champion")
"""The steps that earn a bonus each."""
_SEMI_FINALISTS, _FINALISTS = 4, 2


@dataclass
class ClassTournament:
    """The tournament, as far as its games have been played."""

    game: str
    sections: dict[str, list[str]]
    """The groups that play, by section; equal ones rank in this order, a random one."""
    terms: TournamentTerms
    seed: int
    rounds: list[list[MeetingResult]] = field(default_factory=list)
    """The finished rounds, of which the first is that of the sections."""
    played: dict[int, GameOutcome] = field(default_factory=dict)
    """The outcomes of games by number."""

    @classmethod
    def of(
        cls, game: str, entered: Mapping[str, Sequence[str]], terms: TournamentTerms, seed: int
    ) -> "ClassTournament":
        """Order each section at random."""
        drawn = Random(derive_seed(seed, "order"))
        return cls(
            game, {name: drawn.sample(sorted(groups), len(groups)) for name, groups in entered.items()}, terms, seed
        )

    @property
    def groups(self) -> list[str]:
        """All groups that play."""
        return list(chain.from_iterable(self.sections.values()))

    def due(self) -> dict[int, Pairing]:
        """Return the games that come next, by number, having closed every round that is complete; none at the end."""
        while len(self.groups) > 1:
            meetings = self._next()
            first = sum(len(one.outcomes) for met in self.rounds for one in met)
            games: dict[int, Pairing] = {}
            for meeting in meetings:
                indices = range(meeting.before, meeting.before + meeting.games)
                numbers = range(first + len(games), first + len(games) + meeting.games)
                pair = (meeting.first, meeting.second)
                games |= dict(zip(numbers, Series(self.game, pair, None, self.seed, indices, numbers), strict=True))
            due = {number: pairing for number, pairing in games.items() if number not in self.played}
            if due or not meetings:
                return due
            self._close(meetings, first)
        return {}

    def _next(self) -> list[Meeting]:
        if not self.rounds:
            met = [self._in_section(section) for section in self.sections.values() if len(section) > 1]
            if met:
                return list(chain.from_iterable(met))
            self.rounds.append([])  # nobody has to qualify
        return self._knockout()

    def _in_section(self, section: Sequence[str]) -> list[Meeting]:
        return [Meeting(first, second, self._games_in(section)) for first, second in round_robin(section)]

    def _games_in(self, section: Sequence[str]) -> int:
        """Return the games of each meeting of a section, such that everybody plays often enough."""
        least = -(-self.terms.least // (len(section) - 1))
        return max(self.terms.games, least + least % 2)

    def _knockout(self) -> list[Meeting]:
        return next_knockout_round(self.seeded, self.rounds[1:], self.terms.games, self.terms.final_games)

    def _close(self, meetings: Sequence[Meeting], first: int) -> None:
        met = []
        for meeting in meetings:
            numbers = range(first, first + meeting.games)
            met.append(MeetingResult(meeting, tuple(self.played[number] for number in numbers)))
            first += meeting.games
        self.rounds.append(met)

    @property
    def seeded(self) -> list[str]:
        """The groups of the knockout in the order of their seeding."""
        met = self.rounds[0] if self.rounds else []
        return qualified(list(self.sections.values()), met, self.terms.qualifiers)

    def standings(self, section: str) -> list[Standing]:
        """Return the table of a section."""
        groups = self.sections[section]
        met = self.rounds[0] if self.rounds else []
        outcomes = (outcome for one in met for outcome in one.outcomes if outcome.x in groups)
        return standings(groups, outcomes)

    def brackets(self) -> list[list[str]]:
        """Return who was in each round of the knockout, the champion last; nothing before the sections are over."""
        return survivors(self.seeded, self.rounds[1:]) if self.rounds else []

    def bonus(self) -> dict[str, list[str]]:
        """Return the steps that each group has reached."""
        reached: dict[str, list[str]] = {group: [] for group in self.groups}
        if not self.rounds:
            return reached
        in_rounds = self.brackets()
        by_step = [self.seeded]
        by_step += [
            next((left for left in in_rounds if len(left) <= most), []) for most in (_SEMI_FINALISTS, _FINALISTS)
        ]
        by_step.append(in_rounds[-1] if len(in_rounds[-1]) == 1 else [])
        for step, groups in zip(STEPS, by_step, strict=True):
            for group in groups:
                reached[group].append(step)
        return reached

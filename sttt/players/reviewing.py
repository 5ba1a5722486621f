"""The review of a game: which of its positions have to be looked at, for how long, and what its turns were worth.

`review` looks in this process; whoever asks elsewhere takes `Review.questions` there and brings the answers back.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Generic

from sttt.games.game import Game, P, Turn
from sttt.games.judging import Judgement, is_worse, judge, lost_chance
from sttt.games.knowledge import Knowledge
from sttt.games.variation import turns_of
from sttt.games.verdict import NOTHING, Verdict, best_of, seen_from
from sttt.players import registry
from sttt.players.assessing import advise, advise_by_proof
from sttt.players.player import Limits

SECONDS = 18.0
"""The time of a review unless told."""

FIRST_LOOK = 0.12
"""Seconds for each position in the first round."""

GROWTH = 2.0
"""The factor by which each round looks longer than the one before."""

LONGEST_LOOK = 8.0

LEAST_SHARE = 0.25
"""The share that every open position has at least of the look at the most promising one."""

ROUNDS_SHARE = 0.8
"""The share of the time when turns that were not played are looked at, too."""

TURNS_SHARE = 0.9
"""The share of the time when that ends; what is left goes to positions that are still open."""

SHORT_LOOK = 0.03
"""Seconds for a position that was not played."""

MOST_LINE = 8
"""Turns of a line that shows why."""


@dataclass(frozen=True)
class Reviewed(Generic[P]):
    """A turn of the game, and what is known of it. Both verdicts count from the position before it."""

    position: P
    """The position before it."""
    turn: Turn
    judgement: Judgement
    before: Verdict
    """The verdict of the position."""
    played: Verdict
    """The verdict of the turn."""
    better: tuple[Turn, ...] = ()
    """A turn that is better, with what follows it; empty where none is known."""


@dataclass(frozen=True)
class Look(Generic[P]):
    """A position to be looked at."""

    position: P
    seconds: float
    by_proof: bool = False
    """True if all of the time is the exact solver's: somebody else has looked already."""


class Review(Generic[P]):
    """A game from its last turn to its first: what is proven late makes earlier positions known."""

    def __init__(self, game: Game[P], start: P, turns: Sequence[Turn], knowledge: Knowledge[P]) -> None:
        """Replay the game; raises a `StttError` for what the rules do not allow."""
        self._game = game
        self._knowledge = knowledge
        self.positions = [start]
        self.turns: list[Turn] = []
        for turn in turns:
            after, counted = game.enter_turn(self.positions[-1], turn)
            self.positions.append(after)
            self.turns.append(counted)
        self.verdicts = [NOTHING] * len(self.positions)
        """The verdict of each position."""
        self._lines: dict[P, tuple[int, ...]] = {}
        self._looked: set[int] = set()
        self._only: set[int] = set()
        self.refutation: tuple[Turn, ...] = ()
        """The best play after the turning point."""
        for at in range(len(self.positions)):
            self._enter(at, knowledge.of(self.positions[at]))
        self._settle()

    @property
    def progress(self) -> int:
        """The number of positions that are known or were looked at."""
        return sum(self._is_known(at) or at in self._looked for at in range(len(self.positions)))

    def questions(self, seconds: float) -> Iterator[Look[P]]:
        """Yield the positions to be looked at, one after the other.

        What is found is to be learned, and handed to `take`, before the next one is asked for.
        """
        began = time.monotonic()
        ends = began + seconds
        yield from self._rounds(began + ROUNDS_SHARE * seconds, FIRST_LOOK)
        yield from self._refutation(began + TURNS_SHARE * seconds)
        yield from self._alternatives(began + TURNS_SHARE * seconds)
        yield from self._rounds(ends, LONGEST_LOOK)
        yield from self._refutation(ends)

    def take(self, position: P, line: tuple[int, ...]) -> None:
        """Take the line that is expected from a position that was assessed, as placements."""
        if line:
            self._lines[position] = line
        if position in self.positions:
            at = self.positions.index(position)
            self._looked.add(at)
            self._enter(at, self.verdicts[at].merge(self._knowledge.of(position)))
            self._settle()

    def reviewed(self) -> list[Reviewed[P]]:
        """Return each turn as far as it is known."""
        return [self._reviewed(at) for at in range(len(self.turns))]

    def turning_point(self) -> int | None:
        """Return the number, from 0, of the turn that decided the game: the last that lost a proven value.

        Without one it is the turn that cost the highest chance, if that was a mistake; None if there is none.
        """
        judged = [self._judged(at) for at in range(len(self.turns))]
        given = [at for at, judgement in enumerate(judged) if judgement.gives]
        if given:
            return given[-1]
        mistakes = [at for at, judgement in enumerate(judged) if judgement is Judgement.MISTAKE]
        return max(mistakes, key=self._cost, default=None)

    def _is_known(self, at: int) -> bool:
        return self.verdicts[at].value is not None

    def _rounds(self, deadline: float, look: float) -> Iterator[Look[P]]:
        """Look at all positions, then longer at those that are still open.

        Those beside a known one come first, and of these the later: fewer squares are left. The second in that order
        has half of the first's time, the third a third.
        """
        while look <= LONGEST_LOOK:
            asked = 0
            for at in sorted(range(len(self.positions)), key=lambda at: (not self._is_at_a_change(at), -at)):
                left = deadline - time.monotonic()
                if left <= 0:
                    return
                if not self._is_known(at):
                    asked += 1
                    own = look * max(LEAST_SHARE, 1 / asked)
                    yield Look(self.positions[at], min(own, left), by_proof=look > FIRST_LOOK)
            if not asked:
                return
            look *= GROWTH

    def _is_at_a_change(self, at: int) -> bool:
        """Return whether a position lies beside one whose value is known: its own may differ."""
        return any(self._is_known(beside) for beside in (at - 1, at + 1) if 0 <= beside < len(self.positions))

    def _refutation(self, ends: float) -> Iterator[Look[P]]:
        """Follow the best play after the turning point."""
        turning = self.turning_point()
        if turning is None:
            return
        position, line = self.positions[turning + 1], list[Turn]()
        while not position.result and len(line) < MOST_LINE:
            if not self._next(position) and ends > time.monotonic():
                yield Look(position, SHORT_LOOK)
            turn = self._next(position)
            if not turn:
                break
            position, turn = self._game.enter_turn(position, turn)
            line.append(turn)
        self.refutation = tuple(line)

    def _alternatives(self, ends: float) -> Iterator[Look[P]]:
        """Look for turns that were the only ones: all others have to be proven to lose what it kept."""
        for at in reversed(range(len(self.turns))):
            if not self._judged(at).keeps or None in self.turns[at]:
                continue
            for prefix, other in self._others(self.positions[at], self.turns[at], self.positions[at + 1]):
                if not self._is_lesser(at, prefix, other):
                    if ends < time.monotonic() or other.result:
                        break
                    yield Look(other, SHORT_LOOK)
                    if not self._is_lesser(at, prefix, other):
                        break
            else:
                self._only.add(at)

    def _others(self, position: P, turn: Turn, played: P, prefix: Turn = ()) -> Iterator[tuple[Turn, P]]:
        """Yield what leads away from a turn, whole or in part, and the position there."""
        side, same = position.side, self._game.canonical(played)
        for placement in position.legal_placements():
            after = position.play(placement)
            own = (*prefix, placement)
            if placement not in turn:
                if self._game.canonical(after) != same:
                    yield own, after
            elif after.side is side and not after.result:
                yield from self._others(after, tuple(one for one in turn if one != placement), played, own)

    def _is_lesser(self, at: int, prefix: Turn, other: P) -> bool:
        """Return whether placements are proven to lead to less than the turn that was played kept."""
        position = self.positions[at]
        seen = seen_from(position, prefix, other, self._knowledge.alone(other))
        return is_worse(seen, self._played(at), position.side)

    def _settle(self) -> None:
        """Carry what is known of each position to its neighbours, and enter it."""
        last = len(self.turns)
        for at in reversed(range(last)):
            turn = best_of([self._played(at)], self.positions[at].side, all_turns=False)
            self._enter(at, self.verdicts[at].merge(turn))
        for at in range(last):
            if None not in self.turns[at] and not self.positions[at + 1].result:
                self._enter(at + 1, self.verdicts[at + 1].merge(self._of_every_turn(at)))

    def _enter(self, at: int, found: Verdict) -> None:
        known = self.verdicts[at]
        self.verdicts[at] = known if found == known else self._knowledge.learn(self.positions[at], found)

    def _of_every_turn(self, at: int) -> Verdict:
        """Return what is known of a position and so of the one after any turn."""
        side = self.positions[at].side
        carried = (one.after_any_turn(side) for one in self.verdicts[at].proven)
        return Verdict.of(*filter(None, carried))

    def _played(self, at: int) -> Verdict:
        """Return what is known of a turn of the game, seen from before it."""
        return seen_from(self.positions[at], self.turns[at], self.positions[at + 1], self.verdicts[at + 1])

    def _judged(self, at: int) -> Judgement:
        if at in self._only:
            return Judgement.ONLY
        return judge(self.verdicts[at], self._played(at), self.positions[at].side)

    def _cost(self, at: int) -> float:
        return lost_chance(self.verdicts[at], self._played(at), self.positions[at].side) or 0.0

    def _reviewed(self, at: int) -> Reviewed[P]:
        better = self._better(at)
        return Reviewed(
            self.positions[at], self.turns[at], self._judged(at), self.verdicts[at], self._played(at), better
        )

    def _better(self, at: int) -> tuple[Turn, ...]:
        """Return the line that starts with a better turn, if one is known."""
        position, played = self.positions[at], self._played(at)
        turn = self._next(position)
        if not turn:
            return ()
        after, turn = self._game.enter_turn(position, turn)
        if self._game.canonical(after) == self._game.canonical(self.positions[at + 1]):
            return ()
        judgement, before = self._judged(at), self.verdicts[at]
        if before.value or judgement.gives:
            other = seen_from(position, turn, after, self._knowledge.alone(after))
            return self._line(position) if is_worse(played, other, position.side) else ()
        return self._line(position) if judgement.costs else ()

    def _next(self, position: P) -> Turn:
        """Return the turn that a verdict rests on, else the one that was expected; empty where none is known."""
        own = self._knowledge.alone(position).turn(position.side)
        expected = self._lines.get(position, ())
        return own or next((turn for _, turn, _ in turns_of(position, expected) if len(turn) == position.left), ())

    def _line(self, position: P) -> tuple[Turn, ...]:
        """Return the turns that are expected from a position on."""
        found: list[Turn] = []
        while not position.result and len(found) < MOST_LINE:
            turn, expected = self._next(position), list(turns_of(position, self._lines.get(position, ())))
            if not turn:
                break
            if len(expected) > 1 and expected[0][1] == turn:
                return (*found, *(one for _, one, _ in expected))[:MOST_LINE]
            position, turn = self._game.enter_turn(position, turn)
            found.append(turn)
        return tuple(found)


def review(
    game: Game[P], start: P, turns: Sequence[Turn], knowledge: Knowledge[P], *, seconds: float = SECONDS
) -> Review[P]:
    """Review a game within some seconds; raises as `Review`."""
    found = Review(game, start, turns, knowledge)
    with closing(registry.levels(game)[-1].make(None)) as chooser:
        for asked in found.questions(seconds):
            ask = advise_by_proof if asked.by_proof else advise
            _, decision = ask(game, asked.position, Limits.within(asked.seconds), knowledge, chooser)
            found.take(asked.position, decision.pv)
    return found

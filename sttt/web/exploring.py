"""All that is known of every placement of a position: looked at one by one, round after round, each round longer."""

import asyncio
import time
from collections.abc import AsyncIterator, Hashable
from dataclasses import dataclass, field, replace

from sttt.games.game import Game, Position, Side, Turn
from sttt.games.knowledge import Knowledge
from sttt.games.verdict import NOTHING, Verdict, best_of
from sttt.web.engines import BusyError, Engines
from sttt.web.messages import TurnOut
from sttt.web.socket_messages import MoveOut
from sttt.web.table import Table, own_turn
from sttt.web.thoughts import question_of, read_answer
from sttt.web.verdicts import VerdictOut

FIRST_LOOK = 0.04
"""Seconds for a placement in the first round."""

GROWTH = 4.0
"""The factor by which each round looks longer than the one before."""

LONGEST_LOOK = 45.0
"""Seconds for a placement in the last round, at most."""

PATIENCE = 5.0
"""Seconds that a question may wait for a process, and between two tries where too many wait."""


@dataclass
class Branch:
    """Placements that lead to the same position but for the game's symmetries."""

    placements: list[int]
    after: Position
    behind: Verdict = NOTHING
    """The verdict of the position after it."""
    seen: Verdict = NOTHING
    """The same, as a turn of the side to move."""
    rest: Turn = ()
    """The placements that complete the turn best."""
    line: list[TurnOut] = field(default_factory=list)
    """The line expected after the turn."""

    @property
    def is_settled(self) -> bool:
        """True if its outcome is proven."""
        return self.seen.value is not None


class Exploration:
    """All placements of a position, as far as they are known."""

    def __init__(self, table: Table, engines: Engines, knowledge: Knowledge[Position]) -> None:
        self._table = table
        self._game: Game = table.game
        self._knowledge = knowledge
        self._engines = engines
        self.branches = _branches(self._game, table.now)
        knowledge.of(table.now)  # what that rests on is known of the branches from then on
        self._of_every_turn = knowledge.of_every_turn(table.now)
        for branch in self.branches:
            self._see(branch)

    @property
    def proven(self) -> int:
        """The number of placements whose outcome is proven."""
        return sum(len(branch.placements) for branch in self.branches if branch.is_settled)

    @property
    def all(self) -> int:
        """The number of placements."""
        return sum(len(branch.placements) for branch in self.branches)

    def verdict(self) -> Verdict:
        """Return what the placements and all that is known beside them say of the position; the guess is the best's."""
        now = self._table.now
        turns = [branch.seen for branch in self.branches]
        known = self._knowledge.learn(now, best_of(turns, now.side, all_turns=True))
        guesses = [turn.estimate for turn in turns if turn.estimate]
        if known.value or known.estimate or not guesses:
            return known
        best = max if now.side is Side.X else min
        return replace(known, estimate=best(guesses, key=lambda guess: guess.chance))

    async def moves(self) -> AsyncIterator[list[MoveOut]]:
        """Yield what is known of placements, again when more is, until all are proven or looked at for long."""
        yield [self._told(branch) for branch in self.branches if branch.seen != NOTHING]
        look = FIRST_LOOK
        while look <= LONGEST_LOOK:
            for branch in sorted(self.branches, key=self._promise):
                if not branch.is_settled:
                    await self._look(branch, look)
                    yield [self._told(branch)]
            if all(branch.is_settled for branch in self.branches):
                return
            look *= GROWTH

    def _promise(self, branch: Branch) -> float:
        """Return a number that is smaller the better the placement looks for the side to move."""
        share = branch.seen.chance
        if share is None:
            return 0.5
        return 1 - share if self._table.now.side is Side.X else share

    async def _look(self, branch: Branch, seconds: float) -> None:
        """Ask about the position behind a branch's first placement."""
        question = question_of(self._game, branch.after)
        while True:
            try:
                answer = await self._engines.ask(question, seconds, time.monotonic() + seconds + PATIENCE)
                break
            except BusyError:
                await asyncio.sleep(PATIENCE)
        self._knowledge.learn(branch.after, read_answer(answer))
        line = [TurnOut(**turn) for turn in answer["line"]]
        if branch.after.side is self._table.now.side:
            branch.rest, line = tuple(answer["turn"]), line[1:]
        branch.line = line
        self._see(branch)

    def _see(self, branch: Branch) -> None:
        """Take over what is known behind a branch."""
        now, after = self._table.now, branch.after
        branch.behind = self._knowledge.alone(after)
        seen = self._knowledge.seen(now, tuple(branch.placements[:1]), after, branch.behind)
        branch.seen = seen.merge(self._of_every_turn)
        best = () if after.result else branch.behind.turn(after.side)
        if branch.behind.value and best and after.side is now.side:
            branch.rest, branch.line = best, branch.line if best == branch.rest else []
        elif branch.behind.value and best and not branch.line:
            branch.line = [own_turn(self._table, best, after)]

    def _told(self, branch: Branch) -> MoveOut:
        now = self._table.now
        turn = own_turn(self._table, (branch.placements[0], *branch.rest), now)
        verdict = VerdictOut.of(self._game, now, branch.seen.without_turns())
        return MoveOut(
            placements=branch.placements, text=turn.text, cells=turn.cells, verdict=verdict, line=[turn, *branch.line]
        )


def _branches(game: Game, position: Position) -> list[Branch]:
    """Return a branch for each class of placements that the symmetries make equal."""
    found: dict[Hashable, Branch] = {}
    for placement in position.legal_placements():
        after = position.play(placement)
        branch = found.setdefault((after.side, after.left, game.canonical(after)), Branch([], after))
        branch.placements.append(placement)
    return list(found.values())

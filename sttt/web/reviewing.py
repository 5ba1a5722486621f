"""The review of a game as a tab gets it: judged further with every answer of the engines, and told now and then."""

import time
from collections.abc import AsyncIterator, Sequence

from sttt.games.game import Position, Turn
from sttt.games.knowledge import knowledge_of
from sttt.games.verdict import Verdict
from sttt.players.reviewing import Review, Reviewed
from sttt.web.engines import Engines
from sttt.web.messages import TurnOut
from sttt.web.socket_messages import ReviewedOut, ReviewIn, ReviewOut
from sttt.web.table import table_of, turn_of
from sttt.web.thoughts import question_of, read_answer
from sttt.web.verdicts import VerdictOut

PATIENCE = 10.0
"""Seconds that a question may wait for a process beyond its own."""

BETWEEN = 0.7
"""Seconds between two messages, at least."""


class GameReview:
    """A review on its way."""

    def __init__(self, asked: ReviewIn) -> None:
        """Replay the game; raises a `StttError` for what the rules do not allow."""
        self._asked = asked
        self._table = table_of(asked)
        self._game = self._table.game
        self._knowledge = knowledge_of(self._game)
        self._review = Review(self._game, self._table.positions[0], self._table.turns, self._knowledge)

    async def messages(self, engines: Engines) -> AsyncIterator[ReviewOut]:
        """Yield what is known so far, again and again; the last message is final."""
        yield self.told(final=False)
        told = time.monotonic()
        for asked in self._review.questions(self._asked.seconds):
            position, seconds = asked.position, asked.seconds
            question = question_of(self._game, position) | {"by_proof": asked.by_proof}
            answer = await engines.ask(question, seconds, time.monotonic() + seconds + PATIENCE)
            self._knowledge.learn(position, read_answer(answer))
            self._review.take(position, tuple(answer["pv"]))
            if time.monotonic() > told + BETWEEN:
                yield self.told(final=False)
                told = time.monotonic()
        yield self.told(final=True)

    def told(self, *, final: bool) -> ReviewOut:
        """Return what the tab is told."""
        turning = self._review.turning_point()
        after = self._review.positions[0 if turning is None else turning + 1]
        return ReviewOut(
            id=self._asked.id,
            final=final,
            done=self._review.progress,
            all=len(self._review.positions),
            start=self._verdict(self._review.positions[0], self._review.verdicts[0]),
            turns=[self._reviewed(one) for one in self._review.reviewed()],
            turning=turning,
            refutation=self._line(after, self._review.refutation),
        )

    def _reviewed(self, one: Reviewed[Position]) -> ReviewedOut:
        return ReviewedOut(
            side=one.position.side,
            position=self._game.format_position(one.position),
            judgement=one.judgement,
            before=self._verdict(one.position, one.before),
            played=self._verdict(one.position, one.played),
            better=[list(turn) for turn in one.better],
            line=self._line(one.position, one.better),
        )

    def _verdict(self, position: Position, verdict: Verdict) -> VerdictOut:
        return VerdictOut.of(self._game, position, verdict.without_turns())

    def _line(self, position: Position, turns: Sequence[Turn]) -> list[TurnOut]:
        line = []
        for turn in turns:
            before = position
            position, counted = self._game.enter_turn(position, turn)
            line.append(turn_of(self._game, self._table.shape, before, position, counted))
        return line

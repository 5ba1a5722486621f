"""The findings of a search so far, and their text."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from adapter.ugi.notation import NO_MOVE, format_line, format_move, read_move
from sttt.games.game import Game, Position
from sttt.games.knowledge import knowledge_of
from sttt.games.verdict import Proven
from sttt.games.wording import say_at
from sttt.players.assessing import with_decision
from sttt.players.player import Decision, Limits


class Findings:
    """The findings of a search so far. Any thread may answer with it."""

    def __init__(self, position: Position, game: Game, started: float, say: Callable[[str], None]) -> None:
        self._position = position
        self._game = game
        self._started = started
        self._say = say
        self._taken: Decision | None = None
        self._move = ""
        """The best that is known, none at first."""
        self._proven: tuple[Proven, ...] = ()
        """The claims that were told last."""
        self._unanswered = [True]
        """Empty once somebody answers: to take the last one out is one step for all threads."""

    @property
    def has_move(self) -> bool:
        """Return whether there is a move to answer with."""
        return bool(self._move)

    @property
    def is_idle(self) -> bool:
        """Return whether the player has not searched at all, so that more time would change nothing."""
        return self._taken is not None and not self._taken.nodes

    def reporting(self, limits: Limits) -> Limits:
        """Return limits under which the player tells what it finds."""
        return replace(limits, report=self._hear)

    def take(self, decision: Decision) -> None:
        """Take a decision in place of all that came before."""
        self._taken = decision
        self._note(decision)
        self._tell_verdict(decision)

    def _hear(self, decision: Decision) -> None:
        """Take what a player has found so far, if it has looked further than when it decided before."""
        if self._taken is None or (decision.depth or 0) > (self._taken.depth or 0):
            self._note(decision)

    def _note(self, decision: Decision) -> None:
        """Keep a move, which must be legal, and tell how it was found."""
        move = format_move(self._position, decision.turn, self._game)
        read_move(self._position, move, self._game)
        if not self._unanswered:
            return
        self._move = move
        figures = {"depth": decision.depth, "score cp": decision.score, "nodes": decision.nodes}
        known = [f"{name} {value}" for name, value in figures.items() if value is not None]
        known.append(f"time {round(1000 * (time.monotonic() - self._started))}")
        placements = decision.pv or tuple(one for one in decision.turn if one is not None)
        line = format_line(self._position, placements, self._game)
        self._say(" ".join(["info", *known, *(["pv", line] if line else [])]))

    def _tell_verdict(self, decision: Decision) -> None:
        """Tell what is proven of the position in words, once."""
        verdict = with_decision(knowledge_of(self._game).alone(self._position), self._position, decision)
        if verdict.proven and verdict.proven != self._proven and self._unanswered:
            self._proven = verdict.proven
            self._say(f"info string {say_at(self._game, self._position, replace(verdict, estimate=None)).line}")

    def answer(self) -> None:
        """Tell the best move, once."""
        with suppress(IndexError):
            self._unanswered.pop()
            self._say(f"bestmove {self._move or self._any_move()}")

    def _any_move(self) -> str:
        """Return a legal move where no player has any, the first; none where the game is over."""
        position, turn = self._position, list[int]()
        while position.side is self._position.side and (legal := position.legal_placements()):
            turn.append(legal[0])
            position = position.play(legal[0])
        return format_move(self._position, tuple(turn), self._game) if turn else NO_MOVE

"""A player's findings on every placement of a position: one by one, round after round, each round longer."""

import asyncio
import time
from collections.abc import AsyncIterator, Hashable
from dataclasses import dataclass
from typing import Self

from sttt.board.shape import changed_cells
from sttt.games.claim import Claim
from sttt.games.game import Game, Position, Result, Side, Turn
from sttt.web.engine_process import JsonObject
from sttt.web.engines import BusyError, Engines
from sttt.web.messages import SaidOut, TurnOut
from sttt.web.socket_messages import DeniedOut, MoveOut
from sttt.web.table import Table

FIRST_LOOK = 0.04
"""Seconds for a placement in the first round."""

GROWTH = 4.0
"""The factor by which each round looks longer than the one before."""

LONGEST_LOOK = 10.0
"""Seconds for a placement in the last round."""

PATIENCE = 5.0
"""Seconds that a question may wait for a process, and between two tries where too many wait."""

MOST_FORCED = 6
"""Turns that are followed where a player plays without a score because it has no choice."""


_CLEAR_ADVANTAGE = 400
"""A score with which the bar shows three quarters."""


def share_of(side: Side, score: int | None, value: Result | None) -> float | None:
    """Return X's share of the evaluation bar: an outcome that is proven, else a score put between 0 and 1."""
    if value is not None:
        return {Result.X_WINS: 1.0, Result.O_WINS: 0.0, Result.DRAW: 0.5}[value]
    if score is None:
        return None
    own = 1 / (1 + 3 ** (-max(-20.0, min(20.0, score / _CLEAR_ADVANTAGE))))
    return own if side is Side.X else 1 - own


@dataclass(frozen=True)
class EngineAnswer:
    """An engine process's answer on a position, as far as it matters here."""

    turn: Turn
    reason: str
    score: int | None
    value: Result | None
    distance: int | None
    denied: Claim | None
    depth: int | None
    seconds: float
    line: list[TurnOut]

    @classmethod
    def read(cls, answer: JsonObject) -> Self:
        """Read the JSON values of an answer; raises a `StttError` where there is none."""
        if "refusal" in answer:
            raise SaidOut.model_validate(answer["refusal"]).error()
        return cls(
            turn=tuple(answer["turn"]),
            reason=answer["reason"],
            score=answer["score"],
            value=Result(answer["value"]) if answer["value"] else None,
            distance=answer["distance"],
            denied=None if answer["denied"] is None else Claim.parse(str(answer["denied"])),
            depth=answer["depth"],
            seconds=answer["seconds"],
            line=[TurnOut(**turn) for turn in answer["line"]],
        )


@dataclass
class Branch:
    """Placements that lead to the same position but for the game's symmetries."""

    placements: list[int]
    after: Position
    known: MoveOut | None = None
    settled: bool = False


class Exploration:
    """All placements of a position, as far as they are known."""

    def __init__(self, table: Table, player: str, engines: Engines) -> None:
        self._table = table
        self._game: Game = table.game
        self._player = player
        self._engines = engines
        self.branches = _branches(self._game, table.now)

    @property
    def proven(self) -> int:
        """The number of placements whose outcome is proven."""
        return sum(len(branch.placements) for branch in self.branches if branch.known and branch.known.value)

    @property
    def all(self) -> int:
        """The number of placements."""
        return sum(len(branch.placements) for branch in self.branches)

    async def moves(self) -> AsyncIterator[MoveOut]:
        """Yield what is learned of placements, again when more is, until all are proven or looked at for long."""
        for branch in self.branches:
            if branch.after.result:
                yield self._ended(branch)
        look = FIRST_LOOK
        while look <= LONGEST_LOOK:
            for branch in sorted(self.branches, key=self._promise):
                if not branch.settled:
                    yield await self._look(branch, look)
            if all(branch.settled for branch in self.branches):
                return
            look *= GROWTH

    def _promise(self, branch: Branch) -> float:
        """Return a number that is smaller the better the placement looks for the side to move."""
        if branch.known is None or branch.known.share is None:
            return 0.5
        return 1 - branch.known.share if self._table.now.side is Side.X else branch.known.share

    def _ended(self, branch: Branch) -> MoveOut:
        placement = branch.placements[0]
        turn = self._own_turn((placement,))
        result = branch.after.result
        branch.settled = True
        branch.known = MoveOut(
            placements=branch.placements,
            text=turn.text,
            cells=turn.cells,
            value=result,
            distance=1 if result and result.winner else None,
            share=share_of(self._table.now.side, None, result),
            denied=None,
            depth=None,
            seconds=0,
            reason="",
            line=[turn],
        )
        return branch.known

    async def _look(self, branch: Branch, seconds: float) -> MoveOut:
        """Ask about the position behind a branch's first placement."""
        answer = await self._ask(branch.after, seconds)
        found = self._told(branch, answer)
        if not answer.value and answer.score is None:
            found = found.model_copy(update={"share": await self._forced_share(branch.after, answer, seconds)})
        branch.settled = answer.value is not None
        branch.known = found
        return found

    async def _ask(self, position: Position, seconds: float) -> EngineAnswer:
        question = {"game": self._game.name, "position": self._game.format_position(position), "player": self._player}
        while True:
            try:
                answer = await self._engines.ask(question, seconds, time.monotonic() + seconds + PATIENCE)
            except BusyError:
                await asyncio.sleep(PATIENCE)
                continue
            return EngineAnswer.read(answer)

    def _told(self, branch: Branch, answer: EngineAnswer) -> MoveOut:
        now, after = self._table.now, branch.after
        placement = branch.placements[0]
        same_side = after.side is now.side
        turn = self._own_turn((placement, *answer.turn) if same_side else (placement,))
        return MoveOut(
            placements=branch.placements,
            text=turn.text,
            cells=turn.cells,
            value=answer.value,
            distance=None if answer.distance is None else answer.distance + (0 if same_side else 1),
            share=share_of(after.side, answer.score, answer.value),
            denied=_denied(answer.denied),
            depth=answer.depth,
            seconds=answer.seconds,
            reason=answer.reason,
            line=[turn, *(answer.line[1:] if same_side else answer.line)],
        )

    def _own_turn(self, turn: Turn) -> TurnOut:
        """Describe the turn under way with these placements behind those that stand on the board already."""
        table = self._table
        after = table.now
        for placement in turn:
            after = after.play(placement) if not after.result else after
        own = TurnOut(side=table.now.side, text=self._game.format_turn(turn), cells=[])
        return own.model_copy(update={"cells": list(changed_cells(table.shape, table.now, after))})

    async def _forced_share(self, position: Position, answer: EngineAnswer, seconds: float) -> float | None:
        """Follow turns that a player makes without a score, and return the share of the position behind them."""
        for _ in range(MOST_FORCED):
            position, _turn = self._game.enter_turn(position, answer.turn)
            if position.result:
                return share_of(position.side, None, position.result)
            answer = await self._ask(position, seconds)
            if answer.score is not None or answer.value:
                return share_of(position.side, answer.score, answer.value)
        return None


def _denied(claim: Claim | None) -> DeniedOut | None:
    if claim is None:
        return None
    return DeniedOut(side=claim.attacker, turns=claim.turns if claim.is_bounded else None)


def _branches(game: Game, position: Position) -> list[Branch]:
    """Return a branch for each class of placements that the symmetries make equal."""
    found: dict[Hashable, Branch] = {}
    for placement in position.legal_placements():
        after = position.play(placement)
        branch = found.setdefault((after.side, after.left, game.canonical(after)), Branch([], after))
        branch.placements.append(placement)
    return list(found.values())

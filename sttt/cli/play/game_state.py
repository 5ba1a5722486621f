"""A game under way, whatever its rules: the position, the turns that led to it, how it ended, and undo and redo."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from sttt.arena.play.answer import Answer, NoAnswer
from sttt.errors import IllegalPlacement
from sttt.games.game import Game, Position, Result, Side, Turn
from sttt.games.records.record import (
    Ending,
    Failure,
    GameRecord,
    TurnRecord,
    kept_words,
    natural_ending,
    replay,
)


@dataclass(frozen=True)
class GameState:
    """One moment of a game. Each change returns another one."""

    start: Position
    """The position in which the game began."""
    position: Position
    turn_start: Position
    """The position before the turn under way."""
    before_last_turn: Position
    """The position before the last complete turn."""
    turns: tuple[TurnRecord, ...] = ()
    """The complete turns."""
    begun: Turn = ()
    """The placements made of the turn under way."""
    ending: Ending | None = None
    failure: Failure | None = None
    """The reason for which the side to move has lost."""

    @classmethod
    def at(cls, position: Position) -> Self:
        """Begin a game in a position."""
        return cls(position, position, position, position, ending=natural_ending(position, ()))

    @property
    def result(self) -> Result | None:
        """The result, None while the game goes on."""
        if self.ending is None or self.position.result:
            result: Result | None = self.position.result
            return result
        return Result.DRAW if self.ending is Ending.STALL else Result.win(self.position.side.other)

    def place(self, placement: int | None) -> "GameState":
        """Make one placement of the turn under way, or forfeit it (None); raises `IllegalPlacement`."""
        if self.ending:
            raise IllegalPlacement("the game is over; expected no further placement, but perhaps undo")
        before, after = self.position, self.position.play(placement)
        begun = (*self.begun, placement)
        if after.side is before.side and after.result is None:
            return replace(self, position=after, begun=begun)
        forfeited = (None,) * (len(self.begun) + before.left - len(begun))
        return self._complete(after, TurnRecord(before.side, begun + forfeited))

    def answer(self, answer: Answer | NoAnswer, game: Game) -> "GameState":
        """Enter what a player answered, as the game's referee does; one that failed has lost."""
        if isinstance(answer, NoAnswer):
            return self._fail(answer.ending, answer.message, answer.seconds)
        decision = answer.decision
        known = TurnRecord(
            self.position.side,
            decision.turn,
            seconds=round(answer.seconds, 6),
            score=decision.score,
            depth=decision.depth,
            nodes=decision.nodes,
            reason=kept_words(decision.reason) or None,
        )
        try:
            return self._enter(known, game)
        except IllegalPlacement as error:
            return self._fail(Ending.ILLEGAL, str(error), answer.seconds)

    def resign(self) -> "GameState":
        """Give the game up: the side to move has lost."""
        return replace(self, ending=Ending.RESIGNED)

    def record(self, game: Game, names: Mapping[Side, str], seed: int | None) -> GameRecord:
        """Write the game down as far as it went, without the turn under way."""
        return GameRecord(
            game=game.name,
            x=names[Side.X],
            o=names[Side.O],
            start=game.format_position(self.start),
            turns=self.turns,
            result=self.result,
            ending=self.ending or Ending.INTERRUPTED,
            seed=seed,
            failure=self.failure,
        )

    def _enter(self, claimed: TurnRecord, game: Game) -> "GameState":
        """Enter the rest of a turn that begins with the placements made of it."""
        before = self.position
        after, counted = game.enter_turn(before, claimed.turn)
        forfeited = (None,) * (before.left - len(counted))
        return self._complete(after, replace(claimed, turn=self.begun + counted + forfeited))

    def _complete(self, position: Position, turn: TurnRecord) -> "GameState":
        turns = (*self.turns, turn)
        ending = natural_ending(position, turns)
        return GameState(self.start, position, position, self.turn_start, turns, ending=ending)

    def _fail(self, ending: Ending, message: str, seconds: float) -> "GameState":
        return replace(self, ending=ending, failure=Failure(kept_words(message), round(seconds, 6)))


def states_of(record: GameRecord, game: Game) -> Iterator[GameState]:
    """Yield the states of a recorded game, one after each placement, and the last one with the record's ending.

    A game that was interrupted goes on. Raises `RecordError` if the record does not replay.
    """
    start, *positions = replay(record, game)
    state = GameState.at(start)
    for turn, after in zip(record.turns, positions, strict=True):
        yield state
        yield from _within(state, turn.turn)
        state = state._complete(after, turn)
    yield state
    if state.ending is None and record.ending is not Ending.INTERRUPTED:
        yield replace(state, ending=record.ending, failure=record.failure)


def _within(state: GameState, turn: Turn) -> Iterator[GameState]:
    """Yield the states between a turn's placements, as far as none of them is forfeited."""
    for placement in turn[:-1]:
        if placement is None or state.position.result:
            return
        state = state.place(placement)
        if not state.begun:
            return
        yield state


State = TypeVar("State")


class Timeline(Generic[State]):
    """The present state of anything that people change one decision after the other."""

    def __init__(self, now: State) -> None:
        self.now = now
        self._past: list[State] = []
        self._future: list[State] = []

    def decide(self, after: State) -> None:
        """Go on to `after` by a person's decision, which `undo` takes back. What was taken back before is forgotten."""
        self._past.append(self.now)
        self.follow(after)

    def follow(self, after: State) -> None:
        """Go on to `after` by what follows from the last decision, and is taken back with it."""
        self._future.clear()
        self.now = after

    def undo(self) -> bool:
        """Go back to before the last decision; False if there is none."""
        return self._move(self._past, self._future)

    def redo(self) -> bool:
        """Go forward again to before the last `undo`; False if nothing was taken back since the last decision."""
        return self._move(self._future, self._past)

    def _move(self, source: list[State], target: list[State]) -> bool:
        if not source:
            return False
        target.append(self.now)
        self.now = source.pop()
        return True

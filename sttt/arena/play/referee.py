"""The referee of one game: asks the players in turn, enters their turns by the rules, and records the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sttt.arena.play.answer import Answer, Clocks, NoAnswer, Terms, ask
from sttt.errors import IllegalPlacement
from sttt.games.game import Game, Position, Result, Side, Turn
from sttt.games.records.record import Ending, Failure, GameRecord, TurnRecord, kept_words, natural_ending
from sttt.players.player import Player


@dataclass(frozen=True)
class Seat:
    """A player and its name in the record."""

    name: str
    player: Player[Any]


class Observer:
    """An observer of a game, called at every turn; this base class does nothing."""

    def seating(self, side: Side) -> None:
        """Be told that a side's player is about to be made."""

    def began(self, seats: Mapping[Side, Seat], position: Position) -> None:
        """Be told that a game begins at `position`."""

    def entered(self, number: int, turn: TurnRecord, position: Position) -> None:
        """Be told that turn `number`, counted from 1, has led to `position`."""

    def ended(self, record: GameRecord) -> None:
        """Be given the record of a game that has ended or was interrupted."""


class Referee:
    """Plays games of one kind under the same terms. Whoever made the players closes them."""

    def __init__(self, game: Game, terms: Terms, observer: Observer | None = None) -> None:
        self._game = game
        self._terms = terms
        self._observer = observer or Observer()

    def play(self, seats: Mapping[Side, Seat], seed: int | None = None, start: Position | None = None) -> GameRecord:
        """Play one game, from `start` or else from the game's own start.

        A player that fails loses. `KeyboardInterrupt` is passed on after the observer was given the record.
        """
        table = _Table(self._game, seats, seed, self._game.start() if start is None else start)
        clocks = Clocks(self._terms.clock)
        self._observer.began(seats, table.position)
        try:
            while table.ending is None:
                self._play_turn(table, clocks)
        except KeyboardInterrupt:
            self._observer.ended(table.record(Ending.INTERRUPTED))
            raise
        record = table.record(table.ending)
        self._observer.ended(record)
        return record

    def _play_turn(self, table: "_Table", clocks: Clocks) -> None:
        side = table.position.side
        answer = ask(table.seats[side].player, table.position, self._terms, clocks.left(side))
        clocks.charge(side, answer.seconds)
        if isinstance(answer, NoAnswer):
            table.fail(answer)
            return
        try:
            turn = table.enter(answer)
        except IllegalPlacement as error:
            table.fail(NoAnswer(Ending.ILLEGAL, str(error), answer.seconds))
        else:
            self._observer.entered(len(table.turns), turn, table.position)


class _Table:
    """The game under way: position, turns so far and, at the end, the ending."""

    def __init__(self, game: Game, seats: Mapping[Side, Seat], seed: int | None, start: Position) -> None:
        self._game = game
        self.seats = seats
        self._seed = seed
        self._start = start
        self.position = start
        self.turns: list[TurnRecord] = []
        self._failure: Failure | None = None
        self.ending = self._ending()

    def enter(self, answer: Answer) -> TurnRecord:
        """Enter the decision's turn as the rules count it; raises `IllegalPlacement` if it loses thereby."""
        before, decision = self.position, answer.decision
        self.position, counted = self._game.enter_turn(before, decision.turn)
        turn = TurnRecord(
            side=before.side,
            turn=counted + (None,) * (before.left - len(counted)),
            seconds=round(answer.seconds, 6),
            score=decision.score,
            depth=decision.depth,
            nodes=decision.nodes,
            reason=kept_words(decision.reason) or None,
            fault=_fault(before, decision.turn, counted),
        )
        self.turns.append(turn)
        self.ending = self._ending()
        return turn

    def fail(self, failure: NoAnswer) -> None:
        """End the game as lost by the side to move."""
        self.ending = failure.ending
        self._failure = Failure(kept_words(failure.message), round(failure.seconds, 6))

    def _ending(self) -> Ending | None:
        return natural_ending(self.position, self.turns)

    def _result(self, ending: Ending) -> Result | None:
        if ending is Ending.INTERRUPTED:
            return None
        if self._failure:
            return Result.win(self.position.side.other)
        result: Result | None = self.position.result
        return result or Result.DRAW

    def record(self, ending: Ending) -> GameRecord:
        """Return the record of the game with this ending."""
        return GameRecord(
            game=self._game.name,
            x=self.seats[Side.X].name,
            o=self.seats[Side.O].name,
            start=self._game.format_position(self._start),
            turns=tuple(self.turns),
            result=self._result(ending),
            ending=ending,
            seed=self._seed,
            failure=self._failure,
        )


def _fault(before: Position, claimed: Turn, counted: Turn) -> str | None:
    """Return why a placement of the turn was forfeited although one was possible, or None."""
    if None not in counted and len(counted) == before.left:
        return None
    after = before
    for placement in counted:
        if placement is not None and not after.result:
            after = after.play(placement)
    refused = [claim for claim, count in zip(claimed, counted, strict=False) if claim is not None and count is None]
    if refused:
        return _why_illegal(before if after.result else after, refused[0])
    return _passed(before, after)


def _why_illegal(position: Position, placement: int) -> str | None:
    """Return why a placement was refused; None if the turn's own winning placement ruled it out: no fault."""
    try:
        position.play(placement)
    except IllegalPlacement as error:
        return f"illegal: {error}"
    return None


def _passed(before: Position, after: Position) -> str | None:
    """Describe the fault of a side that could have placed once more but did not; None without one."""
    open_placements = after.legal_placements()
    if after.side is before.side and open_placements:
        return f"forfeit: no placement, with {len(open_placements)} possible"
    return None

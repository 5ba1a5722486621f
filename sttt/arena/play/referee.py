"""The referee of one game: asks the players in turn, enters what counts, and records it all."""

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
    """A player at the table, under the name that the record gives it."""

    name: str
    player: Player[Any]


class Observer:
    """Is told of every turn of a game; this one does nothing with it."""

    def seating(self, side: Side) -> None:
        """See that the player of a side is about to be made."""

    def began(self, seats: Mapping[Side, Seat], position: Position) -> None:
        """See a game begin at `position`."""

    def entered(self, number: int, turn: TurnRecord, position: Position) -> None:
        """See `position`, to which turn `number`, counted from 1, has led."""

    def ended(self, record: GameRecord) -> None:
        """See the record of a game that is over or has been interrupted."""


class Referee:
    """Plays games of one kind under the same terms. The players stay their makers' to close."""

    def __init__(self, game: Game, terms: Terms, observer: Observer | None = None) -> None:
        self._game = game
        self._terms = terms
        self._observer = observer or Observer()

    def play(self, seats: Mapping[Side, Seat], seed: int | None = None, start: Position | None = None) -> GameRecord:
        """Play one game, from the game's own start unless another position is given.

        A player that fails loses. `KeyboardInterrupt` passes through after the observer has had the record.
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
    """The game under way: the position, the turns so far and, in the end, why it ended."""

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
        """Enter the decision's turn as the game's rules count it; raises `IllegalPlacement` where it loses."""
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
        """End the game: the side to move has lost it."""
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
        """Write down the game as it ended."""
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
    """Say why a placement of the turn was forfeited although one was possible, or return None."""
    after = before
    for placement in counted:
        if placement is not None and not after.result:
            after = after.play(placement)
    refused = [claim for claim, count in zip(claimed, counted, strict=False) if claim is not None and count is None]
    if refused:
        return _why_illegal(before if after.result else after, refused[0])
    return _passed(before, after)


def _why_illegal(position: Position, placement: int) -> str | None:
    """Say why a placement was refused; one that only the turn's own winning placement ruled out is no fault."""
    try:
        position.play(placement)
    except IllegalPlacement as error:
        return f"illegal: {error}"
    return None


def _passed(before: Position, after: Position) -> str | None:
    """Say so if the side could have placed once more but did not."""
    open_placements = after.legal_placements()
    if after.side is before.side and open_placements:
        return f"forfeit: no placement, with {len(open_placements)} possible"
    return None

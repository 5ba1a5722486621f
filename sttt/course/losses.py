"""Why a game was lost, in words for the group that lost it: the turn, the position, what is proven before and after.

Everything here depends on the record alone: the engine that is asked for verdicts is limited by nodes.
"""

from contextlib import closing
from dataclasses import dataclass

from sttt.games.game import Game, Position, Result, Side, Turn
from sttt.games.knowledge import Knowledge
from sttt.games.records.record import Ending, GameRecord, replay
from sttt.games.wording import say_at, side_names
from sttt.players import registry
from sttt.players.assessing import advise
from sttt.players.player import Limits
from sttt.players.reviewing import Review

LOOKED_AT = 6
"""Positions before the end that are looked at."""
NODES = 3_000
"""Search nodes for each of them."""


@dataclass(frozen=True)
class Loss:
    """The reason of a loss."""

    words: str
    turn: int
    """Number of the loser's turn that it is about, from 1; one more than were played where it gave no answer."""
    position: str
    """The position before that turn, in compact form."""
    before: str = ""
    """The verdict of that position in words; empty where nothing is known."""
    after: str = ""
    """The verdict of the position after the turn."""


def why_lost(record: GameRecord) -> Loss | None:
    """Say why the loser of a game lost it; None for a draw, and for a game without a result."""
    winner = record.result.winner if record.result else None
    if winner is None:
        return None
    game: Game[Position] = registry.game(record.game)
    positions = replay(record, game)
    if record.failure is not None:
        number = len(record.turns) + 1
        return Loss(
            f"turn {number}, {record.ending}: {record.failure.message}", number, game.format_position(positions[-1])
        )
    if record.ending is not Ending.LINE:
        return None
    return _outplayed(game, record, positions, winner.other)


def _outplayed(game: Game[Position], record: GameRecord, positions: tuple[Position, ...], loser: Side) -> Loss | None:
    own = [number for number, turn in enumerate(record.turns) if turn.side is loser]
    if not own:
        return None
    review = _reviewed(game, record, positions)
    point = review.turning_point()
    reviewed = review.reviewed()
    at = own[-1]
    if point is not None and point >= len(record.turns) - LOOKED_AT and reviewed[point].judgement.gives:
        at = point if record.turns[point].side is loser else at
    seen = reviewed[at]
    said = f"turn {at + 1}, {game.format_turn(record.turns[at].turn)}"
    words = [f"{said}: {_missed(game, record, positions, own[-1])}" if at == own[-1] else f"{said} gave the game away"]
    if at != own[-1]:
        words.append(f"at turn {own[-1] + 1} it {_missed(game, record, positions, own[-1])}")
    if seen.better:
        words.append(f"better was {game.format_turn(seen.better[0])}")
    faults = [turn.fault for turn in record.turns if turn.side is loser and turn.fault]
    words += [f"{len(faults)} of its turns forfeited a placement, the first as {faults[0]}"] if faults else []
    before = say_at(game, positions[at], seen.before).line
    after = say_at(game, positions[at], seen.played).line
    return Loss("; ".join(words), at + 1, game.format_position(positions[at]), before, after)


def _reviewed(game: Game[Position], record: GameRecord, positions: tuple[Position, ...]) -> Review[Position]:
    """Review the end of a game by what an engine proves within a number of nodes, and by nothing found elsewhere."""
    knowledge = Knowledge(game)
    review = Review(game, positions[0], [turn.turn for turn in record.turns], knowledge)
    with closing(registry.levels(game)[-1].make(1)) as chooser:
        for position in reversed(positions[-LOOKED_AT - 1 : -1]):
            _, decision = advise(game, position, Limits(nodes=NODES), knowledge, chooser)
            review.take(position, decision.pv)
    return review


def _missed(game: Game[Position], record: GameRecord, positions: tuple[Position, ...], last: int) -> str:
    """Say what the loser's last turn did not stop, or that it could not."""
    opponent = side_names(game)[list(Side).index(record.turns[last].side.other)]
    winning = next((turn.turn for turn in record.turns[last + 1 :]), ())
    open_to_it = set(positions[last].legal_placements())
    blocks = [one for one in winning if one is not None and one in open_to_it and _ends(positions[last + 1], winning)]
    if not blocks:
        return f"did not stop {opponent}, who won with {game.format_turn(winning)}"
    return f"did not block {' or '.join(game.format_turn((one,)) for one in blocks)}, with which {opponent} won"


def _ends(position: Position, turn: Turn) -> bool:
    for placement in turn:
        if position.result is None and placement is not None:
            position = position.play(placement)
    return position.result is not None and position.result is not Result.DRAW

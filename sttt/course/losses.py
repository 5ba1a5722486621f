"""Why a game was lost, in words for the group that lost it: the turn, the position, what is proven before and after.

Everything here depends on the record alone: the engine that is asked for verdicts is limited by nodes.
"""

from contextlib import closing
from dataclasses import dataclass

from sttt.games.game import Game, Position, Result, Side, Turn
from sttt.games.knowledge import Knowledge
from sttt.games.records.record import Ending, GameRecord, replay
from sttt.games.verdict import Verdict
from sttt.games.wording import say_at, side_names
from sttt.players import registry
from sttt.players.assessing import advise
from sttt.players.player import Limits
from sttt.players.reviewing import Review

LOOKED_AT = 6
"""Positions before the end that are looked at, and those before them from which on the game was lost."""
MOST_LOOKED_AT = 30
"""Positions that are looked at however long the game was lost."""
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
    reviewed = _reviewed(game, record, positions, loser).reviewed()
    last = at = own[-1]
    for number in reversed(own):
        if not _is_lost(reviewed[number].played, loser):
            break
        at = number
    seen = reviewed[at]
    said = f"turn {at + 1}, {game.format_turn(record.turns[at].turn)}"
    missed = _missed(game, record, positions, last)
    better = f"; better was {game.format_turn(seen.better[0])}" if seen.better else ""
    if at == last:
        words = [f"{said}: {missed}{better}"]
    else:
        lost = "gave the game away" if seen.judgement.gives else "the game was lost after it"
        words = [f"{said}: {lost}{better}", f"at turn {last + 1} it {missed}"]
    faults = [turn.fault for turn in record.turns if turn.side is loser and turn.fault]
    words += [f"{len(faults)} of its turns forfeited a placement, the first as {faults[0]}"] if faults else []
    before = say_at(game, positions[at], seen.before).line
    after = say_at(game, positions[at], seen.played).line
    return Loss("; ".join(words), at + 1, game.format_position(positions[at]), before, after)


def _is_lost(verdict: Verdict, loser: Side) -> bool:
    return verdict.value is not None and verdict.value.winner is loser.other


def _reviewed(
    game: Game[Position], record: GameRecord, positions: tuple[Position, ...], loser: Side
) -> Review[Position]:
    """Review the end of a game by what an engine proves within a number of nodes, and by nothing found elsewhere."""
    knowledge = Knowledge(game)
    review = Review(game, positions[0], [turn.turn for turn in record.turns], knowledge)
    with closing(registry.levels(game)[-1].make(1)) as chooser:
        for number, position in enumerate(reversed(positions[-MOST_LOOKED_AT - 1 : -1]), 1):
            verdict, decision = advise(game, position, Limits(nodes=NODES), knowledge, chooser)
            review.take(position, decision.pv)
            if number >= LOOKED_AT and not _is_lost(verdict, loser):
                break
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

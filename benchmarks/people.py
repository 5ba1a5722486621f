"""Two people by script, to measure levels against: one who looks one turn ahead, and one who only attacks."""

from math import fsum
from random import Random
from typing import ClassVar

from sttt.board.shape import costs
from sttt.games.game import GAMES, Game, Position, Side
from sttt.players.player import Decision, Limits

Worth = tuple[float, ...]
CHEAPER = 4.0
"""The factor by which a line gains when it costs a mark less."""


class Careful:
    """Wins, lets nothing pass that would lose at once, takes and denies little boards, else builds its own lines."""

    looks_at_the_opponent: ClassVar[bool] = True

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it is quick
        """Choose one placement after the other; equal ones by chance."""
        game, side = _game_of(position), position.side
        turn: list[int | None] = []
        for _ in range(position.left):
            if position.result:
                turn.append(None)
                continue
            worths = {one: self._worth(game, position.play(one), side) for one in position.legal_placements()}
            best = max(worths.values())
            turn.append(self._random.choice([one for one, worth in worths.items() if worth == best]))
            position = position.play(turn[-1])
        return Decision(tuple(turn), reason=type(self).__name__)

    def close(self) -> None:
        """Nothing to let go of."""

    def _worth(self, game: Game, after: Position, side: Side) -> Worth:
        """Return what a position is worth to the side that has just placed, the most important first."""
        assert game.shape  # noqa: S101 - all five have one
        if after.result and after.result.winner:
            return (1.0 if after.result.winner is side else -1.0,)
        own, other = (costs(game.shape, after, one) for one in (side, side.other))
        can_win = 1.0 if after.side is side and 1 in own.lines else 0.0
        held, lines = own.groups.count(0), _sum(own.lines)
        if not self.looks_at_the_opponent:
            return (0.0, can_win, held, lines, _sum(own.groups))
        loses = _loses_at_once(after, side) if game.shape.owners is None else _within(other.lines, 2)
        return (
            0.0,
            can_win,
            -loses,
            held,
            -_within(other.groups, 1),
            lines + _sum(own.groups) / 50 - _sum(other.lines) / 2,
        )


class Racer(Careful):
    """Wins, takes little boards, builds its lines, and never looks at what the other side does."""

    looks_at_the_opponent: ClassVar[bool] = False


def _game_of(position: Position) -> Game:
    return next(game for game in GAMES.all() if isinstance(position, type(game.start())))


def _sum(line_costs: tuple[int | None, ...]) -> float:
    return fsum(CHEAPER**-cost for cost in line_costs if cost is not None)


def _within(line_costs: tuple[int | None, ...], marks: int) -> int:
    return sum(1 for cost in line_costs if cost is not None and 0 < cost <= marks)


def _loses_at_once(after: Position, side: Side) -> int:
    results = (after.play(one).result for one in after.legal_placements())
    return sum(1 for result in results if result and result.winner is side.other)

"""Games played in the test's own process."""

from collections.abc import Callable
from typing import Any

from support.mock_players import Mock, first

from sttt.arena.play.answer import Terms
from sttt.arena.play.referee import Observer, Referee, Seat
from sttt.games.game import Side
from sttt.games.records.record import GameRecord
from sttt.games.super_ttt.game import GAME
from sttt.players.player import Limits
from sttt.players.registry import make_player

Choose = Callable[[Any, Limits], Any]


def play(
    x: Choose = first,
    o: Choose = first,
    terms: Terms = Terms(),  # noqa: B008 - immutable
    observer: Observer | None = None,
    start: Any = None,
) -> GameRecord:
    seats = {Side.X: Seat("mock-x", Mock(x)), Side.O: Seat("mock-o", Mock(o))}
    return Referee(GAME, terms, observer).play(seats, start=start)


def random_game(seed: int) -> GameRecord:
    """A game in which faults occur: `offensive` forfeits placements now and then."""
    seats = {Side.X: Seat("offensive", make_player("offensive")), Side.O: Seat("random", make_player("random", seed))}
    return Referee(GAME, Terms()).play(seats, seed)

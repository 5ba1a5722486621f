"""Games of all kinds, early and late, to ask about."""

from collections.abc import Iterator
from random import Random
from typing import Any

from sttt.games.game import Game, Turn
from sttt.games.knowledge import knowledge_of
from sttt.players import registry
from sttt.players.player import Limits


def mixed_games(game: Game[Any], random: Random, count: int) -> Iterator[list[Turn]]:
    """Yield unfinished games, as turns: random play, players of all levels and what the book plays, early and late."""
    levels = registry.levels(game)
    longest = len(game.start().legal_placements())
    for number in range(count):
        turns: list[Turn] = []
        position, plies = game.start(), random.randrange(min(longest, 4 + longest * number // count))
        player = levels[number % len(levels)].make(number)
        while plies > 0 and not position.result:
            known = knowledge_of(game).alone(position).turn(position.side)
            if number % 3 == 0 or random.random() < 0.2:
                turn: Any = tuple(random.sample(position.legal_placements(), position.left))
            else:
                turn = known if number % 3 == 1 and known else player.choose(position, Limits(nodes=200)).turn
            plies -= position.left
            after, counted = game.enter_turn(position, turn)
            if not after.result:
                position = after
                turns.append(counted)
        player.close()
        yield turns

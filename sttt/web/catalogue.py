"""The games and players that the page offers: what is registered, levels first."""

from functools import cache
from typing import Any

from sttt import registry
from sttt.games.game import Game
from sttt.games.shape import Shape
from sttt.players import Strategy
from sttt.web import installed
from sttt.web.messages import CellOut, GameOut, GroupOut, PlayerOut, ShapeOut
from sttt.web.notation import forms

FIRST_GAME = "super-ttt"
"""The project's own."""


@cache
def games() -> list[GameOut]:
    """Return every registered game that has a board to show, the project's own first."""
    found = [installed.game(point.name) for point in registry.installed("sttt.games")]
    strategies = installed.strategies()
    shown = [_game(game, game.shape, strategies) for game in found if game.shape]
    return sorted(shown, key=lambda game: (game.name != FIRST_GAME, game.title))


def usual_question() -> dict[str, Any]:
    """Return what an engine is most likely to be asked: the strongest player of the project's own game."""
    game = installed.game(FIRST_GAME)
    return {"game": game.name, "position": game.format_position(game.start()), "player": game.levels[-1]}


def can_play(game: str, player: str) -> bool:
    """Whether the page offers the player for the game."""
    return any(offered.name == game and player in {one.name for one in offered.players} for offered in games())


def _game(game: Game, shape: Shape, strategies: list[Strategy]) -> GameOut:
    return GameOut(
        name=game.name,
        title=game.title,
        rules=list(game.rules),
        turn=game.start().left,
        shape=_shape(shape),
        players=_players(game, strategies),
        forms=forms(game),
    )


def _players(game: Game, strategies: list[Strategy]) -> list[PlayerOut]:
    levels = {name: level for level, name in enumerate(game.levels, start=1)}
    players = [
        PlayerOut(name=strategy.name, summary=strategy.summary, level=levels.get(strategy.name))
        for strategy in strategies
        if strategy.game in (None, game.name)
    ]
    return sorted(players, key=lambda player: (player.level is None, player.level or 0, player.name))


def _shape(shape: Shape) -> ShapeOut:
    return ShapeOut(
        cells=[CellOut(x=cell.x, y=cell.y, label=cell.label, placement=cell.placement) for cell in shape.cells],
        groups=[
            GroupOut(label=group.label, cells=list(group.cells), lines=[list(line) for line in group.lines])
            for group in shape.groups
        ],
        lines=[list(line) for line in shape.lines],
        owned=shape.owners is not None,
        sides=list(shape.sides),
        width=shape.width,
        height=shape.height,
    )

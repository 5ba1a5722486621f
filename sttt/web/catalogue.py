"""The games and players that the page offers: what is registered, levels first."""

from functools import cache

from sttt.games.game import GAMES, Game, Shape
from sttt.players import registry
from sttt.players.player import Strategy
from sttt.web.engine_process import JsonObject
from sttt.web.messages import CellOut, GameIn, GameOut, GroupOut, PlayerOut, ShapeOut, StrengthOut, UnshownOut
from sttt.web.notation import forms
from sttt.web.table import installed_game, installed_strategies, table_of, view

FIRST_GAME = "super-ttt"
"""The project's own."""


@cache
def games() -> list[GameOut]:
    """Return every registered game that has a board to show, the project's own first."""
    strategies = installed_strategies()
    shown = [_game(game, game.shape, strategies) for game in _installed_games() if game.shape]
    return sorted(shown, key=lambda game: (game.name != FIRST_GAME, game.title))


@cache
def unshown() -> list[UnshownOut]:
    """Return every registered game that has no board to show, with the reason."""
    return [
        UnshownOut(
            name=game.name,
            title=game.title,
            reason=f"Its board is not described, so it is played in the terminal alone: sttt play {game.name}",
        )
        for game in _installed_games()
        if game.shape is None
    ]


def _installed_games() -> list[Game]:
    return [installed_game(game.name) for game in GAMES.all()]


def usual_question() -> JsonObject:
    """Return what an engine is most likely to be asked: the strongest player of the project's own game."""
    game = installed_game(FIRST_GAME)
    return {"game": game.name, "position": game.format_position(game.start()), "player": registry.levels(game)[-1].name}


def can_play(game: str, player: str) -> bool:
    """Return whether the page offers the player for the game."""
    return any(offered.name == game and player in {one.name for one in offered.players} for offered in games())


def _game(game: Game, shape: Shape, strategies: list[Strategy]) -> GameOut:
    start = game.start()
    return GameOut(
        name=game.name,
        title=game.title,
        rules=list(game.rules),
        turn=start.left,
        first=start.side,
        shape=_shape(shape),
        players=_players(game, strategies),
        forms=forms(game),
        view=view(table_of(GameIn(game=game.name))),
    )


def _players(game: Game, strategies: list[Strategy]) -> list[PlayerOut]:
    levels = {name: level for level, name in enumerate(game.levels, start=1)}
    players = [
        PlayerOut(
            name=strategy.name,
            summary=strategy.summary,
            level=levels.get(strategy.name),
            strength=_strength(strategy) if strategy.name in levels else None,
        )
        for strategy in strategies
        if strategy.game in (None, game.name)
    ]
    return sorted(players, key=lambda player: (player.level is None, player.level or 0, player.name))


def _strength(strategy: Strategy) -> StrengthOut | None:
    one = strategy.strength
    return StrengthOut(called=one.called, elo=one.elo, error=one.error) if one else None


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

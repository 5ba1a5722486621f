"""Asking a player for a decision on the command line, and showing it."""

import time
from contextlib import closing
from typing import Any

import click

from sttt.arena.answer import Terms
from sttt.errors import PlayerError
from sttt.games.game import Game, Position
from sttt.players import Decision
from sttt.registry import game_played, make_player

player_option = click.option(
    "--player",
    metavar="NAME",
    help="A player that `sttt players` lists, or PROTOCOL:REST for an external program.  [default: the strongest]",
)


def player_of(game: Game, player: str | None) -> str:
    """Return the player's name, the game's strongest for None; raises `PlayerError` for a player of another game."""
    if player is None:
        return game.levels[-1]
    check_game(player, game)
    return player


def check_game(player: str, game: Game) -> None:
    """Refuse a player of another game with `PlayerError`."""
    played = game_played(player)
    if played not in (None, game.name):
        raise PlayerError(f"{player} plays {played}; expected a player of {game.name}")


def decide(player: str, seed: int | None, position: Position, terms: Terms) -> Decision:
    """Have a newly made player choose a turn for an unfinished position."""
    started = time.monotonic()
    with closing(make_player(player, seed)) as chooser:
        return chooser.choose(position, terms.limits(started))


def to_json(decision: Decision, game: Game) -> dict[str, Any]:
    """Return the decision for JSON, its placements in the game's notation."""
    return {
        "turn": game.format_turn(decision.turn),
        "reason": decision.reason,
        "score": decision.score,
        "depth": decision.depth,
        "nodes": decision.nodes,
        "seconds": decision.seconds,
        "pv": [game.format_turn((placement,)) for placement in decision.pv],
    }


def format_line(position: Position, placements: tuple[int, ...], game: Game) -> str:
    """Write placements from a position on as the turns that they make up: ``x 55+51, o 11+12``."""
    turns: list[tuple[str, list[int]]] = []
    left = 0
    for square in placements:
        if not left:
            turns.append((position.side, []))
            left = position.left
        turns[-1][1].append(square)
        left -= 1
        position = position.play(square)
    return ", ".join(f"{side} {game.format_turn(tuple(turn))}" for side, turn in turns)

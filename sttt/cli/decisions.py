"""Asking a player for a decision on the command line, and showing it."""

import time
from contextlib import closing
from typing import Any

import click

from sttt.arena.answer import Terms
from sttt.games.super_ttt import Position
from sttt.games.super_ttt_text import format_square, format_turn
from sttt.players import Decision
from sttt.registry import make_player

DEFAULT_PLAYER = "alpha-beta"

player_option = click.option(
    "--player",
    default=DEFAULT_PLAYER,
    show_default=True,
    metavar="NAME",
    help="A player that `sttt players` lists, or PROTOCOL:REST for an external program.",
)


def decide(player: str, seed: int | None, position: Position, terms: Terms) -> Decision:
    """Have a newly made player choose a turn for an unfinished position."""
    started = time.monotonic()
    with closing(make_player(player, seed)) as chooser:
        return chooser.choose(position, terms.limits(started))


def to_json(decision: Decision) -> dict[str, Any]:
    """Return the decision for JSON, its placements in the game's notation."""
    return {
        "turn": format_turn(decision.turn),
        "reason": decision.reason,
        "score": decision.score,
        "depth": decision.depth,
        "nodes": decision.nodes,
        "seconds": decision.seconds,
        "pv": [format_square(square) for square in decision.pv],
    }


def format_line(position: Position, placements: tuple[int, ...]) -> str:
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
    return ", ".join(f"{side} {format_turn(tuple(turn))}" for side, turn in turns)

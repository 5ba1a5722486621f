"""``sttt analyze``: what a player thinks of a position, and what each big line still costs both sides."""

import json
from typing import Any

import click

from sttt.cli.decisions import decide, format_line, player_option, to_json
from sttt.cli.options import json_option, make_terms, no_book_option, seated, seed_option, terms_options
from sttt.cli.positions import START, GivenPosition, argument
from sttt.games.game import Side
from sttt.games.super_ttt import LITTLE_LINES, Position, squares
from sttt.games.super_ttt_text import draw, format_position, format_turn
from sttt.kernel.line_costs import line_costs
from sttt.players import Decision

BIG_LINES = tuple("-".join(str(board + 1) for board in squares(line)) for line in LITTLE_LINES)
"""The big lines by the numbers of their little boards, in the order of `line_costs`."""


@click.command()
@click.argument("given", metavar="[POSITION]", type=argument, default=START)
@player_option
@terms_options
@no_book_option
@seed_option
@json_option
def analyze(  # noqa: PLR0913 - one parameter per option
    *,
    given: GivenPosition,
    player: str,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    no_book: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Show a player's turn for POSITION with its score and reason, and the cost of every big line.

    A cost is the fewest placements with which a side still wins the line while the other one passes.
    POSITION is the compact form or (BOARD WHO), or - for standard input; the start unless given.
    """
    position = given.position
    terms = make_terms(seconds, nodes, depth)
    player = seated(player, no_book=no_book)
    decision = None if position.result else decide(player, seed, position, terms)
    if as_json:
        click.echo(json.dumps(_to_json(position, player, decision)))
    else:
        click.echo("\n".join([draw(position), "", *_describe(position, decision), "", *_cost_table(position)]))


def _to_json(position: Position, player: str, decision: Decision | None) -> dict[str, Any]:
    costs = zip(BIG_LINES, *(line_costs(position, side) for side in Side), strict=True)
    return {
        "position": format_position(position),
        "result": position.result,
        "player": player,
        "decision": to_json(decision) if decision else None,
        "costs": [{"line": line, "x": x, "o": o} for line, x, o in costs],
    }


def _describe(position: Position, decision: Decision | None) -> list[str]:
    """Say what the player chose and why, a line each, leaving out what it does not know."""
    if decision is None:
        return ["the game is over"]
    facts = {
        "turn": format_turn(decision.turn),
        "score": None if decision.score is None else f"{decision.score:+} for {position.side}",
        "line": format_line(position, decision.pv) or None,
        "reason": decision.reason,
        "depth": decision.depth,
        "nodes": None if decision.nodes is None else f"{decision.nodes:,}",
        "seconds": None if decision.seconds is None else f"{decision.seconds:.3f}",
    }
    return [f"{name:8} {fact}" for name, fact in facts.items() if fact is not None]


def _cost_table(position: Position) -> list[str]:
    """Return a row for each big line with its cost for x and for o, a dash where it can no longer be won."""
    x, o = (["-" if cost is None else str(cost) for cost in line_costs(position, side)] for side in Side)
    rows = zip(BIG_LINES, x, o, strict=True)
    return ["cost of    x   o", *(f"{line:8} {x_cost:>3} {o_cost:>3}" for line, x_cost, o_cost in rows)]

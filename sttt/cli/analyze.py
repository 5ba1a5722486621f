"""``sttt analyze``: what a player thinks of a position and, for the default game, what each big line still costs."""

import json
import time
from collections.abc import Mapping
from typing import Any

import click

from sttt import registry
from sttt.arena.answer import Terms
from sttt.cli import positions
from sttt.cli.decisions import decide, format_line, player_of, player_option, to_json
from sttt.cli.options import json_option, make_terms, no_book_option, seated, seed_option, terms_options
from sttt.cli.positions import DEFAULT_GAME, GivenPosition
from sttt.errors import PositionError
from sttt.games.game import Side
from sttt.games.super_ttt import LITTLE_LINES, Position, squares
from sttt.kernel.line_costs import line_costs
from sttt.players import Decision

BIG_LINES = tuple("-".join(str(board + 1) for board in squares(line)) for line in LITTLE_LINES)
"""The big lines by the numbers of their little boards, in the order of `line_costs`."""


@click.command()
@click.argument("text", metavar="[POSITION]", required=False)
@positions.game_option
@click.option(
    "--to-move",
    type=click.Choice([side.value for side in Side], case_sensitive=False),
    help="The side to move, where POSITION does not say.",
)
@player_option
@terms_options
@no_book_option
@seed_option
@json_option
def analyze(  # noqa: PLR0913 - one parameter per option
    *,
    text: str | None,
    game_name: str,
    to_move: str | None,
    player: str | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    no_book: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Show a player's turn for POSITION with its score and reason, or all that the player has to say of it.

    For super-ttt the cost of every big line comes along: the fewest placements with which a side still wins the line
    while the other one passes. POSITION is the game's compact form or (BOARD WHO), or - for standard input; the start
    unless given.
    """
    given = positions.given(_with_side(text, to_move), game_name)
    chooser = seated(player_of(given.game, player), no_book=no_book)
    report = _report(given, chooser, seed, Terms(seconds, nodes, depth))
    if as_json:
        click.echo(json.dumps(report.to_json()))
    else:
        click.echo("\n".join([given.game.draw(given.position), *report.describe()]))


def _with_side(text: str | None, to_move: str | None) -> str | None:
    if to_move is None:
        return text
    if text in (None, "-"):
        raise PositionError(f"--to-move {to_move} without a POSITION; expected one to go with it")
    return f"{text}:{to_move}"


def _report(given: GivenPosition, player: str, seed: int, terms: Terms) -> "_Report":
    """Ask the player; without any limit its own analysis takes what it needs, and a decision the default time."""
    analysis = None if ":" in player else registry.strategy(player).analyze
    if analysis:
        return _Report(given, player, None, analysis(given.position, terms.limits(time.monotonic())))
    terms = make_terms(terms.seconds, terms.nodes, terms.depth)
    decision = None if given.position.result else decide(player, seed, given.position, terms)
    return _Report(given, player, decision, {})


class _Report:
    """What is known of a position: a decision, or a player's own analysis."""

    def __init__(
        self, given: GivenPosition, player: str, decision: Decision | None, analysis: Mapping[str, Any]
    ) -> None:
        self._game = given.game
        self._position = given.position
        self._player = player
        self._decision = decision
        self._analysis = analysis

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        known: dict[str, Any] = {
            "game": self._game.name,
            "position": self._game.format_position(self._position),
            "result": self._position.result,
            "player": self._player,
        }
        if self._analysis:
            return {**known, **self._analysis}
        known["decision"] = to_json(self._decision, self._game) if self._decision else None
        if self._game.name == DEFAULT_GAME:
            known["costs"] = _costs(self._position)
        return known

    def describe(self) -> list[str]:
        """Say it in lines, each part after an empty one."""
        if self._analysis:
            width = max(len(name) for name in self._analysis)
            return ["", *(f"{name:{width}}  {json.dumps(value)}" for name, value in self._analysis.items())]
        costs = ["", *_cost_table(self._position)] if self._game.name == DEFAULT_GAME else []
        return ["", *self._describe_decision(), *costs]

    def _describe_decision(self) -> list[str]:
        """Say what the player chose and why, a line each, leaving out what it does not know."""
        decision = self._decision
        if decision is None:
            return ["the game is over"]
        facts = {
            "turn": self._game.format_turn(decision.turn),
            "score": None if decision.score is None else f"{decision.score:+} for {self._position.side}",
            "line": format_line(self._position, decision.pv, self._game) or None,
            "reason": decision.reason,
            "depth": decision.depth,
            "nodes": None if decision.nodes is None else f"{decision.nodes:,}",
            "seconds": None if decision.seconds is None else f"{decision.seconds:.3f}",
        }
        return [f"{name:8} {fact}" for name, fact in facts.items() if fact is not None]


def _costs(position: Position) -> list[dict[str, Any]]:
    """Return each big line with its cost for either side, None where it can no longer be won."""
    costs = zip(BIG_LINES, *(line_costs(position, side) for side in Side), strict=True)
    return [{"line": line, "x": x, "o": o} for line, x, o in costs]


def _cost_table(position: Position) -> list[str]:
    """Return a row for each big line with its cost for x and for o, a dash where it can no longer be won."""
    rows = [["-" if value is None else str(value) for value in row.values()] for row in _costs(position)]
    return ["cost of    x   o", *(f"{line:8} {x:>3} {o:>3}" for line, x, o in rows)]

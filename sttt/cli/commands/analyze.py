"""``sttt analyze`` and ``sttt move``: what a player thinks of a position, and the turn alone."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass

import click

from sttt.cli import positions
from sttt.cli.options import Asking, asking_options, grouped, json_option, player_of, player_option
from sttt.cli.output.tables import standard_output
from sttt.cli.positions import GivenPosition, decide, read_standard_input, to_json
from sttt.errors import PositionError, printable
from sttt.games.game import Side
from sttt.games.lines import BIG_LINES
from sttt.games.super_ttt.classes.costs import line_costs
from sttt.games.super_ttt.position import LITTLE_LINES, Position, squares
from sttt.players import registry
from sttt.players.decision_at import DecisionAt
from sttt.players.player import Decision


@dataclass(frozen=True)
class _Question:
    """The position that is asked about."""

    text: str | None
    game_name: str
    to_move: str | None

    def read(self) -> GivenPosition:
        """Read it, with the side to move where that is told by itself."""
        if self.to_move is None:
            return positions.given(self.text, self.game_name)
        if self.text in (None, "-"):
            raise PositionError(f"--to-move {self.to_move} without a POSITION; expected one to go with it")
        return positions.given(f"{self.text}:{self.to_move}", self.game_name)


@click.command(short_help="Show the turn a player would make, its score and reason.")
@grouped(
    "question",
    _Question,
    click.argument("text", metavar="[POSITION]", required=False),
    positions.game_option,
    click.option(
        "--to-move",
        type=click.Choice([side.value for side in Side], case_sensitive=False),
        help="The side to move, where POSITION does not say.",
    ),
)
@player_option
@asking_options
@json_option
def analyze(*, question: _Question, player: str | None, asking: Asking, as_json: bool) -> None:
    """Show a player's turn for POSITION with its score and reason, or all that the player has to say of it.

    For super-ttt the cost of every big line comes along: the fewest placements with which a side still wins the line
    while the other one passes. POSITION is the game's compact form or (BOARD WHO), or - for standard input; the start
    unless given.
    """
    given = question.read()
    report = _report(given, asking.seated(player_of(given.game, player)), asking)
    if as_json:
        click.echo(json.dumps(report.to_json()))
    else:
        standard_output().say("\n".join([given.game.draw(given.position), *map(printable, report.describe())]))


@click.command()
@positions.game_option
@player_option
@asking_options
@json_option
def move(*, game_name: str, player: str | None, asking: Asking, as_json: bool) -> None:
    """Choose a turn for the position on standard input.

    The position is the compact form, answered like 55+51, or (BOARD WHO), answered like ((5 . 5) (5 . 1)).
    """
    given = read_standard_input(game_name)
    chooser = asking.seated(player_of(given.game, player))
    decision = decide(chooser, asking.seed, given, asking.terms_or_default())
    click.echo(json.dumps(to_json(decision, given.game)) if as_json else given.format_turn(decision.turn))


def _report(given: GivenPosition, player: str, asking: Asking) -> "_Report":
    """Ask the player; without any limit its own analysis takes what it needs, and a decision the default time."""
    analysis = None if ":" in player else registry.strategy(player).analyze
    if analysis:
        return _Report(given, player, None, analysis(given.position, asking.terms().limits(time.monotonic())))
    over = given.position.result
    decision = None if over else decide(player, asking.seed, given, asking.terms_or_default())
    return _Report(given, player, decision, {})


class _Report:
    """What is known of a position: a decision, or a player's own analysis."""

    def __init__(
        self, given: GivenPosition, player: str, decision: Decision | None, analysis: Mapping[str, object]
    ) -> None:
        self._game = given.game
        self._position = given.position
        self._player = player
        self._decision = decision
        self._analysis = analysis

    def to_json(self) -> dict[str, object]:
        """Return it as plain JSON values."""
        known: dict[str, object] = {
            "game": self._game.name,
            "position": self._game.format_position(self._position),
            "result": self._position.result,
            "player": self._player,
        }
        if self._analysis:
            return {**known, **self._analysis}
        known["decision"] = to_json(self._decision, self._game) if self._decision else None
        if isinstance(self._position, Position):
            known["costs"] = _costs(self._position)
        return known

    def describe(self) -> list[str]:
        """Say it in lines, each part after an empty one."""
        if self._analysis:
            width = max(len(name) for name in self._analysis)
            return ["", *(f"{name:{width}}  {json.dumps(value)}" for name, value in self._analysis.items())]
        costs = ["", *_cost_table(self._position)] if isinstance(self._position, Position) else []
        return ["", *self._describe_decision(), *costs]

    def _describe_decision(self) -> list[str]:
        """Say what the player chose and why, a line each, leaving out what it does not know."""
        decision = self._decision
        if decision is None:
            return ["the game is over"]
        facts = DecisionAt(self._game, self._position, decision).facts()
        return [f"{name:8} {fact}" for name, fact in facts.items()]


def _costs(position: Position) -> list[dict[str, object]]:
    """Return each big line by its boards and by name, with its cost for either side, None where it can't be won."""
    lines = [squares(line) for line in LITTLE_LINES]  # in the order of `line_costs`
    costs = zip(lines, *(line_costs(position, side) for side in Side), strict=True)
    return [
        {"line": "-".join(str(board + 1) for board in line), "name": BIG_LINES[tuple(line)], "x": x, "o": o}
        for line, x, o in costs
    ]


def _cost_table(position: Position) -> list[str]:
    """Return a row for each big line with its cost for x and for o, a dash where it can no longer be won."""
    rows = [["-" if row[key] is None else str(row[key]) for key in ("name", "x", "o")] for row in _costs(position)]
    width = max(len(name) for name, _, _ in rows)
    return [f"{'cost of':{width}}   x   o", *(f"{name:{width}} {x:>3} {o:>3}" for name, x, o in rows)]

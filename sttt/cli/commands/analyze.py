"""``sttt analyze`` and ``sttt move``: what a player thinks of a position, and the turn alone."""

import json
import sys
from dataclasses import dataclass

import click

from sttt.batch.report import PositionReport, decide, decision_data, report
from sttt.cli import positions
from sttt.cli.options import (
    Asking,
    Workplace,
    asking_options,
    grouped,
    json_option,
    player_of,
    player_option,
    workplace_options,
)
from sttt.cli.output.streams import output_error_named
from sttt.cli.output.tables import standard_output
from sttt.cli.positions import GivenPosition, read_standard_input
from sttt.errors import PlayerError, PositionError, printable
from sttt.games.game import Side
from sttt.games.lines import BIG_LINES
from sttt.games.super_ttt.classes.costs import line_costs
from sttt.games.super_ttt.position import LITTLE_LINES, Position, squares
from sttt.games.wording import verdict_data
from sttt.players import registry
from sttt.players.decision_at import DecisionAt
from sttt.strict_json import JsonObject


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


@dataclass(frozen=True)
class _Batch:
    """The options of queries in place of one position, and how many are answered at once."""

    stdin: bool
    allow_programs: bool

    def check(self, question: _Question, workplace: Workplace) -> None:
        """Refuse what does not go together with `click.UsageError`."""
        if not self.stdin and workplace != Workplace("local", None, None):
            raise click.UsageError("--jobs and --executor are for many positions; expected --stdin to go with them")
        if not self.stdin and self.allow_programs:
            raise click.UsageError("--allow-programs is for queries; expected --stdin to go with it")
        if self.stdin and (question.text, question.to_move) != (None, None):
            raise click.UsageError("--stdin takes positions from lines of JSON; expected no POSITION and no --to-move")

    def run(self, game_name: str, player: str | None, asking: Asking, workplace: Workplace) -> None:
        """Answer the lines of standard input on standard output."""
        from sttt.batch.engine import BatchEngine, lines_of, write_to  # noqa: PLC0415 - one position needs no processes
        from sttt.batch.question import Defaults, answer  # noqa: PLC0415 - the same

        defaults = Defaults(
            game=registry.game(game_name).name,
            seat=lambda game, name: asking.seated(player_of(game, player if name is None else self._allowed(name))),
            terms=asking.terms(),
            seed=asking.seed,
        )
        write = output_error_named()(write_to(sys.stdout.fileno()))
        with workplace.workers(answer) as workers:
            BatchEngine(defaults, workers, write).run(lines_of(sys.stdin.fileno()))

    def _allowed(self, name: str) -> str:
        """Return the player that a query names; raises `PlayerError` for a program, which would run."""
        if registry.is_external(name) and not self.allow_programs:
            raise PlayerError(f"{name} is a program; expected a registered player, or the option --allow-programs")
        return name


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
@workplace_options
@grouped(
    "batch",
    _Batch,
    click.option(
        "--stdin",
        is_flag=True,
        help="Answer queries, lines of JSON on standard input, with lines of JSON, many at once. The other options "
        "hold where a query is silent.",
    ),
    click.option(
        "--allow-programs",
        is_flag=True,
        help="With --stdin: run the programs that queries name as players (PROTOCOL:REST, a manifest).",
    ),
)
def analyze(  # noqa: PLR0913 - groups of options
    *,
    question: _Question,
    player: str | None,
    asking: Asking,
    as_json: bool,
    workplace: Workplace,
    batch: _Batch,
) -> None:
    """Show a player's turn for POSITION with its score and reason, or all that the player has to say of it.

    For super-ttt the cost of every big line comes along: the fewest placements with which a side still wins the line
    while the other one passes. POSITION is the game's compact form or (BOARD WHO), or - for standard input; the start
    unless given.
    """
    batch.check(question, workplace)
    if batch.stdin:
        batch.run(question.game_name, player, asking, workplace)
        return
    given = question.read()
    seated = asking.seated(player_of(given.game, player))
    shown = _Shown(report(given.game, given.position, seated, asking.seed, asking.terms()))
    if as_json:
        click.echo(json.dumps(shown.to_json()))
    else:
        standard_output().say("\n".join([given.game.draw(given.position), *map(printable, shown.describe())]))


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
    decision = decide(given.game, given.unfinished(), chooser, asking.seed, asking.terms_or_default())
    if as_json:
        said = PositionReport(given.game, given.position, chooser, decision)
        click.echo(
            json.dumps(
                {
                    **decision_data(decision, given.game),
                    "verdict": verdict_data(given.game, given.position, said.verdict),
                }
            )
        )
    else:
        click.echo(given.format_turn(decision.turn))


class _Shown:
    """A player's analysis of a position and, for super-ttt, the cost of every big line for both sides."""

    def __init__(self, said: PositionReport) -> None:
        self._said = said
        self._game = said.game
        self._position = said.position
        self._costs = [] if said.analysis or not isinstance(said.position, Position) else _costs(said.position)

    def to_json(self) -> JsonObject:
        """Return it as plain JSON values."""
        return {**self._said.to_json(), **({"costs": self._costs} if self._costs else {})}

    def describe(self) -> list[str]:
        """Say it in lines, each part after an empty one."""
        analysis = self._said.analysis
        if analysis:
            width = max(len(name) for name in analysis)
            facts = [f"{name:{width}}  {json.dumps(value)}" for name, value in analysis.items() if value is not None]
            return ["", self._said.words, *facts]
        costs = ["", *_cost_table(self._costs)] if self._costs else []
        return ["", *self._describe_decision(), *costs]

    def _describe_decision(self) -> list[str]:
        """Say what the player chose and why, a line each, leaving out what it does not know."""
        decision = self._said.decision
        if decision is None:
            return ["the game is over"]
        facts = DecisionAt(self._game, self._position, decision).facts() | {"verdict": self._said.words}
        return [f"{name:8} {fact}" for name, fact in facts.items()]


def _costs(position: Position) -> list[JsonObject]:
    """Return each big line by its boards and by name, with its cost for either side, None where it can't be won."""
    lines = [squares(line) for line in LITTLE_LINES]  # in the order of `line_costs`
    costs = zip(lines, *(line_costs(position, side) for side in Side), strict=True)
    return [
        {"line": "-".join(str(board + 1) for board in line), "name": BIG_LINES[tuple(line)], "x": x, "o": o}
        for line, x, o in costs
    ]


def _cost_table(costs: list[JsonObject]) -> list[str]:
    """Return a row for each big line with its cost for x and for o, a dash where it can no longer be won."""
    rows = [["-" if row[key] is None else str(row[key]) for key in ("name", "x", "o")] for row in costs]
    width = max(len(name) for name, _, _ in rows)
    return [f"{'cost of':{width}}   x   o", *(f"{name:{width}} {x:>3} {o:>3}" for name, x, o in rows)]

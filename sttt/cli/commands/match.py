"""``sttt match``: a series of games between two players, sides alternating, from the start or random openings."""

import json
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click

from sttt.arena.play.guard import play_guarded
from sttt.arena.play.match import check_players, play_pairing
from sttt.arena.statistics.sprt import Sprt
from sttt.arena.tournaments.plan import Format, Plan
from sttt.bounds import MOST_GAMES
from sttt.cli.numbers import Count
from sttt.cli.options import (
    SPRT_GAMES,
    Conditions,
    Workplace,
    beginning,
    conditions_options,
    grouped,
    json_option,
    repeating,
    sprt_option,
    workplace_options,
)
from sttt.cli.output.game_view import GameView
from sttt.cli.output.match import MatchWatch, RecordFile
from sttt.cli.output.streams import complaining_later
from sttt.cli.output.tables import standard_error, standard_output, with_live_table
from sttt.cli.series import Keeping, keeping_options
from sttt.cli.usage import warn_of_slowness
from sttt.errors import RecordError
from sttt.execution.executor import Executor, LocalExecutor
from sttt.execution.provenance import provenance
from sttt.execution.revision import build_of
from sttt.players import registry

GAMES = 10


@dataclass(frozen=True)
class _Schedule:
    """Who plays whom, and how many games or until which test ends them."""

    first: str
    second: str
    games: int | None
    sprt: Sprt | None
    build_a: str | None
    build_b: str | None

    @property
    def most(self) -> int:
        """The most games that may be played."""
        return self.games or (SPRT_GAMES if self.sprt else GAMES)

    def plan(self, conditions: Conditions) -> Plan:
        """Return the plan of the match, a tournament of two."""
        registry.game(conditions.game_name)
        entered = conditions.entered((self.first, self.second))
        builds = zip(entered, (self.build_a, self.build_b), strict=True)
        entered = tuple(_of_build(player, revision) for player, revision in builds)
        return Plan(
            game=conditions.game_name,
            format=Format.ROUND_ROBIN,
            players=entered,
            games=self.most,
            random_turns=conditions.turns_drawn(entered, self.most),
            terms=conditions.terms_or_default(),
            seed=conditions.seed,
            build=str(provenance()),
            sprt=self.sprt,
        )


@dataclass(frozen=True)
class _Output:
    """Where the games and what they say are shown."""

    show: bool
    as_json: bool
    save: Path | None
    verdict: Path | None

    def check(self, workplace: Workplace) -> None:
        """Raise `click.UsageError` for what contradicts itself."""
        if self.show and (self.as_json or (workplace.jobs or 1) > 1 or workplace.where != "local"):
            raise click.UsageError(
                "--show plays one game at a time on standard output; expected no --json, --jobs or --executor"
            )


@click.command(short_help="Play games between two players; say who is better.")
@grouped(
    "schedule",
    _Schedule,
    click.argument("first", metavar="A"),
    click.argument("second", metavar="B"),
    click.option(
        "--games",
        type=Count(most=MOST_GAMES),
        help=f"Number of games, the most with --sprt.  [default: {GAMES}, with --sprt {SPRT_GAMES}]",
    ),
    sprt_option,
    click.option("--build-a", metavar="REV", help="Play A as of this revision of the checkout, built once and kept."),
    click.option("--build-b", metavar="REV", help="Play B as of this revision."),
)
@conditions_options
@workplace_options
@keeping_options
@grouped(
    "output",
    _Output,
    click.option("--show", is_flag=True, help="Show every turn as it is played, one game at a time."),
    json_option,
    click.option(
        "--save",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write the games' records over a file: as JSON lines if its name ends in .jsonl, else as text.",
    ),
    click.option(
        "--verdict",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write what the tables say over a file, to attach to a change.",
    ),
)
@complaining_later()
def match(
    *, schedule: _Schedule, conditions: Conditions, workplace: Workplace, keeping: Keeping, output: _Output
) -> None:
    """Play games between the players A and B, who play X in turn: A in the first game, B in the second.

    A player is a name that `sttt players` lists, PROTOCOL:REST for an external program, or FILE.py:CLASS for your own.
    With --archive, a match that was broken off in any way goes on where it stopped with --resume.
    """
    output.check(workplace)
    plan = schedule.plan(conditions)
    executor = LocalExecutor() if output.show else workplace.executor(plan.players)
    check_players(plan.players, plan.game)
    warn_of_slowness()
    with keeping.series(plan, workplace.processes) as series:
        watch = MatchWatch(series)
        unsaved = _play(watch, executor, keeping, output)
        if output.as_json:
            known = {"game": plan.game, "seed": plan.seed, "random_turns": plan.random_turns, **asdict(plan.terms)}
            click.echo(json.dumps({**known, **watch.to_json()}))
        else:
            watch.print()
            for line in repeating(series.openings):
                standard_output().say(f" {line}")
        if output.verdict:
            _write_verdict(output.verdict, watch)
    if unsaved:
        raise unsaved


def _write_verdict(file: Path, watch: MatchWatch) -> None:
    plan = watch.series.plan
    terms = ", ".join(f"{key} {value}" for key, value in asdict(plan.terms).items() if value is not None)
    try:
        file.write_text(f"{plan.game}, {terms}, seed {plan.seed}, build {plan.build}\n{watch}\n", encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(file), error.strerror) from error


def _of_build(player: str, revision: str | None) -> str:
    """Return a player as of a revision; the installed one for None."""
    if revision is None:
        return player
    if registry.is_external(player):
        raise click.UsageError(f"{player} is a program; expected a player of ours for --build-a and --build-b")
    return build_of(revision, standard_error().say).player(player)


def _play(watch: MatchWatch, executor: Executor, keeping: Keeping, output: _Output) -> RecordError | None:
    """Play the games that are due, saving each as soon as those before it are over, too.

    Return what kept a game from being saved, which ends the match.
    """
    plan = watch.series.plan
    view = GameView(registry.game(plan.game), standard_output(), plan.games) if output.show else None
    play = partial(play_pairing, observer=view) if view else play_guarded
    with ExitStack() as stack:
        file = stack.enter_context(RecordFile(output.save)) if output.save else None
        if not output.as_json:
            standard_output().say(beginning(plan.random_turns))
        stack.enter_context(keeping.resumable())
        games = stack.enter_context(closing(watch.taking(watch.series.play(executor, play))))
        try:
            for record in games if view else with_live_table(games, watch.series.listed, watch.draw):
                if file:
                    file.write(record)
        except RecordError as error:
            return error
    return None

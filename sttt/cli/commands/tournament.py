"""``sttt tournament``: many players, every game of theirs kept in an archive if one is named."""

import json
from contextlib import closing
from dataclasses import dataclass

import click
from rich.console import Group, RenderableType

from sttt.arena.play.match import check_players
from sttt.arena.statistics.sprt import Sprt
from sttt.arena.tournaments.plan import Format, Knockout, Plan
from sttt.arena.tournaments.results import TournamentResults
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
from sttt.cli.output.streams import complaining_later
from sttt.cli.output.tables import drawn, standard_output, with_live_table
from sttt.cli.series import Keeping, keeping_options
from sttt.execution.provenance import provenance
from sttt.players import registry

DEFAULT_GAMES = 2


@dataclass(frozen=True)
class _Schedule:
    """Who plays, who meets whom, and how often."""

    players: tuple[str, ...]
    format_name: str
    games: int | None
    total: int | None
    final_games: int | None
    sections: int | None
    qualifiers: int | None
    sprt: Sprt | None

    def check(self) -> None:
        """Raise `click.UsageError` for what contradicts itself."""
        if self.sprt is not None and self.format_name == Format.KNOCKOUT:
            raise click.UsageError("a knockout goes by points, not by tests; expected no --sprt with it")
        if self.games is not None and self.total is not None:
            raise click.UsageError("--games is for each meeting and --total for all; expected at most one of the two")
        if self.total is not None and self.format_name == Format.KNOCKOUT:
            raise click.UsageError("nobody knows how many meetings a knockout will have; expected --games, not --total")

    def plan(self, conditions: Conditions) -> Plan:
        """Return the plan of the tournament."""
        entered = self._entered(conditions)
        games = self.total or self.games or (SPRT_GAMES if self.sprt else DEFAULT_GAMES)
        return Plan(
            game=conditions.game_name,
            format=Format(self.format_name),
            players=entered,
            games=games,
            random_turns=conditions.turns_drawn(entered, games),
            terms=conditions.terms_or_default(),
            seed=conditions.seed,
            build=str(provenance()),
            in_all=self.total is not None,
            knockout=self._knockout(games),
            sprt=self.sprt,
        )

    def _entered(self, conditions: Conditions) -> tuple[str, ...]:
        """Return the names of the players as they are to play, each once and all of this game."""
        registry.game(conditions.game_name)
        entered = tuple(map(conditions.seated, self.players))
        if len(set(entered)) < max(2, len(entered)):
            raise click.UsageError(f"{', '.join(entered)} are not two or more different players; expected each once")
        return conditions.entered(self.players)

    def _knockout(self, games: int) -> Knockout | None:
        if self.format_name != Format.KNOCKOUT:
            if (self.final_games, self.sections, self.qualifiers) != (None, None, None):
                raise click.UsageError("--final-games, --sections and --qualifiers belong to --format knockout")
            return None
        if self.qualifiers is not None and self.sections is None:
            raise click.UsageError("--qualifiers needs --sections; expected how many sections there are")
        return Knockout(self.final_games or games, self.sections or 0, self.qualifiers or Knockout.qualifiers)


@click.command(short_help="Let two or more players meet.")
@grouped(
    "schedule",
    _Schedule,
    click.argument("players", metavar="PLAYER PLAYER...", nargs=-1, required=True),
    click.option(
        "--format",
        "format_name",
        type=click.Choice([one.value for one in Format]),
        default=Format.ROUND_ROBIN.value,
        show_default=True,
        help="Who meets whom.",
    ),
    click.option(
        "--games",
        type=Count(most=MOST_GAMES),
        help=f"Games of each meeting of two players, the most with --sprt.  [default: {DEFAULT_GAMES}, with --sprt "
        f"{SPRT_GAMES}]",
    ),
    click.option(
        "--total",
        type=Count(most=MOST_GAMES),
        help="Games in all, dealt out to the meetings in pairs, instead of --games.",
    ),
    click.option("--final-games", type=Count(most=MOST_GAMES), help="Games of a knockout's final.  [default: --games]"),
    click.option(
        "--sections",
        type=Count(most=MOST_GAMES),
        help="Round robins played first for the places in a knockout.  [default: none, everybody is in it]",
    ),
    click.option(
        "--qualifiers",
        type=Count(most=MOST_GAMES),
        help="How many go on from each section.  [default: 4 with --sections]",
    ),
    sprt_option,
)
@conditions_options
@workplace_options
@keeping_options
@json_option
@complaining_later()
def tournament(
    *, schedule: _Schedule, conditions: Conditions, workplace: Workplace, keeping: Keeping, as_json: bool
) -> None:
    """Have two or more players meet: round robin, the first against all others, or a knockout with a final.

    A player is a name that `sttt players` lists, or PROTOCOL:REST for an external program. A win is worth 2 points, a
    draw 1. With --archive, a tournament that was broken off in any way goes on where it stopped with --resume. With
    --sprt, each meeting is a test of its first player against the other, of at most --games games, and ends with it.
    """
    schedule.check()
    plan = schedule.plan(conditions)
    executor = workplace.executor(plan.players)
    check_players(plan.players, plan.game)
    with keeping.series(plan, workplace.processes) as series:
        results = TournamentResults(series)
        if not as_json:
            standard_output().say(beginning(plan.random_turns))
        with keeping.resumable(), closing(series.play(executor)) as games:
            total = len(series.due) if plan.knockout is None else None
            for _ in with_live_table(results.taking(games), total, lambda: _table(results)):
                pass
        results = TournamentResults(series)  # without the games that decided tests have withdrawn
        if as_json:
            click.echo(json.dumps(results.to_json()))
        else:
            standard_output().print(_table(results))
            for line in repeating(series.openings):
                standard_output().say(f" {line}")


def _table(results: TournamentResults) -> RenderableType:
    """Draw the tables as they are now."""
    return Group(*map(drawn, results.sheets()))

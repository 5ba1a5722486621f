"""``sttt experiment``: two players compared from every opening, at equal depth and at equal time."""

import json
from contextlib import closing
from dataclasses import dataclass

import click
from rich.table import Table

from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_all
from sttt.arena.statistics.tally import Tally, format_seconds
from sttt.arena.tournaments.experiment import PairedScore, find, pairings
from sttt.cli.numbers import Count, Seconds
from sttt.cli.options import grouped, jobs_option, json_option, seed_option
from sttt.cli.output.tables import new_table, standard_output, with_progress
from sttt.execution.executor import cores
from sttt.players import registry
from sttt.players.player import Comparison


@dataclass(frozen=True)
class _Series:
    """Which series of games are played."""

    plies: tuple[int, ...]
    depths: tuple[int, ...]
    seconds: tuple[float, ...]

    def terms(self, comparison: Comparison) -> list[Terms]:
        """Return the terms of each series, those of the experiment itself unless told."""
        given = self if self.depths or self.seconds else comparison
        return [*(Terms(None, depth=depth) for depth in given.depths), *(Terms(limit) for limit in given.seconds)]


@click.command(short_help="Compare two players from every opening.")
@click.argument("name", metavar="EXPERIMENT")
@grouped(
    "series",
    _Series,
    click.option("--plies", type=Count(0), multiple=True, help="Length of the openings; may be repeated."),
    click.option("--depth", "depths", type=Count(), multiple=True, help="Search depth; may be repeated."),
    click.option("--time", "seconds", type=Seconds(), multiple=True, help="Seconds for a turn; may be repeated."),
)
@seed_option
@jobs_option
@json_option
def experiment(*, name: str, series: _Series, seed: int, jobs: int | None, as_json: bool) -> None:
    """Play the two players of EXPERIMENT from every opening, with both sides of it, and say what that shows.

    Openings that a symmetry of the game makes equal count once. Without --depth and --time the experiment's own series
    are played: both players search equally deep in some and have equal time in others. p is the exact sign test's: how
    probable at least so uneven a split of the openings would be if the players were equal. A game that a player failed
    to go on with in time is lost, and counted under "failed" as well.
    """
    comparison = registry.EXPERIMENTS.find(name)
    plies = series.plies or comparison.plies
    findings = [_measure(comparison, plies, one, seed, jobs or cores()) for one in series.terms(comparison)]
    if as_json:
        known = {"experiment": name, "first": comparison.first, "second": comparison.second, "plies": plies}
        click.echo(json.dumps({**known, "findings": [finding.to_json() for finding in findings]}))
        return
    console = standard_output()
    console.print(comparison.question)
    console.print(_table(comparison, plies, findings))


def _measure(comparison: Comparison, plies: tuple[int, ...], terms: Terms, seed: int, jobs: int) -> PairedScore:
    games = pairings(comparison, registry.game(comparison.game), plies, seed)
    with closing(play_all(games, terms, jobs)) as records:
        return find(comparison, terms, list(with_progress(records, len(games), f"games, {_name(terms)}")))


def _name(terms: Terms) -> str:
    return f"depth {terms.depth}" if terms.depth else f"{terms.seconds:g} s"


def _table(comparison: Comparison, plies: tuple[int, ...], findings: list[PairedScore]) -> Table:
    """Return a row for each series: won, drawn and lost per side, and by openings the score and its significance."""
    of_length = ", ".join(str(count) for count in plies)
    title = f"{comparison.first} against {comparison.second}, all openings of {of_length} plies"
    columns = ("as x", "as o", "openings better-worse", "score % (95 %)", "p", "slowest turns", "failed")
    table = new_table(title, "both", *columns)
    for finding in findings:
        low, high = (100 * end for end in (finding.interval.low, finding.interval.high))
        table.add_row(
            _name(finding.terms),
            *(_counts(counted) for counted in (finding.as_x, finding.as_o)),
            f"{finding.better}-{finding.worse} of {finding.pairs.trials}",
            f"{100 * finding.score:.1f} ({low:.1f} to {high:.1f})",
            f"{finding.significance:.2g}",
            ", ".join(format_seconds(one) for one in finding.slowest),
            ", ".join(str(one) for one in finding.failed),
        )
    return table


def _counts(counted: Tally) -> str:
    return f"{counted.won}-{counted.drawn}-{counted.lost}"

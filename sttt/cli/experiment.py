"""``sttt experiment``: two players compared from every opening, at equal depth and at equal time."""

import json
from contextlib import closing

import click
from rich.table import Table

from sttt import registry
from sttt.arena.answer import Terms
from sttt.arena.experiment import Finding, find, pairings
from sttt.arena.processes import cores, play_all
from sttt.arena.statistics import Tally
from sttt.cli.options import Seconds, jobs_option, json_option, seed_option
from sttt.cli.progress import with_progress
from sttt.cli.tables import format_seconds, new_table, standard_output
from sttt.players import Comparison


@click.command()
@click.argument("name", metavar="EXPERIMENT")
@click.option("--plies", type=click.IntRange(min=0), multiple=True, help="Length of the openings; may be repeated.")
@click.option("--depth", "depths", type=click.IntRange(min=1), multiple=True, help="Search depth; may be repeated.")
@click.option("--time", "seconds", type=Seconds(), multiple=True, help="Seconds for a turn; may be repeated.")
@seed_option
@jobs_option
@json_option
def experiment(  # noqa: PLR0913 - one parameter per option
    *,
    name: str,
    plies: tuple[int, ...],
    depths: tuple[int, ...],
    seconds: tuple[float, ...],
    seed: int,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Play the two players of EXPERIMENT from every opening, with both sides of it, and say what that shows.

    Openings that a symmetry of the game makes equal count once. Without --depth and --time the experiment's own series
    are played: both players search equally deep in some and have equal time in others. p is the exact sign test's: how
    probable at least so uneven a split of the openings would be if the players were equal. A game that a player failed
    to go on with in time is lost, and counted under "failed" as well.
    """
    comparison = registry.comparison(name)
    plies = plies or comparison.plies
    if not depths and not seconds:
        depths, seconds = comparison.depths, comparison.seconds
    terms = [*(Terms(None, depth=depth) for depth in depths), *(Terms(limit) for limit in seconds)]
    findings = [_measure(comparison, plies, one, seed, jobs or cores()) for one in terms]
    if as_json:
        known = {"experiment": name, "first": comparison.first, "second": comparison.second, "plies": plies}
        click.echo(json.dumps({**known, "findings": [finding.to_json() for finding in findings]}))
        return
    console = standard_output()
    console.print(comparison.question)
    console.print(_table(comparison, plies, findings))


def _measure(comparison: Comparison, plies: tuple[int, ...], terms: Terms, seed: int, jobs: int) -> Finding:
    games = pairings(comparison, registry.game(comparison.game), plies, seed)
    with closing(play_all(games, terms, jobs)) as records:
        return find(comparison, terms, list(with_progress(records, len(games), f"games, {_name(terms)}")))


def _name(terms: Terms) -> str:
    return f"depth {terms.depth}" if terms.depth else f"{terms.seconds:g} s"


def _table(comparison: Comparison, plies: tuple[int, ...], findings: list[Finding]) -> Table:
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

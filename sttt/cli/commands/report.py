"""``sttt report``: what a file of games says, as one page of HTML."""

import json
from dataclasses import dataclass
from pathlib import Path

import click

from sttt.arena.report.page import content_of, render
from sttt.arena.report.record_source import read_games
from sttt.arena.statistics.workers import WorkerTallies
from sttt.cli.numbers import Whole
from sttt.cli.options import grouped, json_option
from sttt.cli.output.tables import name_damage, standard_output
from sttt.errors import RecordError
from sttt.execution.foreign import replacing
from sttt.games.records.record import GameRecord
from sttt.players import registry


@dataclass(frozen=True)
class _Source:
    """Which games a report is about."""

    file: Path
    game_name: str | None
    tournament: int | None

    def read(self) -> tuple[list[GameRecord], WorkerTallies]:
        """Read them, all of one game, with what each worker of a cluster has played of them."""
        games = read_games(self.file, self.tournament, name_damage)
        names = sorted({record.game for record, _ in games})
        if self.game_name is None and len(names) > 1:
            raise click.UsageError(f"{self.file} holds games of {', '.join(names)}; expected --game with one of them")
        chosen = [(record, worker) for record, worker in games if self.game_name in (None, record.game)]
        if not chosen:
            which = f" of {self.game_name}" if self.game_name else ""
            raise click.UsageError(f"{self.file} holds no games{which}; expected at least one")
        workers = WorkerTallies()
        for record, worker in chosen:
            workers.add(worker, record)
        return [record for record, _ in chosen], workers


@click.command(short_help="Make a page of games, with ratings, charts and replays.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the page.  [default: FILE with the ending .html]",
)
@click.option("--title", help="Title of the page.  [default: the players, or how many there are]")
@grouped(
    "source",
    _Source,
    click.argument("file", type=click.Path(dir_okay=False, path_type=Path)),
    click.option("--game", "game_name", help="Report on the games of this game, where FILE holds several."),
    click.option("--tournament", type=Whole(), metavar="ID", help="Report on one tournament of an archive."),
)
@json_option
def report(*, source: _Source, output: Path | None, title: str | None, as_json: bool) -> None:
    """Report on the games in FILE: a page with ratings, cross-table, charts and replays.

    FILE is what `sttt match --save` or `sttt tournament --archive` writes. The page opens in any browser, offline:
    everything is in it.
    """
    records, workers = source.read()
    if as_json:
        click.echo(json.dumps({**content_of(records).to_json(), "workers": workers.to_json()}))
        return
    page = render(records, registry.game(records[0].game), title or _title(records), workers.sheets())
    output = output or source.file.with_suffix(".html")
    try:
        with replacing(output) as whole:
            whole.write(page.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise RecordError(f"cannot write {output}: {error.strerror}; expected to write the page there") from error
    standard_output().say(str(output))


def _title(records: list[GameRecord]) -> str:
    players = sorted({name for record in records for name in (record.x, record.o)})
    return " against ".join(players) if len(players) <= 2 else f"{len(players)} players"

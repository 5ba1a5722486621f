"""``sttt report``: what a file of games says, as one page of HTML."""

import json
from pathlib import Path

import click

from sttt import registry
from sttt.arena.record_source import read_records
from sttt.arena.report.content import content_of
from sttt.arena.report.page import render
from sttt.cli.options import json_option
from sttt.games.record import GameRecord


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the page.  [default: FILE with the ending .html]",
)
@click.option("--title", help="Title of the page.  [default: the players, or how many there are]")
@click.option("--game", "game_name", help="Report on the games of this game, where FILE holds several.")
@click.option("--tournament", type=int, metavar="ID", help="Report on one tournament of an archive.")
@json_option
def report(  # noqa: PLR0913 - one parameter per option
    file: Path,
    *,
    output: Path | None,
    title: str | None,
    game_name: str | None,
    tournament: int | None,
    as_json: bool,
) -> None:
    """Report on the games in FILE: a page with ratings, cross-table, charts and replays.

    FILE is what `sttt match --save` or `sttt tournament --archive` writes. The page opens in any browser, offline:
    everything is in it.
    """
    records = _of_one_game(read_records(file, tournament), game_name, file)
    if as_json:
        click.echo(json.dumps(content_of(records).to_json()))
        return
    page = render(records, registry.game(records[0].game), title or _title(records))
    output = output or file.with_suffix(".html")
    try:
        output.write_text(page, encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error
    click.echo(output)


def _of_one_game(records: list[GameRecord], game_name: str | None, file: Path) -> list[GameRecord]:
    names = sorted({record.game for record in records})
    if game_name is None and len(names) > 1:
        raise click.UsageError(f"{file} holds games of {', '.join(names)}; expected --game with one of them")
    chosen = [record for record in records if game_name in (None, record.game)]
    if not chosen:
        raise click.UsageError(f"{file} holds no games{f' of {game_name}' if game_name else ''}; expected at least one")
    return chosen


def _title(records: list[GameRecord]) -> str:
    players = sorted({name for record in records for name in (record.x, record.o)})
    return " against ".join(players) if len(players) <= 2 else f"{len(players)} players"

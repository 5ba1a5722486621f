"""``sttt archive``: what an archive of tournaments holds."""

import json
import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import click

from sttt.arena.archive.archive import Archive
from sttt.arena.archive.rows import ArchivedGame, ArchivedTournament, Selection
from sttt.arena.report.record_source import read_records
from sttt.board.picture import picture as svg_of
from sttt.cli.numbers import Count, Whole
from sttt.cli.options import json_option, selection_options
from sttt.cli.output.game_view import GameView
from sttt.cli.output.match import RecordFile
from sttt.cli.output.tables import name_damage, new_table, standard_output
from sttt.distribution import needs_extra
from sttt.errors import ArchiveError
from sttt.games.records.json_lines import format_json
from sttt.games.records.record import replay as replayed
from sttt.games.records.text import format_text
from sttt.players import registry

PICTURES = (".svg", ".png", ".gif")

PAGE = 100
"""Games in one table."""


class _ArchiveFile(click.Path):
    """The path of an archive; the name of a command in its place is named as that."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, path_type=Path)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Path:  # type: ignore[override]
        if value in archive.commands and not Path(value).exists():
            self.fail(f"{value!r} is a command; expected the file before it, as in `sttt archive games.db {value}`")
        return Path(os.fsdecode(super().convert(value, param, ctx)))


@click.group(short_help="List, export and replay the games of a tournament's archive.")
@click.argument("file", type=_ArchiveFile())
@click.pass_context
def archive(context: click.Context, *, file: Path) -> None:
    """Look into the archive FILE that `sttt tournament --archive FILE` writes."""
    context.obj = context.with_resource(Archive(file, read_only=True, complain=name_damage))


@archive.command()
@json_option
@click.pass_obj
def tournaments(opened: Archive, *, as_json: bool) -> None:
    """List the tournaments."""
    found = opened.tournaments()
    if as_json:
        told = [{"id": one.id, "begun": one.begun, "games": one.games, "plan": one.plan.to_json()} for one in found]
        click.echo(json.dumps(told))
    else:
        _print_tournaments(found)


@archive.command("list")
@selection_options
@click.option("--after", type=Whole(), metavar="ID", help="Only games after game ID.")
@click.option("--limit", type=Count(), help=f"List at most this many.  [default: {PAGE}, with --json all]")
@json_option
@click.pass_obj
def list_games(opened: Archive, *, selection: Selection, after: int | None, limit: int | None, as_json: bool) -> None:
    """List the selected games, by tournament and number."""
    games = opened.games(selection, after)
    if as_json:
        click.echo(json.dumps([_game_json(one) for one in islice(games, limit)]))
        return
    page = list(islice(games, (limit or PAGE) + 1))
    shown = page[: limit or PAGE]
    _print_games(shown)
    if len(page) > len(shown):
        click.echo(f" there are more: --after {shown[-1].id}")


@archive.command()
@selection_options
@click.option("--json", "as_json", is_flag=True, help="As JSON lines instead of the text notation.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write over a file, as JSON lines if its name ends in .jsonl, instead of printing.",
)
@click.pass_obj
def export(opened: Archive, *, selection: Selection, as_json: bool, save: Path | None) -> None:
    """Print the selected games' records, which `sttt match --save` writes in the same forms."""
    games = opened.games(selection)
    if save is not None:
        with RecordFile(save) as file:
            for one in games:
                file.write(one.record)
        return
    for number, one in enumerate(games):
        game = registry.game(one.record.game)
        text = f"{format_json(one.record, game)}\n" if as_json else "\n" * bool(number) + format_text(one.record, game)
        click.echo(text, nl=False)


@click.command(short_help="Write the games of a file in another form.")
@click.argument("source", metavar="IN", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
def convert(*, source: Path, target: Path) -> None:
    """Write the games of IN over OUT: as JSON lines if its name ends in .jsonl, else as text.

    IN is an archive or a file of records, whatever its name. Every game is replayed by its rules; where one is damaged
    nothing is written.
    """
    if target.exists() and target.samefile(source):
        raise click.UsageError(f"{target} is both IN and OUT; expected two files")
    if target.suffix in (".db", ".sqlite"):
        raise click.UsageError(f"{target} would be an archive, which `sttt tournament` alone writes; expected records")
    records = read_records(source)
    with RecordFile(target) as file:
        for record in records:
            file.write(record)
    standard_output().say(f"{len(records)} game{'' if len(records) == 1 else 's'} in {target}")


@archive.command()
@click.argument("game", metavar="GAME", type=Whole())
@click.pass_obj
def replay(opened: Archive, *, game: int) -> None:
    """Show every turn of the game with the id GAME, as `sttt match --show` does."""
    record = _game(opened, game).record
    GameView(registry.game(record.game), standard_output(), 1).show(record)


@archive.command(short_help="Draw a game as a picture or an animation.")
@click.argument("number", metavar="GAME", type=Whole())
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def picture(opened: Archive, *, number: int, target: Path) -> None:
    """Draw the game with the id GAME over OUT: how it ended as .svg or .png, every turn as .gif."""
    kind = target.suffix.lower()
    if kind not in PICTURES:
        raise click.UsageError(f"{target} has the ending {kind!r}; expected one of {', '.join(PICTURES)}")
    record = _game(opened, number).record
    game = registry.game(record.game)
    if game.shape is None:
        raise ArchiveError(f"{game.name} has no description of its board, so that nothing can be drawn; expected one")
    moments = replayed(record, game)
    if kind == ".svg":
        target.write_text(svg_of(game, moments[-1], alone=True), encoding="utf-8")
        return
    try:
        from sttt.board.raster import film  # noqa: PLC0415 - it needs an extra
    except ImportError as error:
        raise needs_extra("picture", error) from error
    target.write_bytes(film(game, moments, f"{record.x} - {record.o}", kind.removeprefix(".").upper()))


@archive.command()
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Write an archive without the repetitions there."
)
@json_option
@click.pass_obj
def deduplicate(opened: Archive, *, save: Path | None, as_json: bool) -> None:
    """Find games that were played more than once: of the same start, the same turns and the same end.

    The archive itself stays as it is.
    """
    groups = opened.repeated()
    if save is not None:
        opened.copy_distinct(save)
    repetitions = sum(len(group) - 1 for group in groups)
    if as_json:
        click.echo(json.dumps({"repeated": groups, "repetitions": repetitions}))
        return
    table = new_table("Repeated games", "game", "repeated in")
    for first, *others in groups:
        table.add_row(str(first), " ".join(map(str, others)))
    console = standard_output()
    console.print(table)
    console.say(f" {repetitions} repetitions of {len(groups)} games")


def _game(opened: Archive, number: int) -> ArchivedGame:
    for one in opened.games(Selection(ids=[number])):
        return one
    raise ArchiveError(f"{opened.name} has no game {number}; expected an id that `sttt archive FILE list` shows")


def _print_tournaments(found: list[ArchivedTournament]) -> None:
    table = new_table("Tournaments", "id", "begun (UTC)", "game", "format", "games", "seed", "players")
    for one in found:
        plan, begun = one.plan, one.begun[:16].replace("T", " ")
        cells = (one.id, begun, plan.game, plan.format.value, one.games, plan.seed)
        table.add_row(*map(str, cells), plan.players)
    standard_output().print(table)


def _print_games(games: Iterable[ArchivedGame]) -> None:
    table = new_table("Games", "id", "of", "number", "x", "o", "result", "ending", "turns")
    for one in games:
        record = one.record
        result = None if record.result is None else record.result.value
        numbers = map(str, (one.id, one.tournament, one.number))
        table.add_row(*numbers, (record.x,), (record.o,), str(result), record.ending.value, str(len(record.turns)))
    standard_output().print(table)


def _game_json(one: ArchivedGame) -> dict[str, object]:
    """Return everything but the turns, of which the record tells."""
    origin = {key: getattr(one, key) for key in ("id", "tournament", "number", "build", "ended")}
    record = json.loads(format_json(one.record, registry.game(one.record.game)))
    return {**origin, **record, "turns": len(record["turns"])}

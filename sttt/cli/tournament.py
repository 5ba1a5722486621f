"""``sttt tournament``: many players, every game of theirs kept in an archive if one is named."""

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from sttt import registry
from sttt.arena.archive.archive import Archive
from sttt.arena.build import describe_build
from sttt.arena.clocks import GameClock
from sttt.arena.match import check_players
from sttt.arena.plan import Format, Knockout, Plan
from sttt.arena.tournament import begin, resume
from sttt.cli.clock_option import clock_option
from sttt.cli.decisions import check_game
from sttt.cli.executors import executor_options, make_executor
from sttt.cli.live import with_live_table
from sttt.cli.openings_option import random_turns_option, turns_drawn
from sttt.cli.options import json_option, make_terms, no_book_option, seated, seed_option, terms_options
from sttt.cli.positions import game_option
from sttt.cli.tables import standard_output
from sttt.cli.tournament_watch import TournamentWatch

DEFAULT_GAMES = 2


@click.command()
@click.argument("players", metavar="PLAYER PLAYER...", nargs=-1, required=True)
@game_option
@click.option(
    "--format",
    "format_name",
    type=click.Choice([one.value for one in Format]),
    default=Format.ROUND_ROBIN.value,
    show_default=True,
    help="Who meets whom.",
)
@click.option(
    "--games", type=click.IntRange(min=1), help=f"Games of each meeting of two players.  [default: {DEFAULT_GAMES}]"
)
@click.option(
    "--total", type=click.IntRange(min=1), help="Games in all, dealt out to the meetings in pairs, instead of --games."
)
@click.option("--final-games", type=click.IntRange(min=1), help="Games of a knockout's final.  [default: --games]")
@click.option(
    "--sections",
    type=click.IntRange(min=1),
    help="Round robins played first for the places in a knockout.  [default: none, everybody is in it]",
)
@click.option(
    "--qualifiers", type=click.IntRange(min=1), help="How many go on from each section.  [default: 4 with --sections]"
)
@random_turns_option
@terms_options
@clock_option
@no_book_option
@seed_option
@executor_options
@click.option(
    "--archive", "file", type=click.Path(dir_okay=False, path_type=Path), help="Keep every game in this SQLite file."
)
@click.option("--resume", "again", is_flag=True, help="Go on with the tournament of this plan in the archive.")
@json_option
def tournament(  # noqa: PLR0913 - one parameter per option
    players: tuple[str, ...],
    *,
    game_name: str,
    format_name: str,
    games: int | None,
    total: int | None,
    final_games: int | None,
    sections: int | None,
    qualifiers: int | None,
    random_turns: int | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    clock: GameClock | None,
    no_book: bool,
    seed: int,
    where: str,
    scheduler: str | None,
    jobs: int | None,
    file: Path | None,
    again: bool,
    as_json: bool,
) -> None:
    """Have two or more players meet: round robin, the first against all others, or a knockout with a final.

    A player is a name that `sttt players` lists, or PROTOCOL:REST for an external program. A win is worth 2 points, a
    draw 1. With --archive, a tournament that was broken off in any way goes on where it stopped with --resume.
    """
    if games is not None and total is not None:
        raise click.UsageError("--games is for each meeting and --total for all; expected at most one of the two")
    if total is not None and format_name == Format.KNOCKOUT:
        raise click.UsageError("nobody knows how many meetings a knockout will have; expected --games, not --total")
    if again and file is None:
        raise click.UsageError("--resume needs --archive; expected the file of the tournament to go on with")
    entered = _entered(players, game_name, no_book=no_book)
    plan = Plan(
        game=game_name,
        format=Format(format_name),
        players=entered,
        games=total or games or DEFAULT_GAMES,
        random_turns=turns_drawn(random_turns, entered, total or games or DEFAULT_GAMES),
        terms=make_terms(seconds, nodes, depth, clock),
        seed=seed,
        build=describe_build(),
        in_all=total is not None,
        knockout=_knockout(format_name, games or DEFAULT_GAMES, final_games, sections, qualifiers),
    )
    executor = make_executor(where, scheduler, jobs)
    check_players(plan.players)
    with Archive(file) as archive:
        carried_out = resume(plan, archive) if again else begin(plan, archive)
        watch = TournamentWatch(carried_out)
        with _how_to_resume(file), closing(carried_out.play(executor)) as records:
            total = len(carried_out.due) if plan.knockout is None else None
            for record in with_live_table(records, total, watch.draw):
                watch.add(record)
        if as_json:
            click.echo(json.dumps(watch.to_json()))
        else:
            standard_output().print(watch.draw())


def _entered(players: tuple[str, ...], game_name: str, *, no_book: bool) -> tuple[str, ...]:
    """Return the names of the players as they are to play, each once and all of this game."""
    game = registry.game(game_name)
    entered = tuple(seated(player, no_book=no_book) for player in players)
    if len(set(entered)) < max(2, len(entered)):
        raise click.UsageError(f"{', '.join(entered)} are not two or more different players; expected each once")
    for player in entered:
        check_game(player, game)
    return entered


def _knockout(
    format_name: str, games: int, final_games: int | None, sections: int | None, qualifiers: int | None
) -> Knockout | None:
    if format_name != Format.KNOCKOUT:
        if (final_games, sections, qualifiers) != (None, None, None):
            raise click.UsageError("--final-games, --sections and --qualifiers belong to --format knockout")
        return None
    if qualifiers is not None and sections is None:
        raise click.UsageError("--qualifiers needs --sections; expected how many sections there are")
    return Knockout(final_games or games, sections or 0, qualifiers or Knockout.qualifiers)


@contextmanager
def _how_to_resume(file: Path | None) -> Iterator[None]:
    """Print the command that goes on with this tournament: now, and again when it is interrupted."""
    if file is None:
        yield
        return
    command = shlex.join(["sttt", *(word for word in sys.argv[1:] if word != "--resume"), "--resume"])
    line = f"to go on with it after an interruption: {command}"
    click.echo(line, err=True)
    try:
        yield
    except KeyboardInterrupt:
        click.echo(line, err=True)
        raise

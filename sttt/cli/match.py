"""``sttt match``: a series of games between two players, sides alternating, from the start or random openings."""

import json
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path

import click

from sttt import registry
from sttt.arena.match import check_players, schedule
from sttt.arena.processes import cores, play_all
from sttt.arena.summary import summarize_match
from sttt.cli.decisions import check_game
from sttt.cli.game_view import GameView
from sttt.cli.match_tables import print_summary
from sttt.cli.options import jobs_option, json_option, make_terms, no_book_option, seated, seed_option, terms_options
from sttt.cli.positions import game_option
from sttt.cli.progress import with_progress
from sttt.cli.record_file import RecordFile
from sttt.cli.tables import standard_output
from sttt.games.record import GameRecord


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@game_option
@click.option("--games", type=click.IntRange(min=1), default=10, show_default=True, help="Number of games.")
@click.option(
    "--random-turns",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Turns drawn by lot before the players begin; each two games, sides swapped, share theirs.",
)
@terms_options
@no_book_option
@seed_option
@jobs_option
@click.option("--show", is_flag=True, help="Show every turn as it is played, one game at a time.")
@json_option
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the games' records over a file: as JSON lines if its name ends in .jsonl, else as text.",
)
def match(  # noqa: PLR0913 - one parameter per option
    first: str,
    second: str,
    *,
    game_name: str,
    games: int,
    random_turns: int,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    no_book: bool,
    seed: int,
    jobs: int | None,
    show: bool,
    as_json: bool,
    save: Path | None,
) -> None:
    """Play games between the players A and B, who play X in turn: A in the first game, B in the second.

    A player is a name that `sttt players` lists, or PROTOCOL:REST for an external program.
    """
    if show and (as_json or (jobs or 1) > 1):
        raise click.UsageError("--show plays one game at a time on standard output; expected no --json or --jobs")
    terms = make_terms(seconds, nodes, depth)
    first, second = (seated(player, no_book=no_book) for player in (first, second))
    game = registry.game(game_name)
    for player in (first, second):
        check_game(player, game)
    check_players((first, second))
    pairings = schedule(game_name, (first, second), games, seed, random_turns)
    view = GameView(game, standard_output(), games) if show else None
    records = play_all(pairings, terms, 1 if show else jobs or cores(), view)
    summary = summarize_match((first, second), _collect(records, games, save, show=show))
    if as_json:
        conditions = {"game": game_name, "seed": seed, "random_turns": random_turns, **asdict(terms)}
        click.echo(json.dumps({**conditions, **summary.to_json()}))
    else:
        print_summary(summary)


def _collect(
    records: Generator[GameRecord, None, None], games: int, save: Path | None, *, show: bool
) -> list[GameRecord]:
    """Play all games, saving each as soon as it is over."""
    collected = []
    with ExitStack() as stack:
        stack.enter_context(closing(records))
        file = stack.enter_context(RecordFile(save)) if save else None
        for record in records if show else with_progress(records, games):
            collected.append(record)
            if file:
                file.write(record)
    return collected

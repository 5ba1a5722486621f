"""``sttt match``: a series of games between two players, sides alternating, from the start or random openings."""

import json
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path

import click

from sttt import registry
from sttt.arena.clocks import GameClock
from sttt.arena.match import check_players, schedule
from sttt.arena.processes import cores, play_all
from sttt.arena.sprt import Sprt, Verdict
from sttt.arena.summary import summarize_match
from sttt.cli.clock_option import clock_option
from sttt.cli.decisions import check_game
from sttt.cli.game_view import GameView
from sttt.cli.live import with_live_table
from sttt.cli.match_tables import print_summary, sprt_line
from sttt.cli.match_watch import MatchWatch
from sttt.cli.openings_option import random_turns_option, turns_drawn
from sttt.cli.options import jobs_option, json_option, make_terms, no_book_option, seated, seed_option, terms_options
from sttt.cli.positions import game_option
from sttt.cli.record_file import RecordFile
from sttt.cli.sprt_option import sprt_option
from sttt.cli.tables import standard_output
from sttt.games.record import GameRecord

GAMES = 10
SPRT_GAMES = 10_000
"""How many games a sequential test may take unless --games says otherwise."""


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@game_option
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help=f"Number of games, the most with --sprt.  [default: {GAMES}, with --sprt {SPRT_GAMES}]",
)
@sprt_option
@random_turns_option
@terms_options
@clock_option
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
    games: int | None,
    sprt: Sprt | None,
    random_turns: int | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    clock: GameClock | None,
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
    terms = make_terms(seconds, nodes, depth, clock)
    first, second = (seated(player, no_book=no_book) for player in (first, second))
    game = registry.game(game_name)
    for player in (first, second):
        check_game(player, game)
    check_players((first, second))
    games = games or (SPRT_GAMES if sprt else GAMES)
    random_turns = turns_drawn(random_turns, (first, second), games)
    pairings = schedule(game_name, (first, second), games, seed, random_turns)
    view = GameView(game, standard_output(), games) if show else None
    records = play_all(pairings, terms, 1 if show else jobs or cores(), view)
    watch = MatchWatch((first, second), sprt)
    _play(watch, records, games, save, show=show)
    summary = summarize_match(watch.players, watch.records)
    if as_json:
        conditions = {"game": game_name, "seed": seed, "random_turns": random_turns, **asdict(terms)}
        click.echo(json.dumps({**conditions, **summary.to_json(), "sprt": watch.sprt_json()}))
        return
    print_summary(summary)
    if sprt:
        stopped = "" if watch.verdict is Verdict.OPEN else f" after {len(watch.records)} games"
        click.echo(f" {sprt_line(sprt, watch.ratio)}{stopped}")


def _play(
    watch: MatchWatch, records: Generator[GameRecord, None, None], games: int, save: Path | None, *, show: bool
) -> None:
    """Play all games or until the sequential test is decided, saving each as soon as it is over."""
    with ExitStack() as stack:
        stack.enter_context(closing(records))
        file = stack.enter_context(RecordFile(save)) if save else None
        for record in records if show else with_live_table(records, games, watch.draw):
            watch.add(record)
            if file:
                file.write(record)
            if watch.verdict is not Verdict.OPEN:
                break

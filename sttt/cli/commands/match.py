"""``sttt match``: a series of games between two players, sides alternating, from the start or random openings."""

import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from sttt.arena.play.guard import play_all
from sttt.arena.play.match import check_players, schedule
from sttt.arena.statistics.head_to_head import summarize_match
from sttt.arena.statistics.sprt import Sprt, SprtVerdict
from sttt.bounds import MOST_GAMES
from sttt.cli.numbers import Count
from sttt.cli.options import (
    Conditions,
    beginning,
    conditions_options,
    grouped,
    jobs_option,
    json_option,
    repeating,
    sprt_option,
)
from sttt.cli.output.game_view import GameView
from sttt.cli.output.match import MatchWatch, RecordFile, print_summary, sprt_line
from sttt.cli.output.streams import complaining_later
from sttt.cli.output.tables import standard_output, with_live_table
from sttt.cli.usage import warn_of_slowness
from sttt.errors import RecordError
from sttt.execution.executor import cores
from sttt.games.records.record import GameRecord
from sttt.players import registry

GAMES = 10
SPRT_GAMES = 10_000
"""The most games of a sequential test unless --games says otherwise."""


@dataclass(frozen=True)
class _Players:
    """Who plays whom."""

    first: str
    second: str


@dataclass(frozen=True)
class _Length:
    """The number of games, or the test that ends them."""

    games: int | None
    sprt: Sprt | None

    @property
    def most(self) -> int:
        """The most games that may be played."""
        return self.games or (SPRT_GAMES if self.sprt else GAMES)


@dataclass(frozen=True)
class _Output:
    """Where the games and what they say are shown."""

    show: bool
    as_json: bool
    save: Path | None


@click.command(short_help="Play games between two players; say who is better.")
@grouped("players", _Players, click.argument("first", metavar="A"), click.argument("second", metavar="B"))
@grouped(
    "length",
    _Length,
    click.option(
        "--games",
        type=Count(most=MOST_GAMES),
        help=f"Number of games, the most with --sprt.  [default: {GAMES}, with --sprt {SPRT_GAMES}]",
    ),
    sprt_option,
)
@conditions_options
@jobs_option
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
)
@complaining_later()
def match(*, players: _Players, length: _Length, conditions: Conditions, jobs: int | None, output: _Output) -> None:
    """Play games between the players A and B, who play X in turn: A in the first game, B in the second.

    A player is a name that `sttt players` lists, PROTOCOL:REST for an external program, or FILE.py:CLASS for your own.
    """
    if output.show and (output.as_json or (jobs or 1) > 1):
        raise click.UsageError("--show plays one game at a time on standard output; expected no --json or --jobs")
    terms = conditions.terms_or_default()
    game = registry.game(conditions.game_name)
    first, second = conditions.entered((players.first, players.second))
    check_players((first, second), game.name)
    warn_of_slowness()
    turns = conditions.turns_drawn((first, second), length.most)
    pairings = schedule(game.name, (first, second), length.most, conditions.seed, turns)
    view = GameView(game, standard_output(), length.most) if output.show else None
    records = play_all(pairings, terms, 1 if output.show else jobs or cores(), view)
    watch = MatchWatch((first, second), length.sprt)
    unsaved = _play(watch, records, length.most, output, beginning(turns))
    summary = summarize_match(watch.players, watch.records)
    if output.as_json:
        known = {"game": game.name, "seed": conditions.seed, "random_turns": turns, **asdict(terms)}
        click.echo(json.dumps({**known, **summary.to_json(), "sprt": watch.sprt_json()}))
    else:
        print_summary(summary)
        for line in repeating(pairings.openings):
            standard_output().say(f" {line}")
        if length.sprt:
            stopped = "" if watch.verdict is SprtVerdict.OPEN else f" after {len(watch.records)} games"
            standard_output().say(f" {sprt_line(length.sprt, watch.ratio)}{stopped}")
    if unsaved:
        raise unsaved


def _play(
    watch: MatchWatch, records: Generator[GameRecord, None, None], games: int, output: _Output, first_line: str
) -> RecordError | None:
    """Play all games or until the sequential test is decided, saving each as soon as it is over.

    Return what kept a game from being saved, which ends the match.
    """
    with ExitStack() as stack:
        stack.enter_context(closing(records))
        file = stack.enter_context(RecordFile(output.save)) if output.save else None
        if not output.as_json:
            standard_output().say(first_line)
        taken = _taken_in(records, watch, file)
        try:
            for _ in taken if output.show else with_live_table(taken, games, watch.draw):
                pass
        except RecordError as error:
            return error
    return None


def _taken_in(records: Iterable[GameRecord], watch: MatchWatch, file: RecordFile | None) -> Iterator[GameRecord]:
    """Yield the games that count, each added up and saved by then."""
    for record in records:
        watch.add(record)
        if file:
            file.write(record)
        yield record
        if watch.verdict is not SprtVerdict.OPEN:
            return

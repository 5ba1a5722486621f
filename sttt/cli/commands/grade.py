"""``sttt grade``: the course's 18 games and their points."""

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from statistics import mean
from typing import Any

import click
from rich.table import Table

from sttt.arena.play.guard import play_all
from sttt.arena.play.match import check_players
from sttt.arena.statistics.head_to_head import seat_first, tally_json
from sttt.arena.statistics.tally import Seated, Tally, failures, faulty_turns, format_seconds, slowest_turn, tally
from sttt.arena.tournaments.experiment import BEST_GRADE, GAME, GAMES, OPPONENTS, grade_points, grade_schedule
from sttt.bounds import MOST_GAMES
from sttt.cli.numbers import Count
from sttt.cli.options import ASKING, Asking, grouped, jobs_option, json_option
from sttt.cli.output.tables import new_table, standard_output, with_progress
from sttt.execution.executor import cores
from sttt.games.game import Side


@dataclass(frozen=True)
class _Graded:
    """The games of one schedule."""

    seed: int
    seated: Seated

    @property
    def points(self) -> int:
        return grade_points(tally(self.seated))

    def against(self, opponent: str, side: Side) -> Tally:
        return tally(game for game in self.seated if game[1] is side and game[0].player(side.other) == opponent)

    def to_json(self) -> dict[str, object]:
        return {"seed": self.seed, "points": self.points, **tally_json(tally(self.seated))}


@dataclass(frozen=True, kw_only=True)
class _Grading(Asking):
    """The player's limits, and the number of schedules."""

    seed: int
    seeds: int


@click.command(short_help="Grade a player as the course did.")
@click.argument("player")
@grouped(
    "grading",
    _Grading,
    *ASKING,
    click.option(
        "--seeds", type=Count(most=MOST_GAMES), default=1, show_default=True, help="Grade for this many seeds."
    ),
)
@jobs_option
@json_option
def grade(*, player: str, grading: _Grading, jobs: int | None, as_json: bool) -> None:
    """Grade PLAYER as the course did: as X and as O against six random and three offensive opponents.

    14 points, 2 more for a win and 1 for a draw: at most 50. With --seeds, seeds from --seed on, one grade each.
    """
    terms, player = grading.terms_or_default(), grading.seated(player)
    numbers = range(grading.seed, grading.seed + grading.seeds)
    pairings = (pairing for number in numbers for pairing in grade_schedule(player, number))
    check_players((player, *OPPONENTS), GAME)
    with closing(play_all(pairings, terms, jobs or cores())) as records:
        played = list(with_progress(records, GAMES * grading.seeds))
    games = (played[first : first + GAMES] for first in range(0, len(played), GAMES))
    graded = [_Graded(number, seat_first(own)) for number, own in zip(numbers, games, strict=True)]
    if as_json:
        click.echo(json.dumps({"player": player, "best": BEST_GRADE, **asdict(terms), **_to_json(graded)}))
    else:
        _print(player, graded)


def _to_json(graded: Sequence[_Graded]) -> dict[str, Any]:
    everything = [game for one in graded for game in one.seated]
    points = [one.points for one in graded]
    return {
        "grades": [one.to_json() for one in graded],
        "minimum": min(points),
        "mean": mean(points),
        "slowest_turn": slowest_turn(everything),
        "faulty_turns": faulty_turns(everything),
        "failures": failures(everything),
    }


def _print(player: str, graded: Sequence[_Graded]) -> None:
    console = standard_output()
    console.print(_table(player, graded))
    for line in _lines(graded):
        console.say(f" {line}")


def _table(player: str, graded: Sequence[_Graded]) -> Table:
    columns = [(opponent, side) for opponent in OPPONENTS for side in Side]
    headings = [f"{opponent} as {side}" for opponent, side in columns]
    table = new_table(f"{player}: won-drawn-lost", "seed", *headings, "points")
    for one in graded:
        cells = (one.against(opponent, side) for opponent, side in columns)
        table.add_row(str(one.seed), *(f"{c.won}-{c.drawn}-{c.lost}" for c in cells), str(one.points))
    return table


def _lines(graded: Sequence[_Graded]) -> list[str]:
    data = _to_json(graded)
    failed = ", ".join(f"{count} by {ending}" for ending, count in data["failures"].items()) or "none"
    slowest = f"slowest turn {format_seconds(data['slowest_turn'])}, turns with a fault: {data['faulty_turns']}"
    failed_line = f"games lost by failing to answer: {failed}"
    if len(graded) == 1:
        return [slowest, failed_line, f"{data['minimum']} of {BEST_GRADE}"]
    return [slowest, failed_line, f"minimum {data['minimum']}, mean {data['mean']:.1f} of {BEST_GRADE}"]

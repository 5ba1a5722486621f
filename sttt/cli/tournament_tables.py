"""A tournament's results: the points table, who scored what against whom, and a knockout's rounds."""

from collections import defaultdict
from typing import Any

from rich.table import Table

from sttt.arena.meetings import Met, Outcome, Standing, standings
from sttt.arena.tournament import Tournament
from sttt.cli.tables import new_table, standard_output

_Cross = dict[tuple[str, str], int]
"""The points of the first against the second."""


def print_tournament(tournament: Tournament) -> None:
    """Print the tables."""
    console = standard_output()
    outcomes = tournament.played
    table = standings(tournament.plan.players, outcomes)
    console.print(_points_table(tournament, table, _cross(outcomes)))
    for number, met in enumerate(tournament.rounds if tournament.plan.knockout else (), start=1):
        console.print(f" Round {number}: {', '.join(_describe(one) for one in met)}", soft_wrap=True)
    if tournament.champion:
        console.print(f" {tournament.champion} has won the final", soft_wrap=True)


def to_json(tournament: Tournament) -> dict[str, Any]:
    """Return plan and results as plain JSON values."""
    outcomes = tournament.played
    cross = _cross(outcomes)
    return {
        "plan": tournament.plan.to_json(),
        "tournament": tournament.number,
        "games": len(outcomes),
        "standings": [_standing_json(one, cross) for one in standings(tournament.plan.players, outcomes)],
        "rounds": [[_met_json(one) for one in met] for met in tournament.rounds],
        "champion": tournament.champion,
    }


def _standing_json(standing: Standing, cross: _Cross) -> dict[str, Any]:
    counts = {key: getattr(standing, key) for key in ("player", "games", "won", "drawn", "lost", "points")}
    against = {other: points for (player, other), points in cross.items() if player == standing.player}
    return {**counts, "against": against}


def _met_json(met: Met) -> dict[str, Any]:
    names = (met.meeting.first, met.meeting.second)
    return {"players": names, "games": len(met.outcomes), "points": [met.points(name) for name in names]}


def _cross(outcomes: list[Outcome]) -> _Cross:
    cross: _Cross = defaultdict(int)
    for outcome in outcomes:
        cross[outcome.x, outcome.o] += outcome.points(outcome.x)
        cross[outcome.o, outcome.x] += outcome.points(outcome.o)
    return cross


def _points_table(tournament: Tournament, ranked: list[Standing], cross: _Cross) -> Table:
    plan = tournament.plan
    title = f"{plan.format.value}, {len(tournament.played)} games"
    table = new_table(title, "player", "points", "won", "drawn", "lost", *(str(rank) for rank in _ranks(ranked)))
    for rank, one in zip(_ranks(ranked), ranked, strict=True):
        against = ["-" if other is one else str(cross[one.player, other.player]) for other in ranked]
        counts = (one.points, one.won, one.drawn, one.lost)
        table.add_row(f"{rank} {one.player}", *map(str, counts), *against)
    return table


def _ranks(ranked: list[Standing]) -> range:
    return range(1, len(ranked) + 1)


def _describe(met: Met) -> str:
    first, second = met.meeting.first, met.meeting.second
    return f"{first} {met.points(first)}:{met.points(second)} {second}"

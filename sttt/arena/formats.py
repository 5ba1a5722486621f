"""Who meets whom, round by round: a function of the players and of the rounds that are over."""

from collections.abc import Sequence
from itertools import chain

from sttt.arena import knockout
from sttt.arena.meetings import Meeting, Met, Outcome, standings
from sttt.arena.plan import Format, Knockout, Plan

Rounds = Sequence[Sequence[Met]]
"""The rounds of a tournament that are over, each with its meetings in the order in which they were listed."""


def next_round(plan: Plan, rounds: Rounds) -> list[Meeting]:
    """List the meetings of the round after those that are over; none when the tournament is over."""
    if plan.knockout:
        return _next_of_knockout(plan, plan.knockout, rounds)
    if rounds:
        return []
    pairs = round_robin(plan.players) if plan.format is Format.ROUND_ROBIN else gauntlet(plan.players)
    games = deal_out(plan.games, len(pairs)) if plan.in_all else [plan.games] * len(pairs)
    return [Meeting(first, second, count) for (first, second), count in zip(pairs, games, strict=True) if count]


def deal_out(games: int, meetings: int) -> list[int]:
    """Deal games out to meetings in pairs, so that none has over two games more than another."""
    pairs, single = divmod(games, 2)
    each, more = divmod(pairs, meetings)
    counts = [2 * (each + (index < more)) for index in range(meetings)]
    counts[more] += single
    return counts


def round_robin(players: Sequence[str]) -> list[tuple[str, str]]:
    """Pair everybody with everybody else, so that each pair comes as long after either's last one as possible.

    The circle method: one stays, the others move on a seat from row to row (R. Schurig, Deutsche Schachzeitung 1886).
    """
    seats: list[str | None] = [*players] if len(players) % 2 == 0 else [*players, None]
    pairs = []
    for _ in range(len(seats) - 1):
        facing = zip(seats[: len(seats) // 2], reversed(seats), strict=False)
        pairs += [(a, b) for a, b in facing if a is not None and b is not None]
        seats[1:] = [seats[-1], *seats[1:-1]]
    return pairs


def gauntlet(players: Sequence[str]) -> list[tuple[str, str]]:
    """Pair the first player with each of the others."""
    first, *others = players
    return [(first, other) for other in others]


def divide(players: Sequence[str], sections: int) -> list[list[str]]:
    """Deal the players out to sections in their order."""
    return [list(players[section::sections]) for section in range(sections)]


def qualified(sections: Sequence[Sequence[str]], met: Sequence[Met], places: int) -> list[str]:
    """Return who goes on from the sections' round robins: all winners, then all seconds, and so on."""
    outcomes = list(chain.from_iterable(one.outcomes for one in met))
    ranked = [_ranked(section, [one for one in outcomes if one.x in section])[:places] for section in sections]
    return [section[place] for place in range(places) for section in ranked if place < len(section)]


def _ranked(section: Sequence[str], outcomes: list[Outcome]) -> list[str]:
    return [standing.player for standing in standings(section, outcomes)]


def champion(plan: Plan, rounds: Rounds) -> str | None:
    """Return the winner of a knockout's final, None before it and in the other formats."""
    if not plan.knockout:
        return None
    if not plan.knockout.sections:
        return knockout.champion(plan.players, rounds)
    return knockout.champion(_seeded(plan, plan.knockout, rounds), rounds[1:]) if rounds else None


def _next_of_knockout(plan: Plan, terms: Knockout, rounds: Rounds) -> list[Meeting]:
    if not terms.sections:
        return knockout.next_knockout_round(plan.players, rounds, plan.games, terms.final_games)
    if not rounds:
        pairs = chain.from_iterable(round_robin(section) for section in divide(plan.players, terms.sections))
        return [Meeting(first, second, plan.games) for first, second in pairs]
    return knockout.next_knockout_round(_seeded(plan, terms, rounds), rounds[1:], plan.games, terms.final_games)


def _seeded(plan: Plan, terms: Knockout, rounds: Rounds) -> list[str]:
    return qualified(divide(plan.players, terms.sections), rounds[0], terms.qualifiers)

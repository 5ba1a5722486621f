"""Tournament formats: the meetings of the next round, as a function of the players and of the finished rounds."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from sttt.arena.tournaments.plan import Format, Knockout, Meeting, MeetingResult, Plan, standings

TIE_BREAKS = 4
"""Number of times that two players with equal points play two more games; after that, the higher seed wins."""


def bracket(players: Sequence[str]) -> list[str | None]:
    """Place the players, given from the highest seed down, so that high seeds meet as late as possible.

    Neighbours meet; None is a bye. If all favourites win, the first two meet in the final, the first four in the
    semi-finals, and so on.

    >>> bracket(["a", "b", "c"])
    ['a', None, 'b', 'c']
    """
    order = [0]
    while len(order) < len(players):
        size = 2 * len(order)
        order = [seed for place in order for seed in (place, size - 1 - place)]
    return [players[seed] if seed < len(players) else None for seed in order]


def next_knockout_round(
    players: Sequence[str], rounds: Iterable[Sequence[MeetingResult]], games: int, final_games: int
) -> list[Meeting]:
    """List the meetings that follow the finished rounds, tie-breaks of the last one first; none after the final.

    Players are given in the order of their seeding.
    """
    return _follow(players, rounds, games, final_games)[1]


def winner_of_final(players: Sequence[str], rounds: Iterable[Sequence[MeetingResult]]) -> str | None:
    """Return the winner of the final; None while it is not over."""
    last = survivors(players, rounds)[-1]
    return last[0] if len(last) == 1 else None


def survivors(players: Sequence[str], rounds: Iterable[Sequence[MeetingResult]]) -> list[list[str]]:
    """Return the players who were in each round of the bracket as far as it has come; the winner alone is last."""
    return [[player for player in seats if player] for seats in _follow(players, rounds, games=0, final_games=0)[0]]


def _follow(
    players: Sequence[str], rounds: Iterable[Sequence[MeetingResult]], games: int, final_games: int
) -> tuple[list[list[str | None]], list[Meeting]]:
    """Return the bracket before each round, as far as it has come, and the meetings to be played next."""
    over = iter(rounds)
    brackets = [bracket(players)]
    while len(seats := brackets[-1]) > 1:
        pairs = [(seats[place], seats[place + 1]) for place in range(0, len(seats), 2)]
        each = final_games if len(pairs) == 1 else games
        winners, due = _settle([Meeting(first, second, each) for first, second in pairs if first and second], over)
        if due:
            return brackets, due
        brackets.append([winners.get(pair, pair[0] or pair[1]) for pair in pairs])
    return brackets, []


def _settle(
    meetings: list[Meeting], over: Iterator[Sequence[MeetingResult]]
) -> tuple[dict[tuple[str | None, str | None], str], list[Meeting]]:
    """Return the winners of a round by pair, or the meetings of it that must still be played."""
    winners: dict[tuple[str | None, str | None], str] = {}
    due = meetings
    for attempt in range(TIE_BREAKS + 1):
        met = next(over, None) if due else []
        if met is None:
            return {}, due
        tied = [one.meeting for one in met if one.winner is None]
        if attempt == TIE_BREAKS:
            winners |= {(one.first, one.second): one.first for one in tied}
        winners |= {(one.meeting.first, one.meeting.second): one.winner for one in met if one.winner}
        due = [_tie_break(one) for one in tied]
    return winners, []


def _tie_break(tied: Meeting) -> Meeting:
    had = tied.before + tied.games
    return Meeting(tied.first, tied.second, 2, before=had + had % 2)


Rounds = Sequence[Sequence[MeetingResult]]
"""The finished rounds of a tournament, each with its meetings in the order in which they were listed."""


def next_round(plan: Plan, rounds: Rounds) -> list[Meeting]:
    """List the meetings of the round after the finished ones; none when the tournament is over."""
    if plan.knockout:
        return _next_of_knockout(plan, plan.knockout, rounds)
    if rounds:
        return []
    pairs = round_robin(plan.players) if plan.format is Format.ROUND_ROBIN else gauntlet(plan.players)
    games = deal_out(plan.games, len(pairs)) if plan.in_all else [plan.games] * len(pairs)
    return [Meeting(first, second, count) for (first, second), count in zip(pairs, games, strict=True) if count]


def deal_out(games: int, meetings: int) -> list[int]:
    """Distribute games among meetings in pairs, so that none has more than two games more than another.

    >>> deal_out(games=10, meetings=3)
    [4, 4, 2]
    """
    pairs, single = divmod(games, 2)
    each, more = divmod(pairs, meetings)
    counts = [2 * (each + (index < more)) for index in range(meetings)]
    counts[more] += single
    return counts


def round_robin(players: Sequence[str]) -> list[tuple[str, str]]:
    """Pair each player with each other player, with each player's games as far apart as possible.

    The circle method: one player stays, the others move on by a seat in each row (R. Schurig, Deutsche Schachzeitung
    1886).
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
    """Distribute the players among sections, in turn.

    >>> divide(["a", "b", "c", "d", "e"], sections=2)
    [['a', 'c', 'e'], ['b', 'd']]
    """
    return [list(players[section::sections]) for section in range(sections)]


def qualified(sections: Sequence[Sequence[str]], met: Sequence[MeetingResult], places: int) -> list[str]:
    """Return the players who qualify from the sections' round robins: all winners, then all seconds, and so on."""
    outcomes = list(chain.from_iterable(one.outcomes for one in met))
    ranked = [
        [one.player for one in standings(section, [game for game in outcomes if game.x in section])[:places]]
        for section in sections
    ]
    return [section[place] for place in range(places) for section in ranked if place < len(section)]


def champion(plan: Plan, rounds: Rounds) -> str | None:
    """Return the winner of a knockout's final; None before it and in the other formats."""
    if not plan.knockout:
        return None
    if not plan.knockout.sections:
        return winner_of_final(plan.players, rounds)
    return winner_of_final(_seeded(plan, plan.knockout, rounds), rounds[1:]) if rounds else None


def _next_of_knockout(plan: Plan, terms: Knockout, rounds: Rounds) -> list[Meeting]:
    if not terms.sections:
        return next_knockout_round(plan.players, rounds, plan.games, terms.final_games)
    if not rounds:
        pairs = chain.from_iterable(round_robin(section) for section in divide(plan.players, terms.sections))
        return [Meeting(first, second, plan.games) for first, second in pairs]
    return next_knockout_round(_seeded(plan, terms, rounds), rounds[1:], plan.games, terms.final_games)


def _seeded(plan: Plan, terms: Knockout, rounds: Rounds) -> list[str]:
    return qualified(divide(plan.players, terms.sections), rounds[0], terms.qualifiers)

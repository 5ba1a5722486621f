"""The knockout: who wins a meeting goes on, up to a final; in the end there is only one."""

from collections.abc import Iterable, Iterator, Sequence

from sttt.arena.meetings import Meeting, Met

TIE_BREAKS = 4
"""How often two who have as many points play two games more; after that the one seeded higher goes on."""


def bracket(players: Sequence[str]) -> list[str | None]:
    """Seat the players, of whom the first is seeded highest, so that seeds meet as late as possible.

    Neighbours meet; None is a bye. With all favourites winning, the first two meet in the final, the first four in
    the semi-finals, and so on.
    """
    order = [0]
    while len(order) < len(players):
        size = 2 * len(order)
        order = [seed for place in order for seed in (place, size - 1 - place)]
    return [players[seed] if seed < len(players) else None for seed in order]


def next_knockout_round(
    players: Sequence[str], rounds: Iterable[Sequence[Met]], games: int, final_games: int
) -> list[Meeting]:
    """List the meetings that follow the rounds which are over, tie-breaks of one of them first; none after the final.

    Players come in the order of their seeding.
    """
    return _follow(players, rounds, games, final_games)[1]


def champion(players: Sequence[str], rounds: Iterable[Sequence[Met]]) -> str | None:
    """Return who has won the final, None while it is not over."""
    seats, due = _follow(players, rounds, games=0, final_games=0)
    return None if due else seats[0]


def _follow(
    players: Sequence[str], rounds: Iterable[Sequence[Met]], games: int, final_games: int
) -> tuple[list[str | None], list[Meeting]]:
    """Return the bracket as the rounds leave it, and what must be played next."""
    over = iter(rounds)
    seats = bracket(players)
    while len(seats) > 1:
        pairs = [(seats[place], seats[place + 1]) for place in range(0, len(seats), 2)]
        each = final_games if len(pairs) == 1 else games
        winners, due = _settle([Meeting(first, second, each) for first, second in pairs if first and second], over)
        if due:
            return seats, due
        seats = [winners.get(pair, pair[0] or pair[1]) for pair in pairs]
    return seats, []


def _settle(
    meetings: list[Meeting], over: Iterator[Sequence[Met]]
) -> tuple[dict[tuple[str | None, str | None], str], list[Meeting]]:
    """Return the winners of a round by pair and, instead, what must still be played of it."""
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

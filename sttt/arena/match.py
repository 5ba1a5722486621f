"""A match in one call, for a program of one's own: its games, one after the other in this process, and a summary."""

from collections.abc import Callable
from typing import Any

from sttt.arena.play.answer import Terms
from sttt.arena.play.match import DEFAULT_TURNS, check_players, play_pairing, schedule
from sttt.arena.statistics.head_to_head import MatchSummary, summarize_match
from sttt.errors import PlayerError
from sttt.players import registry
from sttt.players.player import NO_LIMITS, Limits, MadePlayer, Player

Entrant = str | Callable[[int | None], Player[Any]]
"""A player's name as `make_player` takes it, or what makes one from a seed, such as its class."""


def play_match(  # noqa: PLR0913 - the options of the command
    first: Entrant,
    second: Entrant,
    games: int = 10,
    limits: Limits = NO_LIMITS,
    *,
    game: str = "super-ttt",
    seed: int = 0,
    random_turns: int = DEFAULT_TURNS,
) -> MatchSummary:
    """Play a match as ``sttt match`` does; to print the summary says what that says.

    The players have X in turn, `first` in the first game; each two games begin after the same random turns. Without
    limits a decision has a second. A player in this process is waited for: one that never answers never loses. Raises
    `StttError` for players and numbers that are none.

    >>> summary = play_match("rules", "uniform", games=2, limits=Limits(nodes=1000), seed=7)
    >>> print(summary)  # doctest: +ELLIPSIS
    rules against uniform
    ...
    both      2    2      0     0  100.0 (34.2 to 100.0)  100.0 (34.2 to 100.0)
    ...
    """
    entrants = _by_name(first, second)
    names = _name_of(first), _name_of(second)
    check_players((name for name in names if isinstance(entrants[name], str)), game)

    def make(name: str, seed: int, game: str) -> Player[Any]:
        entrant = entrants[name]
        return registry.make_player(entrant, seed, game) if isinstance(entrant, str) else MadePlayer(entrant(seed))

    terms = Terms.of(limits).or_default()
    pairings = schedule(game, names, games, seed, random_turns)
    return summarize_match(names, [play_pairing(pairing, terms, make=make) for pairing in pairings])


def _name_of(entrant: Entrant) -> str:
    return entrant if isinstance(entrant, str) else str(getattr(entrant, "__name__", type(entrant).__name__))


def _by_name(first: Entrant, second: Entrant) -> dict[str, Entrant]:
    """Return who plays under each name; raises `PlayerError` where two would play under one."""
    name = _name_of(first)
    if name == _name_of(second) and first != second:
        raise PlayerError(f"both players are called {name}; expected two names")
    return {name: first, _name_of(second): second}

"""Who plays which side of the game: a person at this terminal, or a player."""

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from threading import Thread
from typing import Any, TypeVar

from sttt import registry
from sttt.arena.answer import Answer, NoAnswer, Terms, ask
from sttt.arena.match import check_players
from sttt.games.game import Side
from sttt.players import Decision, Limits, Player

PERSON = "person"
"""The name of whoever sits at this terminal."""

_Done = TypeVar("_Done")


class Seats:
    """The two sides' players by name, made when they are first asked, and closed at last.

    A player that does not start is an error before the game: `StttError`.
    """

    def __init__(self, names: Mapping[Side, str], seed: int | None, terms: Terms) -> None:
        self._names = dict(names)
        self._seed = seed
        self._terms = terms
        self._players: dict[Side, Player[Any]] = {}
        check_players(name for name in names.values() if name != PERSON)

    @property
    def names(self) -> Mapping[Side, str]:
        """Who plays each side."""
        return self._names

    @property
    def seed(self) -> int | None:
        """The seed of both players."""
        return self._seed

    @property
    def people(self) -> int:
        """How many sides people play."""
        return sum(name == PERSON for name in self._names.values())

    def is_person(self, side: Side) -> bool:
        """Whether a person plays that side."""
        return self._names[side] == PERSON

    def choose(self, position: Any) -> Answer | NoAnswer:
        """Have the player of the side to move choose a turn. No clock is held against it."""
        if position.side not in self._players:
            self._players[position.side] = registry.make_player(self._names[position.side], self._seed)
        return ask_patiently(self._players[position.side], position, self._terms)

    def swap(self) -> None:
        """Have the two sides change places."""
        self.close()
        self._names = {side: self._names[side.other] for side in Side}

    def close(self) -> None:
        """Close the players. Whoever is asked next is made anew: a player sees one game, in the order of its turns."""
        while self._players:
            self._players.popitem()[1].close()


def ask_patiently(player: Player[Any], position: Any, terms: Terms) -> Answer | NoAnswer:
    """Ask a player under these terms, without a loss for an answer that comes late. Ctrl-C does not wait for it."""
    with redirect_stdout(sys.stderr):
        return _in_background(lambda: ask(_Unhurried(player, terms), position, Terms()))


class _Unhurried:
    """A player that is told its limits by nobody but its own terms."""

    def __init__(self, player: Player[Any], terms: Terms) -> None:
        self._player = player
        self._terms = terms

    def choose(self, position: Any, limits: Limits) -> Decision:  # noqa: ARG002 - the terms' own hold instead
        return self._player.choose(position, self._terms.limits(time.monotonic()))

    def close(self) -> None:
        self._player.close()


def _in_background(work: Callable[[], _Done]) -> _Done:
    """Return what the work returns, done by a thread that ends with the process: a search hears of no signal."""
    done: list[_Done] = []
    thread = Thread(target=lambda: done.append(work()), daemon=True)
    thread.start()
    thread.join()
    return done[0]

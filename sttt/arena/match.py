"""Matches: which games are to be played, and the playing of one of them by players found by name."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, NoReturn

from sttt import registry
from sttt.arena.answer import Terms
from sttt.arena.openings import random_openings
from sttt.arena.referee import Observer, Referee, Seat
from sttt.errors import PlayerError, PlayerTimeoutError, StttError
from sttt.games.game import Side
from sttt.games.record import GameRecord
from sttt.players import Limits, Player


@dataclass(frozen=True)
class Pairing:
    """A game to be played: by whom, and the seed from which both players' seeds follow."""

    game: str
    x: str
    o: str
    seed: int
    start: Any = None
    """The position to start from, None for the game's own start."""

    def player(self, side: Side) -> str:
        """Return the name of the player of that side."""
        return self.x if side is Side.X else self.o


def side_of_first(index: int) -> Side:
    """Return the side of a match's first player in game `index`, counted from 0: X and O in turn."""
    return Side.X if index % 2 == 0 else Side.O


def schedule(game: str, players: tuple[str, str], games: int, seed: int, random_turns: int = 0) -> list[Pairing]:
    """List the games of a match; a game's seed depends on the match's seed and its index alone.

    With `random_turns`, games 0 and 1 start from one position behind so many random turns, games 2 and 3 from another,
    and so on: both players get both sides of it. Raises `PositionError` if no game lasts so long.
    """
    return pair_up(game, players, draw_starts(game, games, seed, random_turns), seed)


def draw_starts(game: str, games: int, seed: int, random_turns: int) -> list[Any]:
    """Return where each of so many games starts, each two alike; None without random turns."""
    if not random_turns:
        return [None] * games
    pairs = (games + 1) // 2
    openings = random_openings(registry.game(game), random_turns, pairs, derive_seed(seed, "openings"))
    return [openings[index // 2] for index in range(games)]


def pair_up(game: str, players: tuple[str, str], starts: Sequence[Any], seed: int, before: int = 0) -> list[Pairing]:
    """Seat two players, sides in turn, for a game from each start; `before` games of the same seed precede them."""
    pairings = []
    for index, start in enumerate(starts):
        x, o = players if side_of_first(index) is Side.X else players[::-1]
        pairings.append(Pairing(game, x, o, derive_seed(seed, f"game {before + index}"), start))
    return pairings


def derive_seed(seed: int, purpose: str) -> int:
    """Return a 32-bit seed that is a function of another seed and what it is for."""
    return Random(f"{seed}: {purpose}").getrandbits(32)


def check_players(names: Iterable[str]) -> None:
    """Make each player once and close it, so that a wrong name is an error before any game; raises `StttError`."""
    for name in names:
        try:
            registry.make_player(name).close()
        except StttError:
            raise
        except Exception as error:
            raise PlayerError(f"the player {name!r} does not start: {type(error).__name__}: {error}") from error


def play_pairing(
    pairing: Pairing,
    terms: Terms,
    observer: Observer | None = None,
    absent: Mapping[Side, Exception] = MappingProxyType({}),
) -> GameRecord:
    """Play one game in this process, and wait for every player however long it takes (`play_guarded` does not).

    Players of the `absent` sides are not made, for that reason. Whatever the players print goes to standard error:
    standard output is the caller's.
    """
    observer = observer or Observer()
    with redirect_stdout(sys.stderr), _seated(pairing, observer, absent) as seats:
        return Referee(registry.game(pairing.game), terms, observer).play(seats, pairing.seed, pairing.start)


@contextmanager
def _seated(pairing: Pairing, observer: Observer, absent: Mapping[Side, Exception]) -> Iterator[Mapping[Side, Seat]]:
    with ExitStack() as stack:
        seats = {}
        for side in Side:
            name = pairing.player(side)
            observer.seating(side)
            player = _Unstarted(absent[side]) if side in absent else _make(name, derive_seed(pairing.seed, side.value))
            stack.callback(_close, player)
            seats[side] = Seat(name, player)
        yield seats


def _make(name: str, seed: int) -> Player[Any]:
    """Make a player; one that does not start loses its game when it is asked, and stops nobody else's."""
    try:
        return registry.make_player(name, seed)
    except Exception as error:  # noqa: BLE001 - whatever keeps a player from starting is its own loss
        return _Unstarted(error)


def _close(player: Player[Any]) -> None:
    try:
        player.close()
    except Exception as error:  # noqa: BLE001 - the game is over and its result stands
        print(f"sttt: a player failed to close: {type(error).__name__}: {error}", file=sys.stderr)  # noqa: T201 - a log line


class _Unstarted:
    """Stands in for a player that could not be made."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def choose(self, position: Any, limits: Limits) -> NoReturn:  # noqa: ARG002 - it never came to choosing
        kind = PlayerTimeoutError if isinstance(self._error, PlayerTimeoutError) else PlayerError
        raise kind(f"the player did not start: {self._error}") from self._error

    def close(self) -> None:
        pass

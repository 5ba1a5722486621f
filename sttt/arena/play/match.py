"""Matches: the schedule of games, and playing one of them with players found by name."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any, NoReturn, overload

from sttt import bounds
from sttt.arena.play.answer import Terms
from sttt.arena.play.openings import Openings, RandomOpenings
from sttt.arena.play.referee import Observer, Referee, Seat
from sttt.errors import PlayerError, PlayerTimeoutError, StttError, printable
from sttt.games.game import Position, Side
from sttt.games.records.record import GameRecord
from sttt.players import registry
from sttt.players.player import Limits, Player

DEFAULT_TURNS = 2
"""Random turns before the games of a series."""


@dataclass(frozen=True)
class Pairing:
    """A game to be played: the players' names, and the seed from which both players' seeds are derived."""

    game: str
    x: str
    o: str
    seed: int
    start: Position | None = None
    """Starting position; None for the game's own start."""

    def player(self, side: Side) -> str:
        """Return the name of that side's player."""
        return self.x if side is Side.X else self.o


def side_of_first(index: int) -> Side:
    """Return the side of a match's first player in game `index`, counted from 0: X in even games, O in odd ones.

    >>> [side_of_first(index).value for index in range(3)]
    ['x', 'o', 'x']
    """
    return Side.X if index % 2 == 0 else Side.O


@dataclass(frozen=True)
class Series(Sequence[Pairing]):
    """The games of two players with alternating sides, each made on access; a slice of a series is a series.

    Games 2k and 2k + 1 share an opening, with the sides swapped.
    """

    game: str
    players: tuple[str, str]
    """The player of X in games of even index, and the player of X in the others."""
    openings: Openings | None
    """The openings; None for the game's own start."""
    seed: int
    indices: range
    """Indices of the games, which decide their openings and sides."""
    numbers: range
    """Numbers of the same games, from which their seeds are derived."""

    def __len__(self) -> int:
        return len(self.indices)

    @overload
    def __getitem__(self, index: int) -> Pairing: ...
    @overload
    def __getitem__(self, index: slice) -> "Series": ...
    def __getitem__(self, index: int | slice) -> "Pairing | Series":
        if isinstance(index, slice):
            return replace(self, indices=self.indices[index], numbers=self.numbers[index])
        number = self.indices[index]
        x, o = self.players if side_of_first(number) is Side.X else self.players[::-1]
        start = self.openings[number // 2] if self.openings else None
        return Pairing(self.game, x, o, derive_seed(self.seed, f"game {self.numbers[index]}"), start)


def schedule(game: str, players: tuple[str, str], games: int, seed: int, random_turns: int = 0) -> Series:
    """List the games of a match; a game's seed depends on the match's seed and the game's index alone.

    With `random_turns`, games 0 and 1 start from the same position after that many random turns, games 2 and 3 from
    another, and so on, so that both players get both sides of it. Raises `PositionError` if no game lasts that long,
    and `ValueError` (`NumberError`) for invalid numbers.

    >>> match = schedule("connect-four", ("uniform", "mcts-100"), games=4, seed=1)
    >>> [(pairing.x, pairing.o) for pairing in match[:2]]
    [('uniform', 'mcts-100'), ('mcts-100', 'uniform')]
    """
    listed = range(bounds.count(games, "games", least=0, most=bounds.MOST_GAMES))
    return Series(game, players, draw_openings(game, seed, random_turns), bounds.seed(seed), listed, listed)


def draw_openings(game: str, seed: int, random_turns: int) -> RandomOpenings | None:
    """Return the openings of a match or tournament; None without random turns.

    Raises `PositionError` if no game lasts that long.
    """
    if not random_turns:
        return None
    openings = RandomOpenings(registry.game(game), random_turns, derive_seed(seed, "openings"))
    openings[0]  # raises where there are none
    return openings


def derive_seed(seed: int, purpose: str) -> int:
    """Return a 32-bit seed derived from another seed and a purpose."""
    return Random(f"{seed}: {purpose}").getrandbits(32)


def check_players(names: Iterable[str], game: str) -> None:
    """Make each player once and close it, so that a wrong name is reported before any game; raises `StttError`."""
    for name in names:
        try:
            registry.make_player(name, game=game).close()
        except StttError:
            raise
        except Exception as error:
            raise PlayerError(f"the player {name!r} does not start: {type(error).__name__}: {error}") from error


Maker = Callable[[str, int, str], Player[Any]]
"""Makes a player from its name, a seed and the game's name, as `registry.make_player` does."""


def play_pairing(
    pairing: Pairing,
    terms: Terms,
    observer: Observer | None = None,
    absent: Mapping[Side, Exception] = MappingProxyType({}),
    make: Maker | None = None,
) -> GameRecord:
    """Play one game in this process, and wait for every player without limit (`play_guarded` has limits).

    Players of the `absent` sides are not made; the error is their reason. The others come from `make`, or else from
    the registry. The players' output goes to standard error,
    because standard output is the caller's.

    >>> from sttt.arena.play.answer import Terms
    >>> record = play_pairing(Pairing("connect-four", "uniform", "uniform", seed=1), Terms(nodes=1))
    >>> record.ending.value in ("line", "full")
    True
    """
    observer = observer or Observer()
    with redirect_stdout(sys.stderr), _seated(pairing, observer, absent, make) as seats:
        return Referee(registry.game(pairing.game), terms, observer).play(seats, pairing.seed, pairing.start)


@contextmanager
def _seated(
    pairing: Pairing, observer: Observer, absent: Mapping[Side, Exception], make: Maker | None
) -> Iterator[Mapping[Side, Seat]]:
    with ExitStack() as stack:
        seats = {}
        for side in Side:
            name = pairing.player(side)
            observer.seating(side)
            player = _Unstarted(absent[side]) if side in absent else _make(pairing, side, make or registry.make_player)
            stack.callback(_close, player)
            seats[side] = Seat(name, player)
        yield seats


def _make(pairing: Pairing, side: Side, make: Maker) -> Player[Any]:
    """Make a player; one that does not start loses its game when asked, and stops no other game."""
    try:
        return make(pairing.player(side), derive_seed(pairing.seed, side.value), pairing.game)
    except Exception as error:  # noqa: BLE001 - whatever keeps a player from starting is its own loss
        return _Unstarted(error)


def _close(player: Player[Any]) -> None:
    try:
        player.close()
    except Exception as error:  # noqa: BLE001 - the game is over and its result stands
        print(f"sttt: a player failed to close: {type(error).__name__}: {printable(str(error))}", file=sys.stderr)  # noqa: T201 - a log line


class _Unstarted:
    """A stand-in for a player that could not be made."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def choose(self, position: Position, limits: Limits) -> NoReturn:  # noqa: ARG002 - it never came to choosing
        kind = PlayerTimeoutError if isinstance(self._error, PlayerTimeoutError) else PlayerError
        raise kind(f"the player did not start: {self._error}") from self._error

    def close(self) -> None:
        pass

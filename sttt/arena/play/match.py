"""Matches: which games are to be played, and the playing of one of them by players found by name."""

import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from types import MappingProxyType
from typing import Any, NoReturn

from sttt.arena.play.answer import Terms
from sttt.arena.play.referee import Observer, Referee, Seat
from sttt.errors import PlayerError, PlayerTimeoutError, PositionError, StttError, printable
from sttt.games.game import Game, Position, Side
from sttt.games.records.record import GameRecord
from sttt.players import registry
from sttt.players.player import Limits, Player

TRIES = 1000


def random_openings(game: Game, turns: int, count: int, seed: int) -> list[Position]:
    """Return positions after that many random turns, no two of which a symmetry of the game carries into each other.

    In each all legal placements were equally likely, and the game is not over. A shorter list is the beginning of a
    longer one. Where `TRIES` attempts in a row bring nothing new, the list goes on from its beginning.
    Raises `PositionError` where hardly any game lasts that long.
    """
    random = Random(seed)
    found: dict[Hashable, Position] = {}
    in_vain = 0
    while len(found) < count and in_vain < TRIES:
        opening = _random_opening(game, turns, random)
        key = game.canonical(opening)
        in_vain = in_vain + 1 if key in found else 0
        found.setdefault(key, opening)
    return list(islice(cycle(found.values()), count))


def every_opening(game: Game, turns: int) -> list[Position]:
    """Return every unfinished position after that many turns of one placement, of symmetric ones the first."""
    found = {game.canonical(game.start()): game.start()}
    for _ in range(turns):
        behind: dict[Hashable, Position] = {}
        for position in found.values():
            for placement in position.legal_placements():
                after = position.play(placement)
                behind.setdefault(game.canonical(after), after)
        found = behind
    return [position for position in found.values() if position.result is None]


def _random_opening(game: Game, turns: int, random: Random) -> Position:
    for _ in range(TRIES):
        position: Position = game.start()
        for _ in range(turns):
            position = _after_random_turn(position, random)
        if position.result is None:
            return position
    raise PositionError(f"no game goes on after {turns} random turns; expected fewer")


def _after_random_turn(position: Position, random: Random) -> Position:
    side = position.side
    while position.side is side and position.result is None:
        position = position.play(random.choice(position.legal_placements()))
    return position


@dataclass(frozen=True)
class Pairing:
    """A game to be played: by whom, and the seed from which both players' seeds follow."""

    game: str
    x: str
    o: str
    seed: int
    start: Position | None = None
    """The position to start from, None for the game's own start."""

    def player(self, side: Side) -> str:
        """Return the name of the player of that side."""
        return self.x if side is Side.X else self.o


def side_of_first(index: int) -> Side:
    """Return the side of a match's first player in game `index`, counted from 0: X and O in turn."""
    return Side.X if index % 2 == 0 else Side.O


def schedule(game: str, players: tuple[str, str], games: int, seed: int, random_turns: int = 0) -> list[Pairing]:
    """List the games of a match; a game's seed depends on the match's seed and its index alone.

    With `random_turns`, games 0 and 1 start from one position after that many, games 2 and 3 from another,
    and so on: both players get both sides of it. Raises `PositionError` if no game lasts that long.
    """
    return pair_up(game, players, draw_starts(game, games, seed, random_turns), seed)


def draw_starts(game: str, games: int, seed: int, random_turns: int) -> Sequence[Position | None]:
    """Return where each of the games starts, two and two alike; None without random turns."""
    if not random_turns:
        return [None] * games
    pairs = (games + 1) // 2
    openings = random_openings(registry.game(game), random_turns, pairs, derive_seed(seed, "openings"))
    return [openings[index // 2] for index in range(games)]


def pair_up(
    game: str, players: tuple[str, str], starts: Sequence[Position | None], seed: int, before: int = 0
) -> list[Pairing]:
    """Seat two players, sides in turn, for a game from each start; `before` games of the same seed precede them."""
    pairings = []
    for index, start in enumerate(starts):
        x, o = players if side_of_first(index) is Side.X else players[::-1]
        pairings.append(Pairing(game, x, o, derive_seed(seed, f"game {before + index}"), start))
    return pairings


def derive_seed(seed: int, purpose: str) -> int:
    """Return a 32-bit seed that is a function of another seed and what it is for."""
    return Random(f"{seed}: {purpose}").getrandbits(32)


def check_players(names: Iterable[str], game: str) -> None:
    """Make each player once and close it, so that a wrong name is an error before any game; raises `StttError`."""
    for name in names:
        try:
            registry.make_player(name, game=game).close()
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
            player = _Unstarted(absent[side]) if side in absent else _make(pairing, side)
            stack.callback(_close, player)
            seats[side] = Seat(name, player)
        yield seats


def _make(pairing: Pairing, side: Side) -> Player[Any]:
    """Make a player; one that does not start loses its game when it is asked, and stops nobody else's."""
    try:
        return registry.make_player(pairing.player(side), derive_seed(pairing.seed, side.value), pairing.game)
    except Exception as error:  # noqa: BLE001 - whatever keeps a player from starting is its own loss
        return _Unstarted(error)


def _close(player: Player[Any]) -> None:
    try:
        player.close()
    except Exception as error:  # noqa: BLE001 - the game is over and its result stands
        print(f"sttt: a player failed to close: {type(error).__name__}: {printable(str(error))}", file=sys.stderr)  # noqa: T201 - a log line


class _Unstarted:
    """Stands in for a player that could not be made."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def choose(self, position: Position, limits: Limits) -> NoReturn:  # noqa: ARG002 - it never came to choosing
        kind = PlayerTimeoutError if isinstance(self._error, PlayerTimeoutError) else PlayerError
        raise kind(f"the player did not start: {self._error}") from self._error

    def close(self) -> None:
        pass

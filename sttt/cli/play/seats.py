"""Who plays which side of the game: a person at this terminal, or a player."""

import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from threading import Thread
from typing import TypeVar

from sttt.arena.play.answer import Answer, NoAnswer, Terms, ask
from sttt.arena.play.match import check_players
from sttt.errors import PositionError
from sttt.games.game import Game, Position, Side, Turn
from sttt.players import registry
from sttt.players.player import Decision, Limits, Player

PERSON = "person"
"""The name of whoever sits at this terminal."""

_Done = TypeVar("_Done")


class Seats:
    """The two sides' players by name, made when they are first asked, and closed at last.

    A player that does not start is an error before the game: `StttError`.
    """

    def __init__(self, names: Mapping[Side, str], game: str, seed: int | None, terms: Terms) -> None:
        self._names = dict(names)
        self._game = game
        self._seed = seed
        self.terms = terms
        self._players: dict[Side, Player] = {}
        check_players((name for name in names.values() if name != PERSON), game)

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
        """Count the sides that people play."""
        return sum(name == PERSON for name in self._names.values())

    def is_person(self, side: Side) -> bool:
        """Return whether a person plays that side."""
        return self._names[side] == PERSON

    def choose(self, position: Position) -> Answer | NoAnswer:
        """Have the player of the side to move choose a turn. No clock is held against it."""
        if position.side not in self._players:
            self._players[position.side] = registry.make_player(self._names[position.side], self._seed, self._game)
        return ask_patiently(self._players[position.side], position, self.terms)

    def swap(self) -> None:
        """Have the two sides change places."""
        self.close()
        self._names = {side: self._names[side.other] for side in Side}

    def close(self) -> None:
        """Close the players. Whoever is asked next is made again: a player sees one game, in the order of its turns."""
        while self._players:
            self._players.popitem()[1].close()


def ask_patiently(player: Player, position: Position, terms: Terms) -> Answer | NoAnswer:
    """Ask a player under these terms, without a loss for an answer that comes late. Ctrl-C does not wait for it."""
    with redirect_stdout(sys.stderr):
        return _in_background(lambda: ask(_Unhurried(player, terms), position, Terms()))


class _Unhurried:
    """A player that is told its limits by nobody but its own terms."""

    def __init__(self, player: Player, terms: Terms) -> None:
        self._player = player
        self._terms = terms

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - the terms' own hold instead
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


_LINE = re.compile(r"[a-z0-9 .,;()]*", re.ASCII)
"""The characters of a square as it may be typed; a sign belongs to a number, and no square has a negative one."""
_RUN = re.compile(r"[a-z0-9]+", re.ASCII)


class TurnReader:
    """Reads turns of one game, and writes single placements."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._placements = {self._key(placement): placement for placement in game.start().legal_placements()}
        lengths = {len(key) for key in self._placements}
        self._joins = game.start().left > 1
        self._length = lengths.pop() if len(lengths) == 1 else None

    def name(self, placement: int) -> str:
        """Write one placement in the game's notation."""
        return self._game.format_turn((placement,))

    def examples(self, left: int) -> list[tuple[str, str]]:
        """Return what may be typed with that many placements left in the turn, and what it means."""
        first, second = tuple(self._placements.values())[:2]
        spaced = " ".join(self._key(first))
        rows = [(" or ".join(dict.fromkeys((self.name(first), spaced))), f"place on {self.name(first)}")]
        if left > 1:
            whole = self._game.format_turn((first, second))
            rows.append((f"{self.name(first)} {self.name(second)}", f"place on both: the turn {whole}"))
        return rows

    def read(self, line: str) -> Turn:
        """Read one or more placements; raises `PositionError`."""
        line = line.lower().strip()
        try:
            return self._game.parse_turn(line)
        except PositionError as error:
            keys = self._keys(line)
            if not keys or any(key not in self._placements for key in keys):
                example = self.name(next(iter(self._placements.values())))
                wanted = f"expected one such as {example}, or help"
                raise PositionError(f"{line[:60]!r} is neither a square nor a command; {wanted}") from error
        return tuple(self._placements[key] for key in keys)

    def _keys(self, line: str) -> list[str]:
        """Split a line into keys, in a turn of several placements also at each ``+`` between two of them."""
        parts = line.split("+") if self._joins else [line]
        keys = [self._keys_of(part) if _LINE.fullmatch(part) else [] for part in parts]
        return [key for some in keys for key in some] if all(keys) else []

    def _keys_of(self, part: str) -> list[str]:
        """Split by the keys' length where that is the same for all, else where the part is split."""
        runs = _RUN.findall(part)
        if self._length is None:
            return runs
        joined = "".join(runs)
        return [joined[start : start + self._length] for start in range(0, len(joined), self._length)]

    def _key(self, placement: int) -> str:
        return "".join(_RUN.findall(self.name(placement).lower()))

"""Asking a player for its turn: terms, clocks, and a value for every way to fail."""

import time
from dataclasses import dataclass, replace
from typing import Any

from sttt import bounds
from sttt.errors import IllegalPlacement, NumberError, PlayerTimeoutError, ProtocolError
from sttt.games.game import Position, Side
from sttt.games.records.record import Ending
from sttt.players.contract import wrong_decision
from sttt.players.player import Decision, Limits, Player


@dataclass(frozen=True)
class GameClock:
    """Wall-clock time for all decisions of a side; a decision that takes longer than the time left loses."""

    base: float
    """Seconds at the start of the game."""
    increment: float = 0.0
    """Seconds added after each decision."""

    def __post_init__(self) -> None:
        """Raise `ValueError` (`NumberError`) for invalid times."""
        bounds.seconds(self.base, "base")
        bounds.seconds_or_none(self.increment, "increment")


class Clocks:
    """The time that both sides have left; without a clock in the terms, nothing is counted."""

    def __init__(self, clock: GameClock | None) -> None:
        self._left = dict.fromkeys(Side, clock.base) if clock else {}
        self._increment = clock.increment if clock else 0.0

    def left(self, side: Side) -> float | None:
        """Return the seconds that a side has left, None without a clock."""
        return self._left.get(side)

    def charge(self, side: Side, seconds: float) -> None:
        """Subtract the seconds of a decision, and add the increment."""
        if side in self._left:
            self._left[side] += self._increment - seconds


KEPT_SHARE = 0.85
"""Share of a time limit that a player is told: the margin that a bot also needs before a real referee."""

TURN_SHARE = 1 / 12
"""Share of the time left on its clock that a player is told to use for a turn, besides the increment."""


DEFAULT_SECONDS = 1.0
"""Wall-clock seconds for a turn if no limit is set."""


@dataclass(frozen=True)
class Terms:
    """The limits of a side; None means no limit. Raises `ValueError` (`NumberError`) for invalid numbers."""

    seconds: float | None = None
    """Wall-clock seconds for a decision, from the moment the position is handed over; a later decision loses."""
    nodes: int | None = None
    depth: int | None = None
    clock: GameClock | None = None
    """Clock for the whole game, instead of `seconds`."""
    watchdog: float = 600.0
    """Seconds of wall-clock time after which a player without another clock counts as hanging."""

    def __post_init__(self) -> None:
        if self.seconds is not None:
            bounds.seconds(self.seconds, "seconds")
        bounds.seconds(self.watchdog, "watchdog")
        bounds.efforts(self.nodes, self.depth)

    @classmethod
    def of(cls, limits: Limits) -> "Terms":
        """Return the terms that give each decision these limits; raises `NumberError` where they end at one moment."""
        if limits.deadline is not None or limits.cutoff is not None:
            raise NumberError("the limits of a match name a moment; expected seconds for each decision")
        return cls(limits.seconds, limits.nodes, limits.depth)

    @property
    def patience(self) -> float:
        """Seconds for which a player may be held up by its machine before its loss on time is doubted: a tenth."""
        told, _ = self._told(None)
        return (self.watchdog if told is None else told) / 10

    @property
    def timed(self) -> bool:
        """True if a side's time is limited."""
        return (self.seconds, self.clock) != (None, None)

    def scaled(self, factor: float) -> "Terms":
        """Return the terms with all times multiplied, for a machine of another speed."""
        clock = self.clock and GameClock(factor * self.clock.base, factor * self.clock.increment)
        return replace(self, seconds=None if self.seconds is None else factor * self.seconds, clock=clock)

    def or_default(self) -> "Terms":
        """Return these terms, or the default time if they set no limit; other limits alone leave turns reproducible."""
        return Terms(DEFAULT_SECONDS) if self == Terms() else self

    def limits(self, start: float, left: float | None = None) -> Limits:
        """Return the limits that a player is told when it is asked at `start` on `time.monotonic`.

        `left` is the number of seconds left on its clock; the clock's base by default.
        """
        told, longest = self._told(left)
        if told is None or longest is None:
            return Limits(None, self.nodes, self.depth)
        return Limits(start + told, self.nodes, self.depth, cutoff=start + longest)

    def _told(self, left: float | None) -> tuple[float | None, float | None]:
        """Return the seconds in which a decision should come, and the seconds after which it loses."""
        if self.clock is None:
            return None if self.seconds is None else KEPT_SHARE * self.seconds, self.seconds
        left = self.clock.base if left is None else left
        return min(KEPT_SHARE * left, TURN_SHARE * left + KEPT_SHARE * self.clock.increment), left


@dataclass(frozen=True)
class Answer:
    """A well-formed decision that came in time."""

    decision: Decision
    seconds: float


@dataclass(frozen=True)
class NoAnswer:
    """A failure to answer: `ending` is one of the failures."""

    ending: Ending
    message: str
    seconds: float


def ask(player: Player[Any], position: Position, terms: Terms, left: float | None = None) -> Answer | NoAnswer:
    """Hand the position over and wait for the decision; only `KeyboardInterrupt` is passed on.

    `left` is the number of seconds left on the player's clock, if the terms set one. A player in this process cannot be
    interrupted: a late decision is counted as late when it arrives.
    """
    start = time.monotonic()
    try:
        decision = player.choose(position, terms.limits(start, left))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a player raises is its own loss
        return NoAnswer(*_name(error), time.monotonic() - start)
    seconds = time.monotonic() - start
    late = _what_is_late(seconds, terms, left)
    if late:
        return NoAnswer(Ending.TIMEOUT, late, seconds)
    wrong = wrong_decision(decision, position.left)
    return NoAnswer(Ending.MALFORMED, wrong, seconds) if wrong else Answer(decision, seconds)


def _what_is_late(seconds: float, terms: Terms, left: float | None) -> str | None:
    """Return why a decision that took `seconds` is too late, or None if it is in time."""
    if left is not None and seconds > left:
        return f"the decision took {seconds:.3f} s; its clock had {left:.3f} s left"
    if terms.seconds is not None and seconds > terms.seconds:
        return f"the decision took {seconds:.3f} s; the limit is {terms.seconds:g} s"
    return None


def _name(error: BaseException) -> tuple[Ending, str]:
    if isinstance(error, ProtocolError):
        return Ending.MALFORMED, str(error)
    if isinstance(error, PlayerTimeoutError):
        return Ending.TIMEOUT, str(error)
    if isinstance(error, IllegalPlacement):
        return Ending.ILLEGAL, str(error)
    return Ending.CRASH, f"{type(error).__name__}: {error}"

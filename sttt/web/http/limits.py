"""Who somebody is whom limits are for, how often he may do something, and how many places he keeps in a crowd."""

import time
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.types import Scope

from sttt.errors import StttError

MOST_REMEMBERED = 20_000
"""Callers whose doings are remembered; those who have done nothing lately are forgotten first."""

SHARES = 4
"""Into so many shares places are divided when all are taken."""

T = TypeVar("T")

_HOME = 64
"""Bits of an IPv6 address that one customer of a network has for himself."""


@dataclass(frozen=True)
class Clients:
    """Tells clients apart by their addresses."""

    proxies: frozenset[str] = frozenset()
    """Addresses of proxies whose word is taken for whom they speak; nobody else's is."""

    def name(self, scope: Scope) -> str:
        """Return the address of a request's client, that of its network where that is one customer's."""
        peer = scope["client"][0] if scope.get("client") else ""
        if peer not in self.proxies:
            return home(peer)
        told = [part.strip() for line in Headers(scope=scope).getlist("x-forwarded-for") for part in line.split(",")]
        strangers = [one for one in told if one not in self.proxies]  # the last is the one that our own proxy has seen
        return home(strangers[-1]) if strangers else home(peer)


def home(address: str) -> str:
    """Return an address, or that of its network where that is one customer's."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:40]
    return _network(found)


def _network(address: IPv4Address | IPv6Address) -> str:
    if address.version == 4:
        return str(address)
    known = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(known or ip_network((address, _HOME), strict=False).network_address)


class RateError(StttError):
    """A client that has asked for more lately than its share."""


class Rate:
    """The rate at which each caller may do something: so many at once, and then so many a second."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = burst
        self._per_second = per_second
        self._left: dict[Hashable, tuple[float, float]] = {}
        """The number that each may do at once, and when that was so."""

    def take(self, caller: Hashable) -> bool:
        """Return whether the caller may do it once more; counted only where it is so."""
        now = time.monotonic()
        left = self._left_of(caller, now)
        if left < 1:
            return False
        self._note(caller, left - 1, now)
        return True

    def wait(self, caller: Hashable) -> float:
        """Count what the caller does, and return the seconds after which it is within the rate."""
        now = time.monotonic()
        left = self._left_of(caller, now) - 1
        self._note(caller, left, now)
        return max(0.0, -left / self._per_second)

    def _left_of(self, caller: Hashable, now: float) -> float:
        left, last = self._left.get(caller, (self._burst, now))
        return min(self._burst, left + self._per_second * (now - last))

    def _note(self, caller: Hashable, left: float, now: float) -> None:
        self._left.pop(caller, None)
        self._left[caller] = (left, now)
        if len(self._left) > MOST_REMEMBERED:
            del self._left[next(iter(self._left))]


class FullError(StttError):
    """All places are taken, and nobody has to make way."""


def makes_way(present: dict[T, Hashable], most: int, client: Hashable) -> T | None:
    """Return whose place one more of a client's takes, None where one is free; raises `FullError`.

    `present` says whose each is, the latest last. Anybody has what places are free. When all are taken, a client with
    less than a share gets the latest place of the one who has most, if that is more than a share. With a whole share
    nobody gets another one in this way, and nobody loses one: two clients never push each other out in turn.
    """
    if len(present) < most:
        return None
    share = max(1, most // SHARES)
    taken = Counter(present.values())
    greediest = max(taken, key=lambda one: taken[one])
    if taken[client] >= share or taken[greediest] <= share:
        raise FullError(f"all {most} places are taken; expected to come back later")
    return next(one for one in reversed(present) if present[one] == greediest)

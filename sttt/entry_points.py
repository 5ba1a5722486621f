"""What is installed under a name: the entry points of a group, looked up once and found by name."""

import sys
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

from sttt.errors import UnknownNameError


@lru_cache(maxsize=16)
def _points(group: str, path: tuple[str, ...]) -> dict[str, EntryPoint]:  # noqa: ARG001 - what is installed hangs on it
    """Return a group's entry points in the order of their names; to look them up takes longer than a short game."""
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def points(group: str) -> dict[str, EntryPoint]:
    """Return a group's entry points in the order of their names, not yet loaded."""
    return _points(group, tuple(sys.path))


def find(group: str, name: str, kind: str) -> EntryPoint:
    """Return the entry point of that name; raises `UnknownNameError`, which calls it by its kind: a player, a game."""
    found = points(group)
    if name not in found:
        raise UnknownNameError(f"unknown {kind} {name!r}; {_expected(name, kind, found)}")
    return found[name]


def _expected(name: str, kind: str, names: Iterable[str]) -> str:
    """Say which name was perhaps meant: the path of a program, one or more that are alike, or any that there is."""
    if kind == "player" and "/" in name:
        return f"expected cmd:{name} for a program, or another PROTOCOL:REST"
    if alike := get_close_matches(name, names):
        return f"did you mean {' or '.join(alike)}?"
    return f"expected one of: {', '.join(sorted(names)) or 'none installed'}"

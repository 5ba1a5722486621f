"""The parts that are installed: ours by a table, those of strangers by the entry points of their packages.

To look through all packages takes longer than the rest of what a bot imports. So ours are read from ``parts.txt``, of
which the distribution's own entry points are made, and strangers' are looked for when a name is not ours or when all
names are wanted.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from sttt.distribution import NAME
from sttt.telling import shortened, tell_once

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

_TABLE = Path(__file__).with_name("parts.txt")
_SOUND_NAME = re.compile(r"[\w.+-]+(?<!\.toml)")
"""The form of a name: ``PROTOCOL:REST`` and ``*.toml`` mean programs, and a blank ends a word."""
_SOUND_TARGET = re.compile(r"([\w.]+)\s*(?::\s*([\w.]+)\s*)?(?:\[(.*)\]\s*)?")
"""The form of a target: a module, an attribute, and the extra that it needs."""


@dataclass(frozen=True)
class Registered:
    """A name of a group, what it stands for, and the package that it is from, not yet loaded."""

    package: str
    group: str
    name: str
    target: str
    """``MODULE:ATTRIBUTE``, or whatever else a stranger has written."""

    @property
    def is_ours(self) -> bool:
        """Return whether this project installed it."""
        return self.package == NAME

    @property
    def module(self) -> str:
        """The module that it names, or empty where the target is malformed."""
        target = _SOUND_TARGET.fullmatch(self.target)
        return target[1] if target else ""

    @property
    def extra(self) -> str:
        """The extra of its package that it needs, or empty."""
        target = _SOUND_TARGET.fullmatch(self.target)
        return (target[3] or "") if target else ""

    def load(self) -> object:
        """Import what it stands for; raises `ValueError` for a malformed target, and whatever its module raises."""
        target = _SOUND_TARGET.fullmatch(self.target)
        if target is None:
            raise ValueError("the entry point is malformed")
        attributes = target[2].split(".") if target[2] else []
        return reduce(getattr, attributes, import_module(target[1]))


@dataclass(frozen=True)
class GroupNames:
    """The names of a group, each given to one part."""

    chosen: tuple[Registered, ...]
    """In the order of their names."""
    refused: tuple[tuple[Registered, str], ...]
    """Those whose name is another's or can be nobody's, and the reason."""


@lru_cache(maxsize=16)
def group_names(group: str, path: tuple[str, ...]) -> GroupNames:
    """Give each name of a group to one part: to ours, else to that of the package that comes first by name."""
    having: dict[str, Registered] = {}
    refused = []
    for one in sorted(registered(path), key=lambda one: (not one.is_ours, one.package, one.name)):
        if one.group != group:
            continue
        if not _SOUND_NAME.fullmatch(one.name):
            refused.append((one, "its name has other characters than letters, digits and ._+-, or ends in .toml"))
        elif one.name in having and having[one.name].target != one.target:
            refused.append((one, f"its name is taken by the package {having[one.name].package}; expected another one"))
        else:
            having.setdefault(one.name, one)
    return GroupNames(tuple(having[name] for name in sorted(having)), tuple(refused))


@lru_cache(maxsize=4)
def registered(path: tuple[str, ...]) -> tuple[Registered, ...]:  # noqa: ARG001 - what is installed depends on it
    """Return all that adds something to this project, ours first."""
    found = {(one.package, one.group, one.name): one for group in _table().values() for one in group.values()}
    for one in _strangers():
        found.setdefault((one.package, one.group, one.name), one)
    return tuple(found.values())


def own(group: str) -> Mapping[str, Registered]:
    """Return our parts of a group by name."""
    return _table().get(group, {})


@cache
def _table() -> Mapping[str, Mapping[str, Registered]]:
    """Read our parts by group and name."""
    table: dict[str, dict[str, Registered]] = defaultdict(dict)
    group = ""
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        name, found, target = line.partition(" = ")
        if found:
            table[group][name] = Registered(NAME, group, name, target)
        elif line:
            group = line.strip("[]")
    return dict(table)


def _strangers() -> Iterator[Registered]:
    from importlib.metadata import distributions  # noqa: PLC0415 - see above

    for distribution in distributions():
        points = _points(distribution)
        package = _name_of(distribution) if points else ""  # its name takes longer to read than its points
        if package != NAME:  # of an older version perhaps, or of another checkout
            yield from (Registered(package, point.group, point.name, point.value) for point in points)


def _points(distribution: "Distribution") -> "list[EntryPoint]":
    try:
        return [point for point in distribution.entry_points if point.group.startswith("sttt.")]
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a stranger's file
        told = shortened(f"{type(error).__name__}: {error}")
        tell_once(f"the package {_name_of(distribution)} is left out: {told}; expected entry_points.txt to be readable")
        return []


def _name_of(distribution: "Distribution") -> str:
    with suppress(Exception):  # a stranger's file
        return re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower()
    return "without a name"

"""Parts that packages install under a name: entry points, found once, loaded with care, and left out where they fail.

A part of a stranger's package that does not load, is no part of its group, or has a name that is taken must not end a
command that has no need of it: it is left out of all lists and named once on standard error. Asked for by name, it is
an error that says what is wrong with it.
"""

import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache, partial
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, distributions
from importlib.util import find_spec
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Generic, TypeVar, cast

from sttt.distribution import NAME
from sttt.errors import HiddenPackageError, Phrase, PlayerError, UnknownNameError, printable

T = TypeVar("T")

LIMIT = 10.0
"""Seconds that a list waits for a stranger's part to load; who asks for it by name waits as long as it takes."""

_ROOT = Path(__file__).parents[1]
"""The folder that holds our packages, wherever they are installed."""
_SOUND_NAME = re.compile(r"[\w.+-]+(?<!\.toml)")
"""The form of a name: ``PROTOCOL:REST`` and ``*.toml`` mean programs, and a blank ends a word."""


_TARGET = re.compile(r"([\w.]+):(\w+)")


@dataclass(frozen=True)
class Registered:
    """An entry point and the package that it is from, not yet loaded."""

    point: EntryPoint
    package: str

    @property
    def is_ours(self) -> bool:
        """Return whether this project installed it."""
        return self.package == NAME

    @property
    def module(self) -> str:
        """The module that it names, or empty where the entry point is malformed."""
        target = EntryPoint.pattern.match(self.point.value)
        return target["module"] if target else ""


@dataclass
class Part(Generic[T]):
    """A part of a group: loaded, or what keeps it from being one."""

    registered: Registered
    value: T | None = None
    problem: str | None = None
    """Its fault, and what was expected."""
    printed: str = ""
    """Its output while it was imported, kept from standard output."""
    importing: threading.Thread | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """Its name as registered."""
        return self.registered.point.name


class Registry(Generic[T]):
    """A group of entry points, such as ``sttt.games``, and what each of its parts has to be."""

    def __init__(self, name: str, kind: str, cls: type[T], named: str = "name") -> None:
        """Parts are called a `kind` in messages, and `named` is their attribute that repeats the registered name."""
        self.name = name
        self._kind = kind
        self._cls = cls
        self._named = named

    def names(self) -> list[str]:
        """Return the names in order, without loading what they name."""
        return [one.point.name for one in self._registered().chosen]

    def find(self, name: str) -> T:
        """Return the part of that name; raises `UnknownNameError` if there is none that loads."""
        chosen = {one.point.name: one for one in self._registered().chosen}
        if name not in chosen:
            raise UnknownNameError.of(
                "name.unknown", kind=self._kind, name=name, expected=_expected(name, self._kind, chosen)
            )
        part = self._part(chosen[name], None)
        if part.value is None:
            raise UnknownNameError.of(
                "name.unusable", kind=self._kind, name=self._described(part), problem=str(part.problem)
            )
        self._tell_printed(part)
        return part.value

    def all(self) -> list[T]:
        """Return all parts that load, by name; the others are left out, and each is named once on standard error."""
        for one, problem in self._registered().refused:
            self._tell_left_out(Part(one, problem=problem))
        return self.those(self.names())

    def those(self, names: Iterable[str]) -> list[T]:
        """Return the parts of these names that are installed and load, in this order; of the others as `all`."""
        chosen = {one.point.name: one for one in self._registered().chosen}
        found = []
        for part in (self._part(chosen[name], LIMIT) for name in names if name in chosen):
            if part.value is None:
                self._tell_left_out(part)
            else:
                self._tell_printed(part)
                found.append(part.value)
        return found

    def parts(self) -> list[Part[T]]:
        """Load everything in the group, and return also what is wrong with the parts that are left out."""
        registered = self._registered()
        refused = [Part[T](one, problem=problem) for one, problem in registered.refused]
        return sorted([*(self._part(one, LIMIT) for one in registered.chosen), *refused], key=lambda part: part.name)

    def _registered(self) -> "_Names":
        return _names(self.name, tuple(sys.path))

    def _part(self, registered: Registered, limit: float | None) -> Part[T]:
        part = cast("Part[T]", _loading(registered.point, registered.package, tuple(sys.path)))
        if part.value is None and part.problem in (None, _SLOW):
            self._load(part, limit)
        return part

    def _load(self, part: Part[T], limit: float | None) -> None:
        """Load a part in place; with a limit, one that takes longer is left out until it is done."""
        if part.registered.is_ours or limit is None:
            with _standard_output_kept(part):
                self._import(part)
            return
        if part.importing is None:
            importing = threading.Thread(target=self._import, args=(part,), daemon=True)
            with _standard_output_kept(part):
                try:
                    importing.start()
                except RuntimeError:  # a Python without threads, as in a browser: waited for as long as it takes
                    self._import(part)
                    return
                part.importing = importing  # only a thread that runs: Ctrl-C above leaves the part to be tried again
                importing.join(limit)
        if part.value is None and part.importing.is_alive():
            part.problem = _SLOW

    def _import(self, part: Part[T]) -> None:
        try:
            value = part.registered.point.load()
        except BaseException as error:
            # whatever a stranger's module does, down to leaving Python, is no more than its own failure
            if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise
            part.problem = self._why_not_imported(part.registered, error)
            return
        problem = self._why_no_part(value, part.name)
        part.value, part.problem = (value if problem is None else None), problem

    def _why_not_imported(self, registered: Registered, error: BaseException) -> str:
        if registered.is_ours:
            _check_not_hidden(registered.module.partition(".")[0])
        told = _shortened(f"{type(error).__name__}: {error}".removesuffix(": "))
        return f"{told}; expected {printable(registered.point.value)} to import"

    def _why_no_part(self, value: object, name: str) -> str | None:
        expected = self._cls.__name__
        if not isinstance(value, self._cls):
            return f"it is of the type {type(value).__name__}; expected {expected}"
        called = getattr(value, self._named)
        return None if called == name else f"it calls itself {called!r:.60}; expected the name that it is registered by"

    def _described(self, part: Part[T]) -> str:
        return f"{printable(part.name)!r} of the package {printable(part.registered.package)}"

    def _tell_left_out(self, part: Part[T]) -> None:
        tell_once(f"the {self._kind} {self._described(part)} is left out: {part.problem}")

    def _tell_printed(self, part: Part[T]) -> None:
        if part.printed:
            what = f"the {self._kind} {self._described(part)} prints while it is imported"
            tell_once(f"{what}, which is dropped: {_shortened(part.printed)!r}; expected nothing")


_SLOW = f"it has not been imported after {LIMIT:g} seconds; expected it to be, or to be asked for by its name"


@dataclass(frozen=True)
class _Names:
    """The entry points of a group, of which each name is one's."""

    chosen: tuple[Registered, ...]
    """In the order of their names."""
    refused: tuple[tuple[Registered, str], ...]
    """Those whose name is another's or can be nobody's, and the reason."""


@lru_cache(maxsize=16)
def _names(group: str, path: tuple[str, ...]) -> _Names:
    """Give each name of a group to one entry point: to ours, else to that of the package that comes first by name."""
    chosen: dict[str, Registered] = {}
    refused = []
    for one in sorted(registered(path), key=lambda one: (not one.is_ours, one.package, one.point.name)):
        name = one.point.name
        if one.point.group != group:
            continue
        if not _SOUND_NAME.fullmatch(name):
            refused.append((one, "its name has other characters than letters, digits and ._+-, or ends in .toml"))
        elif name in chosen and chosen[name].point.value != one.point.value:
            refused.append((one, f"its name is taken by the package {chosen[name].package}; expected another one"))
        else:
            chosen.setdefault(name, one)
    return _Names(tuple(chosen[name] for name in sorted(chosen)), tuple(refused))


@lru_cache(maxsize=4)
def registered(path: tuple[str, ...]) -> tuple[Registered, ...]:  # noqa: ARG001 - what is installed depends on it
    """Return all entry points that add something to this project; to look them up takes longer than a short game."""
    found: dict[tuple[str, str, str], Registered] = {}
    for distribution in distributions():
        points = _points(distribution)
        package = _name_of(distribution) if points else ""  # its name takes longer to read than its points
        for point in points:
            found.setdefault((package, point.group, point.name), Registered(point, package))
    return tuple(found.values())


def _points(distribution: Distribution) -> list[EntryPoint]:
    try:
        return [point for point in distribution.entry_points if point.group.startswith("sttt.")]
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a stranger's file
        told = _shortened(f"{type(error).__name__}: {error}")
        tell_once(f"the package {_name_of(distribution)} is left out: {told}; expected entry_points.txt to be readable")
        return []


def _name_of(distribution: Distribution) -> str:
    with suppress(Exception):  # a stranger's file
        return re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower()
    return "without a name"


@lru_cache(maxsize=256)
def _loading(point: EntryPoint, package: str, path: tuple[str, ...]) -> Part[object]:  # noqa: ARG001 - as `registered`
    """Return the one part of an entry point, which remembers what came of loading it."""
    return Part(Registered(point, package))


@contextmanager
def _standard_output_kept(part: Part[T]) -> Iterator[None]:
    """Keep what a stranger's module prints from standard output, which may be a protocol's or a document's."""
    if part.registered.is_ours or isinstance(sys.stdout, _Kept):
        yield
        return
    printed = BytesIO()
    kept = _Kept(printed, encoding="utf-8", errors="replace", write_through=True)
    usual, sys.stdout = sys.stdout, kept
    try:
        yield
    finally:
        sys.stdout = usual
        with suppress(ValueError):  # closed by the module
            part.printed = printed.getvalue().decode("utf-8", "replace").strip()


class _Kept(TextIOWrapper):
    """Standard output while a stranger's module is imported."""


def _check_not_hidden(package: str) -> None:
    """Raise `HiddenPackageError` if Python finds a package of that name elsewhere than ours beside this one."""
    spec = find_spec(package)
    places = [*(spec.submodule_search_locations or ()), spec.origin] if spec else []
    place = next((Path(place) for place in places if place), None)
    ours = _ROOT / package
    if place is not None and place.resolve() not in (ours.resolve(), (ours / "__init__.py").resolve()):
        raise HiddenPackageError(
            f"{place} hides the package {package} of sttt in {_ROOT}: Python looks in {place.parent} first; "
            "expected to start in another folder, to rename that one, or the command `python -P`"
        )


def _expected(name: str, kind: str, names: Iterable[str]) -> Phrase:
    """Say which name was perhaps meant: the path of a program, one or more that are alike, or any that there is."""
    if kind == "player" and "/" in name:
        return Phrase("name.program", {"name": name})
    if alike := get_close_matches(name, names):
        return Phrase("name.alike", {"names": " or ".join(alike)})
    return Phrase("name.one-of", {"names": ", ".join(sorted(names)) or "none installed"})


_told: set[str] = set()


def tell_once(text: str) -> None:
    """Say something on standard error, once."""
    if text not in _told and sys.stderr is not None:
        print(f"sttt: {_shortened(text, 400)}", file=sys.stderr)  # noqa: T201 - below every console
    _told.add(text)


def _shortened(text: str, most: int = 200) -> str:
    text = printable(text)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def named(target: str) -> Callable[..., T]:
    """Return the function ``MODULE:FUNCTION``, whose module is imported when it is first called.

    A call raises `PlayerError` where the name leads nowhere.
    """
    if not (parts := _TARGET.fullmatch(target)):
        raise ValueError(f"{target!r} names no part; expected MODULE:FUNCTION")
    return cast("Callable[..., T]", partial(_call, *parts.groups()))


def named_part(module: str, function: str) -> Callable[..., T]:
    """Import a part; raises `PlayerError` where there is none."""
    try:
        part: Callable[..., T] = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise PlayerError.of("name.nowhere", name=f"{module}:{function}", problem=str(error)) from error
    return part


def _call(module: str, function: str, *given: object) -> object:
    return named_part(module, function)(*given)

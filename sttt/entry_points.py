"""Parts that packages install under a name: found once, loaded with care, and left out where they fail.

A part of a stranger's package that does not load, is no part of its group, or has a name that is taken must not end a
command that has no need of it: it is left out of all lists and named once on standard error. Asked for by name, it is
an error that says what is wrong with it.
"""

import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Generic, TypeVar, cast

from sttt.errors import HiddenPackageError, Phrase, PlayerError, StoppedError, UnknownNameError, printable
from sttt.installed import GroupNames, Registered, group_names, own
from sttt.telling import shortened, tell_once

T = TypeVar("T")

LIMIT = 10.0
"""Seconds that a list waits for a stranger's part to load; who asks for it by name waits as long as it takes."""

_ROOT = Path(__file__).parents[1]
"""The folder that holds our packages, wherever they are installed."""
_TARGET = re.compile(r"([\w.]+):(\w+)")


@dataclass
class Part(Generic[T]):
    """A part of a group: loaded, or what keeps it from being one."""

    registered: Registered
    value: T | None = None
    problem: str | None = None
    """Its fault, and what was expected."""
    lacks: str = ""
    """The extra of ours that it needs and that is not installed."""
    printed: str = ""
    """Its output while it was imported, kept from standard output."""
    importing: threading.Thread | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """Its name as registered."""
        return self.registered.name


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
        return [one.name for one in self._registered().chosen]

    def has(self, name: str) -> bool:
        """Return whether there is a part of that name, without loading it."""
        return name in self._having([name])

    def find(self, name: str) -> T:
        """Return the part of that name; raises `UnknownNameError` if there is none that loads."""
        having = self._having([name])
        if name not in having:
            expected = _expected(name, self._kind, having)
            raise UnknownNameError.of("name.unknown", kind=self._kind, name=name, expected=expected)
        part = self._part(having[name], None)
        if part.value is None:
            raise UnknownNameError.of(
                "name.unusable", kind=self._kind, name=self._described(part), problem=str(part.problem)
            )
        self._tell_printed(part)
        return part.value

    def all(self) -> list[T]:
        """Return all parts that load, by name; the others are left out, and each is named once on standard error.

        What lacks an extra is left out without a word: whoever asks for it by name is told.
        """
        for one, problem in self._registered().refused:
            self._tell_left_out(Part(one, problem=problem))
        return self.those(self.names())

    def those(self, names: Iterable[str]) -> list[T]:
        """Return the parts of these names that are installed and load, in this order; of the others as `all`."""
        names = list(names)
        having = self._having(names)
        found = []
        for part in (self._part(having[name], LIMIT) for name in names if name in having):
            if part.value is None:
                if not part.lacks:
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

    def _registered(self) -> GroupNames:
        return group_names(self.name, tuple(sys.path))

    def _having(self, names: Iterable[str]) -> Mapping[str, Registered]:
        """Return ours if they have all these names, else all that are installed: to look for those takes long."""
        ours = own(self.name)
        return ours if ours.keys() >= set(names) else {one.name: one for one in self._registered().chosen}

    def _part(self, registered: Registered, limit: float | None) -> Part[T]:
        part = cast("Part[T]", _loading(registered, tuple(sys.path)))
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
            value = part.registered.load()
        except BaseException as error:
            # whatever a stranger's module does, down to leaving Python, is no more than its own failure
            in_main_thread = threading.current_thread() is threading.main_thread()
            if in_main_thread and isinstance(error, KeyboardInterrupt | StoppedError):
                raise
            if part.registered.is_ours and isinstance(error, ModuleNotFoundError):
                part.lacks = part.registered.extra
            part.problem = self._why_not_imported(part.registered, error)
            return
        problem = self._why_no_part(value, part.name)
        part.value, part.problem = (cast("T", value) if problem is None else None), problem

    def _why_not_imported(self, registered: Registered, error: BaseException) -> str:
        if registered.is_ours:
            _check_not_hidden(registered.module.partition(".")[0])
        told = shortened(f"{type(error).__name__}: {error}".removesuffix(": "))
        return f"{told}; expected {printable(registered.target)} to import"

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
            tell_once(f"{what}, which is dropped: {shortened(part.printed)!r}; expected nothing")


_SLOW = f"it has not been imported after {LIMIT:g} seconds; expected it to be, or to be asked for by its name"


@lru_cache(maxsize=256)
def _loading(registered: Registered, path: tuple[str, ...]) -> Part[object]:  # noqa: ARG001 - what is loaded depends on it
    """Return the one part of a registration, which remembers what came of loading it."""
    return Part(registered)


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


def alike(name: str, names: Iterable[str]) -> str:
    """Return which names were perhaps meant, as ``play or plan``; nothing where none is alike."""
    return " or ".join(get_close_matches(name, names))


def _expected(name: str, kind: str, names: Iterable[str]) -> Phrase:
    """Say which name was perhaps meant: the path of a program, one or more that are alike, or any that there is."""
    if kind == "player" and "/" in name:
        return Phrase("name.program", {"name": name})
    if meant := alike(name, names):
        return Phrase("name.alike", {"names": meant})
    return Phrase("name.one-of", {"names": ", ".join(sorted(names)) or "none installed"})


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

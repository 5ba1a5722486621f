"""Tests that start programs, found by what they and their fixtures call, so that nobody has to mark them."""

import re
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType

import pytest

STARTERS = re.compile(
    r"subprocess|multiprocessing|sttt\.execution\.(worker|executors?|supervised)|adapter\.(programs\..*|\w+\.(remote|check))"
    r"|support\.(browser|cluster|command|forks|processes|scheme_programs|terminal|tls_proxy)"
)
"""The modules whose functions start programs."""
WITHIN = {"sttt_here", "CompletedProcess", "TIMEOUT"}
"""Names of theirs that start none."""


def starts_programs(item: pytest.Item) -> bool:
    """Return whether a test, a fixture of its or a function that they call in their files starts a program."""
    info = item._fixtureinfo  # type: ignore[attr-defined] # the public names say nothing of who defines a fixture
    fixtures = [one.func for found in info.name2fixturedefs.values() for one in found]
    return any(map(_does, (getattr(item, "function", None), *fixtures)))


@cache
def _does(start: object) -> bool:
    """Return whether a function or one that it calls in its file starts a program."""
    seen: set[FunctionType] = set()
    waiting = [start] if isinstance(start, FunctionType) else []
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        for name in names_in(function.__code__):
            value = function.__globals__.get(name)
            if name not in WITHIN and STARTERS.fullmatch(origin_of(value)):
                return True
            value = getattr(value, "__wrapped__", value)
            if isinstance(value, FunctionType) and value.__module__ == function.__module__:
                waiting.append(value)
    return False


def origin_of(value: object) -> str:
    """Return the module that a name leads to; nothing for what comes from none."""
    return value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or ""


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that a function looks up, those of functions inside it included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)

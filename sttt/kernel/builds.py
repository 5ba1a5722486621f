"""Which build runs, and both builds in one process, to compare them."""

import importlib
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

from sttt.kernel import limits

_STANDING_ON_COMPILED = re.compile(r"sttt\.(kernel|games\.\w+\.(search|analysis|certificate))\.\w+")
"""The modules that are compiled, and those that stand on them."""


def build_name() -> str:
    """Say which build of the hot loops runs: compiled, or the same source interpreted."""
    return "compiled" if limits.COMPILED else "interpreted"


def slowness() -> str | None:
    """Say that the hot loops run interpreted, and what helps; None where they are compiled."""
    if limits.COMPILED:
        return None
    return (
        "the players run interpreted, some 140 times slower than compiled; expected a C compiler at the installation: "
        "install one (such as gcc and libc6-dev), then sttt again"
    )


def interpreted(name: str) -> ModuleType:
    """Import a module by its full name, and what it imports of compiled code, from their Python sources."""
    with _sources_alone():
        return importlib.import_module(name)


class _Sources(MetaPathFinder):
    """Finds the sources even where a compiled module lies beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module that stands on compiled code; none of any other."""
        del target
        if path is None or not _STANDING_ON_COMPILED.fullmatch(fullname):
            return None
        return spec_from_file_location(fullname, Path(path[0], f"{fullname.rpartition('.')[2]}.py"))


@contextmanager
def _sources_alone() -> Iterator[None]:
    """Import these modules again meanwhile, and put those back afterwards that were there before."""
    before = _standing_on_compiled()
    finder = _Sources()
    _forget(before)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _forget(_standing_on_compiled())
        sys.modules.update(before)
        for name, module in before.items():
            package, _, last = name.rpartition(".")
            setattr(sys.modules[package], last, module)


def _standing_on_compiled() -> dict[str, ModuleType]:
    return {name: module for name, module in sys.modules.items() if _STANDING_ON_COMPILED.fullmatch(name)}


def _forget(modules: dict[str, ModuleType]) -> None:
    for name in modules:
        del sys.modules[name]

"""Both builds of the hot loops in one process, to compare them."""

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = "sttt.kernel"


def interpreted(name: str) -> ModuleType:
    """Import a module of the kernel, and all that it imports from there, from their Python sources."""
    with _sources_alone():
        return importlib.import_module(f"{PACKAGE}.{name}")


class _Sources(MetaPathFinder):
    """Finds the kernel's sources even where a compiled module lies beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of one of the kernel's modules; none of any other."""
        del path, target
        package, _, name = fullname.rpartition(".")
        if package != PACKAGE:
            return None
        return spec_from_file_location(fullname, Path(__file__).with_name(f"{name}.py"))


@contextmanager
def _sources_alone() -> Iterator[None]:
    """Import the kernel's modules anew meanwhile, and put those back afterwards that were there before."""
    before = {name: module for name, module in sys.modules.items() if name.startswith(f"{PACKAGE}.")}
    finder = _Sources()
    _forget_modules()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _forget_modules()
        sys.modules.update(before)
        for name, module in before.items():
            setattr(sys.modules[PACKAGE], name.rpartition(".")[2], module)


def _forget_modules() -> None:
    for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]

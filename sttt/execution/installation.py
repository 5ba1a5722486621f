"""The running installation, and the command that starts one of its modules in a process of its own.

``python -m`` searches the current folder first. In a checkout this would find the uncompiled sources there instead of
the installed package.
"""

import platform
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from pathlib import Path

from sttt.distribution import version

PACKAGE = "sttt"
OUT_OF_THE_PRESENT_FOLDER = "-P"
"""The option that keeps Python from searching the current folder."""


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of ours with the running Python."""
    return [sys.executable, *module_arguments(module, *arguments)]


def module_arguments(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the arguments after the Python executable in the command that runs a module of ours."""
    return (OUT_OF_THE_PRESENT_FOLDER, "-m", module, *arguments)


def describe() -> str:
    """Describe the running installation in one line: version, build, folder, and Python version."""
    from sttt.kernel.builds import build_name  # noqa: PLC0415 - a bot, which must start fast, seldom tells

    return f"{PACKAGE} {version()} {build_name()} in {_own_folder().parent}, Python {platform.python_version()}"


def warn_if_interpreted_beside_compiled(program: str) -> None:
    """Warn on standard error if uncompiled sources run that shadow a compiled installation."""
    compiled = compiled_elsewhere()
    if compiled:
        sys.stderr.write(
            f"{program}: runs the uncompiled sources in {_own_folder().parent}, far slower than the compiled "
            f"installation in {compiled.parent}; expected a start with python {OUT_OF_THE_PRESENT_FOLDER} "
            f"and without that folder in PYTHONPATH\n"
        )


def compiled_elsewhere() -> Path | None:
    """Return the folder of a compiled installation that these uncompiled sources shadow; None if there is none."""
    own = _own_folder()
    if _is_compiled(own):
        return None
    return next((folder for folder in _installed_folders() if folder != own and _is_compiled(folder)), None)


def _own_folder() -> Path:
    return Path(__file__).resolve().parents[1]


def _is_compiled(folder: Path) -> bool:
    kernel = folder / "kernel"
    return kernel.is_dir() and any(path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in kernel.iterdir())


def _installed_folders() -> Iterator[Path]:
    """Yield the package's folder for each entry of the import path, in the order in which Python searches them."""
    for finder in sys.meta_path:
        searched: Sequence[Sequence[str] | None] = [[entry] for entry in sys.path] if finder is PathFinder else [None]
        for path in searched:
            spec = finder.find_spec(PACKAGE, path)
            yield from _folders(spec)


def _folders(spec: ModuleSpec | None) -> Iterator[Path]:
    for folder in (spec and spec.submodule_search_locations) or ():
        yield Path(folder).resolve()

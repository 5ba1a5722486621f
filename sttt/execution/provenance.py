"""The provenance of a result: checksums of the code and data that played, and the commit for people to look up."""

import hashlib
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from sttt.entry_points import registered
from sttt.kernel import builds

_BUILT = {".c", ".cpp", ".o", ".so", ".pyd", ".pyc"}
"""Files that a machine makes from the code for itself; no two machines make the same."""
COMMIT_FILE = "_commit.txt"
"""The file in which `setup.py` notes the commit of a wheel; it is no part of the code."""
_NAMED = 3
"""Differences that a message names."""


@dataclass(frozen=True)
class Provenance:
    """The conditions of a game's result besides players, seeds and limits."""

    version: str
    kernel: str
    """The build of the searches: compiled or interpreted."""
    files: Mapping[str, str]
    """Checksums by name, such as ``strategies/super_ttt/greedy.py``."""

    @cached_property
    def checksum(self) -> str:
        """One checksum of all files."""
        return _checksum("\n".join(f"{name} {self.files[name]}" for name in sorted(self.files)).encode())

    def __str__(self) -> str:
        """Write it as ``0.1.0 1a2b3c4d5e6f compiled``; equal texts mean equal play."""
        return f"{self.version} {self.checksum} {self.kernel}"

    def differences(self, other: "Provenance") -> str:
        """Say in what `other` is different from this one, as ``strategies/any_game.py differs``."""
        names = sorted(self.files.keys() | other.files.keys())
        found = [f"{name} {_compare(name, self.files, other.files)}" for name in names if not _equal(name, self, other)]
        found[_NAMED:] = [f"{len(found) - _NAMED} more"] if len(found) > _NAMED else []
        pairs = (("version", other.version, self.version), ("kernel", other.kernel, self.kernel))
        found += [f"{name} {there} instead of {here}" for name, there, here in pairs if there != here]
        return ", ".join(found)


def _equal(name: str, first: Provenance, second: Provenance) -> bool:
    return first.files.get(name) == second.files.get(name)


def _compare(name: str, here: Mapping[str, str], there: Mapping[str, str]) -> str:
    if name not in there:
        return "is missing"
    return "differs" if name in here else "is not known here"


@cache
def provenance() -> Provenance:
    """Return what this process plays with: `sttt` and all packages that add something through entry points."""
    packages = {"sttt", *(one.module.partition(".")[0] for one in registered(tuple(sys.path)))} - {""}
    files = {name: checksum for package in sorted(packages) for name, checksum in _package_files(package)}
    return Provenance(version("sttt"), builds.build_name(), files)


def _package_files(package: str) -> Iterator[tuple[str, str]]:
    """Yield names and checksums of a package's files, or of the one that is the module; nothing if it is not there."""
    spec = None
    with suppress(ImportError, ValueError):  # a stranger's module that replaced itself, or a name that is none
        spec = find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        yield from files_of(Path(folder))
    if spec and spec.origin and not folders:
        yield package, _checksum(Path(spec.origin).read_bytes())


def files_of(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the names, with the folder's own before them, and the checksums of all files that are not built."""
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith(".") or part in ("__pycache__", COMMIT_FILE) for part in parts)
        if not hidden and path.suffix not in _BUILT and path.is_file():
            yield Path(folder.name, *parts).as_posix(), _checksum(path.read_bytes())


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


_ROOT = Path(__file__).parents[2]
_COMMIT_FILE = _ROOT / "sttt" / COMMIT_FILE
_CODE = ("sttt", "strategies", "adapter", "setup.py")


def commit() -> str | None:
    """Return the last commit that changed the code, with a checksum of what was changed since, as ``1a2b3c4+0f1e2d3c``.

    Outside of a checkout it is the commit that the wheel was built from; None if that is not known.
    """
    last = _git("log", "-1", "--format=%h", "--", *_CODE)
    if not last:
        return _COMMIT_FILE.read_text(encoding="ascii").strip() or None if _COMMIT_FILE.exists() else None
    changes = _git("diff", "HEAD", "--", *_CODE)
    return f"{last}+{zlib.crc32(changes.encode()):08x}" if changes else last


def _git(*arguments: str) -> str:
    """Return what git prints, nothing where it is not installed or knows no checkout."""
    command = ["git", "-C", str(_ROOT), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - fixed
    except OSError:
        return ""
    return done.stdout.strip()

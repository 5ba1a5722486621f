"""The provenance of a result: checksums of the code and data that produced it, and the commit for people to see."""

import hashlib
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path

from sttt.distribution import version
from sttt.installed import registered
from sttt.kernel import builds

_BUILT = {".c", ".cpp", ".o", ".so", ".pyd", ".pyc"}
"""Suffixes of files built from the code, which differ from machine to machine."""
COMMIT_FILE = "_commit.txt"
"""The file in which `setup.py` notes the commit of a wheel; not part of the code."""
_NAMED = 3
"""Number of differences that a message lists."""


@dataclass(frozen=True)
class Provenance:
    """The conditions of a game's result, apart from players, seeds and limits."""

    version: str
    kernel: str
    """The build of the searches: compiled or interpreted."""
    files: Mapping[str, str]
    """Checksums by name, such as ``strategies/super_ttt/greedy.py``."""

    @cached_property
    def checksum(self) -> str:
        """A single checksum of all files."""
        return _checksum("\n".join(f"{name} {self.files[name]}" for name in sorted(self.files)).encode())

    def __str__(self) -> str:
        """Format as ``0.1.0 1a2b3c4d5e6f compiled``; equal texts mean equal play."""
        return f"{self.version} {self.checksum} {self.kernel}"

    def differences(self, other: "Provenance") -> str:
        """Describe in which respects `other` differs from this, such as ``strategies/any_game.py differs``."""
        files = sorted(self.files.keys() | other.files.keys())
        names = [name for name in files if self.files.get(name) != other.files.get(name)]
        found = [f"{name} {_compare(name, self.files, other.files)}" for name in names]
        found[_NAMED:] = [f"{len(found) - _NAMED} more"] if len(found) > _NAMED else []
        pairs = (("version", other.version, self.version), ("kernel", other.kernel, self.kernel))
        found += [f"{name} {there} instead of {here}" for name, there, here in pairs if there != here]
        return ", ".join(found)


def _compare(name: str, here: Mapping[str, str], there: Mapping[str, str]) -> str:
    if name not in there:
        return "is missing"
    return "differs" if name in here else "is not known here"


@cache
def provenance() -> Provenance:
    """Return the provenance of this process: `sttt` and all packages that register entry points with it."""
    packages = {"sttt", *(one.module.partition(".")[0] for one in registered(tuple(sys.path)))} - {""}
    files = {name: checksum for package in sorted(packages) for name, checksum in _package_files(package)}
    return Provenance(version(), builds.build_name(), files)


def _package_files(package: str) -> Iterator[tuple[str, str]]:
    """Yield names and checksums of a package's files, or of a single module; nothing if it cannot be found."""
    spec = None
    with suppress(ImportError, ValueError):  # a stranger's module that replaced itself, or a name that is none
        spec = find_spec(package)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        yield from files_of(Path(folder))
    if spec and spec.origin and not folders:
        yield package, _checksum(Path(spec.origin).read_bytes())


def files_of(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name (starting with the folder's own) and the checksum of every file in a folder that is not built."""
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
    """Return the last commit that changed the code, plus a checksum of uncommitted changes, as ``1a2b3c4+0f1e2d3c``.

    Outside of a checkout, return the commit that the wheel was built from; None if that is unknown.
    """
    last = git("log", "-1", "--format=%h", "--", *_CODE)
    if not last:
        return _COMMIT_FILE.read_text(encoding="ascii").strip() or None if _COMMIT_FILE.exists() else None
    changes = git("diff", "HEAD", "--", *_CODE)
    return f"{last}+{zlib.crc32(changes.encode()):08x}" if changes else last


def git(*arguments: str) -> str:
    """Run git in the checkout of the running code, and return its output, stripped.

    It is empty where git fails or is missing, or this is no checkout.
    """
    command = ["git", "-C", str(_ROOT), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - fixed
    except OSError:
        return ""
    return done.stdout.strip()

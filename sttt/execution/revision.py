"""Other revisions of this project, each in an environment of its own, installed from a wheel and kept by its commit.

The wheel is made in a checkout, and sent to other machines.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sttt.errors import ExecutionError
from sttt.execution.foreign import part_of
from sttt.execution.locked import LockFile
from sttt.execution.provenance import COMMIT_FILE, git

PREFIX = "build:"
"""The beginning of the name of a player as of a build: ``build:BUILD:PLAYER``."""
INSTALLED = "installed"
"""The file that an environment has once all of it is there."""

_NAME = re.compile(r"[0-9a-f]{12}(-[a-z]+)?")
_BORROWED = "borrowed.pth"
"""The file that lends an environment what the running one has installed, below what it has itself."""


@dataclass(frozen=True)
class RevisionBuild:
    """The environment in which a commit is installed, whether it is there or not."""

    name: str
    """The commit, and what ``STTT_BUILD`` said when it was built."""

    @property
    def folder(self) -> Path:
        """Its folder."""
        return kept_builds() / self.name

    @property
    def python(self) -> Path:
        """The interpreter that runs it."""
        return self.folder / "bin" / "python"

    @property
    def is_there(self) -> bool:
        """True if all of it is there."""
        return (self.folder / INSTALLED).exists()

    def player(self, name: str) -> str:
        """Return the name of a player as of this build."""
        return f"{PREFIX}{self.name}:{name}"

    def wheel(self) -> Path:
        """Return the wheel that it was installed from; raises `ExecutionError` if that is gone."""
        found = next(_wheels(self.name).glob("*.whl"), None)
        if found is None:
            raise ExecutionError(f"there is no wheel in {_wheels(self.name)}; expected the one of the build beside it")
        return found


def kept_builds() -> Path:
    """Return the folder of all environments; that of a commit may be deleted at any time."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "sttt" / "builds"


def builds_of(players: Iterable[str]) -> tuple[RevisionBuild, ...]:
    """Return the builds as of which players play, each once; raises `ExecutionError` for a name of none."""
    names = (player.removeprefix(PREFIX).partition(":")[0] for player in players if player.startswith(PREFIX))
    return tuple(map(build_named, dict.fromkeys(names)))


def build_named(name: str) -> RevisionBuild:
    """Return the build of that name; raises `ExecutionError` for what is none."""
    if not _NAME.fullmatch(name):
        raise ExecutionError(f"{name!r} is no build; expected the name of a folder in {kept_builds()}")
    return RevisionBuild(name)


def build_of(revision: str, say: Callable[[str], None]) -> RevisionBuild:
    """Return the build of a revision, made now if it is not there; raises `ExecutionError`.

    `say` is told what takes a minute. ``STTT_BUILD`` counts as it does for an installation, and has builds of its own.
    """
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not commit:
        raise ExecutionError(
            f"{revision!r} is no revision here; expected a commit, branch or tag of the running checkout"
        )
    build = build_named("-".join(filter(None, (commit[:12], os.environ.get("STTT_BUILD")))))
    with _locked(build):
        if not build.is_there:
            say(f"building {revision} ({commit[:7]}) in {build.folder}, once")
            _make_wheel(commit, _wheels(build.name))
            _make_environment(build)
    return build


def install(name: str, wheel: str, content: bytes) -> None:
    """Install the build of that name from a wheel unless it is there; raises `ExecutionError`."""
    build = build_named(name)
    with _locked(build):
        if not build.is_there:
            file = _wheels(name) / Path(wheel).name
            file.parent.mkdir(parents=True, exist_ok=True)
            part_of(file).write_bytes(content)
            part_of(file).replace(file)
            _make_environment(build)


def _wheels(name: str) -> Path:
    """Return the folder of a build's wheel, outside of its environment, which is cleared before it is made."""
    return kept_builds() / f"{name}.wheel"


@contextmanager
def _locked(build: RevisionBuild) -> Iterator[None]:
    """Wait for whoever makes the same, and hold others up meanwhile."""
    path = build.folder.with_name(f"{build.name}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        try:
            lock = LockFile(path)
            break
        except BlockingIOError:
            time.sleep(1)
    try:
        yield
    finally:
        lock.release()


def _make_wheel(commit: str, folder: Path) -> None:
    with TemporaryDirectory() as named:
        source, packed = Path(named, "source"), Path(named, "source.tar")
        git("archive", "--format=tar", f"--output={packed}", commit)
        with tarfile.open(packed) as archive:
            archive.extractall(source, filter="data")
        (source / "sttt" / COMMIT_FILE).write_text(commit[:10], encoding="ascii")
        _pip(Path(sys.executable), "wheel", "--no-deps", "--wheel-dir", str(folder), str(source))


def _make_environment(build: RevisionBuild) -> None:
    """Install the wheel, and what it needs beyond what is installed here."""
    _run(sys.executable, "-I", "-m", "venv", "--clear", str(build.folder))
    own = next(build.folder.glob("lib/python*/site-packages"), build.folder / "Lib" / "site-packages")
    here = dict.fromkeys(sysconfig.get_paths()[kind] for kind in ("purelib", "platlib"))
    (own / _BORROWED).write_text("".join(f"{path}\n" for path in here), encoding="utf-8")
    wheel = str(build.wheel())
    _pip(build.python, "install", "--no-deps", "--ignore-installed", wheel)
    _pip(build.python, "install", wheel)
    (build.folder / INSTALLED).touch()


def _pip(python: Path, command: str, *arguments: str) -> None:
    _run(str(python), "-I", "-m", "pip", command, "--quiet", "--disable-pip-version-check", *arguments)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - our own
    if done.returncode:
        said = (done.stderr.strip() or "nothing was said").splitlines()[-1]
        raise ExecutionError(f"{' '.join(command[2:5])} ended with status {done.returncode}: {said}; expected a build")

"""Other revisions of the running checkout, each built into an environment of its own that is kept by its commit."""

import os
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sttt.errors import ExecutionError
from sttt.execution.locked import LockFile
from sttt.execution.provenance import COMMIT_FILE, git

BUILT = "built"
"""The file that an environment has once all of it is there."""


@dataclass(frozen=True)
class RevisionBuild:
    """A commit, and the environment in which it is installed."""

    commit: str
    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter that runs it."""
        return self.folder / "bin" / "python"


def kept_builds() -> Path:
    """Return the folder of all environments; that of a commit may be deleted at any time."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "sttt" / "builds"


def build_of(revision: str, say: Callable[[str], None]) -> RevisionBuild:
    """Return the build of a revision, made now if it is not there; raises `ExecutionError`.

    `say` is told what takes a minute. ``STTT_BUILD`` counts as it does for an installation, and has builds of its own.
    """
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not commit:
        raise ExecutionError(
            f"{revision!r} is no revision here; expected a commit, branch or tag of the running checkout"
        )
    name = "-".join(filter(None, (commit[:12], os.environ.get("STTT_BUILD"))))
    build = RevisionBuild(commit, kept_builds() / name)
    build.folder.mkdir(parents=True, exist_ok=True)
    lock = _locked(build.folder.with_name(f"{name}.lock"))
    try:
        if not (build.folder / BUILT).exists():
            say(f"building {revision} ({commit[:7]}) in {build.folder}, once")
            _make(build)
            (build.folder / BUILT).touch()
    finally:
        lock.release()
    return build


def _locked(path: Path) -> LockFile:
    """Wait for whoever builds the same."""
    while True:
        try:
            return LockFile(path)
        except BlockingIOError:
            time.sleep(1)


def _make(build: RevisionBuild) -> None:
    with TemporaryDirectory() as folder:
        source, packed = Path(folder, "source"), Path(folder, "source.tar")
        git("archive", "--format=tar", f"--output={packed}", build.commit)
        with tarfile.open(packed) as archive:
            archive.extractall(source, filter="data")
        (source / "sttt" / COMMIT_FILE).write_text(build.commit[:10], encoding="ascii")
        _run(sys.executable, "-m", "venv", "--clear", str(build.folder))
        _run(str(build.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(source))


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - our own
    if done.returncode:
        said = (done.stderr.strip() or "nothing was said").splitlines()[-1]
        raise ExecutionError(f"{' '.join(command[1:4])} ended with status {done.returncode}: {said}; expected a build")

"""Submissions as they come: a file, a folder or an archive per group, of which the last one counts; unpacked, bounded.

A submission of the group ``fish`` is called ``fish``, ``fish.zip``, ``fish.tar.gz``, ``fish.scm`` ...; a later one
``fish-2``, ``fish-3``, or ``fish-late``. Nothing in one is trusted: no path leads outside, no link is followed, and
files, bytes and depth have limits.
"""

import hashlib
import os
import re
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path, PurePosixPath
from typing import IO

from sttt.errors import CourseError, shown
from sttt.execution.foreign import open_regular, read_regular

MOST_FILES = 2_000
MOST_BYTES = 128 << 20
MOST_DEPTH = 20
_PORTION = 1 << 16
_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_FILES = (".scm", ".stk", ".py", ".java", ".c", ".cc", ".cpp", ".sh")
_IGNORED = {"__MACOSX", ".DS_Store", ".git", "__pycache__", ".svn"}


@dataclass(frozen=True)
class Submission:
    """The submission of a group that counts."""

    group: str
    path: Path
    replaced: tuple[str, ...] = ()
    """Names of earlier ones, which it replaces."""
    late: bool = False


def gather(folder: Path, groups: Iterable[str]) -> tuple[dict[str, Submission], list[str]]:
    """Return the submission of each group that has one, and the names of what belongs to no group."""
    known = {name.lower(): name for name in groups}
    found = defaultdict[str, list[tuple[tuple[bool, int, float], Path]]](list)
    strangers = []
    if not folder.is_dir():
        raise CourseError(f"there is no folder {folder}; expected the submissions in it")
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        stem = _stem(path)
        name, dash, which = stem.rpartition("-")
        numbered = bool(dash) and (which.isdecimal() or which == "late")
        group = known.get((name if numbered else stem).lower())
        if group is None:
            strangers.append(path.name)
            continue
        number = int(which[:9]) if numbered and which.isdecimal() else 1
        found[group].append(((numbered and which == "late", number, path.stat().st_mtime), path))
    chosen = {}
    for group, ranked in found.items():
        *earlier, (rank, last) = sorted(ranked)
        chosen[group] = Submission(group, last, tuple(path.name for _, path in earlier), rank[0])
    return chosen, strangers


def _stem(path: Path) -> str:
    for ending in sorted((*_ARCHIVES, *_FILES), key=len, reverse=True):
        if path.name.lower().endswith(ending) and not path.is_dir():
            return path.name[: -len(ending)]
    return path.name


def unpack(submission: Submission, target: Path) -> str:
    """Put a submission's files into a new folder, and return a checksum of them; raises `CourseError`.

    A single folder that holds everything is left out.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, mode, open_file in _files(submission.path):
        with open_file() as source:
            _write(source, target / name, mode)
    _lift(target)
    files = files_of(target)
    if not files:
        raise CourseError(f"{submission.path.name} is empty; expected a program")
    return _checksum(files)


Opener = Callable[[], IO[bytes]]


def _files(path: Path) -> Iterator[tuple[PurePosixPath, int, Opener]]:
    """Yield name, mode and opener of each file, bounded."""
    size = 0
    for number, (text, mode, length, open_file) in enumerate(_entries(path), start=1):
        name = PurePosixPath(text)
        size += length
        if number > MOST_FILES or size > MOST_BYTES:
            raise CourseError(f"{path.name} holds too much; expected at most {MOST_FILES} files, {MOST_BYTES:,} bytes")
        if name.is_absolute() or ".." in name.parts or "\\" in text or len(name.parts) > MOST_DEPTH or not name.parts:
            raise CourseError(f"{path.name} holds the path {shown(text)}; expected paths inside of it")
        if not _IGNORED & set(name.parts):
            yield name, mode, open_file


_Entry = tuple[str, int, int, Opener]
"""Path, mode, claimed size and opener of a file."""


def _entries(path: Path) -> Iterator[_Entry]:
    kind = path.lstat().st_mode
    if stat.S_ISDIR(kind):
        yield from _in_folder(path)
    elif not stat.S_ISREG(kind):
        raise CourseError(f"{path.name} is a link or a device; expected a file, a folder or an archive")
    elif zipfile.is_zipfile(path):
        yield from _in_zip(path)
    elif path.name.lower().endswith(_ARCHIVES[1:]):
        yield from _in_tar(path)
    elif path.name.lower().endswith(".zip"):
        raise CourseError(f"{path.name} is no zip archive, or a damaged one; expected one that opens")
    else:
        name = f"{path.name.partition('.')[0].rpartition('-')[0] or path.name.partition('.')[0]}"
        ending = path.name[len(path.name.partition(".")[0]) :]
        yield name + ending, kind, path.stat().st_size, lambda: open_regular(path)


def _in_folder(folder: Path) -> Iterator[_Entry]:
    for root, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(root, name)
            found = path.lstat()
            if stat.S_ISLNK(found.st_mode) or not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
                raise CourseError(f"{folder.name} holds {shown(name)}, a link or a device; expected files and folders")
            if stat.S_ISREG(found.st_mode):
                inner = path.relative_to(folder).as_posix()
                yield inner, found.st_mode, found.st_size, _opening(path)


def _opening(path: Path) -> Opener:
    return lambda: open_regular(path)


def _in_zip(path: Path) -> Iterator[_Entry]:
    try:
        with zipfile.ZipFile(path) as archive:
            for one in archive.infolist():
                mode = one.external_attr >> 16
                if mode and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or not stat.S_IFMT(mode)):
                    raise CourseError(f"{path.name} holds {shown(one.filename)}, a link; expected files and folders")
                if not one.is_dir():
                    yield one.filename, mode, one.file_size, lambda one=one: archive.open(one)  # type: ignore[misc]
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError) as error:
        raise CourseError(f"{path.name} cannot be unpacked: {error}; expected a zip archive") from error


def _in_tar(path: Path) -> Iterator[_Entry]:
    try:
        with tarfile.open(path) as archive:
            for one in archive:
                if not (one.isfile() or one.isdir()):
                    raise CourseError(f"{path.name} holds {shown(one.name)}, a link; expected files and folders")
                if one.isfile():
                    yield one.name, one.mode, one.size, lambda one=one: _extracted(archive, one)  # type: ignore[misc]
    except (tarfile.TarError, OSError, EOFError) as error:
        raise CourseError(f"{path.name} cannot be unpacked: {error}; expected a tar archive") from error


def _extracted(archive: tarfile.TarFile, one: tarfile.TarInfo) -> IO[bytes]:
    file = archive.extractfile(one)
    if file is None:
        raise CourseError(f"{one.name} is no file; expected one")
    return file


def _write(source: IO[bytes], path: Path, mode: int) -> None:
    """Write a file whose claimed size may be a lie."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with path.open("xb") as target:
            while portion := source.read(_PORTION):
                written += len(portion)
                if written > MOST_BYTES:
                    raise CourseError(f"{path.name} is larger than it says; expected at most {MOST_BYTES:,} bytes")
                target.write(portion)
        path.chmod(0o755 if mode & 0o111 else 0o644)
    except (OSError, ValueError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile) as error:
        why = (isinstance(error, OSError) and error.strerror) or error
        raise CourseError(
            f"{path.name} cannot be unpacked: {why}; expected each file once, under a plain name"
        ) from error


def _lift(folder: Path) -> None:
    """Take the files out of folders that hold everything."""
    for _ in range(MOST_DEPTH):
        inside = list(folder.iterdir())
        if len(inside) != 1 or not inside[0].is_dir():
            return
        outer = inside[0].rename(folder.with_name(f"{folder.name}.inner"))
        folder.rmdir()
        outer.rename(folder)


def files_of(folder: Path) -> dict[str, Path]:
    """Return the files in a folder by their paths in it, in alphabetical order."""
    return {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}


def _checksum(files: Mapping[str, Path]) -> str:
    whole = hashlib.sha256()
    for name, path in files.items():
        whole.update(f"{name}\0{path.stat().st_mode & 0o111:o}\0".encode())
        whole.update(hashlib.sha256(read_regular(path)).digest())
    return whole.hexdigest()[:16]


LEAST_ALIKE = 100
"""Characters that a file has at least, white space and comments left out, to be compared with others."""


def alike(contents: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return each two groups that have files of the same content, with the files' names in the first.

    `contents` has each group's files as `essences` returns them. Files that more than half of the groups have were
    handed out.
    """
    holders = defaultdict[str, dict[str, str]](dict)
    for group, files in contents.items():
        for name, essence in files.items():
            holders[essence].setdefault(group, name)
    shared = defaultdict[tuple[str, str], list[str]](list)
    for held in holders.values():
        if len(held) <= max(2, len(contents) // 2):
            for one, two in combinations(sorted(held), 2):
                shared[one, two].append(held[one])
    return [(one, two, tuple(sorted(names))) for (one, two), names in sorted(shared.items())]


def essences(folder: Path) -> dict[str, str]:
    """Return a checksum of each file that is long enough to be compared, white space and lines of comment left out.

    So another form in front, or other indentation, hides nothing.
    """
    found = {name: _essence(path) for name, path in files_of(folder).items()}
    return {name: essence for name, essence in found.items() if essence}


_COMMENT = re.compile(rb"^\s*(;|#|//|\*|/\*).*$", re.MULTILINE)


def _essence(path: Path) -> str | None:
    if path.stat().st_size > MOST_BYTES // 16:
        return None
    content = b"".join(_COMMENT.sub(b"", read_regular(path)).split())
    return hashlib.sha256(content).hexdigest() if len(content) >= LEAST_ALIKE else None


@dataclass(frozen=True)
class Form:
    """The submission form of 2004 in front of a Scheme file."""

    names: str = ""
    machine: str = ""
    part: str = "both"
    """``tournament``, ``both`` or ``regular``: what the program is handed in for."""
    problem: str | None = None
    """The mistake in the form, None if it is filled in."""


_BOX = re.compile(r";\s*_*([xX*✓]?)_*\s+(Tournament only|Tournament \+ regular|Regular)", re.IGNORECASE)
_PARTS = {"tournament only": "tournament", "tournament + regular": "both", "regular": "regular"}


def read_form(text: str) -> Form:
    """Read the form; a program without one, or with a wrong one, is taken for both parts and its problem told."""
    front = [line.strip() for line in text.splitlines()[:60] if line.strip().startswith(";")]
    names, machine = _answer(front, "NAME(S)"), _answer(front, "MACHINE NAME")
    checked = [_PARTS[box[2].lower()] for line in front if (box := _BOX.match(line)) and box[1]]
    problem = None
    if not names:
        problem = "no NAME(S) and ID#(S) in the submission form"
    elif len(checked) != 1:
        problem = f"{len(checked)} boxes of the submission form are checked; expected one"
    return Form(names, machine, checked[0] if len(checked) == 1 else "both", problem)


def _answer(front: Sequence[str], title: str) -> str:
    """Return the comments between a title of the form and the next one."""
    said = []
    within = False
    for line in front:
        words = line.lstrip(";").strip()
        if within and (words.isupper() or words.startswith(("PLEASE", "MACHINE", "DISCUSSION", "-"))):
            break
        if within and words:
            said.append(words)
        if title in words.upper():
            within = True
            rest = words.partition(":")[2].strip()
            said += [rest] if rest else []
    return ", ".join(said)[:200]

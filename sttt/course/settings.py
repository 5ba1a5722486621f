"""The settings of a class: ``class.toml``, whose preset is an assignment's own rules, and the roster of students."""

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from sttt.errors import CourseError
from sttt.execution.foreign import read_regular, shorten, text_of

FILE = "class.toml"
PRESETS = Path(__file__).parent / "presets"
_MOST = 1 << 22
"""Bytes of a settings file or roster."""

Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
Points = Annotated[float, msgspec.Meta(ge=0, le=1000)]
Inside = Annotated[str, msgspec.Meta(pattern=r"^[\w-][\w .-]*(/[\w-][\w .-]*)*$")]
"""A path inside of the class's folder."""
Games = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class Programs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms on which programs are started, spoken to and limited."""

    protocols: Annotated[list[str], msgspec.Meta(min_length=1)]
    """Names of protocols in the order in which they are tried on a submission."""
    seconds: Seconds
    """Wall-clock time for a turn, on a machine as fast as the reference."""
    interpreter: str = "guile"
    start_seconds: Seconds = 30.0
    build_seconds: Seconds = 120.0
    memory_mb: Annotated[int, msgspec.Meta(ge=16, le=1 << 20)] = 4096
    sides: Annotated[str, msgspec.Meta(pattern="^(x|o|xo)$")] = "xo"
    """The sides that a program can play."""
    scaled: bool = True
    """True if limits grow on a machine that is slower than the reference."""
    replays: Annotated[int, msgspec.Meta(ge=0, le=10)] = 2
    """Times that a game, or a check, is tried again where this machine may be the reason of a failure."""


class ItemPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of each item that is graded by this program; 0 for one that is not part of the assignment."""

    check: Points = 0
    """The protocol's compliance steps: the share that passed."""
    legal: Points = 0
    """Games with legal turns alone, without a failure until they are over: the share that were so."""
    benchmark: Points = 0
    """Games against the benchmark players."""
    examination: Points = 0
    """Hidden boards: the share that was answered rightly."""
    bonus: Points = 0
    """For each step of the tournament: top four of the section, semi-final, final, champion."""


class Benchmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The games against players of ours, half of them as each side."""

    games: dict[str, Games]
    """Number of games by the opponent's name."""
    base: Points = 0
    win: Points = 2
    draw: Points = 1
    nodes: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Limit of our players' searches for a turn, which makes them repeatable."""

    @property
    def best(self) -> float:
        """The most points."""
        return self.base + self.win * sum(self.games.values())


class Examination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hidden boards."""

    boards: Games


class TournamentTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round robin within each section, and a knockout of the best."""

    games: Games = 2
    """Number of games of each meeting."""
    qualifiers: Games = 4
    """Number of groups that go on from each section."""
    final_games: Games = 4
    least: Games = 3
    """Number of games that each group plays at least."""


class ClassSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``class.toml``."""

    assignment: str
    title: str
    game: str
    programs: Programs
    points: ItemPoints
    submissions: Inside = "submissions"
    roster: Inside = "roster.csv"
    seed: Annotated[int, msgspec.Meta(ge=0)] = 1
    benchmark: Benchmark | None = None
    examination: Examination | None = None
    tournament: TournamentTerms | None = None


@dataclass(frozen=True)
class StudentGroup:
    """A group of students and its section."""

    name: str
    section: str
    students: tuple[str, ...]


def preset_names() -> list[str]:
    """Return the names of the assignments."""
    return sorted(path.stem for path in PRESETS.glob("*.toml"))


def preset_text(name: str) -> str:
    """Return the preset of an assignment, which is a whole ``class.toml`` with comments; raises `CourseError`."""
    if name not in preset_names():
        raise CourseError(f"unknown assignment {name!r}; expected one of: {', '.join(preset_names())}")
    return (PRESETS / f"{name}.toml").read_text(encoding="utf-8")


def read_settings(folder: Path) -> ClassSettings:
    """Read a class's settings over its preset's; raises `CourseError` naming file, line and field."""
    path = folder / FILE
    text = _read(path, f"expected one, such as `sttt class new PRESET {folder}` writes")
    own = _parse(text, path)
    assignment = own.get("assignment")
    if not isinstance(assignment, str):
        raise CourseError(f"{path}: assignment is missing; expected one of: {', '.join(preset_names())}")
    try:
        merged = _merged(tomllib.loads(preset_text(assignment)), own)
    except CourseError as error:
        raise CourseError(f"{path}, line {_line_of(text, ('assignment',))}, assignment: {error}") from error
    try:
        return msgspec.convert(merged, ClassSettings)
    except msgspec.ValidationError as error:
        raise CourseError(f"{path}, {_where(text, str(error))}") from error


def _parse(text: str, path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise CourseError(f"{path} is not TOML: {shorten(error)}") from error


def _merged(preset: Mapping[str, object], own: Mapping[str, object]) -> dict[str, object]:
    """Lay a class's own tables over the preset's; ``benchmark.games`` is replaced as a whole."""
    merged = dict(preset)
    for key, value in own.items():
        below = preset.get(key)
        tables = isinstance(value, dict) and isinstance(below, dict)
        merged[key] = {**below, **value} if tables else value  # type: ignore[dict-item] # both are tables
    return merged


_PATH = re.compile(r" - at `\$\.?([^`]*)`$")
_UNKNOWN = re.compile(r"unknown field `([^`]+)`")


def _where(text: str, message: str) -> str:
    """Return line, field and problem of a validation error."""
    found, unknown = _PATH.search(message), _UNKNOWN.search(message)
    keys = [key for key in re.split(r"[.\[\]]+", found[1] if found else "") if key and key != "..."]
    keys += [unknown[1]] if unknown else []
    problem = f"{message[: found.start()] if found else message}"
    field = ".".join(keys)
    return f"line {_line_of(text, tuple(keys))}, {field}: {problem}"


def _line_of(text: str, keys: tuple[str, ...]) -> int:
    """Return the number of the line that sets a field, or of the table that should."""
    table, best = "", 1
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[([^\[\]]+)\]", line)
        table = header[1].strip() if header else table
        if header and table == ".".join(keys[:-1]):
            best = number
        name = re.match(r"\s*[\"']?([\w-]+)[\"']?\s*=", line)
        full = tuple(filter(None, (*table.split("."), name[1]))) if name else ()
        if full and full == keys[: len(full)]:
            return number
    return best


_COLUMNS = ("student", "group", "section")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]{0,39}")
MOST_GROUPS = 1000


def read_roster(path: Path) -> dict[str, StudentGroup]:
    """Read the roster, a CSV file with the columns student, group and section; raises `CourseError`."""
    lines = csv.DictReader(io.StringIO(_read(path, f"expected a CSV file with the columns {', '.join(_COLUMNS)}")))
    missing = [column for column in _COLUMNS if column not in (lines.fieldnames or ())]
    if missing:
        raise CourseError(f"{path}, line 1: no column {missing[0]}; expected the columns {', '.join(_COLUMNS)}")
    students: dict[str, list[str]] = {}
    sections: dict[str, tuple[str, int]] = {}
    for line, student, group, section in _students(lines, path):
        before, first = sections.setdefault(group, (section, line))
        if before != section:
            raise CourseError(
                f"{path}, line {line}, section: {group} is in section {section}, and on line {first} in {before}; "
                "expected one section"
            )
        students.setdefault(group, []).append(student)
    if not 0 < len(students) <= MOST_GROUPS:
        raise CourseError(f"{path}: {len(students)} groups; expected 1 to {MOST_GROUPS}")
    return {name: StudentGroup(name, sections[name][0], tuple(students[name])) for name in students}


def _students(lines: "csv.DictReader[str]", path: Path) -> Iterator[tuple[int, str, str, str]]:
    for row in lines:
        values = [(row[column] or "").strip() for column in _COLUMNS]
        if not any(values):
            continue
        for column, value in zip(_COLUMNS, values, strict=True):
            allowed = bool(value) and value.isprintable() if column == "student" else _NAME.fullmatch(value)
            if not allowed:
                raise CourseError(
                    f"{path}, line {lines.line_num}, {column}: {shorten(repr(value))}; expected "
                    + ("a name" if column == "student" else "up to 40 letters, digits and _")
                )
        yield (lines.line_num, *values)  # type: ignore[misc] # three of them


def _read(path: Path, expected: str) -> str:
    try:
        return text_of(read_regular(path, _MOST, follow=True))
    except OSError as error:
        raise CourseError(f"cannot read {path}: {error.strerror}; {expected}") from error
    except UnicodeDecodeError as error:
        raise CourseError(f"{path} is no text of UTF-8; {expected}") from error

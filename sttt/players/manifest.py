"""A manifest: a small TOML file that says who an external player is, how it is started, and what it may use.

name = "drop-bot"
command = "./bot --fast"  # what stands behind ``PROTOCOL:`` elsewhere; runs in the manifest's folder
protocol = "cmd"          # the default
game = "super-ttt"        # optional: a check, for a protocol plays one game
folder = "bots/drop"      # optional: where it runs, from the manifest's folder

[limits]                  # all optional
start_seconds = 30        # to be ready to play
move_seconds = 60         # for a turn where the match sets no clock
memory_mb = 4096          # address space of each of its processes
output_bytes = 1048576    # on standard output for one turn
confined = false          # true: kept to its own folder, as far as the system can (`sttt.execution.confined`)
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sttt.errors import ManifestError, shown
from sttt.execution.foreign import read_beginning, text_of
from sttt.players.player import DEFAULT_PROGRAM_TERMS, ProgramTerms

_REQUIRED = ("name", "command")
_TEXTS = (*_REQUIRED, "protocol", "game", "folder")
_SECONDS = ("start_seconds", "move_seconds")
_COUNTS = {"memory_mb": 1 << 20, "output_bytes": 1}
"""Limits that are whole numbers, and the bytes of their unit."""
_CONFINED = "confined"

_LONGEST = 86_400
"""Seconds: no limit is longer than a day."""
_LARGEST = 1 << 50
"""Bytes: no limit is larger than this."""
_LONGEST_KEY = 60
_MOST = 1 << 16
"""Bytes of a manifest."""


@dataclass(frozen=True)
class PlayerManifest:
    """The file's content; the name is among the terms."""

    command: str
    protocol: str
    game: str | None
    terms: ProgramTerms


def read_manifest(path: Path) -> PlayerManifest:
    """Read and check a manifest; raises `ManifestError` naming the file and the key."""
    try:
        content = read_beginning(path, _MOST + 1, follow=True)
        if len(content) > _MOST:
            raise ManifestError(f"the manifest {path} is longer than {_MOST} bytes; expected a small file")
        data = tomllib.loads(text_of(content))
    except OSError as error:
        raise ManifestError(f"cannot read the manifest {path}: {error.strerror}") from error
    except RecursionError as error:
        raise ManifestError(f"the manifest {path} is nested too deeply; expected keys and one table") from error
    except ValueError as error:  # not UTF-8, or not TOML
        raise ManifestError(f"the manifest {path} is not TOML: {error}") from error
    try:
        return _manifest(data, path.resolve().parent)
    except ManifestError as error:
        raise ManifestError(f"the manifest {path}: {error}") from error


def _manifest(data: Mapping[str, object], folder: Path) -> PlayerManifest:
    _check_keys(data, (*_TEXTS, "limits"), "")
    for key in _REQUIRED:
        if key not in data:
            raise ManifestError(f"{key} is missing; expected {' and '.join(_REQUIRED)}")
    texts = {key: _text(key, data[key]) for key in _TEXTS if key in data}
    terms = _terms(texts["name"], data.get("limits", {}), folder / texts.get("folder", ""))
    return PlayerManifest(texts["command"], texts.get("protocol", "cmd"), texts.get("game"), terms)


def _check_keys(data: Mapping[str, object], known: tuple[str, ...], prefix: str) -> None:
    for key in data:
        if key not in known:
            name = key if key.isprintable() and len(key) <= _LONGEST_KEY else shown(key)
            raise ManifestError(f"unknown key {prefix}{name}; expected one of: {', '.join(known)}")


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ManifestError(f"{key} is {shown(value)}; expected a string of printable characters")
    return value


def _terms(name: str, limits: object, folder: Path) -> ProgramTerms:
    if not isinstance(limits, dict):
        raise ManifestError(f"limits is {shown(limits)}; expected a table [limits]")
    _check_keys(limits, (*_SECONDS, *_COUNTS, _CONFINED), "limits.")
    if not isinstance(limits.get(_CONFINED, False), bool):
        raise ManifestError(f"limits.{_CONFINED} is {shown(limits[_CONFINED])}; expected true or false")
    default = DEFAULT_PROGRAM_TERMS
    return ProgramTerms(
        name=name,
        directory=folder,
        start_seconds=_seconds(limits, "start_seconds", default.start_seconds),
        move_seconds=_seconds(limits, "move_seconds", default.move_seconds),
        memory=_bytes(limits, "memory_mb", default.memory),
        output=_bytes(limits, "output_bytes", default.output),
        confined=() if limits.get(_CONFINED, False) else None,
    )


def _seconds(limits: Mapping[str, object], key: str, default: float) -> float:
    value = limits.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _LONGEST:
        raise ManifestError(f"limits.{key} is {shown(value)}; expected seconds above 0, at most {_LONGEST}")
    return float(value)


def _bytes(limits: Mapping[str, object], key: str, default: int) -> int:
    if key not in limits:
        return default
    value, unit = limits[key], _COUNTS[key]
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value * unit <= _LARGEST:
        raise ManifestError(f"limits.{key} is {shown(value)}; expected an integer from 1 to {_LARGEST // unit}")
    return value * unit

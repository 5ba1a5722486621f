"""The work file of a book under way: a JSON line for every run and every finished position, written at once."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sttt.arena.book_search import Searched
from sttt.errors import BookError, StttError
from sttt.games.super_ttt import parse_position
from sttt.games.super_ttt_text import format_position, format_turn, parse_turn


class WorkFile:
    """Everything that earlier runs found, and where this run's findings go.

    What a killed run was writing is a last line without an end; it is cut off.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or begin it; raises `BookError` if it cannot be read, written or is none."""
        self.runs: list[dict[str, Any]] = []
        self.searched: list[Searched] = []
        try:
            path.touch()
            self._file = path.open("rb+")
            whole = self._file.read().rpartition(b"\n")[0:2]
        except OSError as error:
            raise BookError(f"{path}: {error.strerror}; expected a file to continue the book in") from error
        whole_lines = b"".join(whole)
        for number, line in enumerate(whole_lines.splitlines(), 1):
            self._read(line, f"{path}, line {number}")
        self._file.truncate(len(whole_lines))
        self._file.seek(0, 2)

    def _read(self, line: bytes, where: str) -> None:
        try:
            content = json.loads(line)
            if "run" in content:
                self.runs.append(content["run"])
            else:
                self.searched.append(_searched(content))
                self.runs[-1]["positions"] += 1
        except (ValueError, TypeError, LookupError, StttError) as error:
            raise BookError(f"{where} is no line of a book under way: {error}; expected a run or a position") from error

    def begin_run(self, run: dict[str, Any]) -> None:
        """Note how what follows is searched; raises `BookError` if the class tables have changed since the last run."""
        if self.runs and self.runs[-1]["tables"] != run["tables"]:
            raise BookError(
                f"the book was begun with class tables {self.runs[-1]['tables']}; expected {run['tables']}, those here"
            )
        self.runs.append(run)
        self._write({"run": run})

    def append(self, searched: Searched) -> None:
        """Note what was found for a position."""
        self.searched.append(searched)
        self.runs[-1]["positions"] += 1
        position, turn = format_position(searched.position), format_turn(searched.turn)
        self._write(asdict(searched) | {"position": position, "turn": turn})

    def _write(self, content: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(content).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _searched(content: dict[str, Any]) -> Searched:
    turn = tuple(square for square in parse_turn(content["turn"]) if square is not None)
    return Searched(**content | {"position": parse_position(content["position"]), "turn": turn})

"""Building a book: layer by layer what the bot can meet on its own lines, each position searched once.

The work file of a book under way is a JSON line for every run and every finished position, written at once.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError, convert, structs, to_builtins

from sttt.distribution import version
from sttt.errors import BookError, IllegalPlacement, StttError
from sttt.execution.foreign import read_json, shorten
from sttt.execution.provenance import commit
from sttt.games.game import Side
from sttt.games.records.json_lines import WorkFile
from sttt.games.super_ttt.book.book import Book
from sttt.games.super_ttt.classes.tables import DATA_FILE, load
from sttt.games.super_ttt.position import enter_turn
from sttt.games.super_ttt.text import format_position, format_turn, parse_position, parse_squares
from sttt.kernel import builds
from sttt.workshop.books.super_ttt_search import BookPosition, Searched, layers


def describe_run(command: str) -> dict[str, Any]:
    """Return the description of a run that starts now."""
    return {
        "command": command,
        "sttt": version(),
        "commit": commit(),
        "build": builds.build_name(),
        "tables": tables_fingerprint(),
        "date": datetime.now(UTC).date().isoformat(),
        "positions": 0,
    }


def tables_fingerprint() -> str:
    """Return the beginning of the class tables' SHA-256: a book is written in their numbers."""
    return hashlib.sha256(DATA_FILE.read_bytes()).hexdigest()[:16]


class _Run(Struct, forbid_unknown_fields=True):
    """The settings of a run."""

    command: str
    sttt: str
    commit: str | None
    build: str
    tables: str
    date: str
    positions: int


class _RunLine(Struct, forbid_unknown_fields=True):
    run: _Run


class _FoundLine(Struct, forbid_unknown_fields=True):
    """The result for a position."""

    turn: str
    score: int
    depth: int
    nodes: int
    position: str
    proof: int
    refuted: int
    seconds: float


class BookWork(WorkFile):
    """Everything that earlier runs found, and where this run's findings go."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin it; raises `BookError` if it cannot be read, written or is none."""
        super().__init__(path)
        self.runs: list[dict[str, Any]] = []
        self.searched: list[Searched] = []
        try:
            for number, line in enumerate(self.lines, 1):
                self._read(line.encode(), f"{path}, line {number}")
        except BookError:
            self._file.close()
            raise

    def _read(self, line: bytes, where: str) -> None:
        where = f"{where} is no line of a book under way"
        if line.startswith(b'{"run"'):
            self.runs.append(to_builtins(read_json(line, _RunLine, where, BookError).run))
            return
        found = read_json(line, _FoundLine, where, BookError)
        if not self.runs:
            raise BookError(f"{where}: it comes before any run; expected a run")
        try:
            self.searched.append(_searched(found))
        except StttError as error:
            raise BookError(f"{where}: {shorten(error)}; expected a run or a position") from error
        self.runs[-1]["positions"] += 1

    def begin_run(self, run: dict[str, Any]) -> None:
        """Note how what follows is searched; raises `BookError` if the class tables have changed since the last run."""
        if self.runs and self.runs[-1]["tables"] != run["tables"]:
            raise BookError(
                f"the book was begun with class tables {self.runs[-1]['tables']}; expected {run['tables']}, those here"
            )
        self.runs.append(run)
        self.append(json.dumps({"run": run}))

    def add(self, searched: Searched) -> None:
        """Note what was found for a position."""
        self.searched.append(searched)
        self.runs[-1]["positions"] += 1
        position, turn = format_position(searched.position), format_turn(searched.turn)
        self.append(json.dumps(asdict(searched) | {"position": position, "turn": turn}))


def _searched(found: _FoundLine) -> Searched:
    """Return what a line claims of a position; raises a `StttError` for a turn that its rules do not allow."""
    position = parse_position(found.position)
    turn = parse_squares(found.turn)
    if not turn or enter_turn(position, turn)[1] != turn:
        raise IllegalPlacement(f"{found.turn} is not possible in {found.position}")
    return Searched(**structs.asdict(found) | {"position": position, "turn": turn})


def runs_of(book: Book) -> list[dict[str, Any]]:
    """Return the runs that a book says it comes from, none if it says nothing of any; raises `BookError`."""
    try:
        return [to_builtins(run) for run in convert(book.origin.get("runs", []), list[_Run])]
    except ValidationError as error:
        raise BookError(f"the runs of this file are no opening book's: {error}; expected how each searched") from error


@dataclass(frozen=True)
class Layer:
    """The positions after that many turns in which the side is to move, those of undominated turns first."""

    side: Side
    turns_before: int
    met: list[BookPosition]

    def unanswered(self, book: Book) -> list[BookPosition]:
        """Return the positions that the book has no turn for."""
        return [one for one in self.met if book.lookup(one.position) is None]


@dataclass(frozen=True)
class Scope:
    """Which positions a book is to answer."""

    turns: Mapping[Side, int]
    """The turns of its own that the bot finds in the book, as each side."""
    dominated: int
    """The turns from the start up to which positions after dominated turns of the opponent are answered."""

    def layers(self, book: Book) -> Iterator[Layer]:
        """Yield the layers breadth first; each follows from the turns that the book has by then."""
        layers_of = {side: layers(book, side, self.turns[side]) for side in Side}
        for turns_before in range(2 * max(self.turns.values())):
            side = list(Side)[turns_before % 2]
            met = next(layers_of[side], [])
            if met:
                wanted = [one for one in met if turns_before <= self.dominated or not one.dominated]
                yield Layer(side, turns_before, wanted)


def book_of(work: BookWork) -> Book:
    """Return the book of everything that is in a work file."""
    runs = [run for run in work.runs if run["positions"]]
    book = Book(load(), {"tables": tables_fingerprint(), "runs": runs})
    for searched in work.searched:
        searched.enter_into(book)
    return book

"""A match: the tables that sum it up, and what they say while it goes on."""

from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import click
from rich.console import RenderableType

from sttt.arena.play.match import side_of_first
from sttt.arena.statistics.head_to_head import HeadToHead, MatchSummary, summarize_match
from sttt.arena.statistics.sprt import SprtVerdict
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.tournament import Tournament
from sttt.cli.output.tables import drawn, standard_output
from sttt.errors import RecordError
from sttt.execution.executor import in_order
from sttt.games.records.json_lines import format_json
from sttt.games.records.record import GameRecord
from sttt.games.records.text import format_text
from sttt.players import registry


class RecordFile:
    """Writes each record as soon as it is there: as JSON lines if the name ends in ``.jsonl``, else as text."""

    def __init__(self, path: Path) -> None:
        """Create or empty the file; one that cannot be written is wrong input."""
        self._as_json = path.suffix == ".jsonl"
        self._separator = ""
        self._path = path
        try:
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            raise click.FileError(str(path), error.strerror) from error

    def write(self, record: GameRecord) -> None:
        """Append a record, all of it or nothing; raises `RecordError` when there is no room."""
        game = registry.game(record.game)
        text = f"{format_json(record, game)}\n" if self._as_json else self._separator + format_text(record, game)
        whole = self._file.tell() if self._file.seekable() else None
        rest = memoryview(text.encode("ascii"))
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            if whole is not None:
                with suppress(OSError):
                    self._file.truncate(whole)
            raise RecordError(f"cannot write {self._path}: {error.strerror}; expected room for another game") from error
        self._separator = "\n"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


class MatchWatch:
    """Takes the games of a match in the order of its plan, however they end, and says what they show."""

    def __init__(self, series: Tournament) -> None:
        """Take the match, a tournament of two players."""
        self.series = series
        first, second = series.plan.players
        self._players = first, second
        self._comparison = HeadToHead(first, second)
        self._records: list[GameRecord] = []

    def taking(self, games: Generator[FinishedGame, None, None]) -> Generator[GameRecord, None, None]:
        """Yield each game, those of the archive first, as soon as all games before it are there; closes `games`.

        Games after the pair that has decided the test are left out, which may have been over before it.
        """
        for record in in_order(self._numbered(games)):
            if any(
                test.verdict is not SprtVerdict.OPEN and len(self._records) >= test.seen for test in self.series.tests
            ):
                continue
            self._comparison.add(record, side_of_first(len(self._records)))
            self._records.append(record)
            yield record

    def _numbered(self, games: Generator[FinishedGame, None, None]) -> Generator[tuple[int, GameRecord], None, None]:
        with closing(games):
            yield from self.series.records()
            for game in games:
                yield game.number, game.record

    def draw(self) -> RenderableType:
        """Draw results and statistics so far."""
        sheet = self._comparison.sheet()
        return drawn(replace(sheet, notes=[*sheet.notes, *(test.line() for test in self.series.tests)]))

    def print(self) -> None:
        """Print the first player's results, how the players compare, what was remarkable, and the test's verdict."""
        console = standard_output()
        for sheet in (*self._summary().sheets(), *self.series.workers.sheets()):
            console.print(drawn(sheet))
        for test in self.series.tests:
            console.say(f" {test.line()}")

    def __str__(self) -> str:
        """Return all of that as text."""
        sheets = (*self._summary().sheets(), *self.series.workers.sheets())
        return "\n".join([*map(str, sheets), *(test.line() for test in self.series.tests)])

    def to_json(self) -> dict[str, object]:
        """Return all of that as plain JSON values."""
        tests = [test.to_json() for test in self.series.tests]
        sprt = tests[0] if tests else None
        return {**self._summary().to_json(), "sprt": sprt, "workers": self.series.workers.to_json()}

    def _summary(self) -> MatchSummary:
        return summarize_match(self._players, self._records)

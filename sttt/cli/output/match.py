"""A match: the tables that sum it up, and what they say while it goes on."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

import click
from rich.console import RenderableType

from sttt.arena.play.match import side_of_first
from sttt.arena.statistics.head_to_head import HeadToHead, MatchSummary
from sttt.arena.statistics.sprt import Sprt, SprtVerdict
from sttt.cli.output.tables import drawn, standard_output
from sttt.errors import RecordError
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


def print_summary(summary: MatchSummary) -> None:
    """Print the first player's results, how the players compare, and what was remarkable about both players' turns."""
    console = standard_output()
    for sheet in summary.sheets():
        console.print(drawn(sheet))


def sprt_line(sprt: Sprt, ratio: float) -> str:
    """Say how far a sequential test is."""
    verdict = sprt.verdict(ratio)
    said = "undecided" if verdict is SprtVerdict.OPEN else f"{verdict.value} accepted"
    hypotheses = f"elo0={sprt.elo0:g} elo1={sprt.elo1:g} {sprt.model.value}"
    bounds = f"{sprt.lower:.2f} to {sprt.upper:.2f}"
    return f"sequential test {hypotheses}: log-likelihood ratio {ratio:+.2f} ({bounds}), {said}"


@dataclass
class MatchWatch:
    """Takes the games of a match in the order of its schedule."""

    players: tuple[str, str]
    sprt: Sprt | None
    records: list[GameRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._comparison = HeadToHead(*self.players)
        self.ratio = 0.0
        """The sequential test's log-likelihood ratio after the last complete pair."""

    def add(self, record: GameRecord) -> None:
        """Take in the next game."""
        self._comparison.add(record, side_of_first(len(self.records)))
        self.records.append(record)
        if self.sprt:
            self.ratio = self.sprt.ratio(self._comparison.pairs)

    @property
    def verdict(self) -> SprtVerdict:
        """The verdict of the sequential test; open where there is none."""
        return self.sprt.verdict(self.ratio) if self.sprt else SprtVerdict.OPEN

    def draw(self) -> RenderableType:
        """Draw results and statistics so far."""
        sheet = self._comparison.sheet()
        more = [sprt_line(self.sprt, self.ratio)] if self.sprt else []
        return drawn(replace(sheet, notes=[*sheet.notes, *more]))

    def sprt_json(self) -> dict[str, object] | None:
        """Return the sequential test as plain JSON values; None where there is none."""
        if self.sprt is None:
            return None
        settings = {key: getattr(self.sprt, key) for key in ("elo0", "elo1", "alpha", "beta", "model")}
        bounds = {"lower": self.sprt.lower, "upper": self.sprt.upper}
        return {**settings, "llr": self.ratio, **bounds, "verdict": self.verdict}

"""The file that finished games are saved to, one record after the other."""

from pathlib import Path
from types import TracebackType
from typing import Self

import click

from sttt import registry
from sttt.games.record import GameRecord
from sttt.games.record_json import format_json
from sttt.games.record_text import format_text


class RecordFile:
    """Writes each record as soon as it is there: as JSON lines if the name ends in ``.jsonl``, else as text."""

    def __init__(self, path: Path) -> None:
        """Create or empty the file; one that cannot be written is wrong input."""
        self._as_json = path.suffix == ".jsonl"
        self._separator = ""
        try:
            self._file = path.open("w", encoding="ascii", newline="\n")
        except OSError as error:
            raise click.FileError(str(path), error.strerror) from error

    def write(self, record: GameRecord) -> None:
        """Append a record."""
        game = registry.game(record.game)
        text = f"{format_json(record, game)}\n" if self._as_json else self._separator + format_text(record, game)
        self._separator = "\n"
        self._file.write(text)
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

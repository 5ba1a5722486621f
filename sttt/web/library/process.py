"""``python -m sttt.web.library.process WHAT``: a process that reads archives, books and long texts for the web server.

Nothing of that is done in the server itself: threads that calculate share one lock with the event loop, and keep it
from answering anybody else. WHAT, in JSON, is what the server was started with.
"""

import json
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sttt.errors import StttError
from sttt.web.engine_process import JsonObject, answer_lines
from sttt.web.library.archived import listed, opened
from sttt.web.library.live import Live, progress
from sttt.web.library.openings import openings
from sttt.web.library.puzzles import puzzles_of
from sttt.web.messages import ImportIn, OpeningsIn, SaidOut, ShelfOut
from sttt.web.notation import read

NICENESS = 5
"""A turn of an engine comes before a page of a book."""

KEPT_ANSWERS = 64
"""Of those that cannot change."""


class Librarian:
    """Answers what is asked of the library."""

    def __init__(self, archive: Path | None, live: Live | None) -> None:
        self._archive = archive
        self._live = live
        self._answers: dict[str, Callable[[Any], BaseModel]] = {
            "import": lambda given: read(ImportIn.model_validate(given)),
            "openings": self._openings,
            "puzzles": puzzles_of,
            "archive": lambda given: self._shelf(*given),
            "archived": self._opened,
            "live": lambda _: progress(self._live),
        }
        self._lasting = lru_cache(KEPT_ANSWERS)(self._opening)

    def answer(self, question: JsonObject) -> JsonObject:
        """Return the answer as text of JSON, or what is wrong with the question."""
        try:
            return {"answer": self._answers[question["kind"]](question["given"]).model_dump_json()}
        except StttError as error:
            return {"refusal": SaidOut.of(error).model_dump(mode="json")}
        except Exception:  # a mistake here is not the end of the process
            logging.getLogger(__name__).exception("the answer to %.300r failed", question)
            return {}

    def answer_line(self, question: str) -> str:
        """Answer a question, both JSON."""
        return json.dumps(self.answer(json.loads(question)))

    def _openings(self, given: JsonObject) -> BaseModel:
        asked = OpeningsIn.model_validate(given)
        return openings(asked, self._archive) if self._archive else self._lasting(asked.model_dump_json())

    def _opening(self, asked: str) -> BaseModel:
        """Return what a book alone says, which is the same each time."""
        return openings(OpeningsIn.model_validate_json(asked), None)

    def _shelf(self, player: str | None, after: int) -> ShelfOut:
        return listed(self._archive, player, after) if self._archive else ShelfOut(games=[], more=False)

    def _opened(self, number: int) -> BaseModel:
        if self._archive is None:
            raise StttError.of("page.no-archive")
        return opened(self._archive, number)


def arguments(archive: Path | None, live: Live | None) -> str:
    """Return what such a process is told of what the server was started with."""
    shown = (str(live.archive), live.number, live.jobs) if live else None
    return json.dumps([str(archive) if archive else None, shown])


def main() -> None:
    """Answer line by line."""
    archive, live = json.loads(sys.argv[1])
    with suppress(AttributeError, OSError):  # Windows has no such thing
        os.nice(NICENESS)
    shown = Live(Path(live[0]), live[1], live[2]) if live else None
    answer_lines(Librarian(Path(archive) if archive else None, shown).answer_line)


if __name__ == "__main__":
    main()

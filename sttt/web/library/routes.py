"""What the page asks of the library, over HTTP."""

from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi import Path as InPath

from sttt.errors import ArchiveError
from sttt.web.archived import listed, opened
from sttt.web.library.live import Live, LiveOut, progress
from sttt.web.library.openings import OpeningsOut, openings
from sttt.web.library.puzzles import PuzzlesOut, puzzles_of
from sttt.web.messages import GameIn, ImportedOut, Name, ShelfOut

Refusals = dict[int | str, dict[str, Any]]


def library(archive: Path | None, live: Live | None, refusals: Refusals) -> APIRouter:
    """Return the questions about puzzles, openings, the archive that the server was started with, and a tournament."""
    router = APIRouter(prefix="/api", responses={status: refusals[status] for status in (400, 403, 413, 422)})
    number = Annotated[int, InPath(ge=1, le=2**53)]
    after = Annotated[int, Query(ge=0, le=2**53)]

    @router.get("/puzzles/{game}")
    def puzzles(game: Name) -> PuzzlesOut:
        """List the puzzles of a game in their fixed order, with the answers."""
        return puzzles_of(game)

    @router.post("/openings")
    def opening(given: GameIn) -> OpeningsOut:
        """Tell which turns the book knows where a game has come to, and what the archive's games made of them."""
        return openings(given, archive)

    @router.get("/archive")
    def shelf(player: Annotated[str | None, Query(max_length=200)] = None, after: after = 0) -> ShelfOut:
        """List the games of the archive that the server was started with."""
        return listed(archive, player, after) if archive else ShelfOut(games=[], more=False)

    @router.get("/archive/{number}")
    def archived(number: number) -> ImportedOut:
        """Open a game of the archive."""
        if archive is None:
            raise ArchiveError("the server was started without an archive; expected sttt serve --archive FILE")
        return opened(archive, number)

    @router.get("/live")
    def live_progress() -> LiveOut:
        """Tell how far the tournament has come that this server shows."""
        return progress(live)

    return router

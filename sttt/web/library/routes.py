"""The library's answers to the page, over HTTP."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath

from sttt.web.library.desk import Desk
from sttt.web.library.live import LiveOut
from sttt.web.library.openings import OpeningsOut
from sttt.web.library.puzzles import PuzzlesOut
from sttt.web.messages import ImportedOut, ImportIn, Name, OpeningsIn, ShelfOut

Refusals = dict[int | str, dict[str, Any]]


def library(desk: Desk, refusals: Refusals) -> APIRouter:
    """Return the questions about texts, puzzles, openings, the archive that the server has, and a tournament.

    Each is answered by the desk, for the client that the request's state names.
    """
    router = APIRouter(prefix="/api", responses={status: refusals[status] for status in (400, 403, 413, 422, 503)})
    number = Annotated[int, InPath(ge=1, le=2**53)]
    after = Annotated[int, Query(ge=0, le=2**53)]

    async def answer(request: Request, kind: str, given: object = None) -> Response:
        return Response(await desk.ask(kind, given, request.state.client), media_type="application/json")

    @router.post("/import", response_model=ImportedOut)
    async def read(given: ImportIn, request: Request) -> Response:
        """Read a position or a game record."""
        return await answer(request, "import", given.model_dump())

    @router.get("/puzzles/{game}", response_model=PuzzlesOut)
    async def puzzles(game: Name, request: Request) -> Response:
        """List the puzzles of a game in their fixed order, with the answers."""
        return await answer(request, "puzzles", game)

    @router.post("/openings", response_model=OpeningsOut)
    async def opening(given: OpeningsIn, request: Request) -> Response:
        """Tell what is known of the turns where a game has come to, and what the archive's games made of them."""
        return await answer(request, "openings", given.model_dump())

    @router.get("/archive", response_model=ShelfOut)
    async def shelf(
        request: Request, player: Annotated[str | None, Query(max_length=200)] = None, after: after = 0
    ) -> Response:
        """List the games of the archive that the server was started with."""
        return await answer(request, "archive", [player, after])

    @router.get("/archive/{number}", response_model=ImportedOut)
    async def archived(number: number, request: Request) -> Response:
        """Open a game of the archive."""
        return await answer(request, "archived", number)

    @router.get("/live", response_model=LiveOut)
    async def live_progress(request: Request) -> Response:
        """Tell how far the tournament has come that this server shows."""
        return await answer(request, "live")

    return router

"""The web application: the page, the rules over HTTP, the engines over a WebSocket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import FastAPI, Path, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from sttt.errors import ArchiveError, StttError
from sttt.web import catalogue, notation
from sttt.web.assets import assets
from sttt.web.engines import Engines
from sttt.web.guard import Guard
from sttt.web.messages import (
    ErrorOut,
    ExportIn,
    GameIn,
    GameOut,
    GameTextOut,
    ImportedOut,
    ImportIn,
    RefusedOut,
    ShelfOut,
    ViewIn,
    ViewOut,
    WhyOut,
)
from sttt.web.shelf import listed, opened
from sttt.web.table import lay, view
from sttt.web.thinking import Session, first_error
from sttt.web.why import why

TRY_AGAIN_LATER = 1013
"""The WebSocket close code for a server that is full."""

_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorOut, "description": "The rules or a notation do not allow it"},
    403: {"model": ErrorOut, "description": "Not from this server's own page"},
    413: {"model": ErrorOut, "description": "Too large"},
    422: {"model": ErrorOut, "description": "Not of the form described here"},
}


@dataclass(frozen=True)
class Settings:
    """How much the server takes on, and under which names."""

    processes: int
    """Searches at once."""
    sessions: int
    """Browser tabs at once."""
    names: frozenset[str] = frozenset()
    """Host names besides localhost and plain addresses."""
    archive: FilePath | None = None
    """Whose games are offered."""


def create_app(settings: Settings) -> FastAPI:
    """Build the application; its engines end with it."""
    engines = Engines(settings.processes)
    catalogue.games()  # loads all players now, not when the first tab asks

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        ready = asyncio.create_task(engines.prepare(catalogue.usual_question()))
        yield
        ready.cancel()
        await asyncio.gather(ready, return_exceptions=True)
        await engines.close()

    app = FastAPI(
        title="sttt",
        version=version("sttt"),
        lifespan=lifespan,
        docs_url=None,  # it would load its page from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    _add_page(app)
    _add_rules(app)
    _add_archive(app, settings.archive)
    _add_engines(app, engines, settings.sessions)
    _add_errors(app)
    app.add_middleware(Guard, names=settings.names)
    return app


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def page() -> Response:
        return _asset("index.html")

    @app.get("/static/{name}", include_in_schema=False)
    def static(name: Annotated[str, Path(max_length=40)]) -> Response:
        return _asset(name)


def _asset(name: str) -> Response:
    asset = assets().get(name)
    if asset is None:
        raise HTTPException(404, "no such file")
    return Response(asset.content, media_type=asset.media_type)


def _add_rules(app: FastAPI) -> None:
    @app.get("/api/games", responses={403: _REFUSALS[403]})
    def games() -> list[GameOut]:
        """List the games with their boards, rules and players."""
        return catalogue.games()

    @app.post("/api/view", responses=_REFUSALS)
    def look(given: ViewIn) -> ViewOut:
        """Replay a game and describe the position it has come to."""
        return view(lay(given, given.at))

    @app.post("/api/why", responses=_REFUSALS)
    def explain(given: GameIn) -> WhyOut:
        """Say what speaks for the placements of a game's last turn."""
        return why(lay(given))

    @app.post("/api/import", responses=_REFUSALS)
    def read(given: ImportIn) -> ImportedOut:
        """Read a position or a game record."""
        return notation.read(given)

    @app.post("/api/export", responses=_REFUSALS)
    def write(given: ExportIn) -> GameTextOut:
        """Write a game as text."""
        return GameTextOut(text=notation.write(given))


def _add_archive(app: FastAPI, archive: FilePath | None) -> None:
    refusals: dict[int | str, dict[str, Any]] = {status: _REFUSALS[status] for status in (400, 403, 422)}

    @app.get("/api/archive", responses=refusals)
    def shelf(
        player: Annotated[str | None, Query(max_length=200)] = None, after: Annotated[int, Query(ge=0, le=2**53)] = 0
    ) -> ShelfOut:
        """List the games of the archive that the server was started with."""
        return listed(archive, player, after) if archive else ShelfOut(games=[], more=False)

    @app.get("/api/archive/{number}", responses=refusals)
    def archived(number: Annotated[int, Path(ge=1, le=2**53)]) -> ImportedOut:
        """Open a game of the archive."""
        if archive is None:
            raise ArchiveError("the server was started without an archive; expected sttt serve --archive FILE")
        return opened(archive, number)


def _add_engines(app: FastAPI, engines: Engines, most_sessions: int) -> None:
    sessions: set[int] = set()

    @app.websocket("/api/think")
    async def think(socket: WebSocket) -> None:
        await socket.accept()
        if len(sessions) >= most_sessions:
            busy = f"The server is full: {most_sessions} games are open. Engines will answer when one is closed."
            await socket.send_text(RefusedOut(id=None, error=busy, busy=True).model_dump_json())
            await socket.close(TRY_AGAIN_LATER, "full")
            return
        sessions.add(id(socket))
        try:
            await Session(socket, engines).run()
        finally:
            sessions.discard(id(socket))


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(StttError)
    def refused(_request: Request, error: Exception) -> JSONResponse:
        return _error(400, str(error))

    @app.exception_handler(RequestValidationError)
    def malformed(_request: Request, error: Exception) -> JSONResponse:
        errors = list(error.errors()) if isinstance(error, RequestValidationError) else []
        return _error(422, first_error(errors))

    @app.exception_handler(HTTPException)
    def unavailable(_request: Request, error: Exception) -> JSONResponse:
        status, detail = (error.status_code, error.detail) if isinstance(error, HTTPException) else (500, "error")
        return _error(status, detail, error.headers if isinstance(error, HTTPException) else None)

    @app.exception_handler(Exception)
    def failed(_request: Request, _mistake: Exception) -> JSONResponse:
        return _error(500, "the server has made a mistake; its console says more")


def _error(status: int, error: str, headers: Any = None) -> JSONResponse:
    return JSONResponse({"error": error}, status, headers)

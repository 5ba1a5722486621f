"""The web application: the page, the rules over HTTP, the engines over a WebSocket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocketState

from sttt.errors import StttError
from sttt.web import catalogue
from sttt.web.answers import ASKED, TOLD
from sttt.web.engines import Engines
from sttt.web.http.guard import Guard
from sttt.web.http.meeting import Meetings
from sttt.web.library.live import Live
from sttt.web.library.routes import Refusals, library
from sttt.web.messages import ErrorOut
from sttt.web.page import assets
from sttt.web.rooms import RoomError, Rooms
from sttt.web.socket_messages import RefusedOut, RoomIn, RoomOut, RoomsOut
from sttt.web.thinking import Hangup, Session, first_error

TRY_AGAIN_LATER = 1013
"""The WebSocket close code for a server that is full."""

_REFUSALS: Refusals = {
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
    rooms: FilePath | None = None
    """Where rooms are written down; None for a server that keeps none."""
    live: Live | None = None
    """The tournament that is shown as it goes on."""


def create_app(settings: Settings) -> FastAPI:
    """Build the application; its engines end with it."""
    engines = Engines(settings.processes)
    rooms = Rooms(settings.rooms) if settings.rooms else None
    meetings = Meetings(rooms, settings.sessions) if rooms else None
    catalogue.games()  # loads all players now, not when the first tab asks

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        ready = asyncio.create_task(engines.prepare(catalogue.usual_question()))
        yield
        ready.cancel()
        await asyncio.gather(ready, return_exceptions=True)
        await engines.close()
        if meetings:
            await meetings.close()

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
    app.include_router(library(settings.archive, settings.live, _REFUSALS))
    _add_engines(app, engines, settings.sessions)
    _add_rooms(app, rooms, meetings)
    _add_errors(app)
    app.add_middleware(Guard, names=settings.names)
    return app


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    def page(request: Request) -> Response:
        asset = assets()["index.html"]
        picture = f'content="{request.base_url}static/social.png"'.encode()  # whole; the guard has checked the host
        return Response(asset.content.replace(b'content="static/social.png"', picture), media_type=asset.media_type)

    @app.get("/worker.js", include_in_schema=False)
    def worker() -> Response:
        return _asset("worker.js")  # at the root, or it could keep nothing but what lies below itself

    @app.get("/static/{name}", include_in_schema=False)
    def static(name: Annotated[str, Path(max_length=40)]) -> Response:
        return _asset(name)


def _asset(name: str) -> Response:
    asset = assets().get(name)
    if asset is None:
        raise HTTPException(404, "no such file")
    return Response(asset.content, media_type=asset.media_type)


def _add_rules(app: FastAPI) -> None:
    for path, answer in ASKED.items():
        app.get(path, responses={403: _REFUSALS[403]})(answer)
    for path, reply in TOLD.items():
        app.post(path, responses=_REFUSALS)(reply)


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
            await Session(_Tab(socket), engines).run()
        finally:
            sessions.discard(id(socket))


class _Tab:
    """A browser's tab at the other end of a WebSocket."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str:
        try:
            return await self._socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError) as error:
            raise Hangup from error  # it has left, was found gone while it was sent something, or talks in bytes

    async def send(self, text: str) -> None:
        try:
            if self._socket.client_state is WebSocketState.CONNECTED:
                await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError) as error:
            raise Hangup from error


def _add_rooms(app: FastAPI, rooms: Rooms | None, meetings: Meetings | None) -> None:
    @app.get("/api/rooms", responses={403: _REFUSALS[403]})
    def kept() -> RoomsOut:
        """Say whether this server keeps rooms."""
        return RoomsOut(open=rooms is not None)

    @app.post("/api/rooms", responses=_REFUSALS)
    def create(given: RoomIn) -> RoomOut:
        """Make a room for two people, and tell whoever asks the tokens of both seats."""
        if rooms is None:
            raise RoomError("this server keeps no rooms; expected sttt serve --rooms")
        return rooms.create(given.game, given.minutes, given.side)

    @app.websocket("/api/rooms/{name}")
    async def enter(socket: WebSocket, name: str, seat: str | None = None) -> None:
        await socket.accept()
        if meetings is None:
            await socket.close(TRY_AGAIN_LATER, "no rooms")
            return
        await meetings.join(socket, name[:40], seat[:80] if seat else None)


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

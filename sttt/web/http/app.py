"""The web application: the page, the rules over HTTP, the engines over a WebSocket."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path as FilePath
from typing import Annotated, Any, TypeVar

from anyio import to_thread
from fastapi import Depends, FastAPI, Path, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException

from sttt.distribution import version
from sttt.errors import StttError, printable
from sttt.games import knowledge_file
from sttt.games.game import GAMES
from sttt.web import catalogue
from sttt.web.answers import ASKED, TOLD
from sttt.web.engines import Engines
from sttt.web.http.guard import TOO_LARGE, Guard
from sttt.web.http.limits import Clients, Rate, RateError
from sttt.web.http.meeting import Meetings
from sttt.web.http.public_address import PublicAddress
from sttt.web.http.tabs import TRY_AGAIN_LATER, Tabs
from sttt.web.library.desk import Desk, DeskError
from sttt.web.library.live import Live
from sttt.web.library.routes import Refusals, library
from sttt.web.messages import ErrorOut
from sttt.web.page import assets
from sttt.web.rooms import RoomError, Rooms
from sttt.web.socket_messages import RoomIn, RoomOut, RoomsOut
from sttt.web.thinking import form_error

_LOG = logging.getLogger("uvicorn.error")

RULES_AT_ONCE = 2
"""Threads in which the rules are asked: each takes its part of the event loop's time."""

ASKED_A_SECOND, ASKED_AT_ONCE = 100.0, 500.0
"""Questions about rules, and messages to engines, that one client may send; beyond that it waits."""

LONGEST_WAIT = 8.0
"""Seconds that a client is let wait for being within its rate; beyond that it is refused."""

RETRY = {"retry-after": "2"}

T = TypeVar("T")

_REFUSALS: Refusals = {
    400: {"model": ErrorOut, "description": "The rules or a notation do not allow it"},
    403: {"model": ErrorOut, "description": "Not from this server's own page"},
    413: {"model": ErrorOut, "description": "Too large"},
    422: {"model": ErrorOut, "description": "Not of the form described here"},
    429: {"model": ErrorOut, "description": "Too many from this client lately"},
    503: {"model": ErrorOut, "description": "Too many are waiting for such an answer"},
}


@dataclass(frozen=True)
class Settings:
    """The server's limits, and its names."""

    processes: int
    """Searches at once."""
    sessions: int
    """Browser tabs at once."""
    names: frozenset[str] = frozenset()
    """Host names besides localhost and plain addresses."""
    archive: FilePath | None = None
    """Whose games are offered."""
    rooms: FilePath | None = None
    """Where rooms are written down; None where that is nowhere."""
    keeps_rooms: bool = False
    """True for a server with rooms; without a place to write them down they end with it."""
    live: Live | None = None
    """The tournament that is shown as it goes on."""
    origins: tuple[PublicAddress, ...] = ()
    """The addresses by which browsers know it where it stands behind a proxy."""
    reached: tuple[str, ...] = ()
    """The page's addresses for other machines, where no proxy has one."""
    knowledge: FilePath | None = None
    """The file that what was proven is written to in the end."""
    proxies: frozenset[str] = frozenset()
    """Addresses of proxies that say for whom they ask."""


def create_app(settings: Settings) -> FastAPI:
    """Build the application; its engines end with it."""
    engines = Engines(settings.processes)
    rooms = Rooms(settings.rooms) if settings.keeps_rooms else None
    meetings = Meetings(rooms, settings.sessions) if rooms else None
    desk = Desk(settings.archive, settings.live)
    rate = Rate(ASKED_AT_ONCE, ASKED_A_SECOND)
    catalogue.games()  # loads all players now, not when the first tab asks

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = RULES_AT_ONCE
        ready = asyncio.create_task(engines.prepare(catalogue.usual_question()))
        yield
        ready.cancel()
        await asyncio.gather(ready, return_exceptions=True)
        await engines.close()
        await desk.close()
        if meetings:
            await meetings.close()
        if settings.knowledge:
            _keep(settings.knowledge)

    app = FastAPI(
        title="sttt",
        version=version(),
        lifespan=lifespan,
        docs_url=None,  # it would load its page from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    _add_page(app, settings.origins)
    _add_rules(app, rate)
    app.include_router(library(desk, _REFUSALS))
    _add_engines(app, Tabs(engines, settings.sessions, rate))
    _add_rooms(app, rooms, meetings, tuple(one.address for one in settings.origins) or settings.reached)
    _add_errors(app)
    clients = Clients(settings.proxies)
    app.add_middleware(Guard, names=settings.names, origins=settings.origins, clients=clients)
    return app


def _keep(path: FilePath) -> None:
    """Write what was proven; that it cannot be is said, and keeps nothing else from ending."""
    try:
        knowledge_file.write(path, GAMES.all())
    except StttError as error:
        _LOG.warning("sttt: what was proven could not be written down: %s", printable(str(error)))


def _but(status: int) -> Refusals:
    return {one: refusal for one, refusal in _REFUSALS.items() if one != status}


def _add_page(app: FastAPI, origins: tuple[PublicAddress, ...]) -> None:
    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        asset = assets()["index.html"]
        own = [origin for origin in origins if origin.host == request.url.hostname] or origins
        address = own[0].address if own else request.base_url  # the guard has checked the host
        picture = f'content="{address}static/social.png"'.encode()
        return Response(asset.content.replace(b'content="static/social.png"', picture), media_type=asset.media_type)

    @app.get("/worker.js", include_in_schema=False)
    async def worker() -> Response:
        return _asset("worker.js")  # at the root, or it could keep nothing but what lies below itself

    @app.get("/static/{name}", include_in_schema=False)
    async def static(name: Annotated[str, Path(max_length=40)]) -> Response:
        return _asset(name)


def _asset(name: str) -> Response:
    asset = assets().get(name)
    if asset is None:
        raise HTTPException(404, "no such file")
    return Response(asset.content, media_type=asset.media_type)


def _add_rules(app: FastAPI, rate: Rate) -> None:
    async def in_turn(request: Request) -> None:
        await _wait(rate, request.state.client)

    for path, answer in ASKED.items():
        kind = answer.__annotations__["return"]
        told = _once(answer, TypeAdapter(kind))
        app.get(path, responses={403: _REFUSALS[403]}, response_model=kind, description=answer.__doc__)(told)
    for path, reply in TOLD.items():
        app.post(path, responses=_but(503), dependencies=[Depends(in_turn)])(reply)


def _once(answer: Callable[[], T], kind: TypeAdapter[T]) -> Callable[[], Any]:
    """Return what answers a question that has the same answer each time."""

    @cache
    def text() -> bytes:
        return kind.dump_json(answer())

    async def told() -> Response:
        return Response(text(), media_type="application/json")

    told.__name__ = answer.__name__
    return told


async def _wait(rate: Rate, client: str) -> None:
    """Let a client wait until it is within its rate; raises `RateError` where that would take long."""
    seconds = rate.wait(client)
    if seconds > LONGEST_WAIT:
        raise RateError.of("page.asked-a-lot")
    await asyncio.sleep(seconds)


def _add_engines(app: FastAPI, tabs: Tabs) -> None:
    @app.websocket("/api/think")
    async def think(socket: WebSocket) -> None:
        await socket.accept()
        await tabs.serve(socket)


def _add_rooms(app: FastAPI, rooms: Rooms | None, meetings: Meetings | None, addresses: tuple[str, ...]) -> None:
    @app.get("/api/rooms", responses={403: _REFUSALS[403]})
    async def kept() -> RoomsOut:
        """Say whether this server keeps rooms, and where others reach it."""
        return RoomsOut(open=rooms is not None, addresses=addresses)

    @app.post("/api/rooms", responses=_but(503))
    async def create(given: RoomIn, request: Request) -> RoomOut:
        """Make a room for two people, and tell whoever asks the tokens of both seats."""
        if meetings is None:
            raise RoomError.of("room.off")
        return await meetings.create(given, request.state.client)

    @app.websocket("/api/rooms/{name}")
    async def enter(socket: WebSocket, name: str, seat: str | None = None) -> None:
        await socket.accept()
        if meetings is None:
            await socket.close(TRY_AGAIN_LATER, "no rooms")
            return
        await meetings.join(socket, name[:40], seat[:80] if seat else None, socket.state.client)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(DeskError)
    async def crowded(_request: Request, error: StttError) -> JSONResponse:
        return _refusal(503, error, RETRY)

    @app.exception_handler(RateError)
    async def greedy(_request: Request, error: StttError) -> JSONResponse:
        return _refusal(429, error, RETRY)

    @app.exception_handler(StttError)
    async def refused(_request: Request, error: StttError) -> JSONResponse:
        return _refusal(400, error)

    @app.exception_handler(RequestValidationError)
    async def malformed(_request: Request, error: Exception) -> JSONResponse:
        errors = list(error.errors()) if isinstance(error, RequestValidationError) else []
        return _refusal(422, form_error(errors))

    @app.exception_handler(HTTPException)
    async def unavailable(_request: Request, error: Exception) -> JSONResponse:
        if not isinstance(error, HTTPException):
            return _refusal(500, StttError.of("page.mistake"))
        said = TOO_LARGE if error.status_code == 413 else StttError.of("page.none", problem=error.detail)
        return _refusal(error.status_code, said, error.headers)

    @app.exception_handler(Exception)
    async def failed(_request: Request, _mistake: Exception) -> JSONResponse:
        return _refusal(500, StttError.of("page.mistake"))


def _refusal(status: int, error: StttError, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse(ErrorOut.of(error).model_dump(mode="json"), status, headers)

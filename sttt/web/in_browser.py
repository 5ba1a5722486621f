"""The page's own Python, in a worker of the browser: the same answers and sessions, without a server.

A worker in JavaScript starts it (`docs/demo/python.js`), hands messages over as text, and lets a second worker think.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from inspect import get_annotations
from typing import Protocol

from pydantic import TypeAdapter, ValidationError

from sttt.errors import StttError
from sttt.web.answers import ASKED, LONG, TOLD
from sttt.web.engine_process import JsonObject
from sttt.web.engines import Engines
from sttt.web.library.openings import OpeningsOut, openings
from sttt.web.library.puzzles import puzzles_of
from sttt.web.messages import ErrorOut, OpeningsIn, ShelfOut
from sttt.web.socket_messages import RoomsOut
from sttt.web.thinking import Session, form_error

SPARE_SECONDS = 2.5
"""A thought called off is left to end when this much is to go: a worker that is ended takes longer to start again."""


def no_rooms() -> RoomsOut:
    """Say that no rooms are kept: where there is no server, there is nobody to meet."""
    return RoomsOut(open=False)


def no_archive() -> ShelfOut:
    """List no games: where there is no server, there is no archive."""
    return ShelfOut(games=[], more=False)


def known(given: OpeningsIn) -> OpeningsOut:
    """Tell what is known of the turns where a game has come to."""
    return openings(given, None)


_ASKED = {**ASKED, "/api/rooms": no_rooms, "/api/archive": no_archive}
_TOLD = {**TOLD, **LONG, "/api/openings": known}
_PUZZLES = "/api/puzzles/"


def answer(address: str, body: str | None) -> tuple[int, str]:
    """Answer what a server would be asked at an address, as it would: with a status and with JSON."""
    path = address.partition("?")[0]
    try:
        if body is None and path in _ASKED:
            return 200, _json(_ASKED[path], _ASKED[path]())
        if body is None and path.startswith(_PUZZLES):
            return 200, _json(puzzles_of, puzzles_of(path.removeprefix(_PUZZLES)))
        if body is not None and path in _TOLD:
            told = _TOLD[path]
            given = TypeAdapter(get_annotations(told)["given"]).validate_python(json.loads(body))
            return 200, _json(told, told(given))
    except ValidationError as error:
        return 422, ErrorOut.of(form_error(error.errors())).model_dump_json()
    except StttError as error:
        return 400, ErrorOut.of(error).model_dump_json()
    return 404, ErrorOut.of(StttError.of("page.none", problem="no such question")).model_dump_json()


def _json(function: Callable[..., object], value: object) -> str:
    return TypeAdapter(get_annotations(function)["return"]).dump_json(value).decode()


class OtherWorker(Protocol):
    """The worker that thinks, as JavaScript offers it."""

    def ready(self) -> Awaitable[None]:
        """Wait until it has started."""

    def ask(self, question: str) -> Awaitable[str]:
        """Hand a question over and wait for its answer, both JSON."""

    def end(self) -> None:
        """End it in the middle of a thought, which is then answered with an error, and start it again."""


class WorkerEngine:
    """The worker that thinks, as sessions ask it."""

    def __init__(self, worker: OtherWorker) -> None:
        self._worker = worker

    async def ready(self) -> None:
        """Wait until it could begin at once."""
        await self._worker.ready()

    async def ask(self, question: JsonObject) -> JsonObject:
        """Hand a question over and wait for its answer."""
        found: JsonObject = json.loads(await self._worker.ask(json.dumps(question)))
        return found

    def end(self) -> None:
        """End it in the middle of a thought."""
        self._worker.end()

    async def close(self) -> None:
        """Do nothing: it ends with the page."""


def engines_of(worker: OtherWorker) -> Engines:
    """Return the engines of a page with one worker that thinks."""
    return Engines(1, lambda: WorkerEngine(worker), SPARE_SECONDS)


class Page:
    """The page whose worker this is: its session goes on for as long as it is open."""

    def __init__(self, tell: Callable[[str], object], worker: OtherWorker) -> None:
        """`tell` hands a message to the page."""
        self._tell = tell
        self._told: asyncio.Queue[str] = asyncio.Queue()
        self._session = asyncio.ensure_future(Session(self, engines_of(worker)).run())

    def take(self, text: str) -> None:
        """Take a message from the page."""
        self._told.put_nowait(text)

    async def receive(self) -> str:
        """Wait for a message."""
        return await self._told.get()

    async def send(self, text: str) -> None:
        """Send a message."""
        self._tell(text)

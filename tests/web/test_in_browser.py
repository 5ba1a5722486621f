"""Without a server, the page's own Python gives the answers that a server gives, and thinks in another worker."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.browser import Server, served
from support.web_client import send

from sttt.web.engine_process import Thinker
from sttt.web.engines import SHORTEST_SECONDS
from sttt.web.in_browser import SPARE_SECONDS, Page, answer, engines_of

GAME = {"game": "super-ttt", "turns": [[40, 36], [76, 13]]}
QUESTIONS: list[tuple[str, Any]] = [
    ("/api/games", None),
    ("/api/unshown", None),
    ("/api/archive?after=0", None),
    ("/api/view", GAME | {"at": 1, "enter": True}),
    ("/api/why", GAME),
    ("/api/export", GAME | {"form": "scheme"}),
    ("/api/import", {"game": "connect-four", "text": "nonsense"}),
    ("/api/view", GAME | {"turns": [[40, 40]]}),
    ("/api/view", GAME | {"turns": "none"}),
    ("/api/view", GAME | {"more": 1}),
    ("/api/openings", GAME),
    ("/api/puzzles/connect-four", None),
    ("/api/puzzles/chess", None),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


@pytest.mark.parametrize(("path", "body"), QUESTIONS)
def test_an_answer_is_that_of_a_server(server: Server, path: str, body: Any) -> None:
    reply = send(server.address, path, body=body)
    status, text = answer(path, None if body is None else json.dumps(body))
    assert (status, json.loads(text)) == (reply.status, reply.json())


def test_there_is_no_room_where_there_is_no_server() -> None:
    status, text = answer("/api/rooms", None)
    assert (status, json.loads(text)) == (200, {"open": False, "addresses": []})


def test_a_question_that_nobody_knows_is_refused() -> None:
    assert answer("/api/nothing", None)[0] == 404
    assert answer("/api/view", None)[0] == 404


class Worker:
    """Thinks as another worker would: a question takes as long as it is let."""

    def __init__(self) -> None:
        self.thinker = Thinker()
        self.ended = 0
        self.slow = False
        self.budgets: list[float] = []
        self.started = asyncio.Event()
        self._off: asyncio.Future[str] | None = None

    async def ready(self) -> None:
        await self.started.wait()

    async def ask(self, question: str) -> str:
        self.budgets.append(json.loads(question)["seconds"])
        if not self.slow:
            return self.thinker.answer_line(question)
        self._off = asyncio.get_running_loop().create_future()
        return await self._off

    def end(self) -> None:
        self.ended += 1
        assert self._off
        self._off.set_result('{"refusal": {"text": "called off"}}')


def talk(script: Callable[[Page, Worker, "asyncio.Queue[Any]"], Any]) -> None:
    async def run() -> None:
        heard: asyncio.Queue[Any] = asyncio.Queue()
        worker = Worker()
        page = Page(lambda text: heard.put_nowait(json.loads(text)), worker)
        await asyncio.wait_for(script(page, worker, heard), 60)

    asyncio.run(run())


def think(number: int, seconds: float) -> str:
    return json.dumps(GAME | {"kind": "think", "id": number, "player": "alpha-beta", "seconds": seconds})


@pytest.mark.slow
def test_a_page_hears_thoughts_when_its_worker_has_started_and_loses_no_time_by_that() -> None:
    async def script(page: Page, worker: Worker, heard: "asyncio.Queue[Any]") -> None:
        page.take(think(1, 0.2))
        await asyncio.sleep(0.3)
        assert heard.empty()
        worker.started.set()
        while not (thought := await heard.get())["final"]:
            assert thought["kind"] == "thought"
        assert thought["id"] == 1
        assert worker.budgets[0] > SHORTEST_SECONDS

    talk(script)


@pytest.mark.parametrize(("seconds", "ended"), [(SPARE_SECONDS / 4, 0), (50, 1)])
def test_a_long_thought_that_is_called_off_ends_with_its_worker(seconds: float, ended: int) -> None:
    async def run() -> None:
        worker = Worker()
        worker.slow = True
        engines = engines_of(worker)
        asked = asyncio.create_task(engines.ask({"player": "p"}, seconds, time.monotonic() + seconds))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert worker.ended == ended

    asyncio.run(run())


def test_a_browser_is_asked_for_no_library_of_a_server() -> None:
    script = (
        "import sys, sttt.web.in_browser, sttt.web.engine_process, sttt.web.answers; sttt.web.answers.games();"
        "servers = {'fastapi', 'starlette', 'uvicorn', 'websockets', 'sqlite3', 'click', 'rich', 'psutil'};"
        "print(sorted(servers & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=200)
    assert done.stdout == "[]\n"

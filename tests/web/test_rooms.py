"""Rooms: two seats, clocks and agreements kept by the server; nobody moves for another, whatever is sent."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.browser import Server, served
from support.room_guest import Guest, enter, make
from support.web_client import PATIENCE, send
from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sttt.games.game import Result, Side
from sttt.web.http import meeting
from sttt.web.http.guests import MOST_AT_A_SEAT, MOST_WATCHING
from sttt.web.http.limits import Rate, RateError
from sttt.web.http.meeting import ROOMS_AT_ONCE, Meetings
from sttt.web.rooms import Room, RoomError, Rooms
from sttt.web.socket_messages import RoomIn


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served("--searches", "1", "--rooms", str(tmp_path_factory.mktemp("rooms"))) as running:
        yield running


X_WINS = [[4], [0], [5], [1], [6], [2], [7]]


def test_two_seats_play_a_game_and_others_watch(server: Server) -> None:
    room, x, o = make(server)
    with enter(server, room, x) as one, enter(server, room, o) as two, enter(server, room) as watcher:
        assert (one.state["seat"], two.state["seat"], watcher.state["seat"]) == ("x", "o", None)
        assert one.until(watching=1)["present"] == {"x": True, "o": True}
        for at, turn in enumerate(X_WINS):
            (two if at % 2 else one).until(turns=X_WINS[:at])
            (two if at % 2 else one).turn(turn, at)
        for guest in (one, two, watcher):
            assert guest.until(result="x")["turns"] == X_WINS


def test_nobody_moves_for_another_or_twice_or_against_the_rules(server: Server) -> None:
    room, x, o = make(server)
    with enter(server, room, x) as one, enter(server, room, o) as two, enter(server, room) as watcher:
        two.turn([3], 0)
        assert "it is x's turn" in two.refused()
        watcher.turn([3], 0)
        assert "you are watching" in watcher.refused()
        one.turn([3, 4], 0)
        assert "expected one" in one.refused()
        one.turn([99], 0)
        assert one.refused()
        one.turn([3], 0)
        one.until(turns=[[3]])
        one.turn([3], 0)
        assert "that is turn 1" in one.refused()
        two.until(turns=[[3]])
        two.turn([3], 1)
        assert two.refused()
        two.act("turn", turn=[4], at=1, number=7)
        assert "that game is over" in two.refused()
        assert two.state["turns"] == [[3]]


def test_a_token_of_nobody_or_of_another_room_has_no_seat(server: Server) -> None:
    room, x, _ = make(server)
    _, stranger, _ = make(server)
    for name, token in ((room, stranger), (room, x[:-1]), (room, "é"), ("nowhere", x)):
        with connect(f"ws://{urlsplit(server.address).netloc}/api/rooms/{name}?seat={token}") as socket:
            answer = json.loads(socket.recv(timeout=PATIENCE))
            assert (answer["kind"], answer["gone"]) == ("refused", True)
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=PATIENCE)


def test_resign_draw_and_rematch_need_who_may_ask_for_them(server: Server) -> None:
    room, x, o = make(server)
    with enter(server, room, x) as one, enter(server, room, o) as two:
        one.act("draw")
        assert two.until(offers={"draw": "x"})["result"] is None
        one.act("draw")  # repeated, not accepted by its own maker
        assert one.hear()["result"] is None
        two.act("draw")
        assert one.until(result="draw")["ended"] == "agreed"
        one.act("rematch")
        two.until(offers={"rematch": "x"})
        two.act("rematch")
        assert (one.until(number=2)["seat"], two.until(number=2)["seat"]) == ("o", "x")
        one.act("resign")
        assert two.until(result="x")["ended"] == "resigned"
        two.act("resign")
        assert "the game is over" in two.refused()


def test_a_side_that_is_out_of_time_has_lost_whether_it_moves_or_not(server: Server) -> None:
    room, x, o = make(server, minutes=0.02)
    with enter(server, room, x) as one, enter(server, room, o) as two:
        time.sleep(1.5)
        one.turn([3], 0)  # no clock runs before the first turn
        assert two.until(turns=[[3]])["clocks"] == pytest.approx({"x": 1.2, "o": 1.2}, abs=0.3)
        assert one.until(result="x")["ended"] == "time"


def test_clocks_are_kept_by_the_side_to_move_alone() -> None:
    room = Room("r", "four-by-four", {"x": "a", "o": "b"}, 1.0)
    room.place(Side.X, [3], 0, 100.0)
    room.place(Side.O, [4], 1, 110.0)
    assert room.clocks(115.0) == {Side.X: 55.0, Side.O: 50.0}
    with pytest.raises(RoomError, match="it is x's turn"):
        room.place(Side.O, [5], 2, 116.0)
    assert room.flag(169.0) is False
    assert room.flag(170.0)
    assert (room.result, room.ended) == (Result.O_WINS, "time")


def test_each_turn_but_the_first_adds_the_increment_to_its_clock() -> None:
    room = Room("r", "four-by-four", {"x": "a", "o": "b"}, 1.0, increment=5)
    room.place(Side.X, [3], 0, 100.0)
    room.place(Side.O, [4], 1, 110.0)
    room.place(Side.X, [5], 2, 111.0)
    assert room.clocks(111.0) == {Side.X: 64.0, Side.O: 55.0}


def test_names_stay_with_the_people_when_they_exchange_the_sides(server: Server) -> None:
    room, x, o = make(server)
    with enter(server, room, x) as one, enter(server, room, o) as two:
        one.act("name", name="  Ann \n of Aachen ")
        assert two.until(names={"x": "Ann of Aachen", "o": ""})
        one.act("resign")
        two.until(result="o")
        one.act("rematch")
        two.act("rematch")
        assert two.until(number=2)["names"] == {"x": "", "o": "Ann of Aachen"}


def flood(guest: Guest) -> None:
    for _ in range(1000):
        guest.socket.send("nonsense")
    while True:
        guest.hear("refused")


def test_a_flood_is_hung_up_on_and_the_game_goes_on(server: Server) -> None:
    room, x, o = make(server)
    with enter(server, room, x) as one, enter(server, room, o) as two, enter(server, room) as flooder:
        with pytest.raises(ConnectionClosed):
            flood(flooder)
        one.turn([3], 0)
        assert two.until(turns=[[3]])


@pytest.mark.parametrize(
    "message", ["", "nonsense", "[]", '{"kind":"turn"}', '{"kind":"turn","number":1,"turn":[]}', "x" * 70_000, b"\x00"]
)
def test_a_message_that_is_none_disturbs_nobody(server: Server, message: str | bytes) -> None:
    room, x, o = make(server)
    with enter(server, room, x) as one, enter(server, room, o) as two:
        two.socket.send(message)
        try:
            assert two.refused()
        except ConnectionClosed:
            assert isinstance(message, bytes) or len(message) > 65_536
        one.turn([3], 0)
        assert one.until(turns=[[3]])


def test_a_hundred_games_at_once(server: Server) -> None:
    async def until(socket: AsyncConnection, played: int) -> dict[str, Any]:
        while True:
            state: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            if len(state["turns"]) == played:
                return state

    async def play(room: str, tokens: tuple[str, str]) -> object:
        address = f"ws://{urlsplit(server.address).netloc}/api/rooms/{room}?seat="
        async with connect_async(address + tokens[0]) as one, connect_async(address + tokens[1]) as two:
            for at, turn in enumerate(X_WINS):
                socket = two if at % 2 else one
                if at:
                    await until(socket, at)
                await socket.send(json.dumps({"kind": "turn", "number": 1, "turn": turn, "at": at}))
            state = await until(two, len(X_WINS))
            return state["turns"], state["result"]

    async def play_all() -> list[object]:
        rooms = [make(server) for _ in range(100)]
        return await asyncio.gather(*(play(room, (x, o)) for room, x, o in rooms))

    assert asyncio.run(play_all()) == [(X_WINS, "x")] * 100


def test_a_server_killed_in_mid_game_goes_on_with_it_when_it_is_back(tmp_path: Path) -> None:
    with served("--searches", "1", "--rooms", str(tmp_path)) as server:
        room, x, o = make(server, minutes=10)
        with enter(server, room, x) as one:
            one.turn([4], 0)
            one.until(turns=[[4]])
            server.stop(signal.SIGKILL)
        server.start()
        with enter(server, room, o) as two, enter(server, room, x) as one:
            assert two.state["turns"] == [[4]]
            assert two.state["running"]
            two.turn([0], 1)
            assert one.until(turns=[[4], [0]])


def test_a_file_that_is_no_room_is_left_out(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    made = rooms.create(RoomIn(game="connect-four", side=Side.O))
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    (tmp_path / "torn.json").write_text('{"name": "torn"', encoding="utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "folder.json").mkdir()
    os.mkfifo(tmp_path / "pipe.json")
    sound = json.loads((tmp_path / f"{made.room}.json").read_text(encoding="utf-8"))
    clock = {"minutes": 5.0, "left": {"x": 1.0}}
    for number, wrong in enumerate(({"minutes": "5"}, {"tokens": {}}, {"tokens": ["x", "o"]}, clock, {})):
        name = {} if number == 4 else {"name": f"wrong{number}"}  # the last one has another's name
        (tmp_path / f"wrong{number}.json").write_text(json.dumps(sound | name | wrong), encoding="utf-8")
    again = Rooms(tmp_path)
    assert again.find(made.room).seat(made.tokens.own) is Side.O
    for name in ("torn", *(f"wrong{number}" for number in range(5))):
        with pytest.raises(RoomError, match="no such room"):
            again.find(name)


def test_a_server_without_rooms_says_how_to_have_them() -> None:
    with served("--searches", "1", "--host", "0.0.0.0") as server:  # noqa: S104 - others may reach it
        assert send(server.address, "/api/rooms").json()["open"] is False
        reply = send(server.address, "/api/rooms", body={"game": "super-ttt", "side": "x"})
        assert reply.status == 400
        assert "sttt serve --rooms" in reply.json()["error"]


def test_a_seat_is_let_in_however_many_watch(server: Server) -> None:
    room, x, _ = make(server)
    with ExitStack() as watching:
        for _ in range(MOST_WATCHING):
            watching.enter_context(enter(server, room))
        with connect(f"ws://{urlsplit(server.address).netloc}/api/rooms/{room}") as one_more:
            assert json.loads(one_more.recv(timeout=PATIENCE))["gone"]
        with enter(server, room, x) as seated:
            seated.turn([3], 0)
            assert seated.until(turns=[[3]])["seat"] == "x"


def test_a_seat_in_too_many_tabs_is_left_by_the_oldest(server: Server) -> None:
    room, x, _ = make(server)
    with ExitStack() as tabs:
        oldest = tabs.enter_context(enter(server, room, x))
        for _ in range(MOST_AT_A_SEAT):
            tabs.enter_context(enter(server, room, x))
        assert oldest.hear("refused")["gone"]


def test_what_changes_nothing_is_neither_written_nor_told(tmp_path: Path) -> None:
    with served("--searches", "1", "--rooms", str(tmp_path)) as server:
        room, x, o = make(server)
        with enter(server, room, x) as one, enter(server, room, o) as two:
            one.act("draw")
            two.until(offers={"draw": "x"})
            time.sleep(1)  # everybody has been told who is here
            with suppress(TimeoutError):
                two.socket.recv(timeout=0)
            written = (tmp_path / f"{room}.json").stat()
            for _ in range(10):
                one.act("draw")
            one.turn([3, 4], 0)
            assert one.refused()  # all before it was heard
            assert (tmp_path / f"{room}.json").stat().st_ino == written.st_ino
            with pytest.raises(TimeoutError):
                two.socket.recv(timeout=1)


def test_the_messages_of_a_seat_are_counted_over_its_connections() -> None:
    rate = Rate(3, 1.0)
    assert [rate.take(("room", "x")) for _ in range(4)] == [True, True, True, False]
    assert rate.take(("room", "o"))


@pytest.mark.slow
def test_one_client_makes_so_many_rooms_and_then_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meeting, "ROOMS_A_SECOND", 0.0)  # or a slow disk allows it another one

    async def make_many() -> None:
        meetings = Meetings(Rooms(tmp_path), 10)
        wish = RoomIn(game="four-by-four", side=Side.X)
        for _ in range(int(ROOMS_AT_ONCE)):
            await meetings.create(wish, "greedy")
        with pytest.raises(RateError, match="many rooms lately"):
            await meetings.create(wish, "greedy")
        assert (await meetings.create(wish, "modest")).room
        await meetings.close()

    asyncio.run(make_many())

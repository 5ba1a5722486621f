"""``sttt serve`` over its own wire: who may enter, what it takes in, what it leaves behind."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.browser import Server, served
from support.command import fails_as_wrong_input
from support.processes import ends
from support.web_client import Reply, send, session
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sttt.refusals import TEXTS
from sttt.web.http.guard import MAX_BODY
from sttt.web.http.server import addresses_for_others


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1", "--sessions", "2", "--name", "Board.example") as running:
        yield running


def port(server: Server) -> int:
    return int(server.address.rstrip("/").rpartition(":")[2])


def refused(reply: Reply, status: int, words: str) -> None:
    assert reply.status == status
    assert reply.headers["content-type"] == "application/json"
    error = reply.json()["error"]
    assert words in error
    assert reply.json()["said"]["code"] in TEXTS
    assert "Traceback" not in error


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil",
        "",
        "[::1",
        "board",
        "evil.example@localhost",
        "evil.example:80@127.0.0.1",
        "@localhost",
        "localhost/",
        "localhost#evil.example",
        "localhost:port",
        "localhost:80:90",
        "::1",
        'localhost"><script>',
        "localhost:80/static",
    ],
)
def test_a_host_that_is_not_ours_is_refused(server: Server, host: str) -> None:
    refused(send(server.address, "/api/games", headers={"Host": host}), 403, "not one that this server answers to")


def test_no_more_than_eighty_characters_of_a_host_are_quoted(server: Server) -> None:
    refused(send(server.address, "/api/games", headers={"Host": "e" * 81}), 403, f"the host {'e' * 80!r} is not one")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]:80", "192.168.1.7:8000", "BOARD.example"])
def test_localhost_addresses_and_given_names_are_ours(server: Server, host: str) -> None:
    assert send(server.address, "/api/games", headers={"Host": host}).status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", "file://"])
def test_a_page_from_elsewhere_is_refused(server: Server, origin: str) -> None:
    refused(send(server.address, "/api/view", body={}, headers={"Origin": origin}), 403, "not this server's own page")
    with pytest.raises(InvalidStatus, match="403"), session(server.address, origin=origin):
        pass


@pytest.mark.parametrize("form", ["https://{}", "ws://{}", "http://user@{}", "http://{}/", "{}", "//{}"])
def test_an_origin_of_our_name_that_is_not_our_page_is_refused(server: Server, form: str) -> None:
    origin = form.format(server.address.rstrip("/").removeprefix("http://"))
    refused(send(server.address, "/api/view", body={}, headers={"Origin": origin}), 403, "not this server's own page")
    with pytest.raises(InvalidStatus, match="403"), session(server.address, origin=origin):
        pass


def test_its_own_page_may_ask(server: Server) -> None:
    own = server.address.rstrip("/")
    assert send(server.address, "/api/view", body={"game": "super-ttt"}, headers={"Origin": own}).status == 200
    with session(server.address, origin=own) as tab:
        assert tab.answer()["kind"] == "thought"


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/api/games", "/static/none", "/nowhere"])
def test_every_answer_carries_the_policy(server: Server, path: str) -> None:
    for headers in ({}, {"Host": "evil.example"}):
        reply = send(server.address, path, headers=headers)
        assert "default-src 'none'; script-src 'self'" in reply.headers["content-security-policy"]
        assert "unsafe" not in reply.headers["content-security-policy"]
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "server" not in reply.headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/index.html%00",
        "/static/" + "a" * 5000,
    ],
)
def test_no_path_reaches_the_file_system(server: Server, path: str) -> None:
    assert send(server.address, path).status in {404, 422}


def test_too_much_is_refused_with_and_without_a_length(server: Server) -> None:
    large = b"x" * (MAX_BODY + 1)
    refused(send(server.address, "/api/import", body=large), 413, "larger than")
    refused(send(server.address, "/api/import", body=iter([large])), 413, "larger than")


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"nonsense", 422, "JSON"),
        ({}, 422, "game"),
        ({"game": "../x"}, 422, "game"),
        ({"game": "chess"}, 400, "unknown game 'chess'"),
        ({"game": "super-ttt", "turns": [[40, 40]]}, 400, "turn 1: 55+55 is not allowed"),
        ({"game": "super-ttt", "turns": [[81]]}, 400, "turn 1"),
        ({"game": "super-ttt", "turns": [["40"]]}, 422, "turns.0.0"),
        ({"game": "super-ttt", "turns": [[1]] * 201}, 422, "turns"),
        ({"game": "super-ttt", "turns": [], "at": 1}, 400, "0 turns"),
        ({"game": "super-ttt", "tentative": [1, 1]}, 400, "occupied"),
        ({"game": "super-ttt", "start": "nonsense"}, 400, "'nonsense' is not a position"),
        ({"game": "super-ttt", "more": 1}, 422, "more"),
    ],
)
def test_what_is_wrong_is_said_without_a_traceback(server: Server, body: object, status: int, words: str) -> None:
    refused(send(server.address, "/api/view", body=body), status, words)


def test_a_text_is_no_form_of_json_for_another_sites_form(server: Server) -> None:
    reply = send(server.address, "/api/view", body={"game": "super-ttt"}, headers={"Content-Type": "text/plain"})
    assert reply.status == 422


def test_a_thought_that_nobody_waits_for_frees_its_process(server: Server) -> None:
    """The only process is at a search of a minute, four times over; each time the next question is answered."""
    long = {"player": "alpha-beta-no-book", "seconds": 60}
    with session(server.address) as tab:
        tab.ask(1, **long)
    with session(server.address) as tab:
        tab.ask(1, **long)
        tab.hear()
        tab.socket.send('{"kind": "cancel"}')
        tab.ask(2, **long)
        assert tab.answer(3)["final"]
    with session(server.address) as tab:
        assert tab.answer()["final"]


def test_a_tab_more_than_there_is_room_for_is_told_so(server: Server) -> None:
    with session(server.address), session(server.address), session(server.address) as third:
        message = third.hear()
        assert (message["kind"], message["busy"]) == ("refused", True)
        assert "2 games are open" in message["error"]
        with pytest.raises(ConnectionClosed) as closed:
            third.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
    deadline = time.monotonic() + 150
    while time.monotonic() < deadline:
        with session(server.address) as tab:
            if tab.answer()["kind"] == "thought":
                return
    pytest.fail("a place that was given up is not free again")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"player": "scheme:x.scm"}, "player"),
        ({"player": "nobody"}, "'nobody' is no player of super-ttt"),
        ({"seconds": 61}, "seconds"),
        ({"seconds": -1}, "seconds"),
        ({"seconds": "1"}, "seconds"),
        ({"turns": [[40, 40]]}, "not allowed"),
        ({"start": "xxx....../xxx....../xxx....../" + "/".join(["........."] * 6) + ":o2"}, "the game is over"),
        ({"kind": "shout"}, ""),
    ],
)
def test_a_question_without_an_answer_is_refused_in_words(
    server: Server, question: dict[str, object], words: str
) -> None:
    with session(server.address) as tab:
        answer = tab.answer(**question)
        assert (answer["kind"], answer["busy"]) == ("refused", False)
        assert words in answer["error"]
        assert answer["said"]["code"] in TEXTS
        assert tab.answer(2)["final"]


@pytest.mark.parametrize("message", ["", "nonsense", "[]", b"\x00", '{"kind":"think"}'])
def test_a_message_that_is_none_leaves_the_server_well(server: Server, message: str | bytes) -> None:
    with session(server.address) as tab:
        tab.socket.send(message)
        try:
            assert tab.hear()["kind"] == "refused"
        except ConnectionClosed:
            assert isinstance(message, bytes)
    assert send(server.address, "/api/games").status == 200


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def test_an_engine_that_is_killed_is_replaced() -> None:
    with served("--searches", "1") as server, session(server.address) as tab:
        assert tab.answer(1)["final"]
        killed = children(server.pid)
        for child in killed:
            os.kill(child, signal.SIGKILL)
        assert all(map(ends, killed))
        answers = [tab.answer(number) for number in (2, 3)]
        assert answers[-1]["kind"] == "thought"


@pytest.mark.parametrize(
    ("sent", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_no_engine_outlives_the_server(sent: signal.Signals, status: int) -> None:
    with served("--searches", "2") as server, session(server.address) as tab:
        tab.ask(player="alpha-beta-no-book", seconds=60)
        tab.hear()
        engines = children(server.pid)
        assert len(engines) == 2
        assert server.stop(sent) == status
        assert all(map(ends, engines))


def test_ctrl_c_which_it_names_as_its_end_ends_it_without_a_complaint(capfd: pytest.CaptureFixture[str]) -> None:
    with served() as server:
        assert server.stop(signal.SIGINT) == 0
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("host", ["localhost:8000", "[::1]:80", "BOARD.example"])
def test_whoever_shows_a_picture_of_a_link_is_told_its_whole_address(server: Server, host: str) -> None:
    page = send(server.address, "/", headers={"Host": host}).body.decode()
    (address,) = re.findall(r'property="og:image" content="([^"]*)"', page)
    assert address.lower() == f"http://{host}/static/social.png".lower()
    assert send(server.address, address.partition(host)[2]).headers["content-type"] == "image/png"


def test_open_has_the_browser_load_the_page_also_one_that_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, seen = tmp_path / "browser.py", tmp_path / "seen"
    script.write_text(f"""
import pathlib, sys, urllib.request
page = urllib.request.urlopen(sys.argv[1], timeout=120).read()
written = pathlib.Path({str(tmp_path / "written")!r})
written.write_bytes(sys.argv[1].encode() + page)
written.rename({str(seen)!r})
""")
    monkeypatch.setenv("BROWSER", f"{shlex.join([sys.executable, str(script)])} %s")
    with served("--open") as server:
        deadline = time.monotonic() + 120
        while not seen.exists():
            assert time.monotonic() < deadline, "no browser has loaded the page"
            time.sleep(0.05)
        assert seen.read_bytes().startswith(f"{server.address}<!doctype html>".encode())


def test_a_taken_port_is_one_line_and_exit_status_2(server: Server) -> None:
    assert "cannot listen at 127.0.0.1, port" in fails_as_wrong_input("serve", "--port", str(port(server)))


def test_a_host_that_does_not_exist_is_one_line_and_exit_status_2() -> None:
    assert "cannot listen at 256.0.0.1" in fails_as_wrong_input("serve", "--host", "256.0.0.1", "--port", "0")


def test_more_than_this_machine_can_reach_is_warned_about(capfd: pytest.CaptureFixture[str]) -> None:
    with served("--host", "0.0.0.0"):  # noqa: S104 - what the warning is about
        assert "warning: everybody who can reach this machine" in capfd.readouterr().err


def test_the_other_commands_load_none_of_its_libraries() -> None:
    script = (
        "import sys; sys.modules.update(fastapi=None, uvicorn=None, websockets=None); import sttt.cli;"
        "sys.argv = ['', 'analyze', '--nodes', '1000']; sttt.cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=200)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_listens_at_ipv6_as_well() -> None:
    if not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6 loopback address")
    with served("--host", "::1") as server:
        assert server.address.startswith("http://[::1]:")
        assert send(server.address, "/api/games").status == 200


@pytest.mark.parametrize(
    ("host", "pattern"),
    [("127.0.0.1", None), ("0.0.0.0", r"http://(?!127\.|0\.0)[\d.]+:PORT/|None")],  # noqa: S104 - the machine's own in its network
)
def test_a_friend_is_never_sent_to_his_own_machine(host: str, pattern: str | None) -> None:
    with closing(socket.socket()) as listener:
        listener.bind((host, 0))
        port = listener.getsockname()[1]
        found = addresses_for_others(listener)
        assert bool(found) <= (pattern is not None)
        for address in found:
            assert re.fullmatch(str(pattern).replace("PORT", str(port)), address)


def test_what_one_server_has_proven_the_next_one_knows(tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    asked = {"game": "four-by-four", "player": None, "turns": [[0], [5], [3]]}
    for seconds in (0.2, 0):
        with served("--searches", "1", "--knowledge", str(known)) as server, session(server.address) as tab:
            if seconds:
                assert tab.answer(1, **asked, seconds=0)["verdict"]["value"] is None
            assert tab.answer(2, **asked, seconds=seconds)["verdict"]["value"]
        assert known.read_text().count("four-by-four") >= 1
    known.write_text("{}\n")
    assert "known.jsonl, line 1" in fails_as_wrong_input("serve", "--port", "0", "--knowledge", str(known))
    nowhere = tmp_path / "no" / "known.jsonl"
    assert f"{nowhere}: No such file" in fails_as_wrong_input("serve", "--port", "0", "--knowledge", str(nowhere))

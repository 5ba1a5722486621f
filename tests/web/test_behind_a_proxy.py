"""The server behind a proxy that ends TLS, at its own host and below a path."""

import socket
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.browser import expect, served
from support.command import fails_as_wrong_input
from support.tab import Tab
from support.tls_proxy import tls_proxy
from support.web_client import send

from sttt.web.http.limits import Clients
from sttt.web.http.public_address import PublicAddress


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        return int(found.getsockname()[1])


@pytest.mark.parametrize(
    ("path", "strip", "keeps_host"), [("", "", True), ("/board", "", True), ("/board", "/board", False)]
)
def test_the_page_and_its_sockets_work_through_tls(
    tmp_path: Path,
    browser: Any,
    path: str,
    strip: str,
    keeps_host: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    port = free_port()
    origin = f"https://localhost:{port}{path}"
    with (
        served(
            "--searches", "1", "--rooms", str(tmp_path / "rooms"), "--origin", origin, "--proxy", "127.0.0.1"
        ) as server,
        tls_proxy(server.address, tmp_path, port=port, strip=strip, keeps_host=keeps_host),
    ):
        server.address = f"{origin}/"
        tab = Tab(browser, server)
        tab.page.goto(f"{origin}/#game=four-by-four&")
        tab.page.wait_for_selector(".cell.free")
        tab.page.click("[data-cell='3']")
        expect(tab.page.locator(".cell.x")).to_have_count(1)
        expect(tab.page.locator(".cell.o")).to_have_count(1)  # the engine has answered over its socket
        tab.page.click("#friend")
        tab.page.click("#room-create")
        assert tab.page.locator("#friend-link").input_value().startswith(f"{origin}/#room=")
        tab.reads("#room", "X.*: here")
        assert tab.errors == []
        tab.context.close()


def test_only_the_origin_that_was_named_is_let_in() -> None:
    with served("--searches", "1", "--origin", "https://Board.example:443/x/") as server:
        body = {"game": "super-ttt"}
        for origin, status in {
            "https://board.example": 200,
            "http://board.example": 403,
            "https://board.example:444": 403,
            "https://evil.example": 403,
            "null": 403,
        }.items():
            headers = {"Origin": origin, "Host": "board.example"}
            assert send(server.address, "/x/api/view", body=body, headers=headers).status == status, origin
        moved = send(server.address, "/x")
        assert (moved.status, moved.headers["location"]) == (308, "/x/")
        picture = b'content="https://board.example/x/static/social.png"'
        assert picture in send(server.address, "/x/", headers={"Host": "board.example"}).body


@pytest.mark.parametrize(
    "text",
    ["board.example", "ftp://a.example", "https://a.example/api", "https://a.example/../x", "https://a@b.example"],
)
def test_an_origin_that_is_none_is_one_line(text: str) -> None:
    assert "expected" in fails_as_wrong_input("serve", "--port", "0", "--origin", text)


def test_an_origin_is_read_as_browsers_write_it() -> None:
    assert PublicAddress.read("HTTPS://Board.Example:443/Path/") == PublicAddress(
        "https://board.example", "board.example", "/Path"
    )
    assert PublicAddress.read("http://[::1]:8080").name == "http://[::1]:8080"


@pytest.mark.parametrize(
    ("peer", "told", "client"),
    [
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "1.2.3.4, 10.0.0.1", "1.2.3.4"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("5.5.5.5", "1.2.3.4", "5.5.5.5"),
        ("2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::"),
        ("::ffff:1.2.3.4", "", "1.2.3.4"),
    ],
)
def test_a_proxy_is_believed_only_if_it_was_named(peer: str, told: str, client: str) -> None:
    headers = [(b"x-forwarded-for", told.encode())] if told else []
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    assert Clients(frozenset({"10.0.0.1"})).name(scope) == client


@pytest.mark.parametrize("path", ["/", "/api/games", "/static/main.js", "/worker.js", "/api/openapi.json", "/nowhere"])
def test_head_is_answered_where_get_is(path: str) -> None:
    import http.client  # noqa: PLC0415
    from urllib.parse import urlsplit  # noqa: PLC0415

    with served("--searches", "1") as server:
        got = send(server.address, path)
        with closing(http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=100)) as connection:
            connection.request("HEAD", path)
            asked = connection.getresponse()
            assert (asked.status, asked.read()) == (got.status, b"")
            assert asked.getheader("content-length") == got.headers["content-length"]

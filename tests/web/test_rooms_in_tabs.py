"""Rooms as two players and those who watch see them, each in a tab of a browser."""

import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import Server, becomes, expect, served
from support.tab import Tab


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served("--searches", "1", "--rooms", str(tmp_path_factory.mktemp("rooms"))) as running:
        yield running


def ways_to_leave(page: Any) -> list[Callable[[], object]]:
    """What puts another game in the place of the one on the board."""
    return [
        lambda: page.click("#new"),
        lambda: page.keyboard.press("n"),
        lambda: page.click("#learn"),
        lambda: page.click("#puzzles"),
        lambda: page.select_option("#game", "qubic"),
        lambda: page.evaluate("location.hash = '#game=qubic'"),
        lambda: page.evaluate("location.hash = '#room=another'"),
    ]


def test_two_browsers_play_by_a_link_reconnect_and_play_again(browser: Any, tmp_path: Path) -> None:
    with served("--searches", "1", "--rooms", str(tmp_path)) as server:
        contexts = [browser.new_context(reduced_motion="reduce", locale="en-US") for _ in range(2)]
        one, two = (context.new_page() for context in contexts)

        def reads(page: Any, selector: str, words: str) -> None:
            expect(page.locator(selector)).to_contain_text(re.compile(words), timeout=150_000)

        one.goto(f"{server.address}#game=four-by-four")
        one.wait_for_selector(".cell.free")
        one.click("#friend")
        one.click("#room-create")
        link = one.locator("#friend-link").input_value()
        one.keyboard.press("Escape")
        two.goto(link)
        for page in (one, two):
            reads(page, "[data-seat='x']", "here")
            reads(page, "[data-seat='o']", "here")
        expect(one.locator("#friend-dialog")).to_be_hidden()  # the friend has come
        two.click("[data-cell='3']")
        reads(two, "#explain", "friend's turn")
        one.click("[data-cell='4']")
        expect(two.locator("[data-cell='4']")).to_have_class(re.compile(r"\bx\b"), timeout=150_000)
        asked: list[str] = []
        two.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
        for number, leave in enumerate(ways_to_leave(two), 1):
            leave()
            becomes(lambda: two.evaluate("0") + len(asked), number)  # a dialog is heard of while the page is asked
            reads(two, "#place", "1 / 1")
            expect(two.locator("#game")).to_have_value("four-by-four")
        assert set(asked) == {"A game with your friend is running. Leave it? You can return."}
        two.goto("about:blank")
        two.goto(f"{server.address}")  # the tab was closed
        two.click("[data-act='return']")
        reads(two, "#place", "1 / 1")
        server.stop(signal.SIGKILL)
        two.click("[data-cell='0']")
        expect(two.locator("[data-cell='0']")).to_have_class(re.compile(r"\bo\b"))
        server.start()
        expect(one.locator("[data-cell='0']")).to_have_class(re.compile(r"\bo\b"), timeout=150_000)
        one.reload()
        reads(one, "#place", "2 / 2")
        one.on("dialog", lambda asked: asked.accept())
        one.click("[data-act='resign']")
        for page in (one, two):
            reads(page, "#status", "O has won")
        two.click("[data-act='rematch']")
        reads(one, "#room", "wants a rematch")
        one.click("[data-act='rematch']")
        two.click("[data-cell='5']")  # the seats are exchanged
        expect(one.locator("[data-cell='5']")).to_have_class(re.compile(r"\bx\b"), timeout=150_000)
        assert one.locator("#hint").is_disabled()
        one.click("[data-act='leave']")
        reads(one, "#place", "0 / 0")
        reads(two, "[data-seat='o']", "away")


def test_a_draw_is_agreed_while_a_clock_runs_and_others_can_only_watch(browser: Any, tmp_path: Path) -> None:
    with served("--searches", "1", "--rooms", str(tmp_path)) as server:
        one, two, watcher = (Tab(browser, server) for _ in range(3))
        one.open("four-by-four")
        one.page.click("#friend")
        one.page.select_option("#room-clock", "3")
        one.page.click("#room-create")
        two.page.goto(one.page.locator("#friend-link").input_value())
        watcher.page.goto(one.page.locator("#watch-link").input_value())
        one.page.keyboard.press("Escape")
        for tab in (one, two, watcher):
            tab.reads("#room", "X.*: here 3:00.*O.*: here 3:00.*1 watching")  # no clock runs before the first turn
        watcher.page.click("[data-cell='4']")
        watcher.reads("#explain", "You are watching")
        expect(watcher.page.locator(".cell.x")).to_have_count(0)
        expect(watcher.page.locator("#room [data-act]")).to_have_text(["Leave the room"])
        one.page.click("[data-cell='3']")
        for tab in (two, watcher):
            expect(tab.page.locator("[data-cell='3']")).to_have_class(re.compile(r"\bx\b"), timeout=150_000)
            tab.reads("[data-seat='o'] .clock", "^[0-2]:")
            expect(tab.page.locator("[data-seat='x'] .clock")).to_have_text("3:00")
        watcher.page.click("[data-cell='4']")
        expect(watcher.page.locator(".cell.o")).to_have_count(0)
        one.page.click("[data-act='draw']")
        for tab in (two, watcher):
            tab.reads("#room", "X offers a draw")
        two.page.click("[data-act='accept']")
        for tab in (one, two, watcher):
            tab.reads("#status", "nobody has won")
            tab.reads("#explain", "A draw was agreed")
            expect(tab.page.locator(".cell.free")).to_have_count(0)
            assert tab.errors == []


def test_names_are_told_and_who_is_elsewhere_is_called_back(browser: Any) -> None:
    with served("--searches", "1") as own_machine:  # which has rooms without being told to
        one, two = (Tab(browser, own_machine) for _ in range(2))
        one.page.add_init_script(
            "Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });"
            "window.Notification = class { constructor(title, { body }) { window.told = body; } };"
            "window.Notification.permission = 'granted';"
        )
        one.open("four-by-four")
        one.page.click("#friend")
        one.page.select_option("#room-clock", "3")
        one.page.select_option("#room-increment", "2")
        one.page.click("#room-create")
        link = one.page.locator("#friend-link").input_value()
        one.page.keyboard.press("Escape")
        two.page.goto(link)
        two.page.fill("#room-name", "Bea")
        two.page.press("#room-name", "Enter")
        one.reads("#room", r"O, Bea \(friend\): here")
        one.page.click("[data-cell='3']")
        two.reads("#explain", "Your turn")
        one.page.evaluate("window.away = true")
        two.page.click("[data-cell='4']")
        one.reads("#explain", "Your turn")
        assert one.page.title() == "● Your turn."
        assert one.page.evaluate("window.told") == "Your turn."
        one.page.evaluate("window.away = false; dispatchEvent(new Event('visibilitychange'))")
        assert one.page.title().startswith("4x4 tic-tac-toe")
        two.page.reload()
        expect(two.page.locator("#room-name")).to_have_value("Bea")
        assert one.errors == two.errors == []

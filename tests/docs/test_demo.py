"""The demo, built and opened in a browser: all games are played with the network cut, by the project's own Python."""

import importlib.util
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.browser import expect, violations
from support.missing import missing

PATIENCE = 240_000
"""Milliseconds until something that does not happen fails a test: Python starts slowly on a busy machine."""

FIRST_CELL = {"super-ttt": 40, "connect-four": 38, "qubic": 21, "four-by-four": 5, "three-by-four": 5}
"""Where a person places first in each game."""


def make_demo() -> ModuleType:
    path = Path(__file__).parents[2] / "docs" / "make_demo.py"
    spec = importlib.util.spec_from_file_location("make_demo", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(maker: ModuleType, folder: Path) -> None:
    try:
        maker.build(folder)
    except maker.MissingError as error:
        missing(f"the demo cannot be built here: {error}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the demo below a folder, as it stands on the site."""
    place: Path = tmp_path_factory.mktemp("site")
    build(make_demo(), place / "demo")
    return place


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_without_npm_it_is_skipped_but_not_where_all_is_installed(
    ci: str, outcome: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = make_demo()
    monkeypatch.setattr(maker, "PARTS", tmp_path / "parts")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="npm is not on the PATH"):
        build(maker, tmp_path / "demo")


class Installed:
    """A package whose metadata has the names of a source distribution, as beside an editable install."""

    version = "1.0"

    def __init__(self, **files: str) -> None:
        self._files = files

    def read_text(self, name: str) -> str | None:
        return self._files.get(name)


def test_the_package_keeps_its_name_wherever_its_metadata_is(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = make_demo()
    about = {"PKG-INFO": "Name: sttt", "entry_points.txt": "[sttt.games]"}
    monkeypatch.setattr(maker, "distribution", lambda _: Installed(**about))
    packed = dict(maker.own_files())
    assert packed["super_tic_tac_toe-1.0.dist-info/METADATA"] == b"Name: sttt"
    assert packed["super_tic_tac_toe-1.0.dist-info/entry_points.txt"] == b"[sttt.games]"


@pytest.mark.parametrize("missing_file", ["PKG-INFO", "entry_points.txt"])
def test_a_package_without_a_name_or_its_parts_is_not_packed(
    missing_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = make_demo()
    about = {"PKG-INFO": "Name: sttt", "entry_points.txt": "[sttt.games]", missing_file: ""}
    monkeypatch.setattr(maker, "distribution", lambda _: Installed(**about))
    with pytest.raises(maker.MissingError, match="the installed sttt has no "):
        list(maker.own_files())


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def pages(folder: Path, browser: Any) -> Iterator[list[Any]]:
    """Open the demo in two browsers' profiles, have both keep it, and cut the network."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    own = f"http://127.0.0.1:{server.server_port}/demo/"
    asked: list[str] = []
    errors: list[str] = []
    contexts = [
        browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en-US")
        for _ in range(2)
    ]
    opened = []
    for context in contexts:
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(own)
        expect(page.locator("#loading")).to_contain_text(re.compile(r"The players are loading: \d+ %"))
        expect(page.locator("#loading")).to_have_count(0, timeout=PATIENCE)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        opened.append(page)
    server.shutdown()
    server.server_close()
    for context, page in zip(contexts, opened, strict=True):
        context.set_offline(True)
        page.reload()
    yield opened
    assert errors == []
    assert [address for address in asked if not address.startswith(own)] == []
    for context in contexts:
        context.close()


@pytest.fixture
def page(pages: list[Any]) -> Any:
    return pages[0]


@pytest.mark.parametrize("game", list(FIRST_CELL))
def test_every_game_is_played_with_the_network_cut(page: Any, game: str) -> None:
    page.select_option("#game", game)
    page.click(f"[data-cell='{FIRST_CELL[game]}']")
    if game == "super-ttt":
        page.click("[data-cell='36']")
    expect(page.locator("#moves li")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator("#explain")).to_contain_text("played", timeout=PATIENCE)


def test_hint_truth_and_notation_are_there_without_a_server(page: Any) -> None:
    page.select_option("#game", "four-by-four")
    page.click("#hint")
    expect(page.locator("#explain")).to_contain_text("Hint", timeout=PATIENCE)
    page.click("#truth")
    expect(page.locator("#known-list li")).not_to_have_count(0, timeout=PATIENCE)
    page.click("#truth")
    page.click("#files")
    page.click("#write")
    expect(page.locator("#text")).to_have_value(re.compile(r"\[game \"four-by-four\"\]"), timeout=PATIENCE)
    page.keyboard.press("Escape")


def test_two_players_play_a_game_to_its_end(page: Any) -> None:
    page.select_option("#game", "super-ttt")
    page.select_option("#pace", "0")
    for side, player in (("x", "alpha-beta"), ("o", "offensive")):
        page.select_option(f"#who-{side}", player)
        page.select_option(f"#time-{side}", "0.5")
    expect(page.locator("#status")).to_contain_text("has won", timeout=PATIENCE)


def test_axe_finds_nothing_wrong_with_the_demo(page: Any) -> None:
    found = violations(page)
    assert [(violation["id"], violation["nodes"][0]["html"]) for violation in found] == []


def test_two_browsers_play_by_message_with_the_network_cut(pages: list[Any]) -> None:
    one, two = pages
    one.select_option("#game", "three-by-four")
    one.click("#friend")
    one.click("[data-message='begin']")
    for cell, (sends, receives) in zip((5, 0, 6, 1, 7), cycle(((one, two), (two, one)))):  # the row is complete
        sends.click(f"[data-cell='{cell}']")
        link = sends.locator("#message-link")
        expect(link).to_have_value(re.compile(rf"[=_]{cell}$"), timeout=PATIENCE)
        receives.goto(link.input_value())
        expect(receives.locator(f"[data-cell='{cell}']")).to_have_class(re.compile(r"\b[xo]\b"), timeout=PATIENCE)
    expect(one.locator("#status")).to_contain_text("You won!", timeout=PATIENCE)
    expect(two.locator("#status")).to_contain_text("You lost.", timeout=PATIENCE)

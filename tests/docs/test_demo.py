"""The demo, built and opened in a browser: all games are played with the network cut, by the project's own Python."""

import importlib.util
import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations, cycle
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from support.browser import expect, violations
from support.missing import missing

from sttt.players import registry
from sttt.web.answers import look
from sttt.web.messages import ViewIn

PATIENCE = 240_000
"""Milliseconds until something that does not happen fails a test: Python starts slowly on a busy machine."""

FIRST_CELL = {"super-ttt": 40, "connect-four": 38, "qubic": 21, "four-by-four": 5, "three-by-four": 5}
"""Where a person places first in each game."""


def make_demo() -> ModuleType:
    return script("make_demo")


def script(name: str) -> ModuleType:
    path = Path(__file__).parents[2] / "docs" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
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


class Slow(Quiet):
    """Gives Python out once it may."""

    may = threading.Event()

    def do_GET(self) -> None:
        if "/python/" in self.path:
            self.may.wait(PATIENCE / 1000)
        super().do_GET()


@pytest.fixture
def waiting_page(folder: Path, browser: Any) -> Iterator[Any]:
    """Open the demo where Python does not come."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Slow, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Slow.may.clear()
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en-US")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.server_port}/demo/")
    expect(page.locator(".cell.free")).not_to_have_count(0)
    yield page
    assert errors == []
    Slow.may.set()
    context.close()
    server.shutdown()
    server.server_close()


def saved(page: Any) -> Any:
    """Return the game as the tab keeps it, with the view that was last shown."""
    return json.loads(page.evaluate("sessionStorage.getItem('sttt-game')"))


def without_position(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view but for the text of the position, which the page does not use."""
    return {key: value for key, value in view.items() if key != "position"}


def told(game: Any, turns: list[list[int]], tentative: list[int], at: int) -> dict[str, Any]:
    """Return how the rules see a game."""
    given = ViewIn(game=game.name, turns=turns, tentative=tentative, at=at, enter=True)
    return without_position(look(given).model_dump(mode="json"))


def test_first_answers_come_before_python_and_the_game_goes_on_with_it(waiting_page: Any) -> None:
    page = waiting_page
    for name in (*FIRST_CELL, "super-ttt"):
        page.select_option("#game", name)
        page.click(f"[data-cell='{FIRST_CELL[name]}']")
        if name == "super-ttt":
            page.click("[data-cell='36']")
        expect(page.locator("#moves li")).to_have_count(2)
        expect(page.locator("#explain")).to_contain_text("played")
        kept = saved(page)
        # what follows raises where a turn is not legal
        assert without_position(kept["seen"]) == told(registry.game(name), kept["turns"], [], 2)
        page.click("#new")
        page.click("#swap")  # the level begins
        expect(page.locator("#moves li")).to_have_count(1)
        page.click("#swap")
        page.click("#new")
    expect(page.locator("#loading")).to_contain_text("The players are loading")
    page.click("[data-cell='40']")
    page.click("[data-cell='36']")
    expect(page.locator("#moves li")).to_have_count(2)
    for _ in range(2):
        page.locator("#board .cell.free").first.click()
    expect(page.locator("#moves li")).to_have_count(3)  # what waits for Python stands on the board already
    expect(page.locator(".cell.x")).to_have_count(4)
    Slow.may.set()
    expect(page.locator("#moves li")).to_have_count(4, timeout=PATIENCE)
    expect(page.locator("#loading")).to_have_count(0)


ASK = """async ([game, questions, views]) => {
  const { Replies } = await import("./static/replies.js");
  const [answers, played] = await Promise.all(
    ["answers.json", "replies.json"].map(async (name) => (await fetch(name)).json()),
  );
  const replies = new Replies(answers["/api/games"].find(({ name }) => name === game), played[game]);
  const more = { start: null, tentative: [] };
  const thoughts = questions.map((question) => replies.thought({ ...more, ...question }));
  return [thoughts, views.map((view) => replies.view({ ...more, ...view }))];
}"""
"""Have the page answer without Python."""


def test_every_first_turn_has_the_answers_of_its_like(waiting_page: Any) -> None:
    maker, game = script("make_replies"), registry.game("super-ttt")
    firsts = maker.first_turns(game)
    assert len(firsts) == 84
    played = json.loads(maker.FILE.read_text(encoding="ascii"))["super-ttt"]
    level = played["levels"]["super-ttt-level-4"]
    known = {
        game.canonical(game.start().play_all(first)): {
            game.canonical(game.start().play_all(first).play_all(turn)) for turn in maker.read(game, draws)
        }
        for first, (draws, _) in zip(firsts, level[1:], strict=True)
    }
    turns = list(combinations(range(81), 2))
    thoughts, _ = waiting_page.evaluate(
        ASK, [game.name, [{"player": "super-ttt-level-4", "turns": [turn]} for turn in turns], []]
    )
    assert len(thoughts) == 3240
    for first, thought in zip(turns, thoughts, strict=True):
        after = game.start().play_all(first)
        assert game.canonical(after.play_all(thought["turn"])) in known[game.canonical(after)]


@pytest.mark.parametrize("name", list(FIRST_CELL))
def test_boards_look_before_python_as_the_rules_say(waiting_page: Any, name: str) -> None:
    game, random = registry.game(name), Random(name)
    views = []
    for turns, tentative in ((0, 1), (1, 0), (1, 1), (2, 0)) * 10:
        position, played = game.start(), list[int]()
        for _ in range(turns * game.start().left + tentative):
            played.append(random.choice(position.legal_placements()))
            position = position.play(played[-1])
        size = game.start().left
        whole = [played[at : at + size] for at in range(0, turns * size, size)]
        views.append(
            {
                "turns": whole,
                "tentative": played[turns * size :],
                "at": random.randint(0, turns) if not tentative else turns,
            }
        )
    _, found = waiting_page.evaluate(ASK, [name, [], views])
    assert [without_position(one) for one in found] == [told(game, **view) for view in views]
    for view in (
        {"turns": [[0], [0], [1]], "at": 3},
        {"turns": [[999]], "at": 1},
        {"start": "?", "turns": [], "at": 0},
    ):
        assert waiting_page.evaluate(ASK, [name, [], [view]])[1] == [None]  # the rules are asked


@pytest.mark.slow
@pytest.mark.parametrize("name", list(FIRST_CELL))
def test_first_answers_are_what_the_levels_play(name: str) -> None:
    maker, game = script("make_replies"), registry.game(name)
    played = json.loads(maker.FILE.read_text(encoding="ascii"))[name]
    firsts = [(), *maker.first_turns(game)]
    assert played["firsts"] == [maker.written(first) for first in firsts]
    assert list(played["levels"]) == [level.name for level in registry.levels(game)]
    assert played["taken"] == maker.taken(game)
    for level, answers in played["levels"].items():
        sample = Random(level).randrange(len(firsts))
        draws, verdict = answers[sample]
        assert draws == maker.draws(game, level, firsts[sample])
        assert played["verdicts"][verdict] == maker.verdict(game, level, firsts[sample])


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

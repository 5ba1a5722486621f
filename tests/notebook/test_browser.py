"""The board's script in a browser, with a model that stands for the notebook's: clicks play, and answers are shown."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import becomes

from sttt.games.super_ttt.game import GAME
from sttt.notebook import Board

PAGE = """<!doctype html><body style="color: {colour}"><div id="place"></div></body>"""
MODEL = """async ({ script, state }) => {
  const heard = {};
  window.sent = [];
  window.model = {
    state,
    get: (name) => model.state[name],
    set: (name, value) => { model.state[name] = value; sent.push({ set: name, value }); },
    save_changes: () => {},
    send: (message) => sent.push(message),
    on: (name, hear) => (heard[name] ??= []).push(hear),
    off: (name, hear) => { heard[name] = heard[name].filter((one) => one !== hear); },
    put: (changed) => {
      const names = Object.keys(changed).filter((name) => JSON.stringify(changed[name]) !== JSON.stringify(model.state[name]));
      Object.assign(model.state, changed);
      for (const name of names) for (const hear of heard[`change:${name}`] ?? []) hear();
    },
    heard,
  };
  const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  window.leave = module.default.render({ model, el: document.getElementById("place") });
}"""  # noqa: E501 - a script
NAMES = ("_style", "_game", "_view", "_thought", "_thinking", "_told", "analyse", "threats", "names")


class Notebook:
    """A page with a board of Python's: what is done on either side reaches the other one."""

    def __init__(self, browser: Any, colour: str = "black", **settings: Any) -> None:
        self.board = Board(**settings)
        self.errors: list[str] = []
        self.page = browser.new_page(viewport={"width": 800, "height": 600}, reduced_motion="reduce")
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.set_content(PAGE.format(colour=colour))
        self.page.evaluate(MODEL, {"script": self.board._esm, "state": self.state()})

    def state(self) -> Any:
        return json.loads(json.dumps({name: getattr(self.board, name) for name in NAMES}))

    def step(self) -> None:
        """Hand over what was done, and what has become of it."""
        for message in self.page.evaluate("sent.splice(0)"):
            if "set" in message:
                setattr(self.board, message["set"], message["value"])
            else:
                self.board._obey(self.board, message, [])
        self.page.evaluate("state => model.put(state)", self.state())

    def shows(self, selector: str, wanted: int) -> None:
        def count() -> int:
            self.step()
            return int(self.page.locator(selector).count())

        becomes(count, wanted)

    def cell(self, number: int) -> Any:
        return self.page.locator(f"[data-cell='{number}']")


@pytest.fixture
def notebook(browser: Any, request: pytest.FixtureRequest) -> Iterator[Notebook]:
    opened = Notebook(browser, **getattr(request, "param", {}))
    yield opened
    opened.board.close()
    opened.page.close()
    assert opened.errors == []


@pytest.mark.parametrize("notebook", [{"player": "rules", "seconds": 0.2}], indirect=True)
def test_a_click_plays_and_the_players_answer_is_shown(notebook: Notebook) -> None:
    notebook.cell(40).click()
    notebook.shows(".cell.tentative", 1)
    notebook.cell(36).click()
    notebook.shows(".cell.o", 2)
    assert notebook.board.turns[0] == (40, 36)
    marks = GAME.shape.marks(notebook.board.position) if GAME.shape else ()
    for side in ("x", "o"):
        shown = {int(cell.get_attribute("data-cell")) for cell in notebook.page.locator(f".cell.{side}").all()}
        assert shown == {number for number, mark in enumerate(marks) if mark == side}
    notebook.shows("#told:text-matches('^rules: ')", 1)  # told by a thread, after the board may have been handed over
    assert notebook.page.locator("#moves button").count() == 2
    notebook.page.locator("#undo").click()
    notebook.shows(".cell.o", 0)


def test_the_keyboard_alone_plays_and_a_refusal_is_said(notebook: Notebook) -> None:
    notebook.page.locator(".cell[tabindex='0']").focus()
    notebook.page.keyboard.press("ArrowRight")
    notebook.page.keyboard.press("Enter")
    notebook.shows(".cell.tentative", 1)
    assert notebook.board._played.tentative == [41]
    notebook.page.keyboard.press("Enter")
    notebook.shows("#told:text('square 56 is not open: it is occupied')", 1)
    notebook.page.keyboard.press("Backspace")
    notebook.shows(".cell.x", 0)


@pytest.mark.parametrize("notebook", [{"game": "three-by-four", "position": "xx..#..o....:x"}], indirect=True)
def test_switches_show_evaluation_threats_and_names(notebook: Notebook) -> None:
    page = notebook.page
    assert not page.locator("#evaluation").is_visible()
    for name in ("analyse", "threats", "names"):
        page.locator(f"#{name}").check()
    notebook.shows(".cell.hint", 1)
    assert notebook.board.analyse
    assert page.locator("#verdict").inner_text() == "Proven: X wins in 1 turn."
    assert page.locator("#meter").get_attribute("aria-valuenow") == "100"
    assert page.locator(".overlay .threat.x.now").count() == 1
    assert page.locator("#board.names").count() == 1


def test_a_position_that_python_sets_is_shown_and_a_board_that_was_taken_off_listens_no_more(
    notebook: Notebook,
) -> None:
    notebook.board.position = "/".join(["xo.......", *["........."] * 8]) + ":x2"
    notebook.shows(".cell.x", 1)
    notebook.page.evaluate("leave()")
    assert notebook.page.evaluate("Object.values(model.heard).flat().length") == 0


@pytest.mark.parametrize(
    ("notebook", "page"),
    [({"colour": "black"}, "rgb(245, 242, 236)"), ({"colour": "#eee"}, "rgb(18, 20, 29)")],
    indirect=["notebook"],
)
def test_colours_follow_the_notebook(notebook: Notebook, page: str) -> None:
    notebook.shows("[data-dark]", int(page == "rgb(18, 20, 29)"))
    assert notebook.page.locator(".card").evaluate("card => getComputedStyle(card).backgroundColor") == page
    assert notebook.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--page')") == ""

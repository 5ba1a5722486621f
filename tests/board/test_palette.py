"""Pictures, pages and widgets have the colours of one palette, on light and on dark ground."""

from typing import Any

import pytest

from sttt.board.palette import page_palette, palette, widget_palette
from sttt.web.page import assets

SIDES = [("X", "O"), ("Red", "Blue"), ("Red", "Yellow"), ("Black", "White")]


def test_colours_are_told_for_either_ground_and_by_the_sides_names() -> None:
    assert palette(("X", "O"))["x"] == ("#b83a0b", "#ff9a5a")
    assert palette(("X", "O"))["disc-x"] == ("#b83a0b", "#ff9a5a")
    assert palette(("Red", "Yellow"))["disc-o"] == ("#ffce2e", "#ffce2e")
    assert palette(("Red", "Blue"))["x"] == ("#b3202c", "#ff8a8f")
    assert palette(("Red", "Blue"))["o"] == palette(("X", "O"))["o"]


def test_names_that_nobody_has_colours_for_change_nothing() -> None:
    assert palette(("Black", "White")) == palette(("X", "O"))


READ = """([style, names, sides, dark, inside]) => {
    const host = inside ? document.body.appendChild(document.createElement("div")) : document.documentElement;
    const root = inside ? host.attachShadow({ mode: "open" }) : document.head;
    host.dataset.sides = sides;
    host.toggleAttribute("data-dark", dark);
    root.appendChild(document.createElement("style")).textContent = style;
    const computed = getComputedStyle(host);
    return names.map(name => computed.getPropertyValue(`--${name}`).trim());
}"""


@pytest.mark.parametrize("inside", [False, True], ids=["page", "widget"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sides", SIDES, ids="-".join)
def test_style_sheets_set_what_pictures_are_drawn_in(
    browser: Any, sides: tuple[str, str], scheme: str, *, inside: bool
) -> None:
    colours = palette(sides)
    page = browser.new_page(color_scheme="light" if inside else scheme)  # a notebook is dark whatever the system is
    style = widget_palette() if inside else page_palette()
    given = [style, list(colours), "-".join(sides).lower(), scheme == "dark", inside]
    assert page.evaluate(READ, given) == [pair[scheme == "dark"] for pair in colours.values()]
    page.close()


@pytest.mark.slow
def test_the_page_is_given_the_palette() -> None:
    assert assets()["palette.css"].content.decode() == page_palette()
    assert b'href="static/palette.css"' in assets()["index.html"].content

"""What a player finds when a game is over: how it went, a rematch, a level that fits, and something to send."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browser import Server, expect, served, violations
from support.tab import Tab


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


def test_three_wins_in_a_row_bring_the_next_level(tab: Tab) -> None:
    tab.open("three-by-four", "turns=5_6_9_7")
    tab.page.select_option("#who-x", "three-by-four-level-1")
    results = {"three-by-four": {"who": "three-by-four-level-1", "last": [1, 1]}}
    tab.page.evaluate("(kept) => localStorage.setItem('sttt-results', kept)", json.dumps(results))
    tab.page.click("[data-cell='1']")
    tab.reads("#status", "You won!")
    tab.reads("#ending", "You won three in a row. Try level 2 .Medium, about \\d+.")
    tab.reads("#ending", "It turned with turn [24], X|No single turn")
    assert violations(tab.page, context="#ending") == []
    tab.page.click("[data-ending='level']")
    expect(tab.page.locator("#ending")).to_be_hidden()
    expect(tab.page.locator("#who-x")).to_have_value("three-by-four-level-2")
    tab.reads("#place", "0 / 0")


def test_a_finished_game_is_sent_as_a_picture_and_as_an_animation(tab: Tab) -> None:
    image = pytest.importorskip("PIL.Image")
    tab.open("three-by-four", "turns=5_6_9_7_1")
    tab.page.click("[data-ending='share']")
    for kind in ("picture", "animation"):
        with tab.page.expect_download() as download:
            tab.page.click(f"[data-share='{kind}']")
        data = Path(download.value.path()).read_bytes()
        drawn = image.open(io.BytesIO(data))
        assert drawn.format == {"picture": "PNG", "animation": "GIF"}[kind]
        assert getattr(drawn, "n_frames", 1) == {"picture": 1, "animation": 6}[kind]
    frames = []
    for at in range(6):
        drawn.seek(at)
        frames.append(drawn.convert("RGB").resize((40, 48)))
    tab.page.click("#back")
    expect(tab.page.locator("#ending")).to_be_hidden()
    assert len({frame.tobytes() for frame in frames}) == 6

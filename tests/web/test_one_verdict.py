"""One verdict on the page: its buttons, pressed in any order, never contradict or fall behind one another.

With ``STTT_POSITIONS=20`` in the environment that many positions are asked about in each game.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from support.browser import Server, served
from support.mixed_games import mixed_games
from support.tab import Tab

from sttt.games.game import Game
from sttt.players import registry

COUNT = int(os.environ.get("STTT_POSITIONS", "1"))
PROVEN = re.compile(r"(Proven: (?:a draw|\w+ wins)|The game is over)(?: in (\d+) turns?)?")
STARTS = {
    "super-ttt": ["", "turns=40.36", "turns=40.44_67.13"],
    "connect-four": ["turns=3_3"],
}
"""What is proven and ships, before any search."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "2") as running:
        yield running


def links(game: Game[Any], random: Random) -> Iterator[str]:
    yield from STARTS.get(game.name, [])
    for turns in mixed_games(game, random, COUNT):
        written = "_".join(".".join("-" if one is None else str(one) for one in turn) for turn in turns)
        yield f"turns={written}" if written else ""


@contextmanager
def saying(read: Callable[[], str]) -> Iterator[None]:
    """Add to an assertion that fails what the page says then."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"The page says: {read()}")
        raise


def asked(tab: Tab, door: str) -> str:
    """Press a button until it says something, and return the verdict."""
    page = tab.page
    if door == "hint":
        page.evaluate("document.getElementById('explain').textContent = ''")
        page.keyboard.press("h")
        tab.reads("#explain", "^Hint:")
        said: str = page.inner_text("#explain")
        line: str = page.inner_text("#verdict-line")
        assert line in said
        return line
    page.click(f"#{door}")
    page.wait_for_timeout(400)  # the verdict of the door before is gone by then
    with saying(lambda: str(page.inner_text("#explain"))):
        tab.reads("#verdict-line", "Proven|Not settled. .")
    line = page.inner_text("#verdict-line")
    page.click(f"#{door}")
    return line


@pytest.mark.parametrize("name", ["super-ttt", "connect-four", "qubic", "four-by-four", "three-by-four"])
def test_no_button_contradicts_another_or_falls_behind_it(tab: Tab, name: str) -> None:
    game, random = registry.game(name), Random(f"buttons of {name}")
    for link in links(game, random):
        tab.open(name, link)
        doors = ["hint", "analysis", "truth", "hint", "truth", "analysis"]
        random.shuffle(doors)
        outcome, turns = "", 1000
        for door in doors:
            line = asked(tab, door)
            proven = PROVEN.match(line)
            where = f"{door} of {doors} at {link!r} says {line!r} after {outcome!r}"
            assert not outcome or (proven and proven[1] == outcome), where
            if proven:
                outcome = proven[1]
                assert int(proven[2] or turns) <= turns, where
                turns = int(proven[2] or turns)
        if link in STARTS.get(name, []):
            assert outcome.startswith("Proven"), link

"""Puzzles that teach: a hint, why it is right, trying things afterwards, ratings, and three minutes of them."""

import json
import math
from collections.abc import Iterator

import pytest
from support.browser import Server, expect, served, violations
from support.tab import Tab

from sttt.web.library.puzzles import puzzles_of


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


def glicko(one: dict[str, float], other: dict[str, float], score: int) -> dict[str, float]:
    """Glicko-2 for one game with the volatility found by bisection, apart from the page's own."""
    mu, phi, of, phi_of = (one["r"] - 1500) / 173.7178, one["rd"] / 173.7178, other["r"], other["rd"] / 173.7178
    g = (1 + 3 * phi_of**2 / math.pi**2) ** -0.5
    expected = 1 / (1 + math.exp(-g * (mu - (of - 1500) / 173.7178)))
    variance = 1 / (g * g * expected * (1 - expected))
    delta = variance * g * (score - expected)

    def slope(x: float) -> float:
        over = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - over) / (2 * over**2) - (x - math.log(one["v"] ** 2)) / 0.25

    low, high = -40.0, 5.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    spread = (1 / (phi**2 + math.exp(low)) + 1 / variance) ** -0.5
    return {
        "r": 1500 + 173.7178 * (mu + spread**2 * g * (score - expected)),
        "rd": 173.7178 * spread,
        "v": math.exp(low / 2),
    }


def test_ratings_are_those_of_glicko_2(tab: Tab) -> None:
    tab.page.goto(tab.address)
    for one in ({"r": 1500, "rd": 200, "v": 0.06}, {"r": 900, "rd": 350, "v": 0.06}, {"r": 2100, "rd": 60, "v": 0.2}):
        for other in ({"r": 1400, "rd": 30, "v": 0.06}, {"r": 1700, "rd": 300, "v": 0.06}):
            for score in (0, 1):
                asked = [one, other, score]
                told = tab.page.evaluate("async (asked) => (await import('/static/glicko.js')).after(...asked)", asked)
                assert told == pytest.approx(glicko(one, other, score), rel=1e-4)


def test_a_puzzle_gives_hints_says_why_and_stays_open_to_try_things(tab: Tab) -> None:
    tab.page.goto(tab.address)
    tab.page.wait_for_selector(".cell.free")
    tab.page.select_option("#game", "three-by-four")
    tab.reads("#place", "0 / 0")
    tab.page.click("#puzzles")
    tab.reads("#coach", "Puzzle of the day")
    found = puzzles_of("three-by-four").puzzles
    number = int(tab.page.evaluate(f"Math.floor(Date.now() / 86400000) % {len(found)}"))
    answer = found[number].answer[0][0]
    tab.page.click("[data-puzzle='hint']")
    expect(tab.page.locator(".cell.target").nth(1)).to_be_visible()
    tab.page.click("[data-puzzle='hint']")
    expect(tab.page.locator(".cell.target")).to_have_count(1)
    assert tab.page.locator(".cell.target").get_attribute("data-cell") == str(answer)
    tab.page.click("[data-puzzle='reveal']")
    tab.reads("#coach", "The answer")
    tab.reads("#coach", r"You: \d+ ± \d+, this puzzle: \d+")
    tab.page.click("[data-puzzle='free']")
    expect(tab.page.locator("#truth")).to_have_attribute("aria-pressed", "true")
    expect(tab.page.locator(f"[data-cell='{answer}'] .badge text")).not_to_have_text("")
    tab.page.locator(".cell.free").first.click()
    tab.reads("#place", "1 / 1")
    tab.page.click("[data-puzzle='again']")
    tab.reads("#place", "0 / 0")
    expect(tab.page.locator("#truth")).to_have_attribute("aria-pressed", "false")
    assert violations(tab.page, context="#coach") == []
    kept = json.loads(str(tab.page.evaluate("localStorage.getItem('sttt-puzzles')")))
    assert kept["ratings"]["three-by-four"]["r"] < 1000


def test_three_minutes_count_what_is_right(tab: Tab) -> None:
    tab.page.clock.install()
    tab.page.goto(tab.address)
    tab.page.wait_for_selector(".cell.free")
    tab.page.select_option("#game", "connect-four")
    tab.reads("#place", "0 / 0")
    tab.page.click("#puzzles")
    tab.page.click("[data-puzzle='rush']")
    tab.reads("#coach .clock", "1[78]\\d s left, 0 right")
    title = tab.page.locator("#coach h2").text_content()
    tab.page.locator(".cell.free").first.click()
    expect(tab.page.locator("#coach h2")).not_to_have_text(str(title))
    tab.page.clock.run_for(181_000)
    tab.reads("#coach", r"Time is up: \d right, \d at best")

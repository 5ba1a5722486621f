"""Lessons in strategy: what each one says of its position is proven, and the page plays them either way."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from support.browser import Server, expect, served, violations
from support.tab import Tab

from sttt.board.shape import Costs, costs
from sttt.games.game import Game, Position, Side, Turn
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players import registry
from sttt.players.player import Limits
from sttt.search.verify import whole_turns
from sttt.web.page import page_files
from sttt.workshop.puzzles.judges import JUDGES
from sttt.workshop.puzzles.make import as_answer

LESSONS = json.loads(page_files()["lessons.json"])
ALL = [pytest.param(game, one, id=f"{game} {one['idea']}") for game, given in LESSONS.items() for one in given]


@dataclass(frozen=True)
class Lesson:
    """A lesson's positions: before it, after the right turn and after the mistake."""

    game: Game[Any]
    before: Any
    right: Any
    missed: Any
    answer: tuple[int, ...]

    @property
    def own(self) -> Side:
        return Side(self.before.side)

    def costs(self, position: Position, side: Side) -> Costs:
        assert self.game.shape
        return costs(self.game.shape, position, side)

    def threats(self, position: Position, side: Side) -> int:
        """Return how many lines a side would complete with its next turn."""
        turn = self.game.start().left
        return sum(cost is not None and cost <= turn for cost in self.costs(position, side).lines)

    def owners(self, position: Position) -> tuple[Side | None, ...]:
        assert self.game.shape
        assert self.game.shape.owners
        return tuple(self.game.shape.owners(position))

    def boards(self, turn: tuple[int, ...]) -> set[int]:
        assert self.game.shape
        return {number for number, group in enumerate(self.game.shape.groups) if {*group.cells} & {*turn}}

    def wasted(self) -> set[int]:
        """Return the boards that the mistake takes although every line through them is spoilt for both sides."""
        taken = [one is not two for one, two in zip(self.owners(self.before), self.owners(self.missed), strict=True)]
        return {number for number, is_taken in enumerate(taken) if is_taken and self._is_spoilt(number)}

    def _is_spoilt(self, board: int) -> bool:
        assert self.game.shape
        through = [number for number, line in enumerate(self.game.shape.lines) if board in line]
        known = [self.costs(self.before, side).lines for side in Side]
        return all(lines[number] is None for lines in known for number in through)

    def given(self) -> set[int]:
        """Return the boards that the other side can take with its next turn, after the right one as before it."""
        cheap = [
            {n for n, cost in enumerate(self.costs(at, self.own.other).groups) if cost in {1, 2}}
            for at in (self.before, self.right)
        ]
        return cheap[0] & cheap[1]

    def kept(self) -> set[int]:
        """Return the boards that the mistake makes dearer for the other side."""
        pairs = zip(*(self.costs(at, self.own.other).groups for at in (self.before, self.missed)), strict=True)
        return {number for number, (old, new) in enumerate(pairs) if old and (new is None or new > old)}

    def reached(self, position: Any) -> set[int]:
        """Return the cells where the next disc may fall."""
        assert self.game.shape
        marks = self.game.shape.marks
        played = [marks(position.play(column)) for column in position.legal_placements()]
        now = marks(position)
        return {cell for then in played for cell, mark in enumerate(then) if mark is not now[cell]}

    def spots(self, position: Position, side: Side) -> set[int]:
        """Return the empty cells that complete a line of a side's, whether they can be reached or not."""
        assert self.game.shape
        marks = self.game.shape.marks(position)
        near = [
            line
            for line, cost in zip(self.game.shape.lines, self.costs(position, side).lines, strict=True)
            if cost == 1
        ]
        return {cell for line in near for cell in line if marks[cell] is None}


judge_of = cache(lambda name: JUDGES[name]())
"""A game's exact solver, with what it remembers: its limits are none."""


def lesson_of(name: str, given: dict[str, Any]) -> Lesson:
    game = registry.game(name)
    before = game.parse_position(given["start"])
    after = [game.enter_turn(before, turn)[0] for turn in (given["answer"][0], given["mistake"])]
    return Lesson(game, before, *after, tuple(given["answer"][0]))


def turns_left(name: str, position: Any) -> int:
    """Return how many turns the side that is not to move has before the board is full, one mark a turn."""
    shape = registry.game(name).shape
    assert shape
    return sum(mark is None for mark in shape.marks(position)) // 2


def does(name: str, given: dict[str, Any], after: Any, side: Side) -> bool:
    """Return whether a turn has done what the lesson asks, by the game's exact solver."""
    judge, turns = judge_of(name), given["turns"]
    if after.result:
        return after.result.winner is side or (given["task"] == "hold" and after.result.winner is None)
    if given["task"] == "win":
        found = judge.loses_within(after, turns - 1 if turns else turns_left(name, after), NO_NODE_LIMIT)
    elif turns:
        found = judge.wins_within(after, turns, NO_NODE_LIMIT)
    else:
        found = judge.wins(after, NO_NODE_LIMIT)
    assert found is not None
    return found is (given["task"] == "win")


IDEAS = {
    "one-turn": lambda one: len(one.boards(one.answer)) == 1 and one.own is one.right.result.winner,
    "two-threats": lambda one: one.threats(one.right, one.own) >= 2 > one.threats(one.missed, one.own),
    "spread": lambda one: len(one.boards(one.answer)) == 2 and one.threats(one.right, one.own) >= 2,
    "double-line": lambda one: [one.threats(at, one.own) for at in (one.before, one.right)] == [0, 2],
    "worthless": lambda one: one.wasted() and not one.wasted() & one.boards(one.answer),
    "give-up": lambda one: one.given() & one.kept(),
    "block": lambda one: (
        [one.threats(at, one.own.other) > 0 for at in (one.before, one.right, one.missed)] == [True, False, True]
    ),
    "break-fork": lambda one: one.threats(one.before, one.own.other) == 0,
    "force": lambda one: [one.threats(at, one.own) for at in (one.before, one.right)] == [0, 1],
    "too-soon": lambda one: [one.threats(at, one.own) for at in (one.before, one.missed)] == [0, 1],
    "below": lambda one: one.spots(one.missed, one.own.other) & one.reached(one.missed),
    "keep": lambda one: one.spots(one.missed, one.own) & one.reached(one.missed),
    "parity": lambda one: (
        one.own is Side.X
        and any(cell % 6 in {2, 4} for cell in one.spots(one.right, one.own) - one.spots(one.before, one.own))
    ),
}
"""What is to be seen on the board of a lesson about each idea."""


def test_every_game_has_five_lessons_of_different_ideas() -> None:
    assert set(LESSONS) == set(JUDGES)
    for given in LESSONS.values():
        assert len({one["idea"] for one in given}) == len(given) == 5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "given"), ALL)
def test_what_a_lesson_says_is_proven(name: str, given: dict[str, Any]) -> None:
    lesson = lesson_of(name, given)
    assert lesson.own == given["side"]
    assert IDEAS[given["idea"]](lesson)
    found = [turn for after, turn in whole_turns(lesson.before).items() if does(name, given, after, lesson.own)]
    assert as_answer(found) == tuple(map(tuple, given["answer"]))
    assert given["mistake"] not in given["answer"]
    judge = judge_of(name)
    if given["turns"] > 1 and given["task"] == "win":
        assert judge.wins_within(lesson.before, given["turns"] - 1, NO_NODE_LIMIT) is False
    if given["loses"]:
        assert judge.wins_within(lesson.missed, given["loses"], NO_NODE_LIMIT)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "given"), ALL)
def test_the_strongest_level_makes_the_mistake_cost_the_game(name: str, given: dict[str, Any]) -> None:
    position = lesson_of(name, given).missed
    with closing(registry.levels(registry.game(name))[-1].make(1)) as player:
        reply: Turn = player.choose(position, Limits(nodes=50_000)).turn
    after, _ = registry.game(name).enter_turn(position, reply)
    if after.result:
        assert after.result.winner is position.side
    elif given["loses"]:
        assert judge_of(name).loses_within(after, given["loses"] - 1, NO_NODE_LIMIT)
    else:
        assert not judge_of(name).wins_within(after, given["turns"] - 1, NO_NODE_LIMIT)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


def enter_lessons(tab: Tab, game: str) -> None:
    tab.page.goto(tab.address)
    tab.page.wait_for_selector(".cell.free")
    tab.page.select_option("#game", game)
    tab.reads("#place", "0 / 0")
    tab.page.click("#learn")
    tab.page.click("[data-learn='strategy']")
    tab.reads("#coach", "Strategy 1 of 5")


def place(tab: Tab, turn: list[int]) -> None:
    for placement in turn:
        tab.page.click(f"[data-cell='{placement}']")


def test_a_right_turn_is_praised_and_the_game_goes_on_to_be_won(tab: Tab) -> None:
    enter_lessons(tab, "three-by-four")
    tab.page.click("[data-lesson='next']")
    tab.reads("#coach", "Strategy 2 of 5: Two threats at once.*X to move: win within 2 turns")
    assert violations(tab.page, context="#coach") == []
    expect(tab.page.locator("#hint")).to_be_disabled()
    place(tab, LESSONS["three-by-four"][1]["answer"][0])
    tab.reads("#coach .said.right", "Right!.*the other one wins")
    tab.reads("#place", "2 / 2")  # the strongest level has answered
    threats = lesson_of("three-by-four", LESSONS["three-by-four"][1])
    winning = threats.spots(threats.right, threats.own)
    tab.page.locator(", ".join(f"[data-cell='{cell}'].free" for cell in winning)).first.click()
    tab.reads("#status", r"X has won\. You won!")
    tab.page.click("[data-lesson='next']")
    tab.reads("#coach", "Strategy 3 of 5")


def test_the_mistake_is_punished_and_the_lesson_can_be_tried_again(tab: Tab) -> None:
    enter_lessons(tab, "super-ttt")
    place(tab, LESSONS["super-ttt"][0]["mistake"])
    tab.reads("#coach .said.wrong", "Not that one.*needed both marks")
    tab.reads("#status", r"O has won\. You lost\.")
    tab.page.click("[data-lesson='again']")
    tab.reads("#place", "0 / 0")
    tab.reads("#coach .said", "^$")
    place(tab, LESSONS["super-ttt"][0]["answer"][0])
    tab.reads("#status", r"X has won\. You won!")
    tab.page.click("[data-lesson='leave']")
    expect(tab.page.locator("#coach")).to_be_hidden()
    tab.reads("#status", "X to move, 2 marks to place")


@pytest.mark.parametrize("tab", [{"locale": "de-DE"}], indirect=True)
def test_lessons_speak_german(tab: Tab) -> None:
    tab.page.goto(tab.address)
    tab.page.wait_for_selector(".cell.free")
    tab.page.click("#learn")
    tab.page.click("[data-learn='strategy']")
    tab.reads("#coach", "Strategie 1 von 5: Zwei Zeichen, ein Brett.*Gewinne mit diesem Zug")


def test_every_idea_has_its_texts(tab: Tab) -> None:
    tab.page.goto(tab.address)
    known = tab.page.evaluate("import('/static/en.js').then((texts) => Object.keys(texts.default))")
    for idea in IDEAS:
        assert {f"lesson.{idea}{part}" for part in ("", ".idea", ".right", ".wrong")} <= set(known)

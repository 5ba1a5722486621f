"""How the server shares its engine processes among those who ask."""

import asyncio
import math
import time
from collections.abc import Callable, Coroutine
from typing import Any

import psutil
import pytest
from support.processes import has_ended

from sttt.errors import PlayerError
from sttt.games.game import Result, Side
from sttt.games.super_ttt.game import GAME
from sttt.games.verdict import Verdict
from sttt.web import engines as module
from sttt.web.engine_process import KEPT_PLAYERS, Thinker
from sttt.web.engines import QUEUE_PER_PROCESS, SHORTEST_SECONDS, BusyError, EngineProcess, Engines

START = GAME.format_position(GAME.start())


class Script:
    """Takes the place of the processes: answers when it is let, and remembers what it was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.budgets: list[float] = []
        self.ended = 0
        self.gate = asyncio.Event()
        monkeypatch.setattr(EngineProcess, "ask", lambda _process, question: self._ask(question))
        monkeypatch.setattr(EngineProcess, "end", lambda _process: self._end())

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        self.budgets.append(question["seconds"])
        await self.gate.wait()
        return question

    def _end(self) -> None:
        self.ended += 1
        self.gate.set()


def run(test: Callable[[Script], Coroutine[Any, Any, None]], monkeypatch: pytest.MonkeyPatch) -> None:
    async def with_script() -> None:
        await test(Script(monkeypatch))

    asyncio.run(with_script())


async def asked(engines: Engines, count: int, seconds: float = 1.0) -> list[asyncio.Task[dict[str, Any]]]:
    """Ask that many times, and wait until all of them hold or await a process."""
    deadline = time.monotonic() + seconds
    tasks = [asyncio.create_task(engines.ask({"player": "p"}, math.inf, deadline)) for _ in range(count)]
    for _ in range(5):
        await asyncio.sleep(0)
    return tasks


def test_no_more_think_at_once_than_there_are_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(script: Script) -> None:
        engines = Engines(2)
        tasks = await asked(engines, 5)
        assert len(script.budgets) == 2
        assert engines.crowded
        script.gate.set()
        await asyncio.gather(*tasks)
        assert len(script.budgets) == 5
        assert not engines.crowded

    run(test, monkeypatch)


def test_a_thought_is_the_shorter_the_more_wait_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(script: Script) -> None:
        engines = Engines(1)
        tasks = await asked(engines, 10, seconds=100)
        script.gate.set()
        await asyncio.gather(*tasks)
        assert script.budgets[0] == pytest.approx(100, rel=0.01)
        assert script.budgets[1:] == pytest.approx([100 / (1 + waiting) for waiting in range(8, -1, -1)], rel=0.01)

    run(test, monkeypatch)


def test_who_comes_when_time_is_up_still_gets_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(script: Script) -> None:
        script.gate.set()
        await asyncio.gather(*await asked(Engines(1), 1, seconds=-5))
        assert script.budgets == [SHORTEST_SECONDS]

    run(test, monkeypatch)


def test_too_many_are_told_that_it_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(script: Script) -> None:
        engines = Engines(1)
        tasks = await asked(engines, QUEUE_PER_PROCESS + 3)
        assert [type(task.exception()) for task in tasks if task.done()] == [BusyError] * 2
        script.gate.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert len(script.budgets) == QUEUE_PER_PROCESS + 1

    run(test, monkeypatch)


def test_one_who_gives_up_waiting_takes_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(script: Script) -> None:
        engines = Engines(1)
        first, second, third = await asked(engines, 3)
        second.cancel()
        script.gate.set()
        await asyncio.gather(first, third)
        assert len(script.budgets) == 2
        assert not engines.crowded

    run(test, monkeypatch)


@pytest.mark.parametrize(("seconds", "ended"), [(60.0, 1), (0.1, 0)])
def test_a_long_thought_called_off_is_ended_and_a_short_one_left_to_end(
    monkeypatch: pytest.MonkeyPatch, seconds: float, ended: int
) -> None:
    async def test(script: Script) -> None:
        engines = Engines(1)
        (called_off,) = await asked(engines, 1, seconds)
        called_off.cancel()
        with pytest.raises(asyncio.CancelledError):
            await called_off
        assert script.ended == ended
        script.gate.set()
        await asyncio.gather(*await asked(engines, 1))
        assert len(script.budgets) == 2

    run(test, monkeypatch)


def test_a_player_that_never_answers_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OVERDUE_SECONDS", 0.0)
    monkeypatch.setattr(module, "STARTING_SECONDS", 0.0)

    async def stall(_process: object, _question: object) -> dict[str, Any]:
        await asyncio.sleep(60)
        return {}

    async def ask() -> None:
        engines = Engines(1)
        with pytest.raises(PlayerError, match="alpha-beta did not answer in its time"):
            await engines.ask({"player": "alpha-beta"}, 0.0, 0.0)
        await engines.close()

    monkeypatch.setattr(module, "_exchange", stall)
    asyncio.run(ask())


@pytest.mark.slow
def test_a_process_that_starts_has_more_time_for_its_first_answer_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OVERDUE_SECONDS", 0.0)

    async def take_long(_process: object, _question: object) -> dict[str, Any]:
        await asyncio.sleep(0.3)
        return {"turn": []}

    async def ask() -> None:
        engines = Engines(1)
        for _ in range(2):  # the second process starts as the first did
            assert await engines.ask({"player": "alpha-beta"}, 0.0, 0.0) == {"turn": []}
            with pytest.raises(PlayerError, match="alpha-beta did not answer in its time"):
                await engines.ask({"player": "alpha-beta"}, 0.0, 0.0)
        await engines.close()

    monkeypatch.setattr(module, "_exchange", take_long)
    asyncio.run(ask())


@pytest.mark.parametrize("steps", range(8))
def test_a_process_that_is_called_off_while_it_starts_is_ended(steps: int) -> None:
    """However many steps of the event loop it has had."""
    before = {process.pid for process in psutil.Process().children()}

    async def test() -> None:
        engines = Engines(1)
        question = {"game": "super-ttt", "position": START, "player": "alpha-beta-no-book"}
        task = asyncio.create_task(engines.ask(question, 60.0, time.monotonic() + 60.0))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.wait_for(engines.close(), 30.0)
        assert all(has_ended(process.pid) for process in psutil.Process().children() if process.pid not in before)

    asyncio.run(test())


def test_a_thinker_answers_with_the_turn_its_cells_and_the_line_behind_it() -> None:
    answer = Thinker().answer({"game": "super-ttt", "position": START, "player": "alpha-beta", "seconds": 0.2})
    assert answer["cells"] == sorted(answer["turn"])
    assert answer["text"] == GAME.format_turn(tuple(answer["turn"]))
    assert answer["line"][0] == {"side": "x", "text": answer["text"], "cells": answer["cells"]}


def test_a_thinker_survives_what_it_cannot_answer() -> None:
    thinker = Thinker()
    question = {"game": "super-ttt", "position": START, "player": "nobody", "seconds": 0.1}
    assert "unknown player 'nobody'" in thinker.answer(question)["refusal"]["text"]
    assert "refusal" in thinker.answer({**question, "position": "nonsense"})
    assert thinker.answer({**question, "player": "random"})["reason"] == "random"


@pytest.mark.slow
def test_a_thinker_keeps_a_few_players_and_closes_the_rest() -> None:
    thinker = Thinker()
    for name in ("random", "offensive", "rules", "greedy", "depth-2", "random"):
        thinker.answer({"game": "super-ttt", "position": START, "player": name, "seconds": 0.01})
    assert len(thinker._players) == KEPT_PLAYERS


def test_a_win_that_is_proven_is_told_as_the_games_value() -> None:
    position = "xxx....../xxx....../xx......./" + "/".join(["........."] * 6)
    for side in Side:
        question = {"game": "super-ttt", "position": f"{position}:{side}2", "seconds": 0.5}
        answer = Thinker().answer({**question, "player": "alpha-beta"})
        verdict = Verdict.of_json(answer["verdict"])
        assert verdict.value is Result.X_WINS or (side is Side.O and verdict.estimate and verdict.estimate.chance > 0.5)

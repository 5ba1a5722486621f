"""One verdict: whatever is asked of a position, in whatever order, no answer contradicts or falls behind another.

With ``STTT_POSITIONS=300`` in the environment that many positions of each game are asked about, far more than here.
"""

import asyncio
import json
import os
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from support.command import sttt
from support.mixed_games import mixed_games

from adapter.ugi.findings import Findings
from sttt.arena.play.answer import Terms
from sttt.batch.report import PositionReport, decide
from sttt.environments.starting import verdict_info
from sttt.games.game import GAMES, Game, Position
from sttt.games.knowledge import Knowledge, knowledge_of, solve
from sttt.games.verdict import Verdict, best_of
from sttt.games.wording import say_at
from sttt.players import registry
from sttt.players.assessing import Adviser, assess, verdict_of
from sttt.players.decision_at import DecisionAt
from sttt.players.player import Limits
from sttt.players.reviewing import review
from sttt.web.engine_process import Thinker
from sttt.web.exploring import Exploration
from sttt.web.library.openings import openings
from sttt.web.messages import GameIn, OpeningsIn
from sttt.web.table import table_of

COUNT = int(os.environ.get("STTT_POSITIONS", "9"))
"""Positions of each game."""

NODES = 2_000
SECONDS = 0.02


def positions(game: Game[Any], random: Random) -> Iterator[Position]:
    for turns in mixed_games(game, random, COUNT):
        position = game.start()
        for turn in turns:
            position, _ = game.enter_turn(position, turn)
        yield position


class Doors:
    """Every way to ask about one position, by name; each returns a verdict, or its words with its value and turns."""

    def __init__(self, game: Game[Any], position: Position) -> None:
        self.game, self.position = game, position
        self.knowledge: Knowledge[Any] = knowledge_of(game)
        self.strongest = registry.levels(game)[-1].name
        self.engines = InProcess()

    def known(self) -> Verdict:
        return self.knowledge.of(self.position)

    def assess(self) -> Verdict:
        return assess(self.game, self.position, Limits(nodes=NODES), self.knowledge)

    def assess_with_a_clock(self) -> Verdict:
        return assess(self.game, self.position, Limits(seconds=SECONDS).begun(), self.knowledge)

    def solve(self) -> Verdict:
        return solve(self.position, SECONDS)

    def analyze(self) -> Verdict:
        decision = decide(self.game, self.position, self.strongest, 1, Terms(nodes=NODES))
        return PositionReport(self.game, self.position, self.strongest, decision).verdict

    def analyze_by_the_weakest(self) -> Verdict:
        name = registry.levels(self.game)[0].name
        return PositionReport(
            self.game, self.position, name, decide(self.game, self.position, name, 1, Terms(nodes=50))
        ).verdict

    def hint(self) -> Verdict:
        """The hint's turn keeps the value that is known when it is given."""
        with registry.make_player(self.strongest) as player:
            decision = Adviser(self.game, player).choose(self.position, Limits(nodes=NODES))
        found = self.knowledge.of(self.position)
        if found.value:
            assert self.knowledge.of_turn(self.position, decision.turn).value in (found.value, None)
            if decision.turn == found.turn(self.position.side) and found.value.winner is not self.position.side.other:
                assert self.knowledge.of_turn(self.position, decision.turn).value is found.value
        return self.knowledge.of(self.position)

    def printed(self) -> dict[str, Any]:
        decision = decide(self.game, self.position, self.strongest, 1, Terms(nodes=50))
        self.knowledge.learn(self.position, verdict_of(self.position, decision))
        return {"words": DecisionAt(self.game, self.position, decision).facts()["verdict"]}

    def info(self) -> dict[str, Any]:
        told: dict[str, Any] = verdict_info(self.game, self.position)["verdict"]
        return told

    def ugi(self) -> dict[str, Any]:
        said: list[str] = []
        findings = Findings(self.position, self.game, 0.0, said.append)
        findings.take(decide(self.game, self.position, "uniform", 1, Terms(nodes=1)))
        told = [line.removeprefix("info string ") for line in said if line.startswith("info string ")]
        known = self.knowledge.alone(self.position)
        assert bool(told) == bool(known.proven)
        return {} if not known.value else {"words": told[0]}

    def truth(self) -> Verdict:
        given = GameIn(game=self.game.name, start=self.game.format_position(self.position), turns=[])
        exploration = Exploration(table_of(given), self.engines, self.knowledge)  # type: ignore[arg-type]

        async def look() -> None:
            moves = exploration.moves()
            for _ in range(4):
                if await anext(moves, None) is None:
                    break

        asyncio.run(look())
        turns = [branch.seen for branch in exploration.branches]
        best = best_of(turns, self.position.side, all_turns=True)
        found = exploration.verdict()
        assert claims(best.merge(found)) == claims(found)
        turn = found.turn(self.position.side)
        if found.value and turn and found.value.winner is not self.position.side.other:
            [own] = [branch for branch in exploration.branches if turn[0] in branch.placements]
            assert own.seen.value is found.value
        return found

    def review(self) -> Verdict:
        """The review of a turn from here keeps what is known, and calls nothing lost that is not."""
        turn: Any = self.position.legal_placements()[: self.position.left]
        found = review(self.game, self.position, [turn], self.knowledge, seconds=SECONDS)
        now, [one] = self.knowledge.of(self.position), found.reviewed()
        assert claims(now.merge(found.verdicts[0])) == claims(now)
        of_turn = self.knowledge.of_turn(self.position, turn)
        assert not one.judgement.keeps or of_turn.value is now.value
        assert not one.judgement.gives or of_turn.value is not now.value
        return now

    def openings(self) -> dict[str, Any]:
        """Every row that is proven agrees with the position's value; the book's own row has it."""
        given = OpeningsIn(game=self.game.name, start=self.game.format_position(self.position), turns=[])
        rows = openings(given, None).openings
        found, side = self.knowledge.of(self.position), self.position.side
        for row in rows:
            assert not (row.verdict.value and row.verdict.value.winner is side) or found.value is row.verdict.value
            if row.is_book and found.value and found.value.winner is not side.other:
                assert row.verdict.value is found.value
        return {}

    @classmethod
    def names(cls) -> list[str]:
        return [name for name, value in vars(cls).items() if callable(value) and not name.startswith("_")]


class InProcess:
    """The engine processes' answers, without processes."""

    def __init__(self) -> None:
        self._thinker = Thinker()

    async def ask(self, question: dict[str, Any], _seconds: float, _until: float) -> dict[str, Any]:
        return self._thinker.answer({**question, "seconds": SECONDS})


def claims(verdict: Verdict) -> list[str]:
    return [str(one.claim) for one in verdict.proven]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES.names())
def test_no_door_contradicts_another_or_falls_behind_it(name: str) -> None:
    game, random = registry.game(name), Random(f"doors of {name}")
    for position in positions(game, random):
        doors = Doors(game, position)
        names = doors.names()
        random.shuffle(names)
        before = doors.known()
        for door in names:
            ask: Callable[[], Any] = getattr(doors, door)
            told, now = ask(), doors.known()
            where = f"{door} at {game.format_position(position)}"
            assert claims(before.merge(now)) == claims(now), where
            if isinstance(told, Verdict):
                assert claims(told) == claims(now), where
            elif now.value and "words" in told:
                assert told["words"] == say_at(game, position, now).line, where
            before = now


CASES = {
    ("super-ttt", ""): "Proven: a draw.",
    ("connect-four", "44"): "Proven: Red wins in 20 turns.",
    ("qubic", ""): "Proven: Red wins.",
}


@pytest.mark.parametrize(("game", "text"), CASES, ids=lambda value: value or "start")
def test_the_commands_say_what_is_known(game: str, text: str) -> None:
    position = text or registry.game(game).format_position(registry.game(game).start())
    said = CASES[game, text]
    limits = ["--time", "0.3"]
    analyzed = json.loads(sttt("analyze", position, "--game", game, "--json", *limits).stdout)
    moved = json.loads(sttt("move", "--game", game, "--json", *limits, given=position).stdout)
    assert (analyzed["verdict"]["words"], moved["verdict"]["words"]) == (said, said)
    assert said in sttt("analyze", position, "--game", game, *limits).stdout
    played = sttt("play", game, position, *limits, given="hint\nwhy\nquit\n").stdout
    assert re.search(rf"^hint: \S+  {re.escape(said)}$", played, re.MULTILINE)
    assert played.count(said) == 2
    if game == "super-ttt":
        assert json.loads(sttt("solve", "--json").stdout)["verdict"]["words"] == said

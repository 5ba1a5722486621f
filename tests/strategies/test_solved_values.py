"""What is solved says so, with its distance, in every game: against plain search of the rules to the end."""

import json
import math
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from support.browser import served
from support.command import sttt
from support.connect_four_positions import play_randomly
from support.web_client import session

from sttt.arena.play.openings import random_openings
from sttt.games.game import Result, Side
from sttt.games.qubic.game import GAME as QUBIC
from sttt.games.verdict import Verdict
from sttt.players import registry
from sttt.players.player import Limits
from sttt.players.registry import make_player
from sttt.web.engine_process import Thinker

NO_CLOCK = Limits(deadline=math.inf)
"""Time without end: without any limit the player's default clock would apply."""

SHARED = "o x . . # o . . x . . .".replace(" ", "")
"""3x4 after O 0,0; X 0,1; O 1,1; X 2,0."""


@cache
def fate(position: Any) -> tuple[Side | None, int]:
    """Who wins, and in how many plies when the winner hurries and the loser resists; nobody, in 0."""
    if position.result:
        return position.result.winner, 0
    side, fates = position.side, [fate(position.play(placement)) for placement in position.legal_placements()]
    if wins := [plies for winner, plies in fates if winner is side]:
        return side, 1 + min(wins)
    if any(winner is None for winner, _ in fates):
        return None, 0
    return side.other, 1 + max(plies for _, plies in fates)


def told(position: Any) -> tuple[Result, int | None]:
    winner, plies = fate(position)
    return (Result.win(winner), plies) if winner else (Result.DRAW, None)


def endings(game: str, empty: int) -> Iterator[Any]:
    """Unfinished positions of a grid game with that many empty squares."""
    squares = registry.game(game).start().empty.bit_count()
    yield from random_openings(registry.game(game), squares - empty, 12, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["three-by-four-perfect", "four-by-four-difficult", "four-by-four-crossings", "four-by-four-perfect"]
)
def test_a_player_that_sees_the_end_says_how_it_ends_and_when(name: str) -> None:
    game = name.rpartition("-")[0]
    values = set()
    for position in (position for empty in (5, 6, 7) for position in endings(game, empty)):
        for limits in (NO_CLOCK, Limits(depth=16)):
            decision = make_player(name, 1).choose(position, limits)
            value, distance = told(position)
            assert (decision.value, decision.distance) == (value, distance)
            assert fate(position.play(decision.turn[0])) == (value.winner, (distance or 1) - 1)
            values.add(value)
    assert len(values) > 1


@pytest.mark.parametrize("name", ["three-by-four-easy", "four-by-four-easy", "four-by-four-intermediate"])
def test_a_player_that_sees_a_few_plies_claims_only_what_is_true(name: str) -> None:
    game, claims = name.rpartition("-")[0], 0
    for position in endings(game, 6):
        decision = make_player(name, 1).choose(position, Limits())
        if decision.value:
            claims += 1
            assert (decision.value, decision.distance) == told(position)
        else:
            assert decision.distance is None
    assert claims


def test_an_estimate_is_no_outcome() -> None:
    decision = make_player("four-by-four-difficult").choose(registry.game("four-by-four").start(), Limits(depth=2))
    assert (decision.value, decision.distance, "solved" in decision.reason) == (None, None, False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["connect-four", "connect-four-no-book", "connect-four-deep", "connect-four-shallow"])
def test_connect_four_tells_the_stones_to_the_win(name: str) -> None:
    claims = 0
    for seed in range(24):
        position = play_randomly(31 + seed % 4, seed)
        decision = make_player(name).choose(position, NO_CLOCK)
        if decision.value:
            claims += 1
            assert (decision.value, decision.distance) == told(position)
        else:
            assert name in ("connect-four-deep", "connect-four-shallow")
    assert claims


def test_a_qubic_win_that_search_or_threats_find_is_told_with_the_moves_it_takes() -> None:
    position = QUBIC.parse_position("RRR............./BB............../................/................")
    for name in ("qubic", "qubic-alpha-beta"):
        decision = make_player(name).choose(
            position.play(63) if position.side is Side.O else position, Limits(nodes=9999)
        )
        assert (decision.value, decision.distance) == (Result.X_WINS, 1)


@pytest.mark.parametrize(
    ("game", "compact", "line", "value", "turns"),
    [
        ("three-by-four", f"{SHARED}:o", "Proven: O wins in 1 turn.", "o", 1),
        ("four-by-four", "xxx.oo..o.......:x", "Proven: X wins in 1 turn.", "x", 1),
        ("four-by-four", "................:x", "Proven: a draw.", "draw", None),
        ("connect-four", "121212", "Proven: Red wins in 1 turn.", "x", 1),
    ],
)
def test_what_evaluate_is_sent_says_what_is_solved(
    game: str, compact: str, line: str, value: str, turns: int | None
) -> None:
    position = registry.game(game).parse_position(compact)
    with served("--searches", "1") as server, session(server.address) as tab:
        tab.ask(game=game, start=compact, turns=[], player=registry.game(game).levels[-1], seconds=5)
        answer = tab.hear()
        while not answer["final"]:
            answer = tab.hear()
    verdict = answer["verdict"]
    assert (verdict["words"]["en"]["line"], verdict["value"], verdict["turns"]) == (line, value, turns)
    if game == "three-by-four":
        assert told(position) == (value, turns)  # a turn of its own, the first from here


def test_nothing_is_said_of_what_is_open() -> None:
    question = {
        "game": "super-ttt",
        "position": registry.game("super-ttt").format_position(registry.game("super-ttt").start()),
        "player": "alpha-beta-no-book",
        "seconds": 0.05,
    }
    answer = Thinker().answer(question)
    assert Verdict.of_json(answer["verdict"]).value is None


def test_analyze_says_how_a_solved_position_ends() -> None:
    shown = sttt("analyze", "--game", "three-by-four", "--depth", "12", f"{SHARED}:o")
    assert "verdict  Proven: O wins in 1 turn." in shown.stdout.splitlines()
    assert (
        json.loads(sttt("analyze", "--game", "three-by-four", "--depth", "12", f"{SHARED}:o", "--json").stdout)[
            "decision"
        ]["distance"]
        == 1
    )


@pytest.mark.parametrize(
    ("arguments", "outcome"),
    [
        (
            ("--game", "four-by-four", "--player", "four-by-four-difficult", "--depth", "3", "xxx.oo..o.......:x"),
            ("x", 1),
        ),
        (("--game", "four-by-four", "--depth", "1", "xxxo"[::-1] + "............:o"), None),
        (("--game", "connect-four", "552767774263313427645355"), ("x", 1)),
        (("--game", "connect-four", "1212121"), ("x", 0)),
        (("--game", "four-by-four", "--depth", "1", "xxxxooo.........:o"), ("x", 0)),
    ],
)
def test_an_analysis_says_how_a_solved_position_ends(
    arguments: tuple[str, ...], outcome: tuple[str, int] | None
) -> None:
    told_of = json.loads(sttt("analyze", *arguments, "--json").stdout)
    key = "outcome" if "four-by-four" in arguments else "value"
    if outcome:
        assert (told_of[key], told_of["distance"]) == outcome
    else:
        assert told_of[key] in ("x", "o", "draw")

"""The fixed opponents: what they promise, and games that pin them."""

import time
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from support.plain_search import DECIDED, plain_score
from support.play import play_randomly, unfinished_positions

from sttt.arena.play.answer import Terms
from sttt.arena.play.match import Pairing, play_pairing, schedule
from sttt.games.game import Result
from sttt.games.records.record import GameRecord
from sttt.games.records.text import parse_text
from sttt.games.super_ttt.analysis.rules import SuperTTTState
from sttt.games.super_ttt.classes.costs import lines_value, little_costs, pack
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import parse_position
from sttt.players import registry
from sttt.players.player import Decision, Limits
from sttt.players.registry import make_player

GOLDEN = Path(__file__).parents[2] / "data" / "golden-yardsticks.txt"
YARDSTICKS = ["greedy", "depth-2", "depth-2-forced", "uct", "budget-1k", "budget-10k", "budget-100k"]
QUICK = Limits(nodes=300)
PLAYERS = {name: make_player(name, 1) for name in YARDSTICKS}

X_OWNS_TWO = "xxx....../xxx....../xx......./oo......./oo......./........./........./........./.........:"
"""X needs one mark for the top row."""


def play(x: str, o: str, seed: int, nodes: int | None = None) -> GameRecord:
    return play_pairing(Pairing("super-ttt", x, o, seed), Terms(nodes=nodes))


def after(position: Position, decision: Decision) -> Position:
    return enter_turn(position, decision.turn)[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", YARDSTICKS)
@settings(max_examples=25)
@given(position=unfinished_positions(78))
def test_every_placement_of_a_turn_is_legal_and_counts(name: str, position: Position) -> None:
    turn = PLAYERS[name].choose(position, QUICK).turn
    assert len(turn) == position.left
    _, counted = enter_turn(position, turn)
    assert counted == turn
    assert turn[0] is not None


@pytest.mark.parametrize("name", YARDSTICKS)
@pytest.mark.parametrize("left", [1, 2])
def test_a_win_within_the_turn_is_played(name: str, left: int) -> None:
    position = parse_position(f"{X_OWNS_TWO}x{left}")
    assert after(position, PLAYERS[name].choose(position, Limits(nodes=20_000))).result is Result.X_WINS


@pytest.mark.parametrize("name", YARDSTICKS)
def test_it_answers_when_its_deadline_has_passed(name: str) -> None:
    decision = PLAYERS[name].choose(Position(), Limits(deadline=time.monotonic() - 1))
    assert enter_turn(Position(), decision.turn)[1] == decision.turn


@pytest.mark.slow
@pytest.mark.parametrize("name", YARDSTICKS)
def test_games_repeat_with_the_seed_and_differ_without(name: str) -> None:
    turns = [[turn.turn for turn in play(name, name, seed, nodes=300).turns] for seed in (1, 1, 2, 3, 4, 5)]
    assert turns[0] == turns[1]
    assert all(one != other for one, other in combinations(turns[1:], 2))


def estimate(position: Position, side: object) -> int:
    """Return the evaluation for the side, without tempo, from a position's marks."""
    values = {one: lines_value(pack(little_costs(position, one))) for one in (position.side, position.side.other)}
    return sum(value if one is side else -value for one, value in values.items())


def test_greedy_leaves_the_best_evaluation_of_all_turns() -> None:
    compared = 0
    for seed in range(30):
        position = play_randomly(40 + seed % 20, seed, forfeits=0)
        side = position.side
        decision = PLAYERS["greedy"].choose(position, Limits())
        if decision.reason == "wins now":
            continue
        turns = combinations(position.legal_placements(), position.left)
        best = max(estimate(enter_turn(position, turn)[0], side) for turn in turns)
        assert decision.score == estimate(after(position, decision), side) == best
        compared += 1
    assert compared >= 15


@pytest.mark.slow
def test_depth_2_leaves_the_opponent_its_least_good_best_reply() -> None:
    compared = 0
    for seed in range(120):
        position = play_randomly(36 + seed % 24, seed, forfeits=0)
        expected = plain_score(SuperTTTState(position), 2)
        decision = PLAYERS["depth-2"].choose(position, Limits())
        behind = after(position, decision)
        if behind.result or decision.reason == "wins now" or behind.open_squares.bit_count() < 2:
            continue
        found = -plain_score(SuperTTTState(behind), 1)
        assert found == expected or found * expected > DECIDED**2
        compared += abs(expected) < DECIDED
    assert compared >= 15


@pytest.mark.slow
def test_depth_2_forced_beats_greedy_on_both_sides_of_random_openings() -> None:
    pairings = schedule("super-ttt", ("depth-2-forced", "greedy"), 12, 5, random_turns=2)
    results = [play_pairing(pairing, Terms()).result for pairing in pairings]
    won = sum(result is (Result.X_WINS if index % 2 == 0 else Result.O_WINS) for index, result in enumerate(results))
    assert won >= 10


@pytest.mark.parametrize(("name", "nodes"), [("budget-1k", 1_400), ("budget-10k", 14_000), ("budget-100k", 140_000)])
def test_a_budget_is_used_up_but_for_tighter_limits(name: str, nodes: int) -> None:
    unwinding = 10
    for limits, used in ((Limits(), nodes), (Limits(nodes=10**9, depth=1), nodes), (Limits(nodes=700), 700)):
        decision = PLAYERS[name].choose(Position(), limits)
        assert decision.nodes is not None
        assert used <= decision.nodes < used + unwinding


@pytest.mark.slow
def test_uct_makes_its_playouts_for_each_placement() -> None:
    assert PLAYERS["uct"].choose(Position(), Limits()).nodes == 200_000
    assert PLAYERS["uct"].choose(Position().play(40), Limits()).nodes == 100_000
    assert PLAYERS["uct"].choose(Position(), QUICK).nodes == 300


@pytest.mark.slow
def test_the_golden_games_are_played_again() -> None:
    """A yardstick that plays otherwise is another one: earlier results do not compare any more."""
    for golden in parse_text(GOLDEN.read_text(encoding="ascii"), registry.game):
        nodes = 4000 if "uct" in (golden.x, golden.o) else None
        assert golden.seed is not None
        again = play(golden.x, golden.o, golden.seed, nodes)
        assert [(turn.turn, turn.score) for turn in again.turns] == [(turn.turn, turn.score) for turn in golden.turns]

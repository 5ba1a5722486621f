"""What the strategies play, and what they say of it."""

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from support.endings import late_position
from support.play import play_randomly, unfinished_positions

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer, TurnBudget
from strategies.super_ttt.benchmarks import OffensivePlayer, RandomPlayer
from strategies.super_ttt.yardsticks import RulesPlayer
from sttt.games.claim import Claim
from sttt.games.game import Result, Side
from sttt.games.super_ttt.analysis.proofs import Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.book.book import shipped_book
from sttt.games.super_ttt.classes.costs import line_costs
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.engine import DECIDED_SCORE
from sttt.games.super_ttt.text import format_position, parse_position, parse_turn
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players.player import Limits, Player

THINKING = [RulesPlayer, AlphaBetaPlayer]
QUICK = Limits(nodes=300)

X_OWNS_TWO = "xxx....../xxx....../xx......./oo......./oo......./........./........./........./.........:"
"""X needs one mark for the top row."""

STOPPABLE = "xxx....../xxx....../xx.o...../oo......./........./........./........./........./.........:o2"
"""X needs one mark for the top row, which no single mark stops."""


def play_game(x: Player[Position], o: Player[Position], limits: Limits) -> Result:
    position = Position()
    while position.result is None:
        player = x if position.side is Side.X else o
        position, _ = enter_turn(position, player.choose(position, limits).turn)
    return position.result


@pytest.mark.slow
@pytest.mark.parametrize("player", [RandomPlayer, *THINKING])
@settings(deadline=None, max_examples=60)
@given(position=unfinished_positions(78))
def test_every_placement_of_a_turn_is_legal_and_counts(player: type[RandomPlayer], position: Position) -> None:
    turn = player().choose(position, QUICK).turn
    assert len(turn) == position.left
    _, counted = enter_turn(position, turn)
    forfeited = [square for square in counted if square is None]
    assert counted == turn
    assert not forfeited or position.open_squares.bit_count() <= 9


@pytest.mark.parametrize("player", THINKING)
@pytest.mark.parametrize("left", [1, 2])
def test_a_win_within_the_turn_is_played_and_named(player: type[RulesPlayer], left: int) -> None:
    decision = player().choose(parse_position(f"{X_OWNS_TWO}x{left}"), QUICK)
    assert decision.turn[0] == parse_turn("33")[0]
    assert decision.reason.removeprefix("rule: ") == "wins now"


@pytest.mark.parametrize("player", THINKING)
def test_a_turn_that_wins_with_its_first_placement_still_names_a_second_legal_one(player: type[RulesPlayer]) -> None:
    position = parse_position(f"{X_OWNS_TWO}x2")
    _, counted = enter_turn(position, player().choose(position, QUICK).turn)
    assert None not in counted


@pytest.mark.parametrize("player", THINKING)
def test_a_win_that_only_two_placements_together_can_stop_is_stopped(player: type[RulesPlayer]) -> None:
    position = parse_position(STOPPABLE)
    after, _ = enter_turn(position, player().choose(position, QUICK).turn)
    assert min(cost for cost in line_costs(after, Side.X) if cost is not None) > 2


def test_the_rules_name_what_they_do() -> None:
    assert RulesPlayer().choose(parse_position(STOPPABLE), QUICK).reason == "stops a win"
    assert RulesPlayer().choose(parse_position(f"{X_OWNS_TWO}o2"), QUICK).reason.startswith("delays a win")


@pytest.mark.parametrize(
    ("name", "position"),
    [
        (
            "takes a little board",
            "xx......./........./........./........./....o..../........./........./........./.........:x1",
        ),
        (
            "denies a little board",
            "oo......./........./........./........./....x..../........./........./........./.........:x1",
        ),
        (
            "builds a line",
            "........./........./........./........./........./........./........./........./.........:x1",
        ),
        ("forks", "xxx....../ooo....../xxx....../........./xx......./........./x......../........./x........:x1"),
    ],
)
def test_each_quiet_rule_speaks_where_nothing_before_it_does(name: str, position: str) -> None:
    assert RulesPlayer().choose(parse_position(position), QUICK).reason == name


@pytest.mark.slow
def test_alpha_beta_proves_wins_and_nearly_always_plays_them_out_in_its_principal_variation() -> None:
    """The variation ends early only where the table has lost a turn of it."""
    player = AlphaBetaPlayer()
    results = []
    for seed in range(60):
        position = play_randomly(30, seed, forfeits=0)
        decision = player.choose(position, Limits(nodes=4000))
        if decision.score is None or decision.score < DECIDED_SCORE:
            continue
        assert re.match("rule: wins now|(proof|search): wins with its turn ", decision.reason)
        after = position
        for square in decision.pv:
            after = after.play(square)
        results.append(after.result)
        assert after.result in {None, Result.win(position.side)}
    assert len(results) >= 10
    assert results.count(None) <= len(results) // 10


@pytest.mark.parametrize("seconds", [-1.0, 0.0, 5e-6, 1e-5, 1e-4])
def test_alpha_beta_answers_at_once_when_its_deadline_has_passed(seconds: float) -> None:
    decision = AlphaBetaPlayer().choose(Position(), Limits(deadline=time.monotonic() + seconds))
    assert len(decision.turn) == 2
    assert decision.nodes is not None
    assert decision.nodes <= 1024


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_no_more_than_all_of_a_budget_is_spent_however_late_it_is(seconds: float) -> None:
    started = time.monotonic() - 10
    budget = TurnBudget(started, started + seconds, NO_NODE_LIMIT, None, tell=lambda _: None)
    assert budget.spent(nodes=0) == 1


def test_alpha_beta_keeps_its_depth_limit_in_plies() -> None:
    decision = AlphaBetaPlayer().choose(Position(), Limits(depth=4))
    assert decision.depth == 4
    assert decision.reason == "search: 2 turns deep, o cannot win within 4"
    assert str(decision.denied) == "o cannot win within 4"


def test_alpha_beta_says_how_long_the_opponent_cannot_win_behind_a_turn_of_its_book() -> None:
    player = AlphaBetaPlayer(shipped_book())
    for first, words in {(0, 80): "at all", (0, 8): r"within (\d+) turns"}.items():
        decision = player.choose(enter_turn(Position(), first)[0], QUICK)
        told = re.search(f"the opponent cannot win {words}", decision.reason)
        assert told
        assert str(decision.denied) == ("x never wins" if not told.groups() else f"x cannot win within {told[1]}")


@pytest.mark.slow
def test_equal_node_limits_give_equal_games() -> None:
    def game() -> list[object]:
        position, turns = Position(), []
        while not position.result:
            decision = AlphaBetaPlayer().choose(position, Limits(nodes=500))
            turns.append((decision.turn, decision.score, decision.nodes))
            position, _ = enter_turn(position, decision.turn)
        return turns

    assert game() == game()


@pytest.mark.slow
@pytest.mark.parametrize("player", THINKING)
@pytest.mark.parametrize("opponent", [RandomPlayer, lambda _seed: OffensivePlayer()], ids=["random", "offensive"])
def test_the_thinking_players_beat_the_courses_on_both_sides(
    player: type[RulesPlayer], opponent: Callable[[int], Player[Position]]
) -> None:
    limits = Limits(depth=2)
    for seed in range(10):
        assert play_game(player(), opponent(seed), limits) is Result.X_WINS
        assert play_game(opponent(seed), player(), limits) is Result.O_WINS


@pytest.mark.slow
def test_alpha_beta_beats_the_rules_from_both_sides_of_most_openings() -> None:
    points = 0.0
    for seed in range(8):
        start = play_randomly(4, seed, forfeits=0)
        for its_side in Side:
            position = start
            while not position.result:
                player: Player[Position] = AlphaBetaPlayer() if position.side is its_side else RulesPlayer()
                position, _ = enter_turn(position, player.choose(position, Limits(nodes=2000)).turn)
            points += 1 if position.result == its_side else 0.5 if position.result is Result.DRAW else 0
    assert points >= 10


def test_a_search_cut_off_does_not_play_a_refuted_turn_or_call_a_loss_proven() -> None:
    """At 5,000 nodes the first turn of a new depth has just been refuted; that is no proof that all turns lose."""
    position = parse_position(
        ".....x..x/o......xx/.....x.xx/..x....../.o.....o./....xo.../.oo....../..o..o..x/o........:o1"
    )
    decision = AlphaBetaPlayer().choose(position, Limits(nodes=5000))
    assert decision.score is not None
    assert decision.score > -DECIDED_SCORE
    assert "loses" not in decision.reason


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [300, 1000, 3000, 10_000])
def test_a_proven_draw_is_kept_however_late_it_is_proven(nodes: int) -> None:
    player, prover, draws = AlphaBetaPlayer(), Prover(), 0
    for seed in range(60):
        position = late_position(seed, 30, 50)
        decision = player.choose(position, Limits(nodes=nodes))
        after, _ = enter_turn(position, decision.turn)
        if decision.value is Result.DRAW and not after.result:
            draws += 1
            assert not decision.reason.startswith("rule"), format_position(position)
            assert prover.work_on(Question(after, after.side, 20)).claim == Claim(after.side, wins=False)
    assert draws > 2


@pytest.mark.slow
def test_what_was_searched_before_makes_no_difference_to_a_node_limit() -> None:
    used = AlphaBetaPlayer()
    for seed in range(25):
        position = play_randomly(14 + seed, seed)
        decisions = [player.choose(position, Limits(nodes=6000)) for player in (used, AlphaBetaPlayer())]
        assert decisions[0].turn == decisions[1].turn
        assert decisions[0].score == decisions[1].score

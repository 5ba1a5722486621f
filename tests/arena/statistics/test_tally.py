"""Statistics of a series: tallies, the interval against its definition, slowest turns, faults and failures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import mock_players as mock
from support.games import play

from sttt.arena.play.answer import Terms
from sttt.arena.statistics.head_to_head import summarize_match
from sttt.arena.statistics.tally import Tally, failures, faulty_turns, mean_turns, slowest_turn, tally, wilson_interval
from sttt.games.game import Side
from sttt.games.records.record import Ending, GameRecord

Z = 1.959963984540054
"""The 97.5 % point of the normal distribution, from tables."""

WON_BY_X = play(x=mock.first, o=mock.idle)
WON_BY_O = play(x=mock.idle, o=mock.first)
DRAWN = play(x=mock.idle, o=mock.idle)
CRASHED_AS_X = play(x=mock.crash)


@given(st.integers(1, 5000).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_the_interval_holds_the_rates_that_do_not_contradict_the_observed_one(observed: tuple[int, int]) -> None:
    wins, trials = observed
    rate = wins / trials
    interval = wilson_interval(rate, trials)
    assert 0 <= interval.low <= rate + 1e-12
    assert rate - 1e-12 <= interval.high <= 1
    for end in (interval.low, interval.high):
        if 0 < end < 1:
            assert (rate - end) ** 2 == pytest.approx(Z * Z * end * (1 - end) / trials, abs=1e-12)


def test_the_interval_of_eight_in_ten_is_as_published() -> None:
    interval = wilson_interval(0.8, 10)
    assert (round(interval.low, 4), round(interval.high, 4)) == (0.4902, 0.9433)


def test_a_tally_counts_from_the_players_own_side() -> None:
    games = [(WON_BY_X, Side.X), (WON_BY_X, Side.O), (WON_BY_O, Side.O), (DRAWN, Side.X), (CRASHED_AS_X, Side.X)]
    assert tally(games) == Tally(won=2, drawn=1, lost=2)
    assert tally(games).games == 5
    assert tally(games).score == 0.5
    assert tally(games).win_rate == 0.4


def test_without_games_there_are_no_rates() -> None:
    empty = tally([])
    assert (empty.games, empty.score, empty.win_rate, empty.score_interval, empty.win_interval) == (0, *[None] * 4)
    assert slowest_turn([]) is None
    assert mean_turns([]) is None


def test_the_slowest_turn_is_the_players_own_and_may_be_one_that_came_too_late() -> None:
    late = play(x=mock.first, o=mock.slow, terms=Terms(seconds=0.1))
    assert late.ending is Ending.TIMEOUT
    slowest = slowest_turn([(late, Side.O)])
    others = slowest_turn([(late, Side.X)])
    assert slowest is not None
    assert others is not None
    assert others < 0.1 < slowest


def test_faults_and_failures_are_counted_for_the_player_who_made_them() -> None:
    faulty = play(x=mock.first, o=mock.same)
    own = sum(turn.side is Side.O for turn in faulty.turns)
    assert faulty_turns([(faulty, Side.O)]) == own > 0
    assert faulty_turns([(faulty, Side.X)]) == 0
    crashed = [(CRASHED_AS_X, Side.X), (CRASHED_AS_X, Side.X), (DRAWN, Side.X)]
    assert failures(crashed) == {Ending.CRASH: 2}
    assert failures([(CRASHED_AS_X, Side.O)]) == {}


def test_a_match_summary_gives_each_player_the_games_of_its_own_sides() -> None:
    records: list[GameRecord] = [WON_BY_X, WON_BY_X, DRAWN]  # the first player is X, O, X
    first, second = summarize_match(("a", "b"), records).players
    assert (first.name, first.as_x, first.as_o, first.both) == (
        "a",
        Tally(won=1, drawn=1),
        Tally(lost=1),
        Tally(won=1, drawn=1, lost=1),
    )
    assert (second.name, second.as_x, second.as_o) == ("b", Tally(won=1), Tally(drawn=1, lost=1))


def test_the_mean_number_of_turns_is_over_games() -> None:
    assert mean_turns([DRAWN, CRASHED_AS_X]) == 2

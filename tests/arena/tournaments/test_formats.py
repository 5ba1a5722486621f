"""Who meets whom: every format is a function of the players and of the rounds that are over."""

import json
from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sttt.arena.play.answer import GameClock, Terms
from sttt.arena.tournaments.formats import TIE_BREAKS, bracket, champion, deal_out, gauntlet, next_round, round_robin
from sttt.arena.tournaments.plan import Format, GameOutcome, Knockout, Meeting, MeetingResult, Plan, Standing, standings
from sttt.errors import ArchiveError
from sttt.execution.foreign import read_json
from sttt.games.game import Result

NAMES = "abcdefghijklmnop"


def plan(players: str, form: Format = Format.KNOCKOUT, **changes: object) -> Plan:
    knockout = Knockout(final_games=6) if form is Format.KNOCKOUT else None
    values = {"games": 2, "random_turns": 2, "terms": Terms(nodes=5), "seed": 1, "build": "b", "knockout": knockout}
    return Plan("super-ttt", form, tuple(players), **{**values, **changes})  # type: ignore[arg-type]


def met(meeting: Meeting, winner: str | None) -> MeetingResult:
    """All games won by one player or, for None, all drawn."""
    result = {meeting.first: Result.X_WINS, meeting.second: Result.O_WINS, None: Result.DRAW}[winner]
    return MeetingResult(meeting, (GameOutcome(meeting.first, meeting.second, result),) * meeting.games)


@given(st.integers(2, 13))
def test_a_round_robin_pairs_everybody_once_and_in_each_row_nobody_twice(count: int) -> None:
    players = NAMES[:count]
    pairs = round_robin(players)
    assert Counter(map(frozenset, pairs)) == Counter(map(frozenset, combinations(players, 2)))
    in_a_row = count // 2
    for start in range(0, len(pairs), in_a_row):
        row = [name for pair in pairs[start : start + in_a_row] for name in pair]
        assert len(row) == len(set(row))


def test_a_gauntlet_pairs_the_first_with_all_others() -> None:
    assert gauntlet("abc") == [("a", "b"), ("a", "c")]


@given(st.integers(1, 500), st.integers(1, 40))
def test_games_are_dealt_out_in_pairs_as_evenly_as_can_be(games: int, meetings: int) -> None:
    counts = deal_out(games, meetings)
    assert (sum(counts), len(counts)) == (games, meetings)
    assert sum(count % 2 for count in counts) == games % 2
    assert max(counts) - min(counts) <= 2


def test_a_thousand_games_of_six_players_are_a_thousand() -> None:
    meetings = next_round(plan("abcdef", Format.ROUND_ROBIN, games=1000, in_all=True), [])
    assert Counter(meeting.games for meeting in meetings) == {68: 5, 66: 10}


def test_fewer_games_than_meetings_leave_some_out() -> None:
    meetings = next_round(plan("abcd", Format.ROUND_ROBIN, games=3, in_all=True), [])
    assert [meeting.games for meeting in meetings] == [2, 1]


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.GAUNTLET])
def test_what_is_no_knockout_has_one_round_and_no_champion(form: Format) -> None:
    first = next_round(plan("abc", form), [])
    over = [[met(meeting, meeting.first) for meeting in first]]
    assert next_round(plan("abc", form), over) == []
    assert champion(plan("abc", form), over) is None


@pytest.mark.parametrize(
    ("players", "seats"),
    [("a", "a"), ("ab", "ab"), ("abc", "a.bc"), ("abcdef", "a.deb.cf"), ("abcdefgh", "ahdebgcf")],
)
def test_the_bracket_keeps_the_best_seeds_apart(players: str, seats: str) -> None:
    assert "".join(one or "." for one in bracket(players)) == seats


def test_where_favourites_win_the_first_two_meet_in_the_final_which_has_its_own_length() -> None:
    given_plan, over = plan("abcdefg"), []
    while meetings := next_round(given_plan, over):
        over.append([met(meeting, min(meeting.first, meeting.second)) for meeting in meetings])
    assert [len(one) for one in over] == [3, 2, 1]
    final = over[-1][0].meeting
    assert ({final.first, final.second}, final.games) == ({"a", "b"}, 6)
    assert {frozenset((one.meeting.first, one.meeting.second)) for one in over[1]} == {frozenset("ad"), frozenset("bc")}
    assert champion(given_plan, over) == "a"


@pytest.mark.slow
@given(st.integers(1, 16), st.integers(0, 10**6))
def test_a_knockout_ends_with_the_only_one_who_has_not_lost(count: int, seed: int) -> None:
    random, over, lost = Random(seed), [], set()
    given_plan = plan(NAMES[:count])
    while meetings := next_round(given_plan, over):
        assert champion(given_plan, over) is None
        for meeting in meetings:
            assert not {meeting.first, meeting.second} & lost
        winners = [random.choice([one.first, one.second, *[None] * (not one.before)]) for one in meetings]
        lost |= {loser for one, won in zip(meetings, winners, strict=True) for loser in _losers(one, won)}
        over.append([met(one, won) for one, won in zip(meetings, winners, strict=True)])
    assert champion(given_plan, over) not in lost
    assert len(lost) == count - 1


def _losers(meeting: Meeting, winner: str | None) -> set[str]:
    return {meeting.first, meeting.second} - {winner} if winner else set()


def test_a_tie_is_broken_by_two_games_more_with_openings_that_follow() -> None:
    given_plan = plan("abcd", games=3)
    first = next_round(given_plan, [])
    over = [[met(first[0], None), met(first[1], first[1].second)]]
    tied = (first[0].first, first[0].second)
    for attempt in range(TIE_BREAKS):
        assert next_round(given_plan, over) == [Meeting(*tied, games=2, before=4 + 2 * attempt)]
        over.append([met(Meeting(*tied, games=2, before=4 + 2 * attempt), None)])
    assert next_round(given_plan, over) == [Meeting(tied[0], first[1].second, games=6)]


def test_sections_play_for_the_places_and_their_winners_are_seeded_first() -> None:
    given_plan = plan("abcdefg", knockout=Knockout(final_games=2, sections=2, qualifiers=2))
    qualifying = next_round(given_plan, [])
    pairs = {frozenset((meeting.first, meeting.second)) for meeting in qualifying}
    assert pairs == {*map(frozenset, combinations("aceg", 2)), *map(frozenset, combinations("bdf", 2))}
    over = [[met(meeting, max(meeting.first, meeting.second)) for meeting in qualifying]]
    semi_finals = next_round(given_plan, over)
    assert {frozenset((one.first, one.second)) for one in semi_finals} == {frozenset("gd"), frozenset("fe")}
    over.append([met(one, min(one.first, one.second)) for one in semi_finals])
    over.append([met(one, "e") for one in next_round(given_plan, over)])
    assert (next_round(given_plan, over), champion(given_plan, over)) == ([], "e")


def test_points_are_the_courses_and_rank_before_wins_and_wins_before_the_list() -> None:
    outcomes = [
        GameOutcome("a", "b", Result.X_WINS),
        GameOutcome("c", "a", Result.X_WINS),
        GameOutcome("d", "c", Result.DRAW),
        GameOutcome("b", "d", Result.DRAW),
    ]
    assert standings("abcde", outcomes) == [
        Standing("c", 1, 1, 0),
        Standing("a", 1, 0, 1),
        Standing("d", 0, 2, 0),
        Standing("b", 0, 1, 1),
        Standing("e", 0, 0, 0),
    ]
    assert [one.points for one in standings("abcde", outcomes)] == [3, 2, 2, 1, 0]


def test_a_plan_comes_back_from_json_and_says_how_it_differs() -> None:
    terms = Terms(depth=2, clock=GameClock(60, 0.5))
    one = plan("abc", terms=terms, knockout=Knockout(4, 2, 3))
    assert read_json(json.dumps(one.to_json()), Plan, "plan", ArchiveError) == one
    other = plan("acb", terms=Terms(seconds=1.0, depth=2), seed=2, knockout=Knockout(4, 2, 3))
    assert one.differences(one) == []
    assert set(other.differences(one)) == {
        "players a, c, b, not a, b, c",
        "seconds 1.0, not None",
        "base None, not 60",
        "increment None, not 0.5",
        "seed 2, not 1",
    }

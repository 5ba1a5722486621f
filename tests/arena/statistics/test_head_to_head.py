"""Mirrored pairs among games, and what two players' games add up to."""

import json
from dataclasses import replace
from itertools import permutations

from support import mock_players as mock
from support.games import play

from sttt.arena.statistics.head_to_head import HeadToHead, heads_to_heads
from sttt.games.game import Side
from sttt.games.records.record import Ending, GameRecord

DRAWN = play(x=mock.idle, o=mock.idle)
WON_BY_X = play(x=mock.first, o=mock.idle)
WON_BY_O = play(x=mock.idle, o=mock.first)


def game(record: GameRecord, x: str, o: str, start: str = "here") -> GameRecord:
    return replace(record, x=x, o=o, start=start)


def test_pairs_share_a_start_and_swap_the_sides() -> None:
    both = HeadToHead("a", "b")
    both.add(game(WON_BY_X, "a", "b"), Side.X)
    assert both.pairs.trials == 0
    both.add(game(WON_BY_X, "a", "b", start="elsewhere"), Side.X)
    both.add(game(WON_BY_X, "a", "b"), Side.X)
    assert both.pairs.trials == 0
    both.add(game(DRAWN, "b", "a"), Side.O)
    both.add(game(WON_BY_O, "b", "a", start="elsewhere"), Side.O)
    assert both.pairs.counts == (0, 0, 0, 1, 1)
    assert both.games.counts == (0, 1, 4)


def test_statistics_go_by_pairs_where_most_games_are_in_one() -> None:
    alone = HeadToHead("a", "b")
    for _ in range(3):
        alone.add(game(WON_BY_X, "a", "b"), Side.X)
    alone.add(game(WON_BY_X, "b", "a"), Side.O)
    assert (alone.pairs.trials, alone.outcomes) == (1, alone.games)
    alone.add(game(WON_BY_X, "b", "a"), Side.O)
    assert alone.outcomes == alone.pairs


def test_pairs_do_not_depend_on_the_order_of_other_games() -> None:
    games = [
        (game(WON_BY_X, "a", "b", "1"), Side.X),
        (game(DRAWN, "b", "a", "1"), Side.O),
        (game(WON_BY_X, "a", "b", "2"), Side.X),
        (game(WON_BY_X, "b", "a", "2"), Side.O),
    ]
    counts = set()
    for order in permutations(games):
        both = HeadToHead("a", "b")
        for record, side in order:
            both.add(record, side)
        counts.add(both.pairs.counts)
    assert counts == {(0, 0, 1, 1, 0)}


def test_interrupted_games_and_games_against_oneself_do_not_count() -> None:
    broken_off = replace(DRAWN, x="a", o="b", result=None, ending=Ending.INTERRUPTED)
    records = [broken_off, game(WON_BY_X, "a", "a"), game(WON_BY_X, "b", "a"), game(DRAWN, "c", "b")]
    found = heads_to_heads(records)
    assert set(found) == {("a", "b"), ("b", "c")}
    assert found["a", "b"].games.counts == (1, 0, 0)
    assert found["b", "c"].games.counts == (0, 1, 0)


def test_json_has_no_number_that_json_lacks() -> None:
    both = HeadToHead("a", "b")
    empty = both.to_json()
    assert (empty["games"], empty["elo"], empty["los"], empty["draw_rate"]) == (0, None, None, None)
    for _ in range(5):
        both.add(game(WON_BY_X, "a", "b"), Side.X)
        both.add(game(WON_BY_O, "b", "a"), Side.O)
    document = json.loads(json.dumps(both.to_json(), allow_nan=False))
    assert (document["pairs"], document["by"]) == ([0, 0, 0, 0, 5], "pairs")
    assert document["elo"]["value"] is document["elo"]["high"] is None
    assert document["elo"]["low"] > 0
    assert document["los"] > 0.98

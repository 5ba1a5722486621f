"""The Connect 4 players: perfect where they can see the end, repeatable, within their limits; and the analysis."""

import json
import math
import time

import pytest
from support import naive_connect_four as naive
from support.command import fails_as_wrong_input, sttt
from support.connect_four_positions import play_randomly

from strategies.connect_four.players import ConnectFourPlayer
from sttt.games.connect_four.book.book import ConnectFourBook, Solved
from sttt.games.connect_four.game import GAME
from sttt.games.connect_four.position import Position
from sttt.games.game import Result, Side
from sttt.players.player import Limits
from sttt.players.registry import make_player

SEARCHING = ("connect-four-shallow", "connect-four-deep", "connect-four")
"""The players that count their nodes."""

NO_CLOCK = Limits(deadline=math.inf)
"""Time without end: without any limit the player's default clock would apply."""


@pytest.mark.parametrize("name", [*GAME.levels, "connect-four-shallow", "connect-four-deep", "connect-four-no-book"])
def test_every_player_plays_a_legal_column_within_the_time(name: str) -> None:
    player = make_player(name, 1)
    for seed in range(3):
        position = play_randomly(9 + seed, seed)
        decision = player.choose(position, Limits.within(0.2))
        (column,) = decision.turn
        assert column in position.legal_placements()
        assert decision.reason


@pytest.mark.slow
def test_the_perfect_player_keeps_what_endings_are_worth() -> None:
    player = make_player("connect-four")
    for seed in range(10):
        position = play_randomly(34, seed)
        board = naive.board_of(position.columns)
        decision = player.choose(position, NO_CLOCK)
        (column,) = decision.turn
        assert column is not None
        assert -naive.score(naive.drop(board, column)) == naive.score(board)
        winner = decision.value.winner if decision.value else None
        score = naive.score(board)
        assert winner == (None if score == 0 else position.side if score > 0 else position.side.other)
        assert (decision.value is Result.DRAW) == (score == 0)


@pytest.mark.slow
def test_a_position_that_the_book_knows_to_be_lost_is_defended_for_as_long_as_can_be() -> None:
    defended = 0
    for seed in range(150):
        position = play_randomly(34, seed)
        board = naive.board_of(position.columns)
        scores = {column: -naive.score(naive.drop(board, column)) for column in position.legal_placements()}
        best, worst = max(scores.values()), min(scores, key=lambda column: scores[column])
        if best < 0 and scores[worst] < best:
            defended += 1
            player = ConnectFourPlayer(ConnectFourBook([Solved(position, -21, -1, worst)]))
            (column,) = player.choose(position, NO_CLOCK).turn
            assert scores[column] == best
    assert defended > 5


@pytest.mark.parametrize("name", SEARCHING)
def test_equal_node_limits_give_equal_decisions(name: str) -> None:
    player = make_player(name)
    position = play_randomly(12, 4)
    decisions = [player.choose(position, Limits(nodes=3000)) for _ in range(2)]
    assert decisions[0].turn == decisions[1].turn
    assert decisions[0].nodes == decisions[1].nodes
    nodes = decisions[0].nodes
    assert nodes is not None
    assert nodes <= 3000


def test_short_of_time_it_plays_on_by_the_value_search() -> None:
    decision = make_player("connect-four-no-book").choose(Position(), Limits(nodes=20_000))
    assert decision.reason.startswith("search: ")
    assert decision.value is None
    limited = make_player("connect-four-no-book").choose(Position(), Limits(depth=4))
    assert limited.depth == 4


def test_a_stronger_level_beats_a_weaker_one_from_either_side() -> None:
    for side in Side:
        names = {side: "connect-four-deep", side.other: "connect-four-shallow"}
        players = {side: make_player(name) for side, name in names.items()}
        position = Position()
        while not position.result:
            (column,) = players[position.side].choose(position, NO_CLOCK).turn
            position = position.play(column)
        assert position.result.winner is side


def analyze(compact: str, *options: str) -> dict[str, object]:
    done = sttt("analyze", "--game", "connect-four", "--json", *options, compact)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_the_analysis_scores_every_column() -> None:
    position = play_randomly(35, 8)
    board = naive.board_of(position.columns)
    scores = [
        -naive.score(naive.drop(board, column)) if column in position.legal_placements() else None
        for column in range(7)
    ]
    known = [score for score in scores if score is not None]
    found = analyze(GAME.format_position(position))
    assert found["score"] == naive.score(board) == max(known)
    assert found["scores"] == scores
    assert found["best"] == [column + 1 for column, score in enumerate(scores) if score == max(known)]


def test_the_analysis_of_a_finished_game_is_its_end() -> None:
    found = analyze("1212121")
    assert (found["score"], found["best"], found["scores"]) == (-18, [], [None] * 7)


def test_an_analysis_cut_off_leaves_open_what_it_does_not_know() -> None:
    found = analyze("4", "--nodes", "1000")
    assert found["score"] is None
    assert found["best"] == []


def test_a_wrong_position_is_one_line_of_error() -> None:
    assert "stone 2" in fails_as_wrong_input("analyze", "--game", "connect-four", "49")


def test_a_deadline_in_the_past_still_gets_a_legal_column() -> None:
    decision = make_player("connect-four-no-book").choose(Position(), Limits(deadline=time.monotonic() - 1))
    assert decision.turn[0] in range(7)
    assert math.isfinite(decision.seconds or math.inf)

"""Matches: their schedule, their players by name, and games in several processes."""

import multiprocessing
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from support import mock_players as mock

from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_all
from sttt.arena.play.match import Pairing, check_players, derive_seed, play_pairing, schedule, side_of_first
from sttt.arena.statistics.tally import Tally
from sttt.arena.tournaments.experiment import BASE_POINTS, BEST_GRADE, GAMES, grade_points, grade_schedule
from sttt.errors import PlayerError, PositionError, UnknownNameError
from sttt.games.game import Result, Side
from sttt.games.records.record import Ending, GameRecord
from sttt.games.super_ttt.game import GAME
from sttt.players.player import Strategy

NO_TERMS = Terms()


def match(x: str, o: str) -> Pairing:
    return Pairing("super-ttt", x, o, seed=5)


def timeless(records: list[GameRecord]) -> list[GameRecord]:
    return [replace(record, turns=tuple(replace(turn, seconds=None) for turn in record.turns)) for record in records]


@pytest.fixture
def mocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock.use(tmp_path, monkeypatch)


def assert_no_process_is_left() -> None:
    """A process that has ended is gone as soon as whoever waits for it has noticed."""
    deadline = time.monotonic() + 150
    while multiprocessing.active_children():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_sides_alternate_and_the_first_player_begins_as_x() -> None:
    pairings = schedule("super-ttt", ("a", "b"), 5, seed=1)
    assert [(pairing.x, pairing.o) for pairing in pairings] == [("a", "b"), ("b", "a")] * 2 + [("a", "b")]
    assert [pairing.player(side_of_first(index)) for index, pairing in enumerate(pairings)] == ["a"] * 5


def test_a_games_seed_depends_on_the_match_seed_and_the_index_alone() -> None:
    short, long = schedule("super-ttt", ("a", "b"), 3, 7), schedule("super-ttt", ("c", "d"), 9, 7)
    assert [pairing.seed for pairing in short] == [pairing.seed for pairing in long[:3]]
    assert len({pairing.seed for seed in range(50) for pairing in schedule("g", ("a", "b"), 20, seed)}) == 1000


def test_each_two_games_share_a_random_opening_that_the_seed_decides() -> None:
    pairings = schedule("super-ttt", ("a", "b"), 9, 7, random_turns=2)
    starts = [pairing.start for pairing in pairings]
    assert starts[0:8:2] == starts[1:8:2]
    assert len(set(starts)) == 5
    assert {(start.side, start.left, (start.x | start.o).bit_count()) for start in starts} == {(Side.X, 2, 4)}
    assert [pairing.start for pairing in schedule("super-ttt", ("c", "d"), 4, 7, random_turns=2)] == starts[:4]
    assert schedule("super-ttt", ("a", "b"), 1, 8, random_turns=2)[0].start != starts[0]
    assert [pairing.seed for pairing in pairings] == [one.seed for one in schedule("super-ttt", ("a", "b"), 9, 7)]


@pytest.mark.slow
def test_an_opening_is_never_a_finished_game_and_one_that_none_survives_is_refused() -> None:
    starts = [pairing.start for pairing in schedule("super-ttt", ("a", "b"), 120, 1, random_turns=24)]
    assert {start.result for start in starts} == {None}
    with pytest.raises(PositionError, match="no game goes on after 90 random turns; expected fewer"):
        schedule("super-ttt", ("a", "b"), 1, 1, random_turns=90)


def test_the_record_tells_the_opening() -> None:
    pairing = schedule("super-ttt", ("random", "random"), 1, 2, random_turns=3)[0]
    record = play_pairing(pairing, NO_TERMS)
    assert record.start == GAME.format_position(pairing.start)
    assert record.turns[0].side is Side.O


def test_derived_seeds_stay_the_same_from_version_to_version() -> None:
    assert (derive_seed(1, "game 0"), derive_seed(2, "x")) == (1463295901, 4017612024)


def test_both_players_draw_differently_from_one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int | None] = []

    def make(seed: int | None) -> mock.Mock:
        seeds.append(seed)
        return mock.Mock(mock.idle)

    strategy = Strategy("seeded", "", None, make)
    monkeypatch.setattr("sttt.players.registry.make_player", lambda _name, seed=None, _game=None: strategy.make(seed))
    play_pairing(match("a", "a"), NO_TERMS)
    play_pairing(match("a", "a"), NO_TERMS)
    assert seeds[:2] == seeds[2:]
    assert len(set(seeds)) == 2
    assert None not in seeds


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [2, 3])
def test_the_games_are_the_same_for_any_number_of_processes(jobs: int) -> None:
    pairings = schedule("super-ttt", ("random", "offensive"), 12, seed=3)
    alone = list(play_all(pairings, NO_TERMS, 1))
    together = list(play_all(pairings, NO_TERMS, jobs))
    assert timeless(alone) == timeless(together)
    assert [record.seed for record in alone] == [pairing.seed for pairing in pairings]


@pytest.mark.slow
@pytest.mark.usefixtures("mocks")
def test_failing_players_lose_their_own_games_and_stop_nobody_elses() -> None:
    names = ["crash", "leave", "junk", "garbled", "late", "unstartable"]
    pairings = [match(f"mock-{name}", "random") for name in names] + [match("random", "mock-unclosable")]
    *failed, closed = play_all(pairings, NO_TERMS, 2)
    assert [record.ending.value for record in failed] == [*["crash"] * 2, *["malformed"] * 2, "timeout", "crash"]
    assert {record.result for record in failed} == {Result.O_WINS}
    assert failed[-1].failure is not None
    assert failed[-1].failure.message == "PlayerError: the player did not start: no such program"
    assert closed.ending is Ending.LINE


@pytest.mark.usefixtures("mocks")
def test_a_player_that_fails_to_close_is_told_of_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_pairing(match("mock-unclosable", "random"), NO_TERMS).ending is Ending.LINE
    assert capsys.readouterr() == ("", "sttt: a player failed to close: OSError: will not close\n")


@pytest.mark.usefixtures("mocks")
def test_what_a_player_prints_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    play_pairing(match("mock-noisy", "random"), NO_TERMS)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("thinking aloud\n")


@pytest.mark.parametrize("raises", [None, KeyboardInterrupt])
def test_players_are_closed_however_the_game_ends(
    raises: type[BaseException] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[mock.Mock] = []

    def choose(position: object, limits: object) -> object:
        if raises:
            raise raises
        return mock.idle(position, limits)  # type: ignore[arg-type]

    def make(_name: str, _seed: int | None = None, game: str | None = None) -> mock.Mock:
        assert game
        made.append(mock.Mock(choose))
        return made[-1]

    monkeypatch.setattr("sttt.players.registry.make_player", make)
    if raises:
        with pytest.raises(raises):
            play_pairing(match("a", "b"), NO_TERMS)
    else:
        play_pairing(match("a", "b"), NO_TERMS)
    assert [player.closed for player in made] == [1, 1]


@pytest.mark.usefixtures("mocks")
def test_closing_the_series_early_breaks_off_the_games_under_way() -> None:
    pairings = [match("random", "random"), *[match("mock-waiting", "random")] * 2]
    with closing(play_all(pairings, NO_TERMS, 2)) as records:
        assert next(records).ending in (Ending.LINE, Ending.FULL)
    assert_no_process_is_left()


@pytest.mark.usefixtures("mocks")
def test_players_are_checked_before_any_game() -> None:
    check_players(["random", "offensive"], "super-ttt")
    with pytest.raises(UnknownNameError, match="unknown player 'nobody'"):
        check_players(["random", "nobody"], "super-ttt")
    with pytest.raises(PlayerError, match="no such program"):
        check_players(["mock-unstartable"], "super-ttt")


def test_the_grades_schedule_is_eighteen_games_half_of_them_as_x() -> None:
    pairings = grade_schedule("me", seed=1)
    assert len(pairings) == GAMES == 18
    assert Counter((pairing.x, pairing.o) for pairing in pairings) == {
        ("me", "random"): 6,
        ("random", "me"): 6,
        ("me", "offensive"): 3,
        ("offensive", "me"): 3,
    }
    assert [pairing.player(side_of_first(index)) for index, pairing in enumerate(pairings)] == ["me"] * 18
    assert len({pairing.seed for pairing in pairings}) == 18


@pytest.mark.parametrize(
    ("result", "points"),
    [(Tally(lost=18), 14), (Tally(won=18), 50), (Tally(drawn=18), 32), (Tally(won=10, drawn=3, lost=5), 37)],
)
def test_the_grade_is_fourteen_points_two_for_a_win_and_one_for_a_draw(result: Tally, points: int) -> None:
    assert grade_points(result) == points
    assert BASE_POINTS <= points <= BEST_GRADE


def test_the_side_of_the_first_player_alternates() -> None:
    assert [side_of_first(index) for index in range(3)] == [Side.X, Side.O, Side.X]

"""Openings: drawn at random from a seed, and no two the same up to the game's symmetries."""

from contextlib import closing
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_all
from sttt.arena.play.match import schedule
from sttt.arena.play.openings import RandomOpenings, random_openings
from sttt.arena.tournaments.plan import Format, Plan
from sttt.arena.tournaments.tournament import begin
from sttt.errors import PositionError
from sttt.execution.executor import LocalExecutor
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.players import registry


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_a_list_holds_no_two_symmetric_positions_and_begins_as_a_shorter_one(seed: int, turns: int) -> None:
    openings = random_openings(GAME, turns, 30, seed)
    assert len({GAME.canonical(opening) for opening in openings}) == 30
    assert {(one.left, (one.x | one.o).bit_count(), one.result) for one in openings} == {(2, 2 * turns, None)}
    assert random_openings(GAME, turns, 12, seed) == openings[:12]
    assert random_openings(GAME, turns, 12, seed + 1) != openings[:12]


@pytest.mark.slow
def test_a_list_longer_than_there_are_openings_goes_on_from_its_beginning() -> None:
    every = {GAME.canonical(enter_turn(Position(), pair)[0]) for pair in combinations(range(81), 2)}
    openings = random_openings(GAME, 1, 2 * len(every) + 3, 1)
    keys = [GAME.canonical(opening) for opening in openings]
    distinct = len(set(keys))
    assert set(keys) <= every
    assert distinct > len(every) * 0.8
    assert all(openings[index] == openings[index % distinct] for index in range(len(openings)))


@pytest.mark.slow
def test_more_turns_than_any_game_lasts_are_refused() -> None:
    with pytest.raises(PositionError, match="no game goes on after 90 random turns; expected fewer"):
        random_openings(GAME, 90, 1, 1)


class Counted(RandomOpenings):
    """Counts what has been drawn."""

    @property
    def count(self) -> int:
        return len(self._drawn)


def test_an_opening_is_drawn_when_its_game_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Counted] = []
    monkeypatch.setattr("sttt.arena.play.match.RandomOpenings", lambda *what: made.append(Counted(*what)) or made[-1])
    for games in (60_000, 10**9):
        pairings = schedule("super-ttt", ("random", "random"), games, 1, random_turns=2)
        with closing(play_all(pairings, Terms(nodes=1))) as records:
            assert made[-1].count == 1
            for number in range(1, 6):
                next(records)
                assert made[-1].count == (number + 1) // 2


@pytest.mark.slow
def test_a_tournament_draws_what_is_due_and_many_at_once_draw_a_few_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Counted] = []
    monkeypatch.setattr("sttt.arena.play.match.RandomOpenings", lambda *what: made.append(Counted(*what)) or made[-1])
    plan = Plan("super-ttt", Format.ROUND_ROBIN, ("random", "uniform"), 60_000, 2, Terms(nodes=1), 7, "a build")
    for jobs, most in ((1, 2), (2, 3)):
        with Archive(None) as archive:
            carried_out = begin(plan, archive)
            assert (len(carried_out.due), made[-1].count) == (60_000, 1)
            with closing(carried_out.play(LocalExecutor(jobs))) as records:
                next(records)
            assert made[-1].count <= most
            assert len(carried_out.due) == 59_999


def test_openings_tell_when_they_repeat() -> None:
    openings = RandomOpenings(registry.game("connect-four"), 1, 1)
    first = [openings[index] for index in range(4)]
    assert openings.distinct is None
    assert [openings[index] for index in range(4, 9)] == [*first, first[0]]
    assert openings.distinct == 4


@pytest.mark.parametrize("turns", [90, 10**9])
def test_random_turns_that_no_game_lasts_are_refused_however_many(turns: int) -> None:
    with pytest.raises(PositionError, match=rf"no game goes on after {turns} random turns; expected fewer"):
        schedule("four-by-four", ("a", "b"), 1, 1, random_turns=turns)

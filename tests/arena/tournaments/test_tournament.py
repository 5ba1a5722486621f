"""Tournaments: their games follow from the plan alone, however they are played and however often broken off."""

from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support import mock_players as mock
from support.games import play

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Clocks, GameClock, Terms
from sttt.arena.play.match import side_of_first
from sttt.arena.tournaments.formats import next_round
from sttt.arena.tournaments.plan import Format, Knockout, Plan
from sttt.arena.tournaments.tournament import Tournament, begin, list_games, openings_of, resume
from sttt.errors import ArchiveError
from sttt.execution.executor import LocalExecutor
from sttt.games.game import Result, Side
from sttt.games.records.record import Ending, GameRecord
from sttt.players.player import Decision, Limits

PLAN = Plan("super-ttt", Format.ROUND_ROBIN, ("random", "offensive", "rules"), 4, 2, Terms(nodes=5), 7, "a build")
KNOCKOUT = replace(PLAN, format=Format.KNOCKOUT, games=2, knockout=Knockout(4, sections=1, qualifiers=2))
ALONE = LocalExecutor(1)


def timeless(record: GameRecord) -> GameRecord:
    return replace(record, turns=tuple(replace(turn, seconds=None) for turn in record.turns))


def games(archive: Archive) -> dict[int, GameRecord]:
    kept = list(archive.games())
    assert len(kept) == len({one.number for one in kept})
    return {one.number: timeless(one.record) for one in kept}


def uninterrupted(plan: Plan) -> dict[int, GameRecord]:
    with Archive(None) as archive:
        assert sum(1 for _ in begin(plan, archive).play(ALONE)) == len(games(archive))
        return games(archive)


def test_each_two_games_of_a_meeting_share_an_opening_and_every_game_has_its_own_seed() -> None:
    meetings = next_round(replace(PLAN, games=6), [])
    listed = list_games(PLAN, meetings, openings_of(PLAN))
    for meeting, pairings in zip(meetings, listed, strict=True):
        starts = [pairing.start for pairing in pairings]
        assert starts[0::2] == starts[1::2]
        assert len(set(starts)) == 3
        assert starts == [pairing.start for pairing in listed[0]]
        assert [pairing.player(side_of_first(index)) for index, pairing in enumerate(pairings)] == [meeting.first] * 6
    assert len({pairing.seed for pairings in listed for pairing in pairings}) == 18


def test_a_game_that_is_followed_twice_counts_once_for_its_worker() -> None:
    with Archive(None) as archive:
        played = [replace(game, worker="w") for game in begin(PLAN, archive).play(ALONE)]
        (kept,) = archive.tournaments()
        watched = Tournament(replace(PLAN, seed=8), archive, archive.begin(replace(PLAN, seed=8)))
        archive.add(watched.number, played)
        watched = Tournament(watched.plan, archive, watched.number)
        for game in archive.added(watched.number):
            watched.follow(game)
        assert (kept.games, [tally.games for tally in watched.workers.by_name.values()]) == (len(played), [len(played)])


def test_a_tie_break_goes_on_with_the_openings_that_follow() -> None:
    (meeting,) = next_round(replace(PLAN, players=PLAN.players[:2], games=8), [])
    openings = openings_of(PLAN)
    (whole,) = list_games(PLAN, [meeting], openings)
    (rest,) = list_games(PLAN, [replace(meeting, games=2, before=6)], openings, before=6)
    assert rest == whole[6:]


@pytest.fixture
def singly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the games one by one, however short they are."""
    monkeypatch.setattr("sttt.arena.tournaments.dealing.MOST_DEALT", 1)


@pytest.mark.usefixtures("singly")
@pytest.mark.parametrize("plan", [PLAN, KNOCKOUT], ids=lambda one: one.format)
def test_a_tournament_broken_off_twice_plays_the_games_of_one_that_was_not(tmp_path: Path, plan: Plan) -> None:
    for index, stop in enumerate((3, 4, None)):
        with Archive(tmp_path / "games.db") as archive:
            carried_out = resume(plan, archive) if index else begin(plan, archive)
            before = len(games(archive))
            with closing(carried_out.play(ALONE)) as records:
                played = list(islice(records, stop))
            assert len(games(archive)) == before + len(played)
    with Archive(tmp_path / "games.db") as archive:
        assert resume(plan, archive).due == {}
        assert resume(plan, archive).champion == carried_out.champion
        assert games(archive) == uninterrupted(plan)


@pytest.mark.slow
def test_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as archive:
        assert sum(1 for _ in begin(PLAN, archive).play(LocalExecutor(2))) == 12
        assert games(archive) == uninterrupted(PLAN)


@pytest.mark.usefixtures("singly")
def test_a_game_counts_as_soon_as_it_is_yielded(tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as archive, Archive(tmp_path / "games.db") as reader:
        carried_out = begin(PLAN, archive)
        for number, _ in enumerate(carried_out.play(ALONE), start=1):
            assert len(games(reader)) == number == len(carried_out.played)


def test_a_knockout_with_sections_ends_in_a_final_of_its_own_length(tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as archive:
        carried_out = begin(KNOCKOUT, archive)
        assert carried_out.listed == 6
        assert sum(1 for _ in carried_out.play(ALONE)) == carried_out.listed
    final = carried_out.rounds[1][0]
    assert len(final.outcomes) == 4
    assert carried_out.champion in (final.meeting.first, final.meeting.second)


def test_resuming_with_another_plan_is_refused_saying_what_differs(tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as archive:
        with pytest.raises(ArchiveError, match="holds no tournament; expected one to resume"):
            resume(PLAN, archive)
        begin(PLAN, archive)
        other = replace(PLAN, seed=8, terms=Terms(nodes=6), build="another build")
        with pytest.raises(ArchiveError, match="nodes 6, not 5; seed 8, not 7; build another build, not a build"):
            resume(other, archive)
        begin(other, archive)
        assert (resume(PLAN, archive).number, resume(other, archive).number) == (1, 2)


def test_beginning_again_what_is_not_over_is_refused(tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as archive:
        records = begin(PLAN, archive).play(ALONE)
        next(records)
        with pytest.raises(ArchiveError, match="holds this very tournament, 1 games of it; expected --resume"):
            begin(PLAN, archive)
        list(records)
        assert begin(PLAN, archive).number == 2


def test_a_tournament_that_never_came_to_a_game_is_taken_up_by_the_same_command(tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as archive:
        begin(PLAN, archive)
        begun = begin(PLAN, archive)
        assert (begun.number, len(archive.tournaments())) == (1, 1)
        assert sum(1 for _ in begun.play(ALONE)) == 12
        assert begin(PLAN, archive).number == 2


def test_a_second_driver_of_one_tournament_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(path) as archive, Archive(path) as other:
        one = begin(PLAN, archive).play(ALONE)
        for start in (begin, resume):
            with pytest.raises(ArchiveError, match="another process is playing this very tournament; expected"):
                start(PLAN, other)
        assert begin(replace(PLAN, seed=PLAN.seed + 1), other).number == 2
        list(one)
        assert len(list(archive.games())) == 12
    assert [one.name for one in tmp_path.iterdir()] == ["games.db"]
    with Archive(path) as archive:
        assert resume(PLAN, archive).due == {}


def test_a_player_is_told_to_keep_within_its_clock_and_loses_when_it_does_not() -> None:
    told: list[Limits] = []

    def choose(position: Any, limits: Limits) -> Decision:
        told.append(limits)
        return mock.slow(position, limits)

    record = play(x=choose, terms=Terms(clock=GameClock(0.4)))
    assert (record.ending, record.result) == (Ending.TIMEOUT, Result.O_WINS)
    assert record.failure is not None
    assert "its clock had" in record.failure.message
    used = [turn.seconds for turn in record.turns if turn.side is Side.X]
    assert sum(used) <= 0.4 < sum(used) + (record.failure.seconds or 0)  # type: ignore[arg-type]
    for limits in told:
        assert limits.deadline is not None
        assert limits.cutoff is not None
        assert limits.deadline < limits.cutoff
    assert len(told) >= 2


def test_a_clock_is_charged_per_side_and_gets_its_increment_back() -> None:
    clocks = Clocks(GameClock(10, 2))
    clocks.charge(Side.X, 5)
    clocks.charge(Side.X, 1)
    clocks.charge(Side.O, 0.5)
    assert (clocks.left(Side.X), clocks.left(Side.O)) == (8, 11.5)
    without = Clocks(None)
    without.charge(Side.X, 5)
    assert without.left(Side.X) is None


def test_what_is_told_of_a_clock_shrinks_with_it_and_counts_on_the_increment() -> None:
    terms = Terms(clock=GameClock(60, 1))
    full, half, little = (terms.limits(0.0, left) for left in (60.0, 30.0, 0.5))
    assert (full.cutoff, half.cutoff, little.cutoff) == (60.0, 30.0, 0.5)
    assert full.deadline is not None
    assert half.deadline is not None
    assert little.deadline is not None
    assert 1 / 2 < half.deadline / full.deadline < 1
    assert 0 < little.deadline < 0.5

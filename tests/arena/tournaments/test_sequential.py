"""Sequential tests of meetings: the same verdict after the same pairs, in whatever order games end and how often."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.play.match import Pairing, schedule
from sttt.arena.statistics.elo import OutcomeCounts
from sttt.arena.statistics.sprt import Sprt, SprtVerdict
from sttt.arena.tournaments.plan import Format, GameOutcome, Plan
from sttt.arena.tournaments.sequential import SequentialTest
from sttt.arena.tournaments.tournament import Tournament, begin, resume
from sttt.cli.output.match import MatchWatch
from sttt.errors import ArchiveError
from sttt.execution.executor import LocalExecutor
from sttt.games.game import Result, Side
from sttt.games.records.record import Ending, Failure, GameRecord, TurnRecord
from sttt.games.super_ttt.game import GAME

SPRT = Sprt(0, 300)
GAMES = schedule("super-ttt", ("a", "b"), 60, seed=1)
PLAN = Plan("super-ttt", Format.ROUND_ROBIN, ("a", "b"), 200, 0, Terms(nodes=1), 1, "a build", sprt=SPRT)


def outcomes(shares: list[int]) -> dict[int, GameOutcome]:
    """Games whose results follow from a list of numbers, over and over."""
    results = [list(Result)[share] for share in shares]
    return {
        number: GameOutcome(pairing.x, pairing.o, results[number % len(results)], "s")
        for number, pairing in enumerate(GAMES)
    }


def by_hand(found: dict[int, GameOutcome]) -> tuple[int, SprtVerdict]:
    """The games after which, in the order of the plan, the test of all pairs so far is decided for the first time."""
    for seen in range(2, len(found) + 1, 2):
        counts = [0] * 5
        for pair in range(0, seen, 2):
            counts[sum(found[number].points("a") for number in (pair, pair + 1))] += 1
        ratio = SPRT.ratio(OutcomeCounts(tuple(counts)))
        if SPRT.verdict(ratio) is not SprtVerdict.OPEN:
            return seen, SPRT.verdict(ratio)
    return len(found), SprtVerdict.OPEN


@settings(max_examples=20)
@given(st.lists(st.integers(0, 2), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_pairs_count_in_the_order_of_the_plan(shares: list[int], random: Random) -> None:
    found, arrived, test = outcomes(shares), {}, SequentialTest(SPRT, GAMES)
    numbers = list(found)
    random.shuffle(numbers)
    for number in numbers:
        arrived[number] = found[number]
        test.look(arrived)
    assert (test.seen, test.verdict) == by_hand(found)


def first_wins_mostly(pairing: Pairing, _terms: Terms) -> GameRecord:
    """A game in which a side fails to answer at once: b, unless the seed is one of a few."""
    x_wins = (pairing.x == "a") is (pairing.seed % 7 > 0)
    turns = (TurnRecord(Side.X, (0, 1)),) if x_wins else ()
    start = GAME.format_position(GAME.start())
    result = Result.X_WINS if x_wins else Result.O_WINS
    failure = Failure("gone", 0.0)
    return GameRecord(GAME.name, pairing.x, pairing.o, start, turns, result, Ending.CRASH, pairing.seed, failure)


def played(tournament: Tournament, jobs: int = 1, stop: int | None = None) -> None:
    with closing(tournament.play(LocalExecutor(jobs), first_wins_mostly)) as games:
        list(islice(games, stop))


def kept(archive: Archive, tournament: Tournament) -> list[tuple[int, GameRecord]]:
    found = list(tournament.records())
    assert len(found) == sum(one.games for one in archive.tournaments())
    return found


def test_a_match_broken_off_again_and_again_ends_with_the_same_pairs_and_verdict(tmp_path: Path) -> None:
    with Archive(None) as archive:
        whole = begin(PLAN, archive)
        played(whole)
        expected = kept(archive, whole)
    (test,) = whole.tests
    assert (test.verdict, len(expected)) == (SprtVerdict.H1, test.seen)
    assert 4 < test.seen < 100
    for stop, jobs in ((1, 1), (5, 2), (None, 1)):
        with Archive(tmp_path / "games.db") as archive:
            broken = resume(PLAN, archive) if stop != 1 else begin(PLAN, archive)
            played(broken, jobs, stop)
    with Archive(tmp_path / "games.db") as archive:
        again = resume(PLAN, archive)
        assert kept(archive, again) == expected
        assert (again.due, [(one.seen, one.ratio) for one in again.tests]) == ({}, [(test.seen, test.ratio)])
    assert [(one.seen, one.ratio) for one in broken.tests] == [(test.seen, test.ratio)]


def test_a_game_after_the_deciding_pair_is_withdrawn_and_not_played_again(tmp_path: Path) -> None:
    plan = replace(PLAN, players=("a", "b", "c"))
    with Archive(tmp_path / "games.db") as archive:
        tournament = begin(plan, archive)
        played(tournament, jobs=2)
        found = kept(archive, tournament)
    assert len(tournament.tests) == 3
    assert sum(test.seen for test in tournament.tests) == len(found) == tournament.listed
    with Archive(tmp_path / "games.db") as archive:
        assert resume(plan, archive).due == {}


class Backwards:
    """Does twelve pieces of work, then hands them back, the last one first."""

    far = False

    def execute(self, work: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any], None, None]:
        left = enumerate(items)
        while some := list(islice(left, 12)):
            yield from reversed([(index, work(item)) for index, item in some])


def test_games_that_are_over_before_the_deciding_pair_but_come_after_it_are_not_taken() -> None:
    with Archive(None) as archive:
        match = begin(PLAN, archive)
        watch = MatchWatch(match)
        taken = list(watch.taking(match.play(Backwards(), first_wins_mostly)))
        (test,) = match.tests
        assert test.verdict is SprtVerdict.H1
        assert len(taken) == test.seen == len(kept(archive, match)) == match.listed
        assert taken == [record for _, record in match.records()]


def test_a_plan_with_hypotheses_that_make_no_test_is_damage_of_the_archive(tmp_path: Path) -> None:
    with Archive(tmp_path / "games.db") as archive:
        archive.begin(PLAN)
        archive._connection.execute("UPDATE tournament SET plan = replace(plan, '\"elo1\": 300', '\"elo1\": -1')")
        with pytest.raises(ArchiveError, match="elo0=0 and elo1=-1 make no test"):
            archive.tournaments()

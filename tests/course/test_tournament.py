"""The tournament of a class: who meets whom how often, and who earns what, whatever the sections are."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sttt.arena.tournaments.plan import GameOutcome
from sttt.course.settings import TournamentTerms
from sttt.course.tournament import STEPS, ClassTournament
from sttt.games.game import Result


def played_out(
    sections: dict[str, list[str]], terms: TournamentTerms, seed: int = 1
) -> tuple[ClassTournament, Counter[str]]:
    """Play a tournament in which the alphabetically first of two always wins; count the games of each group."""
    held = ClassTournament.of("connect-four", sections, terms, seed)
    games: Counter[str] = Counter()
    while due := held.due():
        for number, pairing in due.items():
            games.update((pairing.x, pairing.o))
            won = Result.X_WINS if pairing.x < pairing.o else Result.O_WINS
            held.played[number] = GameOutcome(pairing.x, pairing.o, won)
    return held, games


SIZES = st.lists(st.integers(1, 9), min_size=1, max_size=4)


@settings(max_examples=30)
@given(SIZES, st.integers(0, 99))
def test_every_tournament_ends_and_the_better_group_is_never_behind(sizes: list[int], seed: int) -> None:
    names = iter(f"g{number:02}" for number in range(99))
    sections = {str(number): [next(names) for _ in range(size)] for number, size in enumerate(sizes)}
    held, games = played_out(sections, TournamentTerms(), seed)
    groups = sorted(chain.from_iterable(sections.values()))
    bonus = held.bonus()
    if len(groups) == 1:
        assert bonus == {groups[0]: []}
        return
    assert bonus[groups[0]] == list(STEPS)
    assert [sum(step in reached for reached in bonus.values()) for step in STEPS] == [
        sum(min(4, size) for size in sizes),
        min(4, len(held.seeded)) if len(held.seeded) != 3 else 3,
        2,
        1,
    ]
    for section in sections.values():
        if len(section) > 1:
            assert all(games[group] >= 3 for group in section)


def test_sections_of_one_group_each_begin_with_the_knockout() -> None:
    held, games = played_out({"a": ["x"], "b": ["y"]}, TournamentTerms(games=2, final_games=4))
    assert games == {"x": 4, "y": 4}
    assert held.bonus() == {"x": list(STEPS), "y": ["section", "semi-final", "final"]}


def test_games_that_are_there_are_not_due_again() -> None:
    terms = TournamentTerms()
    held = ClassTournament.of("qubic", {"a": ["x", "y", "z"]}, terms, 1)
    first = held.due()
    assert len(first) == 6
    again = ClassTournament.of("qubic", {"a": ["z", "x", "y"]}, terms, 1)
    again.played[0] = GameOutcome(first[0].x, first[0].o, Result.DRAW)
    assert again.due() == {number: pairing for number, pairing in first.items() if number}


@pytest.mark.parametrize("seed", [1, 2])
def test_equal_groups_rank_at_random_and_the_same_for_a_seed(seed: int) -> None:
    groups = [f"g{number}" for number in range(6)]
    one, two = (ClassTournament.of("qubic", {"a": order}, TournamentTerms(), seed) for order in (groups, groups[::-1]))
    assert one.sections == two.sections != {"a": groups}

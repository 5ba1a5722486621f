"""Merging verdicts: order and repetition make no difference, nothing known is lost, and contradictions are named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sttt.errors import ContradictionError
from sttt.games.claim import EVER, Claim
from sttt.games.game import Result, Side
from sttt.games.verdict import NOTHING, Ground, Guess, Proven, Verdict, best_of, exactly

SIDES = st.sampled_from(Side)
TURNS = st.integers(1, 9) | st.just(EVER)
CLAIMS = st.builds(Claim, SIDES, st.booleans(), TURNS)
PLAYED = st.sampled_from([(), (3,), (4, 5), (4, None)])
PROVEN = st.builds(Proven, CLAIMS, st.sampled_from(Ground), PLAYED)
ESTIMATES = st.none() | st.builds(Guess, st.floats(0, 1), st.integers(0, 5), st.floats(0, 9), st.sampled_from("ab"))


def true_of(result: Result, turns: int, claim: Claim) -> bool:
    """Say whether a claim is true of a position with this value, won with exactly so many turns of the winner's."""
    wins = result.winner is claim.attacker and turns <= claim.turns
    return wins if claim.wins else not wins


@st.composite
def verdicts_of_one_position(draw: st.DrawFn, number: int) -> list[Verdict]:
    result, turns = draw(st.sampled_from(Result)), draw(st.integers(1, 9))
    true = PROVEN.filter(lambda one: true_of(result, turns, one.claim))
    return [Verdict.of(*draw(st.lists(true, max_size=4)), estimate=draw(ESTIMATES)) for _ in range(number)]


def merged(*verdicts: Verdict) -> Verdict | None:
    """Merge from left to right; None where they contradict each other."""
    try:
        whole = NOTHING
        for one in verdicts:
            whole = whole.merge(one)
    except ContradictionError:
        return None
    return whole


@st.composite
def any_verdicts(draw: st.DrawFn) -> Verdict:
    claims = draw(st.lists(PROVEN, max_size=3))
    while True:
        try:
            return Verdict.of(*claims, estimate=draw(ESTIMATES))
        except ContradictionError:
            claims = claims[1:]


@pytest.mark.slow
@given(any_verdicts(), any_verdicts())
def test_merging_is_commutative(one: Verdict, two: Verdict) -> None:
    assert merged(one, two) == merged(two, one)


@pytest.mark.slow
@given(any_verdicts(), any_verdicts(), any_verdicts())
def test_merging_is_associative(one: Verdict, two: Verdict, three: Verdict) -> None:
    behind = merged(two, three)
    assert merged(one, two, three) == (None if behind is None else merged(one, behind))


@pytest.mark.slow
@given(any_verdicts())
def test_merging_is_idempotent_and_nothing_adds_nothing(one: Verdict) -> None:
    assert one.merge(one) == one.merge(NOTHING) == NOTHING.merge(one) == one


@pytest.mark.slow
@given(verdicts_of_one_position(2))
def test_merging_is_monotone_and_what_is_true_never_contradicts(two: list[Verdict]) -> None:
    one, other = two
    whole = one.merge(other)
    assert whole.merge(one) == whole
    for verdict in two:
        assert verdict.value in (None, whole.value)
        for proven in verdict.proven:
            kept = whole.find(proven.claim.attacker, wins=proven.claim.wins)
            assert kept is not None
            if proven.claim.wins:
                assert kept.claim.turns <= proven.claim.turns
            else:
                assert kept.claim.turns >= proven.claim.turns


@pytest.mark.slow
@given(verdicts_of_one_position(1), ESTIMATES)
def test_no_guess_replaces_a_proof(known: list[Verdict], estimate: Guess | None) -> None:
    whole = known[0].merge(Verdict.of(estimate=estimate))
    assert whole.proven == known[0].proven
    assert whole.value is None or whole.estimate is None


@pytest.mark.slow
@given(any_verdicts(), any_verdicts())
def test_what_contradicts_is_named(one: Verdict, two: Verdict) -> None:
    pairs = [(a, b) for a in one.proven for b in two.proven if a.contradicts(b)]
    if not pairs:
        one.merge(two)
        return
    with pytest.raises(ContradictionError) as caught:
        one.merge(two)
    named = caught.value.one, caught.value.two
    assert named in pairs or named[::-1] in pairs
    assert all(str(proven) in str(caught.value) for proven in named)


def test_two_proofs_that_disagree_stop_the_program() -> None:
    book = Verdict.settled(Result.X_WINS, Ground.BOOK, 5)
    search = Verdict.of(Proven(Claim(Side.X, wins=False, turns=6), Ground.PROOF))
    with pytest.raises(
        ContradictionError, match=r"x cannot win within 6 \(proof\) contradicts x wins within 5 \(book\)"
    ):
        book.merge(search)


@given(st.sampled_from(Result), st.integers(1, 9), SIDES)
def test_a_turn_seen_before_it_has_the_same_value_and_the_mover_one_turn_more(
    value: Result, turns: int, mover: Side
) -> None:
    behind = exactly(value, Ground.TABLE, turns)
    seen = behind.seen_before((7,), mover, whole=True)
    assert seen.value is value
    assert seen.is_exact or value.winner is mover  # that it takes this turn, too, is known of the position alone
    if value.winner:
        assert seen.turns == turns + (value.winner is mover)
        assert seen.distance(mover) == (behind.distance(mover.other) or 0) + 1


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(Result), st.integers(1, 9)), min_size=1, max_size=5), SIDES)
def test_a_position_is_worth_its_best_turn(behind: list[tuple[Result, int]], mover: Side) -> None:
    turns = [
        exactly(value, Ground.TABLE, number).seen_before((i,), mover, whole=True)
        for i, (value, number) in enumerate(behind)
    ]
    values = [value for value, _ in behind]
    best = best_of(turns, mover, all_turns=True)
    won = Result.win(mover)
    expected = won if won in values else Result.DRAW if Result.DRAW in values else Result.win(mover.other)
    assert best.value is expected
    numbers = [number for value, number in behind if value is expected]
    if expected.winner:
        assert best.turns == (min(numbers) + 1 if expected is won else max(numbers))
    partly = best_of(turns[1:], mover, all_turns=False)
    assert partly.value in (None, best.value) or best.value is won
    assert best.merge(best_of(turns, mover, all_turns=False)) == best


def test_what_follows_from_the_other_sides_win_is_found() -> None:
    won = Verdict.settled(Result.X_WINS, Ground.BOOK, 3)
    assert (won.bound(Side.X), won.bound(Side.O)) == (3, -EVER)
    assert (won.distance(Side.X), won.distance(Side.O)) == (5, 6)


def test_a_chance_is_the_outcome_that_is_proven_or_a_guess_as_far_as_proofs_leave_it() -> None:
    never = [Proven(Claim(side, wins=False), Ground.PROOF) for side in Side]
    assert Verdict.settled(Result.DRAW, Ground.BOOK).chance == 0.5
    assert Verdict.settled(Result.O_WINS, Ground.BOOK).chance == 0
    assert Verdict.of(estimate=Guess(0.75)).chance == 0.75
    assert Verdict.of(never[0], estimate=Guess(0.75)).chance == 0.5
    assert Verdict.of(never[1], estimate=Guess(0.25)).chance == 0.5
    assert NOTHING.chance is None

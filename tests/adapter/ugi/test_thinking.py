"""What a `go` means: its limits, and the steps in which they are used."""

from itertools import islice
from time import monotonic

import pytest

from adapter.ugi.thinking import FIRST_SECONDS, Go
from sttt.errors import ProtocolError
from sttt.players.player import Limits


def limits(text: str, *, is_first_player: bool = True) -> Limits:
    return Go.read(text.split()).limits(1000.0, is_first_player=is_first_player)


def test_nodes_and_depth_are_as_they_stand_and_at_least_one() -> None:
    assert limits("nodes 500 depth 3") == Limits(nodes=500, depth=3)
    assert limits("nodes 0") == Limits(nodes=1)
    assert limits("") == limits("infinite") == Limits()


def test_of_a_time_a_margin_is_kept_half_of_which_is_for_those_who_keep_no_deadline() -> None:
    assert limits("movetime 10000") == Limits(1008.0, cutoff=1009.0)
    assert limits("movetime 100") == Limits(1000.05, cutoff=1000.075)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        ("p1time 60000 p2time 1 p1inc 0 p2inc 0", 5.0),
        ("p1time 60000 p2time 1 p1inc 2000 p2inc 0", 7.0),
        ("p1time 1000 p2time 1 p1inc 9000 p2inc 0", 1.0),
        ("p1time -50 p2time 1 p1inc 0 p2inc 0", 0.001 / 12),
        ("p1time 60000 movetime 1000", 1.0),
    ],
)
def test_a_turn_gets_a_share_of_the_clock_and_the_increment_and_never_more_than_there_is(
    clock: str, seconds: float
) -> None:
    found = limits(clock)
    assert found.deadline is not None
    assert found.cutoff is not None
    assert 1000.0 < found.deadline < found.cutoff < 1000.0 + seconds + 1e-9


def test_each_player_has_a_clock_of_its_own() -> None:
    clock = "p1time 60000 p2time 6000 p1inc 0 p2inc 0"
    assert limits(clock).bounds[0] > limits(clock, is_first_player=False).bounds[0]


@pytest.mark.parametrize("text", ["nodes", "nodes x", "nodes 5 depth", "movetime --5", "movetime ²"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError, match="cannot read"):
        Go.read(text.split())


@pytest.mark.parametrize(
    "text", ["west", "ponder nodes 5", "nodes 5 movestogo 20", "nodes 5 searchmoves 0,1", "7 nodes 5"]
)
def test_words_that_say_nothing_are_skipped(text: str) -> None:
    assert Go.read(text.split()) == Go({"nodes": 5} if "nodes" in text else {})


def test_a_search_without_an_end_is_one_of_ever_longer_ones() -> None:
    now = monotonic()
    ends = [step.bounds[0] - now for step in islice(Go.read(["infinite"]).steps(Limits()), 5)]
    assert ends == pytest.approx([FIRST_SECONDS * 2**number for number in range(5)], abs=FIRST_SECONDS / 2)


def test_a_search_with_a_clock_has_a_short_look_first_and_any_other_is_one() -> None:
    whole = Limits(monotonic() + 10.0)
    look, rest = Go({}).steps(whole)
    assert rest == whole
    assert look.bounds[0] < whole.bounds[0] - 9.0
    assert list(Go({}).steps(Limits(nodes=5))) == [Limits(nodes=5)]

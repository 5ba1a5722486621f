"""Claims: one wording, there and back, and the numbers by which searches say them."""

import doctest

import pytest

from sttt.errors import CertificateError, ClaimError
from sttt.games import claim
from sttt.games.claim import EVER, Claim
from sttt.games.game import Side
from sttt.games.super_ttt.certificate.line import parse_claim

WORDS = {
    "x wins within 5": Claim(Side.X, wins=True, turns=5),
    "o wins": Claim(Side.O, wins=True),
    "o never wins": Claim(Side.O, wins=False),
    "x cannot win within 254": Claim(Side.X, wins=False, turns=254),
}


@pytest.mark.parametrize("words", WORDS)
def test_a_claim_is_read_as_it_is_written(words: str) -> None:
    assert str(WORDS[words]) == words
    assert Claim.parse(words) == WORDS[words]


@pytest.mark.parametrize(
    "words",
    ["", "x", "X never wins", "x wins within 0", "x wins within 255", "x cannot win", "z wins", "x wins within 05",
     "x never wins within 3", "x wins\n"],
)  # fmt: skip
def test_nothing_else_is_a_claim(words: str) -> None:
    with pytest.raises(ClaimError, match="is not a claim; expected as in 'x never wins'"):
        Claim.parse(words)


@pytest.mark.parametrize("bound", [1, 5, 254, -1, -7, -254, -EVER])
def test_a_bound_is_a_claim_and_a_claim_a_bound(bound: int) -> None:
    one = Claim.of_bound(Side.O, bound)
    assert (one.attacker, one.bound, one.wins) == (Side.O, bound, bound > 0)
    assert one.is_final == (bound > 0 or bound == -EVER)
    assert one.claimant is (Side.O if bound > 0 else Side.X)


@pytest.mark.parametrize("bound", [0, 256, -256])
def test_a_number_that_says_nothing_is_no_claim(bound: int) -> None:
    with pytest.raises(ClaimError, match=f"{bound} is the bound of no claim"):
        Claim.of_bound(Side.X, bound)


def test_the_examples_run() -> None:
    assert doctest.testmod(claim).failed == 0


@pytest.mark.parametrize("words", ["o wins", "x wins within 255", "x"])
def test_a_certificate_claims_a_win_within_a_number_of_turns_alone(words: str) -> None:
    with pytest.raises(CertificateError, match=f"{words!r} is not a claim; expected as in 'x never wins'"):
        parse_claim(words)

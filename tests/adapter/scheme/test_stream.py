"""The cutter: each datum as soon as it is complete, in whatever portions, and no fault blocks what follows."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scheme_texts import START

from adapter.scheme.reader import SIZE_LIMIT
from adapter.scheme.stream import Cutter
from sttt.errors import ProtocolError


class Stepwise(Cutter):
    """Does not go on for ever where it makes no progress."""

    steps = 0

    def _keep(self, text: str) -> bool:
        self.steps += 1
        assert self.steps < 10_000, "the cutter makes no progress"
        return super()._keep(text)


def cut(*portions: str) -> list[str]:
    """Return all pieces of a whole stream, an error as ``!`` and its message."""
    cutter = Stepwise()
    pieces = [piece for portion in portions for piece in cutter.feed(portion)] + cutter.finish()
    return [piece if isinstance(piece, str) else f"!{piece}" for piece in pieces]


@pytest.mark.parametrize(
    ("stream", "pieces"),
    [
        ("", []),
        (" \n ; comment (\n", []),
        ("(a)\n(b)\n", ["(a)", "(b)"]),
        ("(a)(b) (c\n d)", ["(a)", "(b)", "(c\n d)"]),
        ("'(a) ' ;no\n(b)", ["(a)", "(b)"]),
        ("(a ; )(\n b)", ["(a ; )(\n b)"]),
        ('(a ")(" "\\")" b)(c)', ['(a ")(" "\\")" b)', "(c)"]),
        ("hello (a)\n(b)\n", ["hello (a)", "(b)"]),
        ("(a)) (x)\n(b)", ["(a)", ") (x)", "(b)"]),
        ("hello", ["hello"]),
        ("'x\n(a)", ["x", "(a)"]),
    ],
)
def test_a_stream_is_cut_into_data(stream: str, pieces: list[str]) -> None:
    assert cut(stream) == pieces


STREAMS = st.lists(
    st.sampled_from(
        [
            "(",
            ")",
            "((",
            "'",
            '"',
            "\\",
            ";",
            "\n",
            " ",
            "x",
            "big",
            "((big ",
            "((big (",
            "(quote ",
            START,
        ]
    ),
    max_size=25,
).map("".join)


@pytest.mark.slow
@given(STREAMS, st.lists(st.integers(0, 400), max_size=8))
def test_portions_make_no_difference(stream: str, cuts: list[int]) -> None:
    places = [0, *sorted(min(place, len(stream)) for place in cuts), len(stream)]
    portions = [stream[start:end] for start, end in pairwise(places)]
    assert cut(*portions) == cut(stream)
    assert cut(*stream) == cut(stream)


@given(STREAMS)
def test_two_requests_on_lines_of_their_own_are_enough_to_recover(garbage: str) -> None:
    assert cut(garbage + "\n", START + "\n", START + "\n")[-1] == START


def test_a_datum_comes_with_its_last_parenthesis() -> None:
    cutter = Cutter()
    assert cutter.feed(START[:-1]) == []
    assert cutter.feed(START[-1]) == [START]


def test_an_unfinished_datum_gives_way_to_a_new_request() -> None:
    unfinished, request = cut(f"((big (little x\n{START}\n")
    assert unfinished.startswith("!a new request began inside an unfinished datum; expected ')'")
    assert request == START


@pytest.mark.parametrize("beginning", ["((BIG ", "( (big\n", "  ('(big ", "(((quote big) ", "(quote ((big "])
def test_the_new_request_is_recognised_in_every_dialect(beginning: str) -> None:
    request = beginning + "(little)" + ")" * (beginning.count("(") - beginning.count(")"))
    unfinished, *rest = cut("(oops (x\n" + request)
    assert unfinished.startswith("!a new request began")
    assert rest == [request]


def test_a_request_quoted_on_a_line_of_its_own_is_no_fault() -> None:
    quoted = f"(quote\n{START})"
    assert cut(quoted) == [quoted]


def test_a_line_break_that_begins_a_portion_ends_a_comment_inside_a_list() -> None:
    cutter = Stepwise()
    assert [cutter.feed(portion) for portion in ("(a ; b)", "\n", "c)")] == [[], [], ["(a ; b)\nc)"]]


@pytest.mark.parametrize("stream", ["(a) ; a (comment)\n(b)\n", "(a ; b)\n c) ;\n'(d)\nx\n", '(a "\\\\" ;"\n) ; (\n\n'])
def test_a_stream_cut_anywhere_gives_the_same_pieces(stream: str) -> None:
    """A line break that begins a portion ends a comment like any other."""
    whole = cut(stream)
    for place in range(len(stream) + 1):
        assert cut(stream[:place], stream[place:]) == whole
    assert cut(*stream) == whole


def test_a_string_ends_with_its_line() -> None:
    broken, good = cut('(a "b)\n(c)\n')
    assert broken == "!a string is not closed on its line; expected another '\"' (at offset 7)"
    assert good == "(c)"


@pytest.mark.parametrize("stream", ["(a (b)", "'", '(a "b', "(a ; b)"])
def test_a_stream_that_ends_inside_a_datum_is_an_error(stream: str) -> None:
    (only,) = cut(stream)
    assert only.startswith("!the stream ended inside a datum; expected")


@pytest.mark.slow
@pytest.mark.parametrize("filler", ["(", "(x ", '"a" ', "x", " ", ";c\n", "\n"])
def test_an_endless_datum_is_given_up_at_the_limit(filler: str) -> None:
    cutter = Cutter()
    pieces = [piece for _ in range(SIZE_LIMIT) for piece in cutter.feed("(" + filler)]
    errors = [piece for piece in pieces if isinstance(piece, ProtocolError)]
    assert len(errors) == len(pieces) >= 1
    assert "expected its end before" in str(errors[0])
    cutter.feed("\n")
    cutter.feed(START + "\n")
    assert cutter.feed(START + "\n")[-1] == START

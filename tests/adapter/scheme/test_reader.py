"""The reader: one datum or one `ProtocolError` with the offset and what was expected."""

import pytest
import sexpdata
from hypothesis import given
from hypothesis import strategies as st

from adapter.scheme.reader import DEPTH_LIMIT, SIZE_LIMIT, Atom, Datum, List, Text, read
from sttt.errors import ProtocolError


def plain(datum: Datum) -> object:
    """Return the datum without its offsets: a list as a Python list, a dotted one as a tuple (items, tail)."""
    if isinstance(datum, List):
        items = [plain(item) for item in datum.items]
        return (items, plain(datum.tail)) if datum.tail else items
    return datum.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("()", []),
        ("x", "x"),
        (" ( a (b c)\t() ) ", ["a", ["b", "c"], []]),
        ("(BIG Little X)", ["big", "little", "x"]),
        ("(1 . 2)", (["1"], "2")),
        ("(a b . c)", (["a", "b"], "c")),
        ("(a . (b . (c)))", ["a", "b", "c"]),
        ("(a . ())", ["a"]),
        ("(a . (b . c))", (["a", "b"], "c")),
        ("(5 .\n5)", (["5"], "5")),
        ("'x", "x"),
        ("''x", "x"),
        ("' ( 'a '(b) '() )", ["a", ["b"], []]),
        ("(quote (a (quote b)))", ["a", "b"]),
        ("(1 . '2)", (["1"], "2")),
        ("(quote a b)", ["quote", "a", "b"]),
        ("(a ; (comment \" '\n b)", ["a", "b"]),
        ("x ; the end", "x"),
        ('("a \\" \\\\ b" x)', ['a " \\ b', "x"]),
        ("(nil t #f 1.5 nan 1_0 +5)", ["nil", "t", "#f", "1.5", "nan", "1_0", "+5"]),
        ("(a'b)", ["a", "b"]),
        ("(a(b)c)", ["a", ["b"], "c"]),
    ],
)
def test_it_reads_one_datum(text: str, expected: object) -> None:
    assert plain(read(text)) == expected


def test_every_datum_knows_its_offset() -> None:
    datum = read('  (a \'(b) "s")')
    assert datum == List((Atom("a", 3), List((Atom("b", 7),), None, 6), Text("s", 10)), None, 2)


@pytest.mark.parametrize(
    ("text", "offset", "complaint"),
    [
        ("", 0, "no datum"),
        ("  ; nothing", 11, "no datum"),
        ("(a", 2, "ends inside the list that begins at offset 0"),
        ("(a (b)", 6, "ends inside the list that begins at offset 0"),
        ("(a (b", 5, "ends inside the list that begins at offset 3"),
        (")", 0, "unexpected ')'; expected a datum"),
        ("(a))", 3, "unexpected ')'; expected nothing more"),
        ("(a) b", 4, "unexpected 'b' after the datum"),
        ("a (b)", 2, "unexpected '(' after the datum"),
        ("a 'b", 2, 'unexpected "\'" after the datum'),
        ("(1 . )", 5, "nothing after a dot"),
        ("(1 .)", 4, "nothing after a dot"),
        ("(1 . 2 3)", 7, "two data after a dot"),
        ("(1 . 2 . 3)", 7, "a second dot"),
        ("( . 2)", 2, "a dot with no datum before it"),
        (".", 0, "a dot with no datum before it"),
        ("(1 . 2 '3)", 7, "two data after a dot"),
        ("'", 0, "a quote before the end of the text"),
        ("(a ')", 3, "a quote before ')'"),
        ("(a '. b)", 3, "a quote before a dot"),
        ('(a "b)', 3, "a string is not closed"),
        ('"\\"', 0, "a string is not closed"),
        ("(a [b])", 3, "unexpected character '['"),
        ("(a |b|)", 3, "unexpected character '|'"),
        ("(a \\b)", 3, "unexpected character '\\\\'"),
        ("(a `b)", 3, "unexpected character '`'"),
        ("(" * (DEPTH_LIMIT + 1) + ")" * (DEPTH_LIMIT + 1), DEPTH_LIMIT, "nested too deep"),
        ("x" * (SIZE_LIMIT + 1), SIZE_LIMIT, "characters long"),
    ],
)
def test_an_error_names_its_offset_and_what_was_expected(text: str, offset: int, complaint: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read(text)
    assert complaint in str(caught.value)
    assert "expected" in str(caught.value)
    assert str(caught.value).endswith(f"(at offset {offset})")
    assert caught.value.offset == offset


def test_the_limits_themselves_are_allowed() -> None:
    read("(" * DEPTH_LIMIT + ")" * DEPTH_LIMIT)
    read("x" * SIZE_LIMIT)
    read("'" * (SIZE_LIMIT - 1) + "x")


@pytest.mark.parametrize("fault", [AssertionError(), AttributeError("match"), RecursionError(), ValueError("many")])
def test_a_fault_inside_sexpdata_never_escapes(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(sexpdata.Parser, "parse_sexp", fail)
    with pytest.raises(ProtocolError, match=f"{type(fault).__name__}.*expected"):
        read("(a)")


@given(st.text(alphabet="()'.\"\\;ax5 \n#|[\x00\xa0é", max_size=60))
def test_any_text_gives_a_datum_or_a_protocol_error(text: str) -> None:
    outcome = attempt(text)
    offset = outcome.offset
    assert offset is not None
    assert 0 <= offset <= len(text)
    assert isinstance(outcome, Atom | Text | List | ProtocolError)


def attempt(text: str) -> Datum | ProtocolError:
    try:
        return read(text)
    except ProtocolError as error:
        return error


TREES = st.recursive(
    st.sampled_from(["x", "o", "big", "5", "-7", "#f", "a.b"]), lambda inner: st.lists(inner, max_size=5), max_leaves=30
)


def written(tree: object) -> str:
    return tree if isinstance(tree, str) else "(" + " ".join(written(item) for item in tree) + ")"


@pytest.mark.slow
@given(TREES)
def test_it_reads_what_was_written(tree: object) -> None:
    assert plain(read(written(tree))) == tree

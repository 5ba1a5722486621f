"""Text to exactly one datum, on top of `sexpdata`; everything wrong with the text is one `ProtocolError`.

`sexpdata` answers bad text with whatever error happens to come up, drops or misreads what is not plain Lisp (``nan``,
``1_0``, ``(1 . )``), recurses once per quote and tells no offsets. So a scan of our own first checks the text and
blanks out quotes and comments, and what `sexpdata` then parses can no longer surprise it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import sexpdata

from sttt.errors import ProtocolError


@dataclass(frozen=True, slots=True)
class Atom:
    """A symbol, number or ``#...`` constant, in lower case: old Schemes fold case."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class Text:
    """A string, without its quotation marks and escapes."""

    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class List:
    """A list: its elements, and the datum after the dot of an improper one (never a list itself)."""

    items: tuple["Datum", ...]
    tail: "Atom | Text | None"
    offset: int


Datum: TypeAlias = Atom | Text | List


def is_symbol(datum: Datum, name: str) -> bool:
    """Return whether `datum` is the symbol `name` (given in lower case)."""
    return isinstance(datum, Atom) and datum.text == name


def is_empty(datum: Datum) -> bool:
    """Return whether `datum` is ``()`` or one of its old spellings ``nil`` and ``#f``."""
    if isinstance(datum, List):
        return not datum.items
    return isinstance(datum, Atom) and datum.text in {"nil", "#f"}


def describe(datum: Datum) -> str:
    """Name a datum in an error message, shortly and in printable ASCII."""
    if isinstance(datum, List):
        return f"a list of {len(datum.items)}" if datum.items else "()"
    return ascii(datum.text if len(datum.text) <= 20 else datum.text[:17] + "...")


SIZE_LIMIT = 65_536
"""Characters of one datum: a board takes a thousand, comments and indentation leave room to spare."""

DEPTH_LIMIT = 64
"""Lists within lists: a request nests four deep, eight with every list written as ``(quote ...)``."""

_TOKEN = re.compile(
    r"""(?P<blank>[ \t\n\r\v\f]+|;[^\n]*)
      | (?P<quote>')
      | (?P<open>\()
      | (?P<close>\))
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<atom>[^ \t\n\r\v\f;'()"\\\[\]{}`,|]+)""",
    re.VERBOSE | re.DOTALL,
)


def read(text: str) -> Datum:
    """Read exactly one datum; quotes, as ``'datum`` or ``(quote datum)``, are dropped wherever they stand.

    Raises `ProtocolError` with the offset of the first thing wrong and what was expected there.
    """
    if len(text) > SIZE_LIMIT:
        raise ProtocolError(f"the text is {len(text)} characters long; expected at most {SIZE_LIMIT}", SIZE_LIMIT)
    plain = _Check(text).plain_text()
    try:
        datum: Datum = _Parser(plain).parse().items[0]
    except Exception as error:  # the check leaves nothing to fail on, but no parser error may ever reach a caller
        raise ProtocolError(f"unreadable text ({type(error).__name__}); expected one datum", 0) from error
    return datum


class _Parser(sexpdata.Parser):  # type: ignore[misc] # sexpdata ships no type information
    """`sexpdata`'s parser, its results replaced by data with offsets."""

    def parse_sexp(self, start: int) -> tuple[int, Datum]:
        end, data = super().parse_sexp(start)
        return end, _list(data, start - 1)

    def parse_atom(self, start: int) -> tuple[int, Atom]:
        end, _ = super().parse_atom(start)
        return end, Atom(self.string[start:end].lower(), start)

    def parse_str(self, start: int) -> tuple[int, Text]:
        end, text = super().parse_str(start)
        return end, Text(text, start)

    def atom(self, token: str) -> str:
        """Keep the token: `sexpdata` would make numbers of ``nan``, ``1_0`` and ``+5``."""
        return token


def _list(data: list[Datum], offset: int) -> Datum:
    """Make a list of parsed elements: a dot becomes the tail, ``(a . (b))`` is ``(a b)``, ``(quote a)`` is ``a``."""
    if len(data) == 2 and is_symbol(data[0], "quote"):
        return data[1]
    if len(data) < 3 or not is_symbol(data[-2], "."):
        return List(tuple(data), None, offset)
    head, tail = tuple(data[:-2]), data[-1]
    if isinstance(tail, List):
        return List(head + tail.items, tail.tail, offset)
    return List(head, tail, offset)


@dataclass(slots=True)
class _OpenList:
    """The state of the check in a list that is not closed yet."""

    offset: int
    length: int = 0
    dot: int | None = None
    """The offset of its dot."""
    after_dot: int = 0
    """Data after the dot: exactly one is expected."""


class _Check:
    """One pass over the tokens that refuses everything but one well-formed datum."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.open: list[_OpenList] = []
        self.quote: int | None = None
        """The offset of a quote whose datum has not come yet."""
        self.complete = False

    def plain_text(self) -> str:
        """Check the text, and return it with quotes and comments blanked out: every offset stays what it was."""
        pieces = []
        for kind, token, offset in self._tokens():
            if kind != "blank":
                self._check(kind, token, offset)
            pieces.append(token if kind in {"open", "close", "string", "atom"} else " " * len(token))
        self._check_end()
        return "".join(pieces)

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        offset = 0
        while offset < len(self.text):
            match = _TOKEN.match(self.text, offset)
            if not match:
                raise ProtocolError(self._why_no_token(offset), offset)
            yield str(match.lastgroup), match.group(), offset
            offset = match.end()

    def _why_no_token(self, offset: int) -> str:
        if self.text[offset] == '"':
            return "a string is not closed; expected another '\"'"
        return f"unexpected character {self.text[offset]!a}; expected a list, symbol or number"

    def _check(self, kind: str, text: str, offset: int) -> None:
        if kind == "close":
            self._close(offset)
        elif text == ".":
            self._dot(offset)
        else:
            self._begin_datum(text, offset)
            self._begin(kind, offset)

    def _begin_datum(self, text: str, offset: int) -> None:
        """Count a quote, list, string or atom in its list; one after a quote was counted with that quote."""
        if self.complete:
            raise ProtocolError(f"unexpected {text[:20]!a} after the datum; expected nothing more", offset)
        if self.quote is None and self.open:
            self._count(self.open[-1], offset)

    @staticmethod
    def _count(inner: _OpenList, offset: int) -> None:
        inner.length += 1
        inner.after_dot += inner.dot is not None
        if inner.after_dot > 1:
            raise ProtocolError("two data after a dot; expected ')' after the first", offset)

    def _begin(self, kind: str, offset: int) -> None:
        if kind == "quote":
            self.quote = offset
            return
        self.quote = None
        if kind != "open":
            self.complete = not self.open
        elif len(self.open) == DEPTH_LIMIT:
            raise ProtocolError(f"lists nested too deep; expected at most {DEPTH_LIMIT}", offset)
        else:
            self.open.append(_OpenList(offset))

    def _close(self, offset: int) -> None:
        self._check_quote("')'")
        if not self.open:
            raise ProtocolError("unexpected ')'; expected " + ("nothing more" if self.complete else "a datum"), offset)
        closed = self.open.pop()
        if closed.dot is not None and not closed.after_dot:
            raise ProtocolError("nothing after a dot; expected a datum", offset)
        self.complete = not self.open

    def _dot(self, offset: int) -> None:
        self._check_quote("a dot")
        if not self.open or not self.open[-1].length:
            raise ProtocolError("a dot with no datum before it; expected a datum", offset)
        if self.open[-1].dot is not None:
            raise ProtocolError("a second dot in one list; expected ')'", offset)
        self.open[-1].dot = offset

    def _check_quote(self, found: str) -> None:
        if self.quote is not None:
            raise ProtocolError(f"a quote before {found}; expected a datum after it", self.quote)

    def _check_end(self) -> None:
        self._check_quote("the end of the text")
        if self.open:
            raise ProtocolError(
                f"the text ends inside the list that begins at offset {self.open[-1].offset}; expected ')'",
                len(self.text),
            )
        if not self.complete:
            raise ProtocolError("the text holds no datum; expected one", len(self.text))

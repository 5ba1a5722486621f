"""A stream of characters to the text of one datum after the other, each as soon as it is complete.

A list is complete with its last parenthesis, wherever it stands: spread over lines or several on one line. Anything
else (a symbol, a stray parenthesis) ends with its line. What is wrong never blocks what follows: a string ends with
its line at the latest, and a line that begins like a request, ``((big``, begins a new datum though the one before it
is still open.
"""

import re
from collections.abc import Callable

from adapter.programs.streams import Message
from adapter.scheme.reader import SIZE_LIMIT
from sttt.errors import ProtocolError

_QUOTES = r"(?:'\s*|\(\s*quote\s+)*"
_REQUEST_BEGINS = re.compile(rf"\s*{_QUOTES}\(\s*{_QUOTES}\(\s*{_QUOTES}big\s*\)?\s*", re.IGNORECASE)
_ONLY_QUOTES = re.compile(r"(?:['\s]|\(\s*quote\b)*", re.IGNORECASE)
_LONGEST_BEGINNING = 80

_NOT_BLANK = re.compile(r"[^ \t\n\r\v\f]")
_IN_LIST = re.compile(r'[()";\n]')
_IN_STRING = re.compile(r'["\\\n]')


class Cutter:
    """Cuts what is fed to it. Every character is looked at once, however small the portions it comes in."""

    end = "its last parenthesis"

    def __init__(self) -> None:
        self._state: Callable[[str, int], int] = self._between
        self._found: list[Message] = []
        self._start_over()

    def _start_over(self) -> None:
        self._parts: list[str] = []
        self._size = 0
        self._depth = 0
        self._quoted = False
        """Between data: a quote has come, its datum has not."""
        self._line = ""
        """Inside a list: the current line's text so far, if it is short enough to look at."""

    @property
    def rest(self) -> str:
        """The beginning of a datum that is not complete yet."""
        return "".join(self._parts)

    def feed(self, text: str) -> list[Message]:
        """Take the next portion and return what it completed, in order."""
        offset = 0
        while offset < len(text):
            offset = self._state(text, offset)
        return self._take()

    def finish(self) -> list[Message]:
        """End of the stream: return what its end completed, and an error for a datum cut short."""
        if self._depth or self._quoted:
            wanted = f"{self._depth} more ')'" if self._depth else "a datum after the quote"
            self._fail(f"the stream ended inside a datum; expected {wanted}")
        elif self._parts:
            self._complete()
        return self._take()

    def _take(self) -> list[Message]:
        found, self._found = self._found, []
        return found

    # Each state consumes some text from `offset` on and returns where to go on.

    def _between(self, text: str, offset: int) -> int:
        """Look for the next datum; quotes before it count for nothing, but oblige one to follow."""
        match = _NOT_BLANK.search(text, offset)
        if not match:
            return len(text)
        if match.group() == "'":
            self._quoted = True
        elif match.group() == ";":
            self._state = self._comment
        else:
            self._quoted = False
            self._state = self._in_list if match.group() == "(" else self._rest_of_line
            return match.start()
        return match.end()

    def _comment(self, text: str, offset: int) -> int:
        """Skip a comment between data, or the rest of a line that was given up."""
        end = text.find("\n", offset)
        if end < 0:
            return len(text)
        self._state = self._between
        return end + 1

    def _rest_of_line(self, text: str, offset: int) -> int:
        end = text.find("\n", offset)
        if self._keep(text[offset:] if end < 0 else text[offset:end]) and end >= 0:
            self._complete()
        return len(text) if end < 0 else end

    def _in_list(self, text: str, offset: int) -> int:
        match = _IN_LIST.search(text, offset)
        end = match.end() if match else len(text)
        if self._keep(text[offset:end]) and match:
            self._mark(match.group())
        return end

    def _mark(self, mark: str) -> None:
        if mark in "(\n":
            self._look_for_request(mark)
        if mark in "()":
            self._depth += 1 if mark == "(" else -1
            if not self._depth:
                self._complete()
        else:
            self._state = {'"': self._in_string, ";": self._comment_in_list, "\n": self._in_list}[mark]
            self._line = "" if mark == "\n" else self._line

    def _comment_in_list(self, text: str, offset: int) -> int:
        end = text.find("\n", offset)
        if self._keep(text[offset:] if end < 0 else text[offset:end]) and end >= 0:
            self._state = self._in_list
        return len(text) if end < 0 else end

    def _in_string(self, text: str, offset: int) -> int:
        match = _IN_STRING.search(text, offset)
        end = match.end() if match else len(text)
        if self._keep(text[offset:end]) and match:
            if match.group() == "\n":
                self._fail("a string is not closed on its line; expected another '\"'")
            else:
                self._state = self._in_list if match.group() == '"' else self._escape
        return end

    def _escape(self, text: str, offset: int) -> int:
        self._state = self._in_string
        if text[offset] == "\n":
            return offset
        self._keep(text[offset])
        return offset + 1

    def _keep(self, text: str) -> bool:
        """Add text to the datum; when that makes it too long, give it and its line up and return False."""
        self._parts.append(text)
        self._size += len(text)
        if len(self._line) < _LONGEST_BEGINNING:
            self._line += text
        if self._size <= SIZE_LIMIT:
            return True
        self._size = SIZE_LIMIT
        self._fail(f"a datum is longer than {SIZE_LIMIT} characters; expected its end before")
        self._state = self._between if text.endswith("\n") else self._comment
        return False

    def _look_for_request(self, mark: str) -> None:
        """Inside an open list: does the current line begin a new request instead? Then the list was cut short."""
        line = self._line.removesuffix(mark)
        if len(line) >= _LONGEST_BEGINNING or not _REQUEST_BEGINS.fullmatch(line):
            return
        before = "".join(self._parts)[: -len(line + mark)]
        if _ONLY_QUOTES.fullmatch(before):
            return
        self._fail("a new request began inside an unfinished datum; expected ')' before it")
        self._state = self._in_list
        self._keep(line + mark)
        self._depth = line.count("(") - line.count(")")

    def _complete(self) -> None:
        self._found.append("".join(self._parts))
        self._start_over()
        self._state = self._between

    def _fail(self, message: str) -> None:
        self._found.append(ProtocolError(message, self._size))
        self._start_over()
        self._state = self._between

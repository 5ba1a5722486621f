"""Cutting what a program writes into messages, however small the portions it comes in."""

from typing import Protocol

from sttt.errors import ProtocolError

Message = str | ProtocolError
"""The text of one message, to be read, or why there is none."""


class Framing(Protocol):
    """Remembers what has come of a message that is not complete yet."""

    def feed(self, text: str) -> list[Message]:
        """Take the next portion and return the messages that it completed, in order."""


class Lines:
    """Messages are lines of at most `limit` characters, the line break not counted and not kept."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._line = ""
        self._skipping = False
        """Inside a line that was too long and has been reported."""

    def feed(self, text: str) -> list[Message]:
        """Take the next portion; a line that is too long is reported once, as soon as it is."""
        *ends, rest = text.split("\n")
        messages = [message for end in ends for message in self._grow(end, ends_line=True)]
        return messages + self._grow(rest, ends_line=False)

    def _grow(self, text: str, *, ends_line: bool) -> list[Message]:
        skipped, self._skipping = self._skipping, self._skipping and not ends_line
        if skipped:
            return []
        line, self._line = self._line + text, ""
        if len(line) > self._limit:
            self._skipping = not ends_line
            return [ProtocolError(f"a line is longer than {self._limit} characters; expected its end", self._limit)]
        if ends_line:
            return [line]
        self._line = line
        return []

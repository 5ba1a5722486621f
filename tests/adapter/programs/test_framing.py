"""Lines cut from any portions, with a limit on their length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapter.programs.streams import Lines, Message
from sttt.errors import ProtocolError

LETTERS = st.text("ab\0\r\n", max_size=40)


def shown(messages: list[Message]) -> list[str | None]:
    return [message if isinstance(message, str) else None for message in messages]


def whole_lines(text: str, limit: int) -> list[str | None]:
    """What a slow reader makes of a whole text: each line, None for one that is too long, ended or not."""
    *lines, rest = text.split("\n")
    cut: list[str | None] = [line if len(line) <= limit else None for line in lines]
    return cut + [None] * (len(rest) > limit)


@pytest.mark.slow
@given(st.lists(LETTERS), st.integers(0, 6))
def test_lines_are_the_same_in_any_portions(portions: list[str], limit: int) -> None:
    cutter = Lines(limit)
    messages = [message for portion in portions for message in cutter.feed(portion)]
    assert shown(messages) == whole_lines("".join(portions), limit)


def test_a_line_too_long_is_reported_once_and_at_once() -> None:
    cutter = Lines(3)
    assert cutter.feed("ab") == []
    (error,) = cutter.feed("cd")
    assert isinstance(error, ProtocolError)
    assert str(error) == "a line is longer than 3 characters; expected its end (at offset 3)"
    assert cutter.feed("ef") == []
    assert cutter.feed("\nok\n") == ["ok"]

"""The names of tests by their values: short, what a person can read, and the same in each process."""

import dataclasses
from numbers import Number

PART = 19
"""The most characters that one value has in a test's name."""
WHOLE = 60
"""The most characters of all values."""


def readable_id(value: object) -> str | None:
    """Return a plain value in words, lists and mappings of them too; None for all else, which pytest names."""
    words = written(value)
    return shortened(words) if words else None


def written(value: object) -> str | None:
    """Return a value as text, without the marks of Python's notation; None for one whose text may change."""
    if isinstance(value, str | bytes):
        return ascii(value).removeprefix("b")[1:-1]
    if value is None or isinstance(value, Number):
        return str(value)
    if isinstance(value, BaseException):
        return type(value).__name__
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = getattr(value, "name", None) or _told(value)
        return value if isinstance(value, str) else written(value)
    if type(value) is dict:
        value = [word for pair in value.items() for word in pair]
    if type(value) in {list, tuple}:
        # a time that was measured is another one in each process
        words = [written(one) for one in value if not isinstance(one, float)]  # type: ignore[attr-defined] # see above
        return None if None in words else " ".join(map(str, words)) or "nothing"
    return None


def _told(value: object) -> dict[str, object]:
    """Return what a data class holds beside its defaults, as far as it can be written."""
    fields = dataclasses.fields(value)  # type: ignore[arg-type] # it is one
    held = (
        (one.name, getattr(value, one.name)) for one in fields if one.repr and getattr(value, one.name) != one.default
    )
    return {name: content for name, content in held if content and written(content)}


def shortened(text: str) -> str:
    """Return the beginning and the end of a text that is too long."""
    return text if len(text) <= PART else f"{text[: PART - 9]}...{text[-6:]}"

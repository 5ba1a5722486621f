"""The names of tests by their values: short, what a person can read, and the same in each process."""

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
    if isinstance(value, str):
        return ascii(value)[1:-1]
    if isinstance(value, bytes):
        return ascii(value)[2:-1]
    if value is None or type(value) in {bool, int}:
        return str(value)
    if type(value) is dict:
        value = [word for pair in value.items() for word in pair]
    if type(value) in {list, tuple}:
        words = [written(one) for one in value]  # type: ignore[attr-defined] # that is what it is
        return None if None in words else " ".join(map(str, words))
    return None


def shortened(text: str) -> str:
    """Return the beginning and the end of a text that is too long."""
    return text if len(text) <= PART else f"{text[: PART - 9]}...{text[-6:]}"

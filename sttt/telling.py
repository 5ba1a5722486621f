"""Messages on standard error that are given once, by modules that are below every console."""

import sys

from sttt.errors import cut, printable

_told: set[str] = set()


def tell_once(text: str) -> None:
    """Say something on standard error, once."""
    if text not in _told and sys.stderr is not None:
        print(f"sttt: {shortened(text, 400)}", file=sys.stderr)  # noqa: T201 - below every console
    _told.add(text)


def shortened(text: str, most: int = 200) -> str:
    """Return a text in one line that is safe to print, of so many characters at most."""
    return cut(printable(text), most)

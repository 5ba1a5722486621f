"""The two interface files of a program: ``NAME.in``, which it reads and deletes, and ``NAME.out``, which it writes.

Whoever writes does so under another name first, so that nobody ever sees half a file of ours; what others write may be
seen half, and is read again until it is whole.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

POLL_SECONDS = 0.1
"""Between two looks at a file: the assignment allows one every 100 ms, and none that burns time."""


def write_whole(path: Path, text: str) -> None:
    """Let the file appear with all of its text at once, in place of any that is there."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(f"{text}\n", encoding="ascii")
    new.replace(path)


def read_if_there(path: Path) -> str | None:
    """Return the text of a file, None if there is none; bytes that are no ASCII are kept apart from it as Latin-1."""
    with suppress(FileNotFoundError, PermissionError):
        return path.read_bytes()[: 1 << 16].decode("latin-1")
    return None


def wait_for(path: Path, is_whole: Callable[[str], bool], deadline: float | None = None) -> str | None:
    """Return the file's text as soon as it is whole; at the deadline whatever it is by then, None if there is no file.

    Sleeps between looks; without a deadline it waits for ever.
    """
    while True:
        text = read_if_there(path)
        if text is not None and is_whole(text):
            return text
        left = POLL_SECONDS if deadline is None else deadline - time.monotonic()
        if left <= 0:
            return text
        time.sleep(min(POLL_SECONDS, left))


def delete(path: Path) -> None:
    """Delete a file that may have gone already."""
    with suppress(FileNotFoundError):
        path.unlink()

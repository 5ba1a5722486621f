"""The journal of a stage: a line for all that has been done, written at once, so that the stage can be resumed."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from sttt.errors import CourseError
from sttt.execution.executor import Executor
from sttt.execution.foreign import open_to_go_on, read_whole

Item = TypeVar("Item")
Done = TypeVar("Done")
_MOST = 1 << 30
"""Bytes of a journal."""


class Journal(Generic[Done]):
    """The results of a stage by key. A line that was not written whole, as by a process that was killed, is dropped."""

    def __init__(self, path: Path, kind: type[Done]) -> None:
        """Read what is there; raises `CourseError` if it cannot be read."""
        self._path = path
        self._line: type[dict[str, Done]] = dict[str, kind]  # type: ignore[valid-type] # for the reader, at run time
        self.done: dict[str, Done] = {}
        whole = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open_to_go_on(path)
            content = read_whole(self._file, _MOST)
        except OSError as error:
            raise CourseError(f"cannot read {path}: {error.strerror}; expected the journal of a stage") from error
        for line in content.split(b"\n")[:-1]:
            try:
                self.done |= msgspec.json.decode(line, type=self._line)
            except (msgspec.MsgspecError, UnicodeError) as error:
                self.close()
                raise CourseError(f"{path} is damaged: {error}; expected to be the only one that writes it") from error
            whole += len(line) + 1
        self._file.seek(whole)

    def add(self, key: str, done: Done) -> None:
        """Enter a result, which is on the disk when this returns; raises `CourseError`."""
        try:
            self._file.write(msgspec.json.encode({key: done}) + b"\n")
            self._file.truncate()
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise CourseError(f"{self._path}: {error.strerror}; expected room for the work") from error
        self.done[key] = done

    def close(self) -> None:
        """Close the file, whatever of it could not be written: that has been told."""
        with suppress(OSError):
            self._file.close()


def carry_out(
    journal: Journal[Done], executor: Executor, work: Callable[[Item], Done], items: Mapping[str, Item]
) -> Iterator[str]:
    """Do the work on all items that the journal has no result of, and yield the key of each when it is entered.

    Closing the iterator cancels what is under way.
    """
    due = {key: item for key, item in items.items() if key not in journal.done}
    keys = list(due)
    with closing(executor.execute(work, due.values())) as results:
        for index, done in results:
            journal.add(keys[index], done)
            yield keys[index]

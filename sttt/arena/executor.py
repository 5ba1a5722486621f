"""Where many pieces of work are done: the interface.

`sttt.arena.processes` does them on this machine, `sttt.arena.dask_cluster` on a Dask cluster.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Protocol, TypeVar

_Item = TypeVar("_Item")
_Done = TypeVar("_Done")


class Executor(Protocol):
    """Does work somewhere."""

    def execute(
        self, work: Callable[[_Item], _Done], items: Sequence[_Item]
    ) -> Generator[tuple[int, _Done], None, None]:
        """Yield, as soon as it is done, each item's index together with `work(item)`.

        `work` must be importable by name, or a `functools.partial` of what is; it and the items travel pickled. An
        error that it raises comes out here. Closing the generator early breaks off what is under way.
        """


def in_order(results: Generator[tuple[int, _Done], None, None]) -> Generator[_Done, None, None]:
    """Yield what an executor yields in the order of the items, without the indices; closing it closes that."""
    waiting: dict[int, _Done] = {}
    following = 0
    with closing(results):
        for index, done in results:
            waiting[index] = done
            while following in waiting:
                yield waiting.pop(following)
                following += 1

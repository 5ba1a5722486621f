"""An executor on a Dask cluster. The scheduler distributes the work, and repeats the work of a lost worker.

Needs the extra ``dask`` and is imported only when a cluster is asked for. Workers must have the same versions of this
project and of the players installed as the driver; this is checked before each piece of work. Each worker should run
one thread (``--nthreads 1``), so that no two games share a core.
"""

import asyncio
import logging
import socket
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

from distributed import Client, KilledWorker, as_completed, get_worker

from sttt.errors import ExecutionError
from sttt.execution.provenance import Provenance, provenance

_Item = TypeVar("_Item")
_Done = TypeVar("_Done")

CONNECT_SECONDS = 10
"""Seconds after which a scheduler that does not answer counts as unreachable."""

WORKER_SECONDS = 5.0
"""Seconds without any worker before the user is told."""
AHEAD = 256
"""Pieces of work submitted to the scheduler at once; more than a cluster has workers."""

_TALKATIVE = ("distributed", "distributed.client", "tornado", "asyncio")
"""Loggers that describe a lost connection at length; our own error describes it in one line."""


@dataclass(frozen=True)
class _OtherCode:
    """The answer of a worker with other code than the driver's; not an error, because Dask truncates long errors."""

    worker: str
    found: Provenance


def _do(work: Callable[[_Item], _Done], expected: str, item: _Item) -> _Done | _OtherCode:
    """Do a piece of work on a worker if it has the driver's code, however late the worker joined the cluster."""
    found = provenance()
    if str(found) != expected:
        return _OtherCode(get_worker().address, found)
    return work(item)


@dataclass(frozen=True)
class DaskExecutor:
    """An `Executor` that has its work done by the workers of one Dask scheduler."""

    scheduler: str
    """Address of the scheduler, such as ``tcp://10.0.0.1:8786``."""
    say: Callable[[str], None] = logging.getLogger(__name__).warning
    """Function that tells the user what is being waited for."""

    def execute(
        self, work: Callable[[_Item], _Done], items: Iterable[_Item]
    ) -> Generator[tuple[int, _Done], None, None]:
        """Yield each item's index and `work(item)` as soon as it is done; raises `ExecutionError`.

        Closing the generator cancels what no worker has begun; what a worker has begun runs to its end and is
        discarded.
        """
        task = partial(_do, work, str(provenance()))
        with self._connect() as client:
            try:
                left = enumerate(items)
                indices = {client.submit(task, item, pure=False): index for index, item in islice(left, AHEAD)}
                self._await_worker(client)
                ended = as_completed(list(indices), loop=client.loop, with_results=True)
                for future, done in ended:
                    if isinstance(done, CancelledError):  # it comes instead of a result when the scheduler is lost
                        raise done
                    if isinstance(done, _OtherCode):
                        raise _refused(self.scheduler, done)
                    for index, item in islice(left, 1):
                        following = client.submit(task, item, pure=False)
                        indices[following] = index
                        ended.add(following)
                    yield indices.pop(future), done
            except KilledWorker as error:
                raise ExecutionError(
                    f"{self.scheduler}: one piece of work has cost several workers: {error}"
                ) from error
            except (CancelledError, asyncio.CancelledError, OSError, ImportError, AttributeError) as error:
                raise ExecutionError(
                    f"{self.scheduler}: {type(error).__name__}: {error}; expected a scheduler that stays, and workers "
                    "with the same packages installed"
                ) from error

    def _await_worker(self, client: Any) -> None:
        """Tell the user if there is no worker yet. The work is then done when the first worker joins."""
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError:
            self.say(
                f"{self.scheduler} has no workers; waiting for the first, such as "
                f"`dask worker {self.scheduler} --nthreads 1`"
            )

    def _connect(self) -> Any:
        for name in _TALKATIVE:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        knock(self.scheduler)
        try:
            return Client(self.scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise _unreachable(self.scheduler, error) from error


def _refused(scheduler: str, other: _OtherCode) -> ExecutionError:
    found = provenance().differences(other.found)
    return ExecutionError(
        f"{scheduler}: the worker {other.worker} has other code: {found}; expected what is installed here"
    )


def knock(scheduler: str) -> None:
    """Check that something listens at the scheduler's address; raises `ExecutionError` if nothing does.

    Done before a `Client` is made, because a client that finds nobody keeps trying for a minute after it has failed.
    """
    try:
        address = urlsplit(scheduler)
        socket.create_connection((address.hostname or "", address.port or 0), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise _unreachable(scheduler, error) from error


def _unreachable(scheduler: str, error: Exception) -> ExecutionError:
    return ExecutionError(
        f"no Dask scheduler answers at {scheduler!r}: {error}; expected an address such as tcp://10.0.0.1:8786"
    )

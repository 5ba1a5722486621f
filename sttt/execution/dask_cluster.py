"""An executor on a Dask cluster: the scheduler hands the work out, and again when a worker is lost.

Needs the extra ``dask``; imported only where a cluster is asked for. Workers have this project and the players
installed as the driver has, which is looked at before each piece of work, and a thread each (``--nthreads 1``), so
that no two games share a core.
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
"""Seconds in which the scheduler has to answer."""

WORKER_SECONDS = 5.0
"""Seconds without any worker before that is told."""
AHEAD = 256
"""Pieces of work that the scheduler has at once, more than a cluster has workers."""

_TALKATIVE = ("distributed", "distributed.client", "tornado", "asyncio")
"""Loggers that tell of a lost connection at length; an error of ours tells of it in a line."""


@dataclass(frozen=True)
class _OtherCode:
    """The answer of a worker whose code differs from the driver's; Dask would cut an error of this length."""

    worker: str
    found: Provenance


def _do(work: Callable[[_Item], _Done], expected: str, item: _Item) -> _Done | _OtherCode:
    """Do a piece of work on a worker, whenever that has come to the cluster, if it has the driver's code."""
    found = provenance()
    if str(found) != expected:
        return _OtherCode(get_worker().address, found)
    return work(item)


@dataclass(frozen=True)
class DaskExecutor:
    """An `Executor` whose work is done by the workers of one scheduler."""

    scheduler: str
    """Its address, such as ``tcp://10.0.0.1:8786``."""
    say: Callable[[str], None] = logging.getLogger(__name__).warning
    """Tells people what is waited for."""

    def execute(
        self, work: Callable[[_Item], _Done], items: Iterable[_Item]
    ) -> Generator[tuple[int, _Done], None, None]:
        """Yield each item's index and `work(item)` as soon as it is done; raises `ExecutionError`.

        Closing the generator takes back what no worker has begun; what is under way there goes on to its end, unheard.
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
        """Say so where there is no worker yet, which may take as long as people do; the work waits for the first."""
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
    """See whether anybody listens: a client that finds nobody goes on trying for a minute after having failed.

    Raises `ExecutionError` if nobody does.
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

"""An executor on a Dask cluster. The scheduler distributes the work, and repeats the work of a lost worker.

Needs the extra ``dask`` and is imported only when a cluster is asked for. Workers must have the same versions of this
project and of the players installed as the driver; this is checked before each piece of work. Each worker should run
one thread (``--nthreads 1``), so that no two games share a core.
"""

import asyncio
import logging
import math
import socket
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar, cast
from urllib.parse import urlsplit

from dask import config
from distributed import Client, KilledWorker, as_completed, get_worker

from sttt.errors import ExecutionError
from sttt.execution.dask_builds import absent, sent
from sttt.execution.executor import Again, Work
from sttt.execution.place import name_place
from sttt.execution.provenance import Provenance, provenance
from sttt.execution.revision import RevisionBuild

_Item = TypeVar("_Item")
_Done = TypeVar("_Done")
_Client = Any  # Dask's clients and futures, of which it tells no types

CONNECT_SECONDS = 10
"""Seconds after which a scheduler that does not answer counts as unreachable."""

WORKER_SECONDS = 5.0
"""Seconds without any worker before the user is told."""
AHEAD = 3
"""Pieces of work submitted to the scheduler for each thread: one under way, and two waiting."""
LEAST_AHEAD = 32
"""Pieces of work submitted at once, however few threads there are yet."""
LOOK_SECONDS = 1.0
"""Seconds between two looks at how many threads there are."""

PAUSE_SECONDS = 1.0
"""Seconds before work is given out again where all workers are unfit for it."""

_TALKATIVE = ("distributed", "distributed.client", "tornado", "asyncio")
"""Loggers that describe a lost connection at length; our own error describes it in one line."""


@dataclass(frozen=True)
class _OtherCode:
    """The answer of a worker with other code than the driver's; not an error, because Dask truncates long errors."""

    found: Provenance


@dataclass(frozen=True)
class _Task(Generic[_Item, _Done]):
    """A kind of work as workers do it, however late they have joined the cluster."""

    work: Work[_Item, _Done]
    code: str
    """The driver's provenance, which must be the worker's."""
    builds: tuple[str, ...] = ()
    """Names of the builds that the worker must have installed."""

    def __call__(self, item: _Item) -> tuple[str, _Done | Again[_Item, _Done] | _OtherCode]:
        """Do a piece of it; return the worker's address with the answer."""
        found, worker = provenance(), get_worker().address
        name_place(worker.partition("://")[2])
        if str(found) != self.code:
            return worker, _OtherCode(found)
        problem = absent(self.builds)
        return worker, Again(item, problem, unfit=True) if problem else self.work(item)


@dataclass(frozen=True)
class DaskExecutor:
    """An `Executor` that has its work done by the workers of one Dask scheduler."""

    scheduler: str
    """Address of the scheduler, such as ``tcp://10.0.0.1:8786``."""
    say: Callable[[str], None] = logging.getLogger(__name__).warning
    """Function that tells the user what is being waited for."""
    builds: tuple[RevisionBuild, ...] = ()
    """Builds that each worker is sent before it works."""

    far: ClassVar[bool] = True

    def execute(self, work: Work[_Item, _Done], items: Iterable[_Item]) -> Generator[tuple[int, _Done], None, None]:
        """Yield each item's index and `work(item)` as soon as it is done; raises `ExecutionError`.

        Closing the generator cancels what no worker has begun; what a worker has begun runs to its end and is
        discarded. What a worker gives back for trouble of its own is given to another one, as long as there is any.
        """
        task = _Task(work, str(provenance()), tuple(build.name for build in self.builds))
        with self._connect() as client, self._errors_named(), sent(client, self.builds):
            left, room = enumerate(items), _Room(client)
            under_way = {
                client.submit(task, item, pure=False): (index, item) for index, item in islice(left, LEAST_AHEAD)
            }
            self._await_worker(client)
            ended = as_completed(list(under_way), loop=client.loop, with_results=True)
            unfit = _Unfit(self.scheduler, client, self.say)
            for future, result in ended:
                if isinstance(result, CancelledError):  # it comes instead of a result when the scheduler is lost
                    raise result
                index, item = under_way.pop(future)
                worker, answer = result
                if isinstance(answer, _OtherCode):
                    there = provenance().differences(answer.found)
                    answer = Again(item, f"has other code: {there}; expected what is installed here", unfit=True)
                if isinstance(answer, Again):
                    others = unfit.others(worker, answer)
                    following = client.submit(
                        task, answer.left, pure=False, workers=others or None, allow_other_workers=bool(others)
                    )
                    under_way[following] = index, answer.left
                    ended.add(following)
                    if answer.done is not None:
                        yield index, answer.done
                    continue
                unfit.worked = True
                yield index, answer  # before more is taken: whoever gives it out learns from this
                for further in islice(left, max(0, room.size() - len(under_way))):
                    following = client.submit(task, further[1], pure=False)
                    under_way[following] = further
                    ended.add(following)

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Raise what a lost scheduler or an unfit worker leads to as `ExecutionError`."""
        try:
            yield
        except KilledWorker as error:
            raise ExecutionError(f"{self.scheduler}: one piece of work has cost several workers: {error}") from error
        except (CancelledError, asyncio.CancelledError, OSError, ImportError, AttributeError) as error:
            raise ExecutionError(
                f"{self.scheduler}: {type(error).__name__}: {error}; expected a scheduler that stays, and workers "
                "with the same packages installed"
            ) from error

    @contextmanager
    def one_by_one(self, work: Callable[[_Item], bytes]) -> Iterator[list["RemoteWorker[_Item]"]]:
        """Provide as many stand-ins for workers as the cluster has threads, to be asked by as many threads here."""
        with self._connect() as client:
            self._await_worker(client)
            threads = sum(client.nthreads().values())
            yield [RemoteWorker(client, work) for _ in range(max(1, threads))]

    def _await_worker(self, client: _Client) -> None:
        """Tell the user if there is no worker yet. The work is then done when the first worker joins."""
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError:
            self.say(
                f"{self.scheduler} has no workers; waiting for the first, such as "
                f"`dask worker {self.scheduler} --nthreads 1`"
            )

    def _connect(self) -> _Client:
        for name in _TALKATIVE:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        knock(self.scheduler)
        if _is_open(self.scheduler):
            self.say(f"{self.scheduler} has no lock: whoever reaches it runs any code there; tls:// asks for a key")
        try:
            return Client(self.scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:  # the last one where encryption is required
            raise _unreachable(self.scheduler, error) from error


class RemoteWorker(Generic[_Item]):
    """A stand-in for whichever worker of a cluster is free, used as `sttt.execution.worker.Worker` is."""

    def __init__(self, client: _Client, work: Callable[[_Item], bytes]) -> None:
        self._client = client
        self._task = _Task(work, str(provenance()))
        self._asked: tuple[_Item, _Client] | None = None

    def do(self, item: _Item, seconds: float = math.inf) -> bytes:
        """Return `work(item)`; raises `ExecutionError` if that takes too long, is given up or costs workers."""
        future = self._client.submit(self._task, item, pure=False)
        self._asked = item, future
        try:
            worker, answer = future.result(timeout=None if seconds == math.inf else seconds)
        except (TimeoutError, CancelledError, asyncio.CancelledError, KilledWorker, OSError) as error:
            future.cancel()
            raise ExecutionError(f"no worker of the cluster has answered: {type(error).__name__}") from error
        if isinstance(answer, _OtherCode):
            raise ExecutionError(f"the worker {worker} has other code: {provenance().differences(answer.found)}")
        return cast("bytes", answer)

    def give_up(self, item: _Item) -> None:
        """Cancel one item, if it is the one under way; a worker that has begun it goes on for nobody."""
        if self._asked and self._asked[0] is item:
            self._asked[1].cancel()

    def close(self) -> None:
        """Cancel what is under way."""
        if self._asked:
            self._asked[1].cancel()


class _Room:
    """The room for work that waits at a scheduler, by the number of threads it has."""

    def __init__(self, client: _Client) -> None:
        self._client = client
        self._looked = -math.inf
        self._size = LEAST_AHEAD

    def size(self) -> int:
        """Return how many pieces of work may be under way, counted anew now and then."""
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._looked = time.monotonic()
            self._size = max(LEAST_AHEAD, AHEAD * sum(self._client.nthreads().values()))
        return self._size


class _Unfit:
    """The workers that are to get no work, as long as there are others."""

    def __init__(self, scheduler: str, client: _Client, say: Callable[[str], None]) -> None:
        self._scheduler, self._client, self._say = scheduler, client, say
        self._named: set[str] = set()
        self.worked = False
        """True as soon as a worker has done a piece of work."""

    def others(self, worker: str, answer: Again[_Item, _Done]) -> list[str]:
        """Return the workers that should do the work which one has given back; say of an unfit one that it is none.

        Raises `ExecutionError` where no worker is fit and none has ever been; later, others are waited for.
        """
        said = f"{self._scheduler}: the worker {worker} {answer.reason}"
        known = set(self._client.nthreads())
        if answer.unfit and worker not in self._named:
            self._named.add(worker)
            if known <= self._named and not self.worked:
                raise ExecutionError(said)
            self._say(f"{said}; it gets no work")
        if known <= self._named:
            time.sleep(PAUSE_SECONDS)
        return sorted(known - self._named - {worker})


def knock(scheduler: str) -> None:
    """Check that something listens at the scheduler's address; raises `ExecutionError` if nothing does.

    Done before a `Client` is made, because a client that finds nobody keeps trying for a minute after it has failed,
    and one without a key writes more than our own line.
    """
    try:
        address = urlsplit(scheduler)
        socket.create_connection((address.hostname or "", address.port or 0), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise _unreachable(scheduler, error) from error
    key = config.get("distributed.comm.tls.client.key")
    if address.scheme == "tls" and not (key and Path(key).is_file()):
        raise ExecutionError(
            f"{scheduler}: no key for TLS; expected DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY to name its file"
        )


def _is_open(scheduler: str) -> bool:
    """Return whether other machines may reach the scheduler without a key."""
    address = urlsplit(scheduler)
    host = address.hostname or ""
    return address.scheme != "tls" and host != "localhost" and not host.startswith("127.") and host != "::1"


def _unreachable(scheduler: str, error: Exception) -> ExecutionError:
    return ExecutionError(
        f"no Dask scheduler answers at {scheduler!r}: {error}; expected an address such as tcp://10.0.0.1:8786"
    )

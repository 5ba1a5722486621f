"""The builds that a match needs, sent as wheels to the workers of a Dask cluster, to those that join late, too."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import ClassVar

from distributed import Client, WorkerPlugin

from sttt.errors import ExecutionError
from sttt.execution.revision import RevisionBuild, build_named, install


@dataclass
class Sent(WorkerPlugin):  # type: ignore[misc]  # Dask tells no types
    """A wheel on its way, which every worker installs before it works, below its own ``~/.cache/sttt/builds``."""

    build: str
    wheel: str
    content: bytes = field(repr=False)
    name: str = ""

    problems: ClassVar[dict[str, str]] = {}
    """Why a build could not be installed in this process."""

    async def setup(self, worker: object) -> None:  # noqa: ARG002 - as Dask calls it
        """Install it in a thread, so that the worker goes on answering. One that cannot is told apart by `absent`."""
        try:
            await asyncio.to_thread(install, self.build, self.wheel, self.content)
        except (ExecutionError, OSError) as error:
            self.problems[self.build] = str(error)


@contextmanager
def sent(client: Client, builds: Sequence[RevisionBuild]) -> Iterator[None]:
    """Have every worker install the builds, now or when it joins during the block."""
    plugins = [Sent(one.name, one.wheel().name, one.wheel().read_bytes(), f"sttt-build-{one.name}") for one in builds]
    for plugin in plugins:
        client.register_plugin(plugin)
    try:
        yield
    finally:
        with suppress(OSError, CancelledError, asyncio.CancelledError):  # a scheduler that is lost keeps nothing
            for plugin in plugins:
                client.unregister_worker_plugin(plugin.name)


def absent(builds: Sequence[str]) -> str | None:
    """Say which of the builds is not installed on this worker, and why; None if all are."""
    for name in builds:
        if not build_named(name).is_there:
            return f"has no build {name}: {Sent.problems.get(name, 'it was sent none')}"
    return None

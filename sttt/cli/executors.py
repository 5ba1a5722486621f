"""The options that say where work is done."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

from sttt.arena.executor import Executor
from sttt.arena.processes import LocalExecutor, cores

_Command = Callable[..., Any]


def executor_options(command: _Command) -> _Command:
    """Add --executor, --scheduler and --jobs."""
    for option in (
        click.option(
            "--scheduler", metavar="ADDRESS", help="The Dask scheduler's address, such as tcp://10.0.0.1:8786."
        ),
        click.option(
            "--executor",
            "where",
            type=click.Choice(["local", "dask"]),
            default="local",
            show_default=True,
            help="Work in processes here, or on the workers of a Dask scheduler.",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(min=1, max=cores(), clamp=True),
            help=f"Processes at once, at most one for each core.  [default: {cores()}, all cores]",
        ),
    ):
        command = option(command)
    return command


def make_executor(where: str, scheduler: str | None, jobs: int | None) -> Executor:
    """Return the executor that the options ask for; raises `click.UsageError` if they contradict each other."""
    if where == "local":
        if scheduler is not None:
            raise click.UsageError("--scheduler needs --executor dask; expected no address for work done here")
        return LocalExecutor(jobs or cores())
    if scheduler is None or jobs is not None:
        raise click.UsageError("--executor dask works where its scheduler says; expected --scheduler and no --jobs")
    try:
        cluster = import_module("sttt.arena.dask_cluster")
    except ImportError as error:
        raise click.UsageError(f"{error}; expected the extra `dask`: pip install 'sttt[dask]'") from error
    executor: Executor = cluster.DaskExecutor(scheduler)
    return executor

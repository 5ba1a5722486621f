"""``sttt settle``: the value of Super Tic-Tac-Toe, first turn by first turn."""

import json
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Protocol, TypeVar

import click
from rich.table import Table

from sttt.cli.numbers import Count
from sttt.cli.options import Workplace, json_option
from sttt.cli.output.reply_status import decided, reply_line, reply_table, total
from sttt.cli.output.tables import live_table, with_live_table
from sttt.distribution import version
from sttt.errors import printable
from sttt.execution.executor import LocalExecutor, cores
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_squares
from sttt.kernel.transposition_table import table_bits_of
from sttt.strict_json import JsonObject
from sttt.workshop.certify.certify import CertificateTask, certify, write_whole
from sttt.workshop.certify.made_lines import count_lines
from sttt.workshop.settle.certified import take_over
from sttt.workshop.settle.first_turn import FirstTurn, FirstTurnStatus, first_turns
from sttt.workshop.settle.first_turn_task import (
    SettleTask,
    read_status,
    settle_away,
    take_back,
)
from sttt.workshop.settle.first_turn_task import settle as settle_one
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge
from sttt.workshop.settle.reply_status import read_reply_status
from sttt.workshop.settle.reply_task import (
    ReplyTask,
    settle_replies,
    settle_replies_away,
    shared_out,
    take_replies_back,
)

WORDS = {None: "open", X_NEVER_WINS: "held", X_WINS: "x wins"}


@click.command(short_help="Prove of each first turn that X never wins after it, or does.")
@click.option(
    "--first",
    "wanted",
    multiple=True,
    metavar="TURN",
    help="Settle this first turn of X's, as 51+55; again for more.  [default: all]",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default="settling",
    show_default=True,
    help="Where the work files are: the same command goes on from them.",
)
@click.option("--nodes", type=Count(), help="Solver nodes after which a first turn is left.  [default: never]")
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=cores(), clamp=True),
    help="First turns at once, each with a table of its own; with --replies, replies at once.  [default: 1]",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Work on the workers of this Dask scheduler, such as tcp://10.0.0.1:8786, and bring back what they find.",
)
@click.option("--table-mb", type=click.IntRange(1, 2**20), default=1024, show_default=True, help="Size of a table.")
@click.option(
    "--warm-turns",
    type=click.IntRange(0, 12),
    default=7,
    show_default=True,
    help="Begin with a search of the start for a win within that number of turns.",
)
@click.option(
    "--certificates",
    "directory",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write a certificate of each first turn that is held here, for `sttt verify`.",
)
@click.option(
    "--known",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Count what the certificates in this directory hold as known; `sttt verify` checks them.",
)
@click.option(
    "--replies",
    "are_replies",
    is_flag=True,
    help="Settle all of O's replies to these first turns, not the first turns themselves.",
)
@click.option(
    "--from-scratch",
    is_flag=True,
    help="With --replies: find out anew what ships as known. What the work files hold counts.",
)
@json_option
def settle(  # noqa: PLR0913 - one parameter per option
    *,
    wanted: tuple[str, ...],
    folder: Path,
    nodes: int | None,
    jobs: int | None,
    scheduler: str | None,
    table_mb: int,
    warm_turns: int,
    directory: Path | None,
    known: Path | None,
    are_replies: bool,
    from_scratch: bool,
    as_json: bool,
) -> None:
    """Prove of each of X's first turns that X never wins, or that it does.

    Proof-number search over whole turns, with the exact solver at the leaves; O's replies in the shipped book are tried
    first. What was found out about each position is in the work files: a run that was broken off, however that was,
    goes on when the command is given again.

    With --replies the question is what each of O's replies is worth: within how many turns X wins, or that it never
    does. Those like the ones that were decided with fewest nodes come first.
    """
    if scheduler and nodes is None:
        raise click.UsageError("a worker of --scheduler brings back what it has found when it ends; expected --nodes")
    if from_scratch and not are_replies:
        raise click.UsageError(
            "--from-scratch is for O's replies: of first turns nothing that ships counts as known; expected --replies"
        )
    names = Names()
    chosen = [names.of(turn) for turn in wanted] or [first.name for first in names.firsts]
    folder.mkdir(parents=True, exist_ok=True)
    if known:
        take_over(names.judge, known, folder)
    where = _Where(jobs, scheduler)
    if are_replies:
        bits, threads = table_bits_of(table_mb), jobs or 1
        every = ReplyTask("replies", tuple(chosen), folder, bits, nodes, threads, from_scratch)
        _settle_replies(folder, chosen, shared_out(every) if scheduler else [every], where, as_json=as_json)
        return
    tasks = [SettleTask(name, folder, table_bits_of(table_mb), warm_turns, nodes) for name in chosen]
    waiting = [task for task in tasks if not scheduler or read_status(task.folder, task.first).claim is None]
    with closing(_worked(waiting, (settle_one, settle_away, take_back), where)) as done:
        for _ in with_live_table(done, len(tasks), lambda: _table(folder, chosen), "first turns"):
            pass
    if directory:
        _certify(names, tasks, directory, jobs or 1)
    if as_json:
        click.echo(json.dumps([_to_json(read_status(folder, name)) for name in chosen]))
    else:
        for name in chosen:
            click.echo(printable(_line(read_status(folder, name))))


def _settle_replies(folder: Path, chosen: list[str], tasks: list[ReplyTask], where: "_Where", *, as_json: bool) -> None:
    """Settle O's replies to first turns, and tell of them."""
    with (
        closing(_worked(tasks, (settle_replies, settle_replies_away, take_replies_back), where)) as done,
        live_table(lambda: reply_table(folder, chosen), lambda: decided(folder, chosen), "replies"),
    ):
        for _ in done:
            pass
    some = [read_reply_status(folder, name) for name in chosen]
    if as_json:
        click.echo(json.dumps([asdict(status) for status in some]))
    else:
        for status in [*some, total(some)]:
            click.echo(printable(reply_line(status)))


class _Task(Protocol):
    """A task with its work file."""

    @property
    def work_file(self) -> Path: ...


_T = TypeVar("_T", bound=_Task)
_Told = TypeVar("_Told")

_Ways = tuple[
    Callable[[_T], _Told],
    Callable[[tuple[_T, bytes]], tuple[_Told, bytes]],
    Callable[[_T, _Told, bytes], None],
]
"""The functions that work on a task here, work on it elsewhere, and bring back the results from there."""


@dataclass(frozen=True)
class _Where:
    """Where tasks are worked on, and how many at once."""

    jobs: int | None
    scheduler: str | None


def _worked(tasks: list[_T], ways: _Ways[_T, _Told], where: _Where) -> Generator[None]:
    """Work on tasks here or on a cluster; tell of each that has ended."""
    work, away, take = ways
    if where.scheduler is None:
        with closing(LocalExecutor(where.jobs or 1).execute(work, tasks)) as here:
            for _ in here:
                yield
        return
    sent = [(task, task.work_file.read_bytes() if task.work_file.exists() else b"") for task in tasks]
    with closing(Workplace("dask", where.scheduler, where.jobs).executor().execute(away, sent)) as done:
        for index, (told, content) in done:
            take(tasks[index], told, content)
            yield


def _certify(names: "Names", tasks: list[SettleTask], directory: Path, jobs: int) -> None:
    """Write the certificates that are not there yet, and the manifest of all."""
    origin = f"sttt settle, sttt {version()}"
    held = [task for task in tasks if read_status(task.folder, task.first).claim == X_NEVER_WINS]
    orders = [
        CertificateTask(
            task.first, task.folder, directory, table_bits=task.table_bits, warm_turns=task.warm_turns, origin=origin
        )
        for task in held
    ]
    orders = [order for order in orders if not order.path.exists()]
    with closing(LocalExecutor(jobs).execute(certify, orders)) as done:
        made = with_live_table(done, len(orders), lambda: _made(orders), "certificates")
        for _ in chain([None], made):  # also if all are there
            write_whole(directory, [first.name for first in names.firsts], origin)


def _made(orders: list[CertificateTask]) -> Table:
    table = Table("first", "lines")
    for order in orders:
        lines = count_lines(order.made)
        if lines:
            table.add_row(order.first, f"{lines:,}")
    return table


class Names:
    """The names of first turns."""

    def __init__(self) -> None:
        self.judge = Judge(4)
        self.firsts: list[FirstTurn] = first_turns(self.judge)

    def of(self, turn: str) -> str:
        """Return the name of a first turn that may be written in any of the ways that symmetry allows."""
        key = self.judge.key(Position().play_all(parse_squares(turn)))
        for first in self.firsts:
            if first.branch[0] == key:
                return first.name
        raise click.UsageError(f"{turn} is dominated; expected one of {', '.join(first.name for first in self.firsts)}")


def _table(folder: Path, names: list[str]) -> Table:
    table = Table("first", "", "proof", "disproof", "reply", "positions", "nodes", "nodes/s", "seconds")
    for name in names:
        status = read_status(folder, name)
        if status.seconds:
            table.add_row(*_cells(status))
    return table


def _cells(status: FirstTurnStatus) -> list[str]:
    known = status.claim is not None
    numbers = ["", ""] if known else [f"{status.proof:,}", f"{status.disproof:,}"]
    speed = status.nodes / max(status.seconds, 0.001)
    state = status.note or WORDS[status.claim]
    return [
        status.first, state, *numbers, status.reply, f"{status.positions:,}", f"{status.nodes:,}", f"{speed:,.0f}",
        f"{status.seconds:,.0f}",
    ]  # fmt: skip


def _line(status: FirstTurnStatus) -> str:
    first, state, proof, disproof, reply, positions, nodes, _, seconds = _cells(status)
    numbers = f"{proof}/{disproof}" if proof else ""
    return f"{first:6} {state:7} {reply:6} {numbers:14} {positions:>10} positions {nodes:>15} nodes {seconds:>8} s"


def _to_json(status: FirstTurnStatus) -> JsonObject:
    return asdict(status) | {"verdict": WORDS[status.claim]}

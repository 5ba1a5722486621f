"""The progress of settling the replies to X's first turns, for people and for programs."""

from pathlib import Path

from rich.table import Table

from sttt.workshop.settle.reply_status import ReplyStatus, read_reply_status


def reply_table(folder: Path, names: list[str]) -> Table:
    """Return a line for each first turn, and one for all."""
    table = Table("first", "replies", "held", "x wins within", "open", "nodes each", "nodes", "seconds")
    some = [read_reply_status(folder, name) for name in names]
    for status in some:
        if status.replies:
            table.add_row(*_cells(status))
    table.add_row(*_cells(total(some)), style="bold")
    return table


def decided(folder: Path, names: list[str]) -> tuple[int, int]:
    """Return how many replies to some first turns are won or held, and how many there are."""
    whole = total([read_reply_status(folder, name) for name in names])
    return whole.replies - whole.open, whole.replies


def reply_line(status: ReplyStatus) -> str:
    """Return how far the replies to one first turn are, or to all."""
    first, replies, held, won, left, _, nodes, seconds = _cells(status)
    return (
        f"{first:6} {replies:>5} replies {held:>5} held {left:>5} open {nodes:>16} nodes {seconds:>7} s  x wins: {won}"
    )


def total(some: list[ReplyStatus]) -> ReplyStatus:
    """Add up."""
    whole = ReplyStatus("all")
    whole.budget = min((status.budget for status in some if status.open), default=0)
    for status in some:
        whole.replies += status.replies
        whole.held += status.held
        whole.open += status.open
        whole.nodes += status.nodes
        whole.seconds += status.seconds
        for turns, count in status.won.items():
            whole.won[turns] = whole.won.get(turns, 0) + count
    return whole


def _cells(status: ReplyStatus) -> list[str]:
    won = ", ".join(f"{turns}: {count:,}" for turns, count in sorted(status.won.items()))
    counts = [f"{status.replies:,}", f"{status.held:,}", won, f"{status.open:,}"]
    return [status.first, *counts, f"{status.budget:,}", f"{status.nodes:,}", f"{status.seconds:,.0f}"]

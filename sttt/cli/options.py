"""Options that several subcommands share."""

import math
from collections.abc import Callable
from typing import Any

import click

from sttt.arena.answer import Terms
from sttt.arena.clocks import GameClock
from sttt.arena.processes import cores
from sttt.registry import without_book

DEFAULT_SECONDS = 1.0

_Command = Callable[..., Any]


class Seconds(click.FloatRange):
    """A positive, finite number of seconds."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, or fail as wrong input."""
        seconds: float = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is not a number of seconds; expected a finite one such as 0.5", param, ctx)
        return seconds


def terms_options_with(default: str) -> Callable[[_Command], _Command]:
    """Return a decorator that adds --time, --nodes and --depth; `default` says what holds without --time."""

    def add(command: _Command) -> _Command:
        for option in (
            click.option("--depth", type=click.IntRange(min=1), help="Search at most this many plies deep."),
            click.option("--nodes", type=click.IntRange(min=1), help="Search at most this many nodes per turn."),
            click.option("--time", "seconds", type=Seconds(), help=f"Wall-clock limit per turn.  [default: {default}]"),
        ):
            command = option(command)
        return command

    return add


terms_options = terms_options_with(f"{DEFAULT_SECONDS:g}, or none with --nodes or --depth")


def make_terms(seconds: float | None, nodes: int | None, depth: int | None, clock: GameClock | None = None) -> Terms:
    """Return the terms of a turn; the default time limit would make searches limited otherwise irreproducible."""
    if seconds is not None and clock is not None:
        raise click.UsageError("--time is for each turn and --clock for all of them; expected at most one of the two")
    if seconds is None and nodes is None and depth is None and clock is None:
        seconds = DEFAULT_SECONDS
    return Terms(seconds, nodes, depth, clock)


seed_option = click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of everything that players draw by lot."
)

jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), help=f"Games played at once.  [default: number of cores, here {cores()}]"
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of tables.")


def seated(player: str, *, no_book: bool) -> str:
    """Return the name of the player that is to play, given --no-book or not."""
    return without_book(player) if no_book else player


no_book_option = click.option(
    "--no-book", is_flag=True, help="Have players that know an opening book (NAME) play without it (as NAME-no-book)."
)

"""The message for too few or too many words after a command: one line with an example."""

import re
from collections.abc import Mapping

import click

from sttt.kernel.builds import slowness
from sttt.telling import tell_once

EXAMPLES: Mapping[str, str] = {
    "archive": "archive games.db list",
    "archive picture": "archive games.db picture 1 game.gif",
    "archive replay": "archive games.db replay 1",
    "check-player": "check-player ./bot",
    "class": "class new csci1901-2004 spring",
    "class grade-one": "class grade-one spring fish.zip",
    "class new": "class new csci1901-2004 spring",
    "convert": "convert games.db games.jsonl",
    "experiment": "experiment four-by-four",
    "grade": "grade alpha-beta",
    "match": "match alpha-beta offensive",
    "perft": "perft 2",
    "puzzles grade": "puzzles grade puzzles.json",
    "puzzles": "puzzles make connect-four puzzles.json",
    "puzzles make": "puzzles make connect-four puzzles.json",
    "referee": "referee cs540 ./one ./two",
    "report": "report games.db",
    "tournament": "tournament rules offensive greedy",
    "tune": "tune four-by-four",
    "verify": "verify docs/certificates",
}
"""A line to type for each command that does nothing without arguments, by the command's words."""

_EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)


def warn_of_slowness() -> None:
    """Say once on standard error that the players run interpreted, where they do."""
    if told := slowness():
        tell_once(f"warning: {told}")


def complaint(error: click.ClickException) -> str:
    """Return what was wrong with a command line: what, at which command, and what was expected."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    wrong = _wrong(error)
    if context is None or wrong is None:
        return error.format_message()
    words = [one.info_name or "" for one in _chain(context)]
    usage = " ".join([context.command_path, *context.command.collect_usage_pieces(context)])
    example = EXAMPLES.get(" ".join(words[1:]))
    such_as = f", such as `sttt {example}`" if example else ""
    return f"`{' '.join(words)}` {wrong}; expected `{usage}`{such_as}"


def _wrong(error: click.ClickException) -> str | None:
    """Say what is wrong with the number of arguments, None where it is something else."""
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument):
        return f"was given no {error.param.make_metavar(error.ctx) if error.ctx else error.param.name}"
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return "was given too few arguments"
    extra = _EXTRA.fullmatch(error.message)
    return f"has no use for {extra[1]!r}" if extra else None


def _chain(context: click.Context) -> list[click.Context]:
    """Return a command's contexts, the outermost first."""
    return [*(_chain(context.parent) if context.parent else []), context]

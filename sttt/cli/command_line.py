"""The composition root: the subcommands, and how errors leave the program."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from importlib import import_module
from typing import Any

import click

from sttt.cli.output.streams import standard_streams
from sttt.cli.output.tables import standard_error
from sttt.cli.usage import complaint
from sttt.distribution import version
from sttt.errors import StttError
from sttt.execution.provenance import commit
from sttt.kernel.builds import build_name

COMMANDS = {
    "play": "play.command",
    "perft": "commands.bench",
    "move": "commands.analyze",
    "referee": "commands.check_player",
    "scheme-path": "commands.players",
} | {
    name: f"commands.{name.replace('-', '_')}"
    for name in (
        "serve",
        "analyze",
        "solve",
        "settle",
        "trace",
        "ugi",
        "match",
        "tournament",
        "experiment",
        "archive",
        "grade",
        "report",
        "book",
        "puzzles",
        "verify",
        "players",
        "check-player",
        "doctor",
        "bench",
        "tune",
    )
}
"""The module of each subcommand, in which it has its own name; loaded when somebody asks for it."""


_OF_THE_DISK = {ENOSPC, EDQUOT, EFBIG, EIO}
"""Errors that can come from any file and are no mistake of the program."""


class _Commands(click.Group):
    """Subcommands, each loaded when it is asked for: a command that starts soon has not loaded the others.

    Their reader may go away before they have written everything, as `head` does.
    """

    def list_commands(self, context: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        """Return the names of all subcommands."""
        return sorted(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:  # noqa: ARG002 - the same
        """Load a subcommand; None if there is none of this name."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"sttt.cli.{COMMANDS[name]}"), name.replace("-", "_"))
        return command

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """Read the command line, and perhaps print help."""
        with _reader_may_go_away():
            return super().make_context(*arguments, **options)

    def resolve_command(
        self, context: click.Context, words: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand that the first word names."""
        try:
            return super().resolve_command(context, words)
        except click.UsageError as error:
            raise click.UsageError(f"{error.format_message()} `sttt --help` lists all commands.") from error

    def invoke(self, context: click.Context) -> object:
        """Run the subcommand, and write what is still to be written."""
        with _reader_may_go_away():
            status = super().invoke(context)
            sys.stdout.flush()
            return status


@contextmanager
def _reader_may_go_away() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise click.exceptions.Exit(141) from error


def _version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's callback
    """Say which version this is, of which commit, and whether its searches are compiled."""
    if wanted:
        click.echo(f"sttt {version()}, commit {commit() or 'unknown'}, {build_name()}")
        context.exit()


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show what runs.")
@click.pass_context
def cli(context: click.Context) -> None:
    """Play, referee, rate and analyze Super Tic-Tac-Toe and its siblings."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command line: what is wrong is one line on standard error and exit status 2, Ctrl-C is 130."""
    with standard_streams():
        sys.exit(_status())


def _status() -> int:
    try:
        status = cli.main(prog_name="sttt", standalone_mode=False)
    except click.ClickException as error:
        return _complain(complaint(error))
    except StttError as error:
        return _complain(str(error))
    except OSError as error:
        if error.errno not in _OF_THE_DISK:
            raise  # a mistake of ours, which a traceback shows
        return _complain(f"{error.filename or 'a file'}: {error.strerror}; expected room to write")
    except (click.Abort, KeyboardInterrupt):
        standard_error().say("interrupted")
        return 130
    return status if isinstance(status, int) else 0


def _complain(message: str) -> int:
    standard_error().say(f"sttt: {' '.join(message.split())}")
    return 2

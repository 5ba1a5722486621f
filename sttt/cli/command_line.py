"""The composition root: the subcommands, and how errors leave the program."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from importlib import import_module
from keyword import iskeyword
from typing import Any

import click

from sttt.cli.output.streams import standard_streams
from sttt.cli.usage import complaint
from sttt.errors import StttError

COMMANDS = {
    "analyze": ("commands.analyze", "Show the turn a player would make, its score and reason."),
    "archive": ("commands.archive", "List, export and replay the games of a tournament's archive."),
    "bench": ("commands.bench", "Measure the engine's speed on fixed positions."),
    "book": ("commands.book", "Build an opening book, or see what is in one."),
    "check-player": ("commands.check_player", "Check whether a program follows its protocol."),
    "class": ("course.command", "Grade a class: build, check, grade, tournament, pages."),
    "convert": ("commands.archive", "Write the games of a file in another form."),
    "doctor": ("commands.doctor", "Say what runs here, and try every installed player."),
    "experiment": ("commands.experiment", "Compare two players from every opening."),
    "grade": ("commands.grade", "Grade a player as the course did."),
    "kaggle-agent": ("commands.players", "Write our Connect 4 player as an agent of Kaggle's ConnectX."),
    "match": ("commands.match", "Play games between two players; say who is better."),
    "move": ("commands.analyze", "Choose a turn for the position on standard input."),
    "perft": ("commands.bench", "Count the sequences of placements of a given length."),
    "play": ("play.command", "Play at the terminal."),
    "players": ("commands.players", "List the players and protocols."),
    "puzzles": ("commands.puzzles", "Solve puzzles, make them with one proven answer, and check them."),
    "referee": ("commands.check_player", "Referee one game of two programs by their assignment's rules."),
    "report": ("commands.report", "Make a page of games, with ratings, charts and replays."),
    "scheme-path": ("commands.players", "Say where the file lies that a Scheme referee loads."),
    "serve": ("commands.serve", "Play in the browser."),
    "settle": ("commands.settle", "Prove of each first turn that X never wins after it, or does."),
    "solve": ("commands.solve", "Prove who wins a position, and in how many turns."),
    "tournament": ("commands.tournament", "Let two or more players meet."),
    "trace": ("commands.trace", "Show the search trees of a 3x3 position."),
    "tune": ("commands.tune", "Learn an evaluation of a game."),
    "ugi": ("commands.ugi", "Be an engine of the Universal Game Interface."),
    "verify": ("commands.verify", "Check what FILE claims to prove, from the rules alone."),
}
"""The module of each subcommand, in which it has its own name, and the summary that stands in the list of all.

It is loaded when somebody asks for it, not to list it: all of them take a second.
"""

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
        attribute = f"{name}_" if iskeyword(name) else name.replace("-", "_")
        command: click.Command = getattr(import_module(f"sttt.cli.{COMMANDS[name][0]}"), attribute)
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of all subcommands, of which none is loaded."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(context)])

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
            from sttt.entry_points import alike  # noqa: PLC0415 - a command that there is needs none of it

            meant = "" if words[0].startswith("-") else alike(words[0], COMMANDS)
            said = f"No such command {words[0]!r}; did you mean {meant}?" if meant else error.format_message()
            raise click.UsageError(f"{said} `sttt --help` lists all commands.") from error

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
        from sttt.distribution import version  # noqa: PLC0415 - for this alone
        from sttt.execution.provenance import commit  # noqa: PLC0415 - the same
        from sttt.kernel.builds import build_name  # noqa: PLC0415 - the same

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
        _say("interrupted")
        return 130
    return status if isinstance(status, int) else 0


def _complain(message: str) -> int:
    _say(f"sttt: {' '.join(message.split())}")
    return 2


def _say(line: str) -> None:
    from sttt.cli.output.tables import standard_error  # noqa: PLC0415 - its tables take half of the time to start

    standard_error().say(line)

"""The composition root: the subcommands, and how errors leave the program."""

import sys

import click

from sttt.cli.analyze import analyze
from sttt.cli.archive import archive
from sttt.cli.bench import bench
from sttt.cli.book import book
from sttt.cli.check_player import check_player
from sttt.cli.doctor import doctor
from sttt.cli.experiment import experiment
from sttt.cli.grade import grade
from sttt.cli.match import match
from sttt.cli.move import move
from sttt.cli.perft import perft
from sttt.cli.play.command import play
from sttt.cli.players import players
from sttt.cli.referee import referee
from sttt.cli.report import report
from sttt.cli.serve import serve
from sttt.cli.solve import solve
from sttt.cli.tournament import tournament
from sttt.cli.trace import trace
from sttt.errors import StttError

COMMANDS: tuple[click.Command, ...] = (
    play,
    serve,
    move,
    analyze,
    solve,
    trace,
    perft,
    match,
    tournament,
    experiment,
    archive,
    grade,
    report,
    book,
    referee,
    players,
    check_player,
    doctor,
    bench,
)


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sttt")
@click.pass_context
def cli(context: click.Context) -> None:
    """Play, referee, rate and analyze Super Tic-Tac-Toe and its siblings."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """Run the command line: wrong input is one line on standard error and exit status 2, Ctrl-C is 130."""
    try:
        status = cli.main(prog_name="sttt", standalone_mode=False)
    except click.ClickException as error:
        sys.exit(_complain(error.format_message()))
    except StttError as error:
        sys.exit(_complain(str(error)))
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    sys.exit(status if isinstance(status, int) else 0)


def _complain(message: str) -> int:
    click.echo(f"sttt: {' '.join(message.split())}", err=True)
    return 2

"""A series of games as `match` and `tournament` carry it out: kept in an archive, gone on with, shown on a page."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from sttt.arena.archive.archive import Archive
from sttt.arena.tournaments.plan import Plan
from sttt.arena.tournaments.tournament import Tournament, begin, resume
from sttt.cli.options import grouped
from sttt.cli.output.tables import standard_error


@dataclass(frozen=True)
class Keeping:
    """Where the games are kept, whether to go on with those that are there, and whether a page shows them."""

    file: Path | None
    again: bool
    live: bool

    @contextmanager
    def series(self, plan: Plan, jobs: int) -> Iterator[Tournament]:
        """Provide the series of a plan, as a page shows it where one is asked for: meanwhile, and until Ctrl-C.

        Such a page needs a file, and gets one for the time being if none is named.
        """
        if self.again and self.file is None:
            raise click.UsageError("--resume needs --archive; expected the file of the series to go on with")
        with self._place() as file, Archive(file) as archive:
            series = resume(plan, archive) if self.again else begin(plan, archive)
            with _page(file if self.live else None, series.number, jobs):
                yield series

    @contextmanager
    def _place(self) -> Iterator[Path | None]:
        if self.file or not self.live:
            yield self.file
            return
        with TemporaryDirectory(prefix="sttt-live-") as folder:
            yield Path(folder) / "games.sqlite"

    @contextmanager
    def resumable(self) -> Iterator[None]:
        """Print the command that goes on with a series in an archive: now, and again when it is interrupted."""
        if self.file is None:
            yield
            return
        command = shlex.join(["sttt", *(word for word in sys.argv[1:] if word != "--resume"), "--resume"])
        line = f"to go on with it after an interruption: {command}"
        standard_error().say(line)
        try:
            yield
        except KeyboardInterrupt:
            standard_error().say(line)
            raise


keeping_options = grouped(
    "keeping",
    Keeping,
    click.option(
        "--archive",
        "file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Keep every game in this SQLite file.",
    ),
    click.option("--resume", "again", is_flag=True, help="Go on with the games of this plan in the archive."),
    click.option("--live", is_flag=True, help="Show table and games on a page of this machine, until Ctrl-C."),
)


@contextmanager
def _page(file: Path | None, number: int, jobs: int) -> Iterator[None]:
    """Show the series of that number in a file on a page meanwhile, and afterwards until Ctrl-C."""
    if file is None:
        yield
        return
    from sttt.web.http.app import Settings  # noqa: PLC0415 - the web libraries load for a second
    from sttt.web.http.server import address_of, listen, running_beside  # noqa: PLC0415
    from sttt.web.library.live import Live  # noqa: PLC0415

    listener = listen("127.0.0.1", 0)
    standard_error().say(f"The games are shown at {address_of(listener)}#live - Ctrl-C ends both.")
    settings = Settings(processes=1, sessions=64, archive=file, live=Live(file, number, jobs))
    with running_beside(listener, settings) as server:
        yield
        sys.stdout.flush()
        standard_error().say("The games are over. The page stays until Ctrl-C.")
        with suppress(KeyboardInterrupt):
            server.join()

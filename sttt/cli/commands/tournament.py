"""``sttt tournament``: many players, every game of theirs kept in an archive if one is named."""

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.console import Group, RenderableType

from sttt.arena.archive.archive import Archive
from sttt.arena.play.match import check_players
from sttt.arena.tournaments.plan import Format, Knockout, Plan
from sttt.arena.tournaments.results import TournamentResults
from sttt.arena.tournaments.tournament import begin, resume
from sttt.bounds import MOST_GAMES
from sttt.cli.numbers import Count
from sttt.cli.options import (
    Conditions,
    Workplace,
    beginning,
    conditions_options,
    grouped,
    json_option,
    repeating,
    workplace_options,
)
from sttt.cli.output.streams import complaining_later
from sttt.cli.output.tables import drawn, standard_error, standard_output, with_live_table
from sttt.execution.executor import cores
from sttt.execution.provenance import provenance
from sttt.players import registry

DEFAULT_GAMES = 2


@dataclass(frozen=True)
class _Schedule:
    """Who plays, who meets whom, and how often."""

    players: tuple[str, ...]
    format_name: str
    games: int | None
    total: int | None
    final_games: int | None
    sections: int | None
    qualifiers: int | None

    def check(self) -> None:
        """Raise `click.UsageError` for what contradicts itself."""
        if self.games is not None and self.total is not None:
            raise click.UsageError("--games is for each meeting and --total for all; expected at most one of the two")
        if self.total is not None and self.format_name == Format.KNOCKOUT:
            raise click.UsageError("nobody knows how many meetings a knockout will have; expected --games, not --total")

    def plan(self, conditions: Conditions) -> Plan:
        """Return the plan of the tournament."""
        entered, games = self._entered(conditions), self.total or self.games or DEFAULT_GAMES
        return Plan(
            game=conditions.game_name,
            format=Format(self.format_name),
            players=entered,
            games=games,
            random_turns=conditions.turns_drawn(entered, games),
            terms=conditions.terms_or_default(),
            seed=conditions.seed,
            build=str(provenance()),
            in_all=self.total is not None,
            knockout=self._knockout(games),
        )

    def _entered(self, conditions: Conditions) -> tuple[str, ...]:
        """Return the names of the players as they are to play, each once and all of this game."""
        registry.game(conditions.game_name)
        entered = tuple(map(conditions.seated, self.players))
        if len(set(entered)) < max(2, len(entered)):
            raise click.UsageError(f"{', '.join(entered)} are not two or more different players; expected each once")
        return conditions.entered(self.players)

    def _knockout(self, games: int) -> Knockout | None:
        if self.format_name != Format.KNOCKOUT:
            if (self.final_games, self.sections, self.qualifiers) != (None, None, None):
                raise click.UsageError("--final-games, --sections and --qualifiers belong to --format knockout")
            return None
        if self.qualifiers is not None and self.sections is None:
            raise click.UsageError("--qualifiers needs --sections; expected how many sections there are")
        return Knockout(self.final_games or games, self.sections or 0, self.qualifiers or Knockout.qualifiers)


@dataclass(frozen=True)
class _Keeping:
    """Where the games are kept, and whether to go on with those that are there."""

    file: Path | None
    again: bool
    live: bool

    @contextmanager
    def place(self) -> Iterator[Path | None]:
        """Provide the file: a page that shows the games needs one, and gets one for the time being if none is named."""
        if self.file or not self.live:
            yield self.file
            return
        with TemporaryDirectory(prefix="sttt-live-") as folder:
            yield Path(folder) / "tournament.sqlite"


@click.command(short_help="Let two or more players meet.")
@grouped(
    "schedule",
    _Schedule,
    click.argument("players", metavar="PLAYER PLAYER...", nargs=-1, required=True),
    click.option(
        "--format",
        "format_name",
        type=click.Choice([one.value for one in Format]),
        default=Format.ROUND_ROBIN.value,
        show_default=True,
        help="Who meets whom.",
    ),
    click.option(
        "--games",
        type=Count(most=MOST_GAMES),
        help=f"Games of each meeting of two players.  [default: {DEFAULT_GAMES}]",
    ),
    click.option(
        "--total",
        type=Count(most=MOST_GAMES),
        help="Games in all, dealt out to the meetings in pairs, instead of --games.",
    ),
    click.option("--final-games", type=Count(most=MOST_GAMES), help="Games of a knockout's final.  [default: --games]"),
    click.option(
        "--sections",
        type=Count(most=MOST_GAMES),
        help="Round robins played first for the places in a knockout.  [default: none, everybody is in it]",
    ),
    click.option(
        "--qualifiers",
        type=Count(most=MOST_GAMES),
        help="How many go on from each section.  [default: 4 with --sections]",
    ),
)
@conditions_options
@workplace_options
@grouped(
    "keeping",
    _Keeping,
    click.option(
        "--archive",
        "file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Keep every game in this SQLite file.",
    ),
    click.option("--resume", "again", is_flag=True, help="Go on with the tournament of this plan in the archive."),
    click.option("--live", is_flag=True, help="Show table and games on a page of this machine, until Ctrl-C."),
)
@json_option
@complaining_later()
def tournament(
    *, schedule: _Schedule, conditions: Conditions, workplace: Workplace, keeping: _Keeping, as_json: bool
) -> None:
    """Have two or more players meet: round robin, the first against all others, or a knockout with a final.

    A player is a name that `sttt players` lists, or PROTOCOL:REST for an external program. A win is worth 2 points, a
    draw 1. With --archive, a tournament that was broken off in any way goes on where it stopped with --resume.
    """
    schedule.check()
    if keeping.again and keeping.file is None:
        raise click.UsageError("--resume needs --archive; expected the file of the tournament to go on with")
    plan = schedule.plan(conditions)
    executor = workplace.executor()
    check_players(plan.players, plan.game)
    with keeping.place() as file, Archive(file) as archive:
        carried_out = resume(plan, archive) if keeping.again else begin(plan, archive)
        results = TournamentResults(carried_out)
        if not as_json:
            standard_output().say(beginning(plan.random_turns))
        with _page(file if keeping.live else None, carried_out.number, workplace.jobs or cores()):
            with _how_to_resume(keeping.file), closing(carried_out.play(executor)) as records:
                total = len(carried_out.due) if plan.knockout is None else None
                for _ in with_live_table(results.taking(records), total, lambda: _table(results)):
                    pass
            if as_json:
                click.echo(json.dumps(results.to_json()))
            else:
                standard_output().print(_table(results))
                for line in repeating(carried_out.openings):
                    standard_output().say(f" {line}")


def _table(results: TournamentResults) -> RenderableType:
    """Draw the tables as they are now."""
    return Group(*map(drawn, results.sheets()))


@contextmanager
def _page(file: Path | None, number: int, jobs: int) -> Iterator[None]:
    """Show the tournament of that number in a file on a page meanwhile, and afterwards until Ctrl-C."""
    if file is None:
        yield
        return
    from sttt.web.http.app import Settings  # noqa: PLC0415 - the web libraries load for a second
    from sttt.web.http.server import address_of, listen, running_beside  # noqa: PLC0415
    from sttt.web.library.live import Live  # noqa: PLC0415

    listener = listen("127.0.0.1", 0)
    standard_error().say(f"The tournament is shown at {address_of(listener)}#live - Ctrl-C ends both.")
    settings = Settings(processes=1, sessions=64, archive=file, live=Live(file, number, jobs))
    with running_beside(listener, settings) as server:
        yield
        sys.stdout.flush()
        standard_error().say("The tournament is over. The page stays until Ctrl-C.")
        with suppress(KeyboardInterrupt):
            server.join()


@contextmanager
def _how_to_resume(file: Path | None) -> Iterator[None]:
    """Print the command that goes on with this tournament: now, and again when it is interrupted."""
    if file is None:
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

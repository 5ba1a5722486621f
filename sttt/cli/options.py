"""Options that several subcommands share; those that belong together reach a command as one object."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from sttt.arena.archive.rows import Selection
from sttt.arena.play.answer import DEFAULT_SECONDS, GameClock, Terms
from sttt.arena.play.match import DEFAULT_TURNS
from sttt.arena.play.openings import TRIES, Openings, RandomOpenings
from sttt.arena.statistics.sprt import EloModel, Sprt
from sttt.bounds import MOST_DEPTH, MOST_SECONDS
from sttt.cli.numbers import MOST_JOBS, Count, Seconds, Whole
from sttt.cli.output.tables import standard_error
from sttt.cli.positions import game_option
from sttt.distribution import needs_extra
from sttt.errors import NumberError, SprtError
from sttt.execution.executor import LocalExecutor, cores
from sttt.execution.revision import builds_of
from sttt.execution.worker import AskedWorker, Worker
from sttt.games.game import Game, Result
from sttt.games.records.record import Ending
from sttt.players import registry

if TYPE_CHECKING:
    from sttt.execution.dask_cluster import DaskExecutor

_Item = TypeVar("_Item")
_Command = Callable[..., Any]  # click calls it with the options' values
Option = Callable[[_Command], _Command]


def grouped(parameter: str, group: type, *options: Option) -> Option:
    """Return a decorator that adds options and hands their values to a command as one `parameter`.

    `group` is a dataclass whose fields are named as the options are; a field without an option keeps its default.
    """
    names = [field.name for field in fields(group)]

    def add(command: _Command) -> _Command:
        @wraps(command)
        def with_group(**values: object) -> Any:
            members = {name: values.pop(name) for name in names if name in values}
            return command(**values, **{parameter: group(**members)})

        decorated: _Command = with_group
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return add


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of tables.")

seed_option: Option = click.option(
    "--seed", type=Whole(), default=1, show_default=True, help="Seed of everything that players draw at random."
)

free_seed_option = click.option(
    "--seed", type=Whole(), help="Seed of everything that players draw at random.  [default: another each time]"
)

jobs_option = click.option(
    "--jobs", type=Count(most=MOST_JOBS), help=f"Games played at once.  [default: number of cores, here {cores()}]"
)

player_option = click.option(
    "--player",
    metavar="NAME",
    help="A player that `sttt players` lists, or PROTOCOL:REST for an external program.  [default: the strongest]",
)


def player_of(game: Game, player: str | None) -> str:
    """Return the player's name, the game's strongest for None; raises `PlayerError` for a player of another game."""
    if player is None:
        return registry.levels(game)[-1].name
    registry.check_game(player, game.name)
    return player


@dataclass(frozen=True, kw_only=True)
class Asking:
    """The options for asking players for a turn."""

    seconds: float | None
    nodes: int | None
    depth: int | None
    clock: GameClock | None = None
    no_book: bool
    seed: int | None

    def terms(self) -> Terms:
        """Return what the options say and nothing else."""
        return Terms(self.seconds, self.nodes, self.depth, self.clock)

    def terms_or_default(self) -> Terms:
        """Return what the options say, else the default time."""
        if self.seconds is not None and self.clock is not None:
            one = "expected at most one of the two"
            raise click.UsageError(f"--time is for each turn and --clock for all of them; {one}")
        return self.terms().or_default()

    def seated(self, player: str) -> str:
        """Return the name of the player that is to play."""
        return registry.without_book(player) if self.no_book else player


def _limits(default: str) -> tuple[Option, ...]:
    return (
        click.option("--time", "seconds", type=Seconds(), help=f"Wall-clock limit per turn.  [default: {default}]"),
        click.option("--nodes", type=Count(), help="Search at most this many nodes per turn."),
        click.option("--depth", type=Count(most=MOST_DEPTH), help="Search at most this many plies deep."),
    )


_no_book_option: Option = click.option(
    "--no-book", is_flag=True, help="Have players that know an opening book (NAME) play without it (as NAME-no-book)."
)

ASKING = (*_limits(f"{DEFAULT_SECONDS:g}, or none with --nodes or --depth"), _no_book_option, seed_option)
asking_options = grouped("asking", Asking, *ASKING)
patient_options = grouped("asking", Asking, *_limits("the player's own"), _no_book_option, free_seed_option)


def _read_clock(text: str) -> GameClock:
    """Read ``60`` or ``60+0.5``; raises `click.BadParameter`."""
    base, plus, increment = text.partition("+")
    try:
        times = float(base), float(increment) if plus else 0.0
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is not a game clock; expected seconds such as 60 or 60+0.5") from error
    try:
        return GameClock(*times)
    except NumberError as error:
        expected = f"expected a positive base and an increment of at least 0, at most {MOST_SECONDS:.0f} s each"
        raise click.BadParameter(f"{text!r} is out of range; {expected}") from error


@dataclass(frozen=True, kw_only=True)
class Conditions(Asking):
    """Under what conditions a series of games is played."""

    game_name: str
    random_turns: int | None
    seed: int

    def entered(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return the names of the players as they are to play; raises `PlayerError` for one of another game."""
        entered = tuple(map(self.seated, players))
        for player in entered:
            registry.check_game(player, self.game_name)
        return entered

    def turns_drawn(self, players: Sequence[str], games: int) -> int:
        """Return how many random turns precede games of these players.

        Raises `click.UsageError` where a player cannot be given a position.
        """
        bound = [player for player in players if not registry.plays_any_position(player)]
        if self.random_turns is None:
            return 0 if bound or games == 1 else DEFAULT_TURNS
        if self.random_turns and bound:
            raise click.UsageError(f"{bound[0]} can only play from the start; expected --random-turns 0")
        return self.random_turns


def beginning(turns: int) -> str:
    """Say from which positions the games of a series begin, for its first line."""
    if not turns:
        return "The games begin with the empty board."
    after = f"{turns} random turn{'' if turns == 1 else 's'}"
    return f"Each two games, sides swapped, begin after the same {after}; with --random-turns 0, with the empty board."


def repeating(openings: Openings | None) -> Iterator[str]:
    """Yield a line that says so where the openings of a series have begun to repeat."""
    if isinstance(openings, RandomOpenings) and openings.distinct is not None:
        number = f"{openings.distinct} opening{'' if openings.distinct == 1 else 's'}"
        yield f"{number} found, symmetric ones counted once; no other in {TRIES} attempts: they repeat in this order"


conditions_options = grouped(
    "conditions",
    Conditions,
    game_option,
    click.option(
        "--random-turns",
        type=Count(0),
        help="Random turns before the players begin; each two games, sides swapped, share theirs, and no other "
        f"games of the two a symmetric one. 0: the true start.  [default: {DEFAULT_TURNS}; 0 for a single game or for "
        "programs that can only play from the start]",
    ),
    *ASKING,
    click.option(
        "--clock",
        type=_read_clock,
        metavar="BASE+INCREMENT",
        help="Seconds for all turns of a side, and seconds that come back after each; --time is for each turn.",
    ),
)


_NUMBERS = ("elo0", "elo1", "alpha", "beta")
_READERS: Mapping[str, Callable[[str], Any]] = {**dict.fromkeys(_NUMBERS, float), "model": EloModel}


def _read_sprt(text: str) -> Sprt:
    """Read ``elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic``; what is left out has its default."""
    settings = dict[str, Any]()
    for part in text.split(","):
        key, _, value = part.partition("=")
        try:
            settings[key] = _READERS[key](value)
        except (KeyError, ValueError) as error:
            expected = f"{', '.join(_NUMBERS)} = a number, or model = {' or '.join(EloModel)}"
            raise click.BadParameter(f"{part!r} is no setting; expected {expected}") from error
    try:
        return Sprt(**settings)
    except SprtError as error:
        raise click.BadParameter(str(error)) from error


SPRT_GAMES = 10_000
"""The most games of a sequential test unless --games says otherwise."""

sprt_option = click.option(
    "--sprt",
    type=_read_sprt,
    metavar="SETTINGS",
    help="Stop as soon as it is decided whether A is elo0 or elo1 better than B: a sequential test, such as "
    "elo0=0,elo1=10,alpha=0.05,beta=0.05 (the defaults; model=normalized for normalized Elo).",
)


@dataclass(frozen=True)
class Workplace:
    """Where work is done, and in how many processes."""

    where: str
    scheduler: str | None
    jobs: int | None

    @property
    def processes(self) -> int:
        """Number of processes at once, here at most one for each core."""
        return min(self.jobs or cores(), cores())

    def executor(self, players: Iterable[str] = ()) -> "LocalExecutor | DaskExecutor":
        """Return the executor that the options ask for; raises `click.UsageError` if they contradict each other.

        Other machines are sent the builds as of which any of the players plays.
        Raises `ExecutionError` where no scheduler answers: nothing is begun that could not be done.
        """
        if self.where == "local":
            if self.scheduler is not None:
                raise click.UsageError("--scheduler needs --executor dask; expected no address for work done here")
            return LocalExecutor(self.processes)
        if self.scheduler is None or self.jobs is not None:
            raise click.UsageError("--executor dask works where its scheduler says; expected --scheduler and no --jobs")
        try:
            cluster = import_module("sttt.execution.dask_cluster")
        except ImportError as error:
            raise needs_extra("dask", error) from error
        cluster.knock(self.scheduler)
        return cast("DaskExecutor", cluster.DaskExecutor(self.scheduler, standard_error().say, builds_of(players)))

    @contextmanager
    def workers(self, work: Callable[[_Item], bytes]) -> Iterator[Sequence[AskedWorker[_Item]]]:
        """Provide workers that are asked one by one, each for one piece of work at a time."""
        executor = self.executor()
        if isinstance(executor, LocalExecutor):
            yield [Worker(work) for _ in range(executor.jobs)]
            return
        with executor.one_by_one(work) as workers:
            yield workers


workplace_options = grouped(
    "workplace",
    Workplace,
    click.option(
        "--jobs",
        type=Count(most=MOST_JOBS),
        help=f"Processes at once, at most one for each core.  [default: {cores()}, all cores]",
    ),
    click.option(
        "--executor",
        "where",
        type=click.Choice(["local", "dask"]),
        default="local",
        show_default=True,
        help="Work in processes here, or on the workers of a Dask scheduler.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="The Dask scheduler's address, such as tcp://10.0.0.1:8786."),
)

selection_options = grouped(
    "selection",
    Selection,
    click.option("--tournament", type=Whole(), metavar="ID", help="Games of this tournament."),
    click.option("--player", "players", multiple=True, metavar="NAME", help="In which NAME played; may be repeated."),
    click.option("--winner", metavar="NAME", help="That NAME has won."),
    click.option(
        "--result",
        type=click.Choice([one.value for one in Result]),
        callback=lambda _context, _option, value: value and Result(value),
        help="With this result.",
    ),
    click.option(
        "--ending",
        type=click.Choice([one.value for one in Ending if one is not Ending.INTERRUPTED]),
        callback=lambda _context, _option, value: value and Ending(value),
        help="That ended so.",
    ),
    click.option("--game", metavar="NAME", help="Of this game, such as super-ttt."),
)

"""``sttt puzzles``: puzzles made from games of yardsticks, and proven again."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
from rich.table import Table

from sttt.arena.report.record_source import read_records
from sttt.bounds import MOST_GAMES
from sttt.cli.numbers import Count
from sttt.cli.options import json_option
from sttt.cli.output.tables import new_table, standard_error, standard_output, with_live_table, with_progress
from sttt.cli.play.puzzle_session import PuzzleSession
from sttt.players import registry
from sttt.puzzles.puzzle import GAMES, MOST_GRADE, PuzzleSet, Task, shipped, shipped_path
from sttt.workshop.puzzles.make import empty_set, graded, make, objection, played

DAY_SECONDS = 86_400


@click.group(short_help="Solve puzzles, make them with one proven answer, and check them.")
def puzzles() -> None:
    """Solve puzzles with exactly one proven answer, make them, and prove them again."""


@puzzles.command("make")
@click.argument("game_name", metavar="GAME", type=click.Choice(GAMES))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--number", type=Count(most=MOST_GAMES), default=100, show_default=True, help="Puzzles in all.")
@click.option(
    "--grade",
    "least",
    type=click.IntRange(1, MOST_GRADE),
    default=1,
    show_default=True,
    help=f"Keep only those at least this hard; {MOST_GRADE} is solved by a fifth of the levels at most.",
)
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Look through the games of this archive or file of records for turns that missed the answer.",
)
@json_option
def make_set(  # noqa: PLR0913 - the options of the command
    *, game_name: str, file: Path, number: int, least: int, source: Path | None, as_json: bool
) -> None:
    """Look games of yardsticks through for puzzles of GAME, and keep them in FILE.

    A puzzle asks for the only turn that wins within a few turns, or for the only turn that holds; not too many
    ask for the same. A run that was broken off goes on where it stopped when the command is given again. The same
    number always gives the same puzzles. With --from, played games take the yardsticks' place: a puzzle is made of a
    turn whose player missed the only turn that wins or holds.
    """
    origin = source.name if source else ""
    given = PuzzleSet.read(file) if file.exists() else empty_set(game_name, origin)
    if given.game != game_name:
        raise click.UsageError(f"{file} holds puzzles of {given.game}; expected those of {game_name}")
    if given.origin != origin:
        raise click.UsageError(f"{file} holds puzzles from {_source(given.origin)}; expected {_source(origin)}")
    latest = [given]
    growing = make(given, number, grade=least, games=played(game_name, read_records(source)) if source else None)
    missing = max(0, number - len(given.puzzles))
    for _ in with_live_table(_kept(growing, latest, file), missing, lambda: _table(latest), "puzzles"):
        pass
    _say(latest, as_json)


def _source(origin: str) -> str:
    return origin or "games of yardsticks"


def _kept(growing: Iterator[PuzzleSet], latest: list[PuzzleSet], file: Path) -> Iterator[None]:
    """Keep the puzzles that are made; yield for each."""
    known = len(latest[0].puzzles)
    for grown in growing:
        grown.write(file)
        latest[0] = grown
        yield from (None for _ in grown.puzzles[known:])
        known = len(grown.puzzles)


@puzzles.command()
@click.argument("game_name", metavar="[GAME]", type=click.Choice(GAMES), default=GAMES[0])
@click.option("--number", type=Count(), metavar="N", help="Begin with puzzle N.  [default: the puzzle of the day]")
def play(*, game_name: str, number: int | None) -> None:
    """Solve puzzles of GAME (default: super-ttt) at the terminal: hints, the answer, and why it is right."""
    given = shipped(game_name)
    first = number - 1 if number else int(time.time() // DAY_SECONDS)
    say = standard_output().say
    PuzzleSession(registry.game(game_name), given, first, say, lambda: sys.stdin.readline() or "quit").run()


@puzzles.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
def grade(*, file: Path, as_json: bool) -> None:
    """Have the levels of the game try every puzzle of FILE anew, and keep in it who finds the answer.

    A puzzle that all of them solve is dropped.
    """
    given = PuzzleSet.read(file)
    for one in with_progress(graded(given), len(given.puzzles), f"puzzles of {given.game}"):
        given = one
    given.write(file)
    _say([given], as_json)


@puzzles.command()
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(dir_okay=False, path_type=Path))
@json_option
@click.pass_context
def check(context: click.Context, *, files: tuple[Path, ...], as_json: bool) -> None:
    """Prove every puzzle of the FILEs again, of the shipped sets unless given: one answer does what is asked, no other.

    The exact solvers answer without a limit, and take nothing of what is in a FILE for granted. The exit status is 1
    where a puzzle does not stand.
    """
    sets = [PuzzleSet.read(file) for file in files or map(shipped_path, GAMES)]
    wrong = []
    for one in sets:
        for number, puzzle in enumerate(with_progress(one.puzzles, len(one.puzzles), f"puzzles of {one.game}"), 1):
            found = objection(one.game, puzzle)
            if found:
                wrong.append({"game": one.game, "number": number, "position": puzzle.position, "objection": found})
    _say(sets, as_json, wrong)
    for each in wrong:
        standard_error().say(f"puzzle {each['number']} of {each['game']}, {each['position']}: {each['objection']}")
    context.exit(1 if wrong else 0)


def _say(sets: list[PuzzleSet], as_json: bool, wrong: list[dict[str, object]] | None = None) -> None:  # noqa: FBT001
    if as_json:
        facts: dict[str, object] = {"sets": [_facts(one) for one in sets]}
        click.echo(json.dumps(facts if wrong is None else facts | {"wrong": wrong}))
        return
    console = standard_output()
    console.print(_table(sets))
    if wrong is not None:
        all_of_them = sum(len(one.puzzles) for one in sets)
        console.say(f"{all_of_them - len(wrong)} of {all_of_them} puzzles proven again")


def _facts(one: PuzzleSet) -> dict[str, object]:
    return {
        "game": one.game,
        "games_looked_through": one.looked_through,
        "puzzles": len(one.puzzles),
        "tasks": {task: _number(one, task) for task in Task},
        "yardsticks": {name: one.share_of(name) for name in one.yardsticks},
    }


def _number(one: PuzzleSet, task: Task) -> int:
    return sum(puzzle.task is task for puzzle in one.puzzles)


def _table(sets: list[PuzzleSet]) -> Table:
    """Return what is in sets: how many puzzles of either kind, and the share that each yardstick solves."""
    table = new_table("Puzzles", "game", "wins", "holds")
    table.add_column("share solved by")
    for one in sets:
        shares = ", ".join(f"{name} {one.share_of(name):.0%}" for name in one.yardsticks)
        table.add_row(one.game, str(_number(one, Task.WIN)), str(_number(one, Task.HOLD)), shares)
    return table

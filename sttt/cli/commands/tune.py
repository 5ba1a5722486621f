"""``sttt tune``: learn an evaluation of a game."""

import json
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from sttt.bounds import MOST_GAMES
from sttt.cli.numbers import Count
from sttt.cli.options import grouped, json_option, seed_option
from sttt.cli.output.tables import new_table, standard_output, with_progress
from sttt.distribution import needs_extra
from sttt.games.records.json_lines import WorkFile
from sttt.players import registry
from sttt.players.tuning import Lesson, Tuning, TuningRun
from sttt.players.weights import write_weights


@dataclass(frozen=True)
class _Files:
    """Where what is learned goes."""

    out: Path | None

    def named(self, game: str, suffix: str) -> Path:
        """Return the file of that kind."""
        return (self.out or Path(f"{game}.json")).with_suffix(suffix)


@click.command(short_help="Learn an evaluation of a game.")
@click.argument("game")
@click.option(
    "--games", type=Count(most=MOST_GAMES), help="How many games to learn from.  [default: as many as for what ships]"
)
@seed_option
@grouped(
    "files",
    _Files,
    click.option(
        "--out",
        type=click.Path(dir_okay=False, path_type=Path),
        help="The file of weights to write.  [default: GAME.json]",
    ),
)
@json_option
def tune(*, game: str, games: int | None, seed: int, files: _Files, as_json: bool) -> None:
    """Learn an evaluation of GAME from games played for that purpose, and write its weights.

    Beside the file of weights, FILE.json, go the learning curve as data, FILE.curve.json, and as a picture, FILE.svg.
    FILE.work keeps the positions whose values are known, so that the command can be resumed, and ended by Ctrl-C.
    Equal games and seeds give equal weights.
    """
    try:
        from sttt.workshop.learning.picture import draw_curve  # noqa: PLC0415 - of the extra
    except ModuleNotFoundError as error:
        raise needs_extra("learn", error) from error
    tuning = registry.TUNINGS.find(game)
    out = files.named(game, ".json")
    with WorkFile(files.named(game, ".work"), head=f"sttt tune {game} --seed {seed}") as work:
        lesson = _learn(tuning, TuningRun(games or tuning.games, seed, work.lines, work.append))
    origin = {"command": f"sttt tune {game} --games {games or tuning.games} --seed {seed}", **lesson.origin}
    write_weights(out, game, lesson.values, origin)
    files.named(game, ".curve.json").write_text(json.dumps(asdict(lesson.curve)) + "\n", encoding="ascii")
    draw_curve(lesson.curve, f"sttt tune {game}", files.named(game, ".svg"))
    if as_json:
        click.echo(json.dumps({"file": str(out), "origin": origin, "curve": asdict(lesson.curve)}))
        return
    table = new_table(f"{game}: learned, written to {out}", "what", "value")
    for name, value in origin.items():
        table.add_row(name, str(value))
    standard_output().print(table)


def _learn(tuning: Tuning, run: TuningRun) -> Lesson:
    """Learn, with a bar."""
    lessons = list[Lesson]()

    def steps(learning: Generator[int, None, Lesson]) -> Iterator[int]:
        lessons.append((yield from learning))

    for _ in with_progress(steps(tuning.learn(run)), run.games):
        pass
    return lessons[0]

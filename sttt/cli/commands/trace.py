"""``sttt trace``: the search trees of the 3x3 homework of CS4341 (B 2003), as text, JSON or a picture."""

import json
from pathlib import Path

import click

from sttt.cli.numbers import Count
from sttt.cli.options import json_option
from sttt.cli.output.trees import Tree, describe_tree, draw_trees, to_json
from sttt.errors import PositionError
from sttt.games.game import Result
from sttt.games.grid.position import LineEvaluation
from sttt.games.grid.three_by_three import GAME, Position
from sttt.search.alpha_beta import Limit, Worth
from sttt.search.tree import alpha_beta_tree, minimax_tree

HOMEWORK = "..oxoo..x:x"
"""The board of the homework: X to move, O having started."""

PLIES = 2
"""The depth of the homework's third search: a move and the reply."""

MOST_EMPTY = 6
"""Empty squares of a position whose full tree is worth looking at: up to 1,957 nodes."""

WORTH: Worth[Position] = Worth(
    {Result.X_WINS: 10, Result.O_WINS: -10, Result.DRAW: 0}, LineEvaluation(Position.GRID.lines, {2: 2, 1: 1})
)
"""The homework's utility and, where a search is cut off, its g(B): twice X's open lines of two and once those of one,
less the same of O's."""


def position_argument(text: str) -> Position:
    """Read the POSITION argument; raises `PositionError`."""
    position: Position = GAME.parse_position(text)
    if position.empty.bit_count() > MOST_EMPTY:
        raise PositionError(f"{position.empty.bit_count()} squares are empty; expected at most {MOST_EMPTY}")
    return position


@click.command(short_help="Show the search trees of a 3x3 position.")
@click.argument("position", metavar="[POSITION]", type=position_argument, default=HOMEWORK)
@click.option("--depth", type=Count(), default=PLIES, show_default=True, help="Plies of the third tree.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Also write the trees as a picture over a file."
)
@json_option
def trace(*, position: Position, depth: int, svg: Path | None, as_json: bool) -> None:
    """Show the search trees of a 3x3 POSITION: minimax, alpha-beta, and alpha-beta cut off after two plies.

    X is MAX; a win of X is worth 10, a draw 0, a win of O -10; a cut-off position is worth g(B), twice the lines with
    two x and no o plus those with one x and no o, less the same for o. Pruned branches are marked. POSITION is nine
    squares and the side to move; the homework's own unless given, ..oxoo..x:x.
    """
    trees = _trees(position, depth)
    if svg:
        _write(svg, draw_trees(trees))
    if as_json:
        report: dict[str, object] = {
            "position": GAME.format_position(position),
            "trees": [to_json(tree) for tree in trees],
        }
        click.echo(json.dumps(report))
    else:
        click.echo("\n\n".join([GAME.draw(position), *("\n".join(describe_tree(tree)) for tree in trees)]))


def _trees(position: Position, depth: int) -> list[Tree[Position]]:
    cut_off = alpha_beta_tree(position, WORTH, Limit(depth))
    plies = f"{depth} plies" if depth > 1 else "1 ply"
    return [
        Tree("minimax", minimax_tree(position, WORTH), WORTH, GAME, has_windows=False),
        Tree("alpha-beta", alpha_beta_tree(position, WORTH), WORTH, GAME, has_windows=True),
        Tree(f"alpha-beta cut off after {plies}", cut_off, WORTH, GAME, has_windows=True),
    ]


def _write(path: Path, picture: str) -> None:
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(path), error.strerror) from error

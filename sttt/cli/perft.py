"""``sttt perft``: how many sequences of placements a position allows."""

import json

import click

from sttt.cli import positions
from sttt.cli.options import json_option
from sttt.search import perft as counting


@click.command()
@click.argument("depth", type=click.IntRange(min=0))
@click.argument("text", metavar="[POSITION]", required=False)
@positions.game_option
@click.option("--divide", is_flag=True, help="Also count the sequences that start with each placement.")
@json_option
def perft(*, depth: int, text: str | None, game_name: str, divide: bool, as_json: bool) -> None:
    """Count the distinct sequences of DEPTH placements from POSITION, the start unless given.

    A finished game adds nothing beyond its end. POSITION is the compact form or (BOARD WHO), or - for standard input.
    """
    if divide and depth == 0:
        raise click.UsageError("--divide needs a first placement; expected a DEPTH of at least 1")
    given = positions.given(text, game_name)
    split = counting.divide(given.position, depth) if divide else {}
    count = sum(split.values()) if divide else counting.perft(given.position, depth)
    named = {given.game.format_turn((square,)): sequences for square, sequences in split.items()}
    if as_json:
        report = {"position": given.game.format_position(given.position), "depth": depth, "count": count}
        click.echo(json.dumps(report | ({"divide": named} if divide else {})))
        return
    for name, sequences in named.items():
        click.echo(f"{name}: {sequences}")
    click.echo(f"total: {count}" if divide else str(count))

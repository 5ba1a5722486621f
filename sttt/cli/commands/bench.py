"""``sttt bench`` and ``sttt perft``: the engine's and the rules' counts of nodes on fixed positions."""

import json

import click

from sttt.cli import positions
from sttt.cli.numbers import Count
from sttt.cli.options import json_option
from sttt.games.super_ttt.search import bench as measured
from sttt.games.super_ttt.text import format_position
from sttt.kernel.builds import build_name
from sttt.search.tree import divide as divide_perft
from sttt.search.tree import perft as count_perft


@click.command(short_help="Measure the engine's speed on fixed positions.")
@click.option("--turns", type=Count(), default=measured.TURNS, show_default=True, help="Depth of the searches.")
@json_option
def bench(*, turns: int, as_json: bool) -> None:
    """Search fixed positions to a fixed depth and print the number of nodes.

    The number is the same on every machine and in both builds; only the speed differs.
    """
    searched = []
    for one in measured.run(turns):
        searched.append(one)
        if not as_json:
            click.echo(f"{format_position(one.position)} {one.nodes:>10,} nodes, score {one.score}")
    nodes, seconds = sum(one.nodes for one in searched), sum(one.seconds for one in searched)
    if as_json:
        facts = {
            "build": build_name(),
            "turns": turns,
            "nodes": nodes,
            "seconds": seconds,
            "nodes_per_second": nodes / seconds,
        }
        click.echo(json.dumps(facts))
        return
    click.echo(f"{build_name()} build: {nodes} nodes in {seconds:.3f} s, {nodes / seconds:,.0f} nodes per second")


@click.command(short_help="Count the sequences of placements of a given length.")
@click.argument("depth", type=Count(0))
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
    split = divide_perft(given.position, depth) if divide else {}
    count = sum(split.values()) if divide else count_perft(given.position, depth)
    named = {given.game.format_turn((square,)): sequences for square, sequences in split.items()}
    if as_json:
        report = {"position": given.game.format_position(given.position), "depth": depth, "count": count}
        click.echo(json.dumps(report | ({"divide": named} if divide else {})))
        return
    for name, sequences in named.items():
        click.echo(f"{name}: {sequences}")
    click.echo(f"total: {count}" if divide else str(count))

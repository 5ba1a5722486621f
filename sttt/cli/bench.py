"""``sttt bench``: the engine's node count on fixed positions, its signature, and its speed here."""

import json

import click

from sttt.cli.options import json_option
from sttt.games.super_ttt_text import format_position
from sttt.kernel import bench as measured
from sttt.kernel import build_name


@click.command()
@click.option(
    "--turns", type=click.IntRange(min=1), default=measured.TURNS, show_default=True, help="Depth of the searches."
)
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

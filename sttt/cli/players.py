"""``sttt players``: everyone who can play."""

import json
from collections.abc import Sequence

import click

from sttt import registry
from sttt.cli.options import json_option
from sttt.cli.tables import new_table, standard_output
from sttt.players import Strategy, WireProtocol


@click.command()
@json_option
def players(*, as_json: bool) -> None:
    """List the installed players, and the protocols by which external programs can play."""
    strategies, protocols = registry.strategies(), registry.protocols()
    if as_json:
        click.echo(json.dumps({"players": _to_json(strategies), "protocols": _to_json(protocols)}))
        return
    _print("Players", strategies)
    if protocols:
        _print("Protocols: an external program is PROTOCOL:REST", protocols)


_Items = Sequence[Strategy] | Sequence[WireProtocol]


def _to_json(items: _Items) -> list[dict[str, str | None]]:
    return [{"name": item.name, "game": item.game, "summary": item.summary} for item in items]


def _print(title: str, items: _Items) -> None:
    table = new_table(title, "name")
    table.add_column("game")
    table.add_column("summary")
    for item in items:
        table.add_row(item.name, item.game or "any", item.summary)
    standard_output().print(table)

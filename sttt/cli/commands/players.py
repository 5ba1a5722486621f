"""``sttt players`` and ``sttt scheme-path``: everyone who can play, and what a Scheme referee loads for our bot to."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from sttt.cli.options import json_option
from sttt.cli.output.tables import new_table, standard_output
from sttt.errors import PlayerError
from sttt.execution.foreign import replacing
from sttt.players import registry
from sttt.players.player import Strategy, WireProtocol


@click.command(short_help="List the players and protocols.")
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
    table.add_column("game", no_wrap=True)
    table.columns[0].no_wrap = True
    table.add_column("summary", overflow="fold")
    for item in items:
        table.add_row((item.name,), item.game or "any", item.summary)
    standard_output().print(table)


@click.command("scheme-path", short_help="Say where the file lies that a Scheme referee loads.")
@click.argument("system", required=False)
@click.option(
    "--copy",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write that file here, made to start the bot by this very Python; no path is printed.",
)
@json_option
def scheme_path(system: str | None, *, target: Path | None, as_json: bool) -> None:
    """Print the path of the file that SYSTEM, such as guile, loads to play with our bot; without it all of them."""
    shims = _shims()
    if system is not None and system not in shims:
        raise click.UsageError(f"no Scheme system {system!r}; expected one of: {', '.join(shims)}")
    if target is not None:
        if system is None:
            raise click.UsageError(f"--copy writes the file of one Scheme system; expected one of: {', '.join(shims)}")
        _copy(shims[system], target)
        return
    chosen = shims if system is None else {system: shims[system]}
    if as_json:
        click.echo(json.dumps({name: str(path) for name, path in chosen.items()}))
    elif system is not None:
        click.echo(shims[system])
    else:
        width = max(map(len, shims))
        for name, path in shims.items():
            click.echo(f"{name:{width}}  {path}")


@click.command("kaggle-agent", short_help="Write our Connect 4 player as an agent of Kaggle's ConnectX.")
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write it to this file.  [default: standard output]",
)
def kaggle_agent(*, output: Path | None) -> None:
    """Write a Python file with an agent, a function of observation and configuration, that is our Connect 4 player.

    It needs sttt where it runs. As a player of ours, an agent is kaggle:FILE.py.
    """
    shims = registry.protocol("kaggle").shims
    if shims is None:
        raise PlayerError("the installed protocol kaggle has no agent of ours; expected one")
    text = (shims.folder / "agent.py").read_bytes()
    if output is None:
        click.echo(text.decode("utf-8"), nl=False)
        return
    try:
        with replacing(output) as file:
            file.write(text)
    except OSError as error:
        raise click.FileError(str(output), error.strerror or str(error)) from error


def _copy(shim: Path, target: Path) -> None:
    """Write a shim that starts the bot by this Python wherever `STTT_BOT` is not set."""
    python = sys.executable.replace("\\", "\\\\").replace('"', '\\"')
    text = shim.read_text(encoding="utf-8").replace('"python3"', f'"{python}"')
    try:
        with replacing(target) as file:
            file.write(os.fsencode(text))
    except OSError as error:
        raise click.FileError(str(target), error.strerror or str(error)) from error


def _shims() -> dict[str, Path]:
    shims = registry.protocol("scheme").shims
    if shims is None:
        raise PlayerError("the installed Scheme protocol has no files for Scheme systems; expected one for each")
    return {path.stem: path.resolve() for path in sorted(shims.folder.iterdir())}

"""``sttt doctor``: what is installed here, and whether it works."""

import json
import platform
import shutil
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from importlib.metadata import EntryPoint, version
from typing import Any

import click
from rich.table import Table

from sttt import kernel, registry
from sttt.arena.answer import NoAnswer, Terms, ask
from sttt.arena.clocks import GameClock
from sttt.arena.processes import cores
from sttt.cli.options import json_option
from sttt.cli.tables import new_table, standard_output

SCHEMES = {
    "STk": ("snow", "stk"),
    "STklos": ("stklos",),
    "Guile": ("guile", "guile-3.0"),
    "MIT Scheme": ("mit-scheme",),
    "Chicken": ("csi", "chicken-csi"),
    "Gambit": ("gsi", "gambitc-gsi"),
    "Chez Scheme": ("chezscheme", "chez", "scheme"),
}
"""Scheme systems and the names of their interpreters, the first one found counts."""

FIRST_TURN_GAME = "super-ttt"
"""The game in which players of any game are tried."""

CLOCK = GameClock(4.0)
"""For the first turn: a player is told to take a third of a second, and may take all of it on a busy machine."""


@click.command()
@json_option
def doctor(*, as_json: bool) -> int:
    """Say what runs here, and try every installed player; exit status 1 if anything is broken."""
    facts, parts, schemes = _facts(), _check_parts(), _find_schemes()
    healthy = not any(part["problem"] for part in parts)
    if as_json:
        click.echo(json.dumps({**facts, "parts": parts, "schemes": schemes, "healthy": healthy}))
    else:
        _print(facts, parts, schemes, healthy=healthy)
    return 0 if healthy else 1


def _facts() -> dict[str, Any]:
    return {
        "sttt": version("sttt"),
        "build": kernel.build_name(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "cores": cores(),
    }


def _find_schemes() -> dict[str, str | None]:
    return {name: _first_found(commands) for name, commands in SCHEMES.items()}


def _first_found(commands: Iterable[str]) -> str | None:
    return next((path for command in commands if (path := shutil.which(command))), None)


def _check_parts() -> list[dict[str, str | None]]:
    """Load every entry point and let every player make its first turn."""
    parts = []
    for group in ("sttt.games", "sttt.players", "sttt.protocols"):
        for point in registry.installed(group):
            with redirect_stdout(sys.stderr):
                problem = _problem(point, is_player=group == "sttt.players")
            parts.append({"group": group, "name": point.name, "module": point.module, "problem": problem})
    return parts


def _problem(point: EntryPoint, *, is_player: bool) -> str | None:
    try:
        part = point.load()
        return _try_first_turn(point.name, part.game or FIRST_TURN_GAME) if is_player else None
    except Exception as error:  # noqa: BLE001 - whatever is wrong with an installed part is to be told
        return f"{type(error).__name__}: {error}"


def _try_first_turn(name: str, game_name: str) -> str | None:
    """Let a player choose its first turn, and say what was wrong with it."""
    game = registry.game(game_name)
    start = game.start()
    player = registry.make_player(name, seed=1)
    try:
        answer = ask(player, start, Terms(clock=CLOCK), CLOCK.base)
    finally:
        player.close()
    if isinstance(answer, NoAnswer):
        return f"{answer.ending}: {answer.message}"
    turn = answer.decision.turn
    counted = game.enter_turn(start, turn)[1]
    if counted == turn and len(turn) == start.left and None not in turn:
        return None
    return f"its first turn is {turn}, of which only {counted} counts; expected {start.left} legal placements"


def _print(
    facts: dict[str, Any], parts: list[dict[str, str | None]], schemes: dict[str, str | None], *, healthy: bool
) -> None:
    console = standard_output()
    for key, value in facts.items():
        console.print(f" {key:9} {value}", soft_wrap=True)
    console.print(_parts_table(parts))
    console.print(_schemes_table(schemes))
    console.print(" all well" if healthy else " something is broken", style="green" if healthy else "bold red")


def _parts_table(parts: list[dict[str, str | None]]) -> Table:
    table = new_table("Installed", "group")
    for column in ("name", "module", "state"):
        table.add_column(column, overflow="fold")
    for part in parts:
        table.add_row(part["group"], part["name"], part["module"], part["problem"] or "works")
    return table


def _schemes_table(schemes: dict[str, str | None]) -> Table:
    table = new_table("Scheme interpreters on PATH", "system")
    table.add_column("command", overflow="fold")
    for name, path in schemes.items():
        table.add_row(name, path or "not found")
    return table

"""``sttt doctor``: what is installed here, and whether it works."""

import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout

import click
from rich.table import Table

from sttt.arena.play.answer import GameClock, NoAnswer, Terms, ask
from sttt.cli.options import json_option
from sttt.cli.output.tables import new_table, standard_output
from sttt.distribution import version
from sttt.errors import StttError
from sttt.execution.executor import cores
from sttt.execution.installation import compiled_elsewhere, describe
from sttt.execution.supervised import describe_containment
from sttt.games.contract import faults as faults_of_game
from sttt.games.game import GAMES
from sttt.games.records.record import Ending
from sttt.kernel import builds
from sttt.players import registry
from sttt.players.contract import faults as faults_of_player
from sttt.players.player import WireProtocol

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

BOT_SECONDS = 60.0
"""For a bot to start and to answer once, and for a player to answer on a machine that has other things to do."""

Test = Callable[[str, bool], str | None]
"""Says what is wrong with the part of that name, of which the contract is tried or not."""

CLOCK = GameClock(4.0)
"""For the first turn: a player is told to take a third of a second."""


@click.command(short_help="Say what runs here, and try every installed player.")
@click.option("--contracts", is_flag=True, help="Try the contracts of our own games and players, too: some 40 s.")
@json_option
def doctor(*, contracts: bool, as_json: bool) -> int:
    """Say what runs here, and try every installed player; exit status 1 if anything is broken.

    What needs an extra that is not installed is no fault. Players make a first turn. Games and players of other
    packages are tried for all that their contracts ask.
    """
    facts, parts, schemes, bots = _facts(), _check_parts(contracts=contracts), _find_schemes(), _check_bots()
    healthy = not any(part["problem"] for part in parts)
    if as_json:
        click.echo(json.dumps({**facts, "parts": parts, "schemes": schemes, "bots": bots, "healthy": healthy}))
    else:
        _print(facts, parts, schemes, bots, healthy=healthy)
    return 0 if healthy else 1


def _facts() -> dict[str, object]:
    return {
        "sttt": version(),
        "build": builds.build_name(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "cores": cores(),
        "programs": describe_containment(),
    }


def _find_schemes() -> dict[str, str | None]:
    return {name: _first_found(commands) for name, commands in SCHEMES.items()}


def _first_found(commands: Iterable[str]) -> str | None:
    return next((path for command in commands if (path := shutil.which(command))), None)


def _check_parts(*, contracts: bool) -> list[dict[str, str | None]]:
    """Load every entry point, let every player make its first turn, and try the contracts of strangers' parts.

    With `contracts` those of our own, too, which our tests have tried already.
    """
    parts: list[dict[str, str | None]] = []
    tests: dict[str, Test] = {GAMES.name: _try_game, registry.PLAYERS.name: _try_player}
    for group in registry.GROUPS:
        for part in group.parts():
            problem = None
            if not part.lacks:
                with redirect_stdout(sys.stderr):
                    problem = part.problem or _problem(
                        tests.get(group.name), part.name, contract=contracts or not part.registered.is_ours
                    )
            told = {
                "name": part.name,
                "module": part.registered.module,
                "problem": problem,
                "lacks": part.lacks or None,
            }
            parts.append({"group": group.name, **told})
    return parts


def _problem(test: Test | None, name: str, *, contract: bool) -> str | None:
    try:
        return test(name, contract) if test else None
    except Exception as error:  # noqa: BLE001 - whatever is wrong with an installed part is to be told
        return f"{type(error).__name__}: {error}"


def _try_game(name: str, contract: bool) -> str | None:  # noqa: FBT001 - see `Test`
    game = registry.game(name)
    problems = [str(fault) for fault in faults_of_game(game)] if contract else []
    missing = [level for level in game.levels if level not in registry.PLAYERS.names()]
    if missing:
        problems.append(f"its levels name {', '.join(missing)}; expected installed players")
    return "; ".join(problems) or None


def _try_player(name: str, contract: bool) -> str | None:  # noqa: FBT001 - see `Test`
    strategy = registry.strategy(name)
    game_name = strategy.game or FIRST_TURN_GAME
    problem = _try_first_turn(name, game_name)
    if problem or not contract:
        return problem
    return "; ".join(str(fault) for fault in faults_of_player(strategy, registry.game(game_name))) or None


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
        if answer.ending is Ending.TIMEOUT and CLOCK.base < answer.seconds < BOT_SECONDS:
            return None  # late, but there: from here a slow player looks like a busy machine
        return f"{answer.ending}: {answer.message}"
    turn = answer.decision.turn
    counted = game.enter_turn(start, turn)[1]
    if counted == turn and len(turn) == start.left and None not in turn:
        return None
    return f"its first turn is {turn}, of which only {counted} counts; expected {start.left} legal placements"


def _check_bots() -> list[dict[str, str | None]]:
    """Start every bot as a program that loads our file for it does, here and now, and see what that runs.

    What it runs depends on the shell, its folder and its environment, so it is no fault of the installation.
    """
    return [_check_bot(protocol) for protocol in _protocols() if protocol.shims and protocol.shims.command]


def _protocols() -> Iterable[WireProtocol]:
    for part in registry.PROTOCOLS.parts():
        if part.value:
            yield part.value


def _check_bot(protocol: WireProtocol) -> dict[str, str | None]:
    if not protocol.shims:
        raise StttError(f"the protocol {protocol.name} has no files to load; expected some")
    variable = protocol.shims.variable
    command = [os.environ.get(variable, "python3"), *protocol.shims.command]
    try:
        runs = _output([*command, "--version"])
        problem = _unlike_this(runs) or _try_bot(command, protocol)
    except (OSError, subprocess.SubprocessError) as error:
        runs, problem = None, _last_line(error)
    if problem:
        problem = f"{problem}; expected this installation: set {variable}={shlex.quote(sys.executable)}"
    return {"protocol": protocol.name, "command": shlex.join(command), "runs": runs, "problem": problem}


def _output(command: Sequence[str], given: str = "") -> str:
    done = subprocess.run(  # noqa: S603 - what our own files start
        command, input=given, capture_output=True, text=True, errors="replace", check=True, timeout=BOT_SECONDS
    )
    return done.stdout.strip()


def _last_line(error: Exception) -> str:
    """Return the last thing that a program said before it failed, otherwise the failure."""
    said = (error.stderr or "").split("\n") if isinstance(error, subprocess.CalledProcessError) else []
    return next((line.strip() for line in reversed(said) if line.strip()), str(error))


def _unlike_this(runs: str) -> str | None:
    return None if runs == describe() else f"it runs {runs or 'something else'}"


def _try_bot(command: Sequence[str], protocol: WireProtocol) -> str | None:
    """Have a bot answer a request for the first turn of a game."""
    if not protocol.format_position or protocol.game is None:
        return None
    answer = _output(command, protocol.format_position(registry.game(protocol.game).start()) + "\n")
    return None if answer and not answer.startswith("(error") else f"it answers {answer[:80]!r}"


def _print(
    facts: dict[str, object],
    parts: list[dict[str, str | None]],
    schemes: dict[str, str | None],
    bots: list[dict[str, str | None]],
    *,
    healthy: bool,
) -> None:
    console = standard_output()
    for key, value in facts.items():
        console.print(f" {key:9} {value}", soft_wrap=True)
    if slow := builds.slowness():
        console.print(f" {slow}", style="yellow", soft_wrap=True)
    compiled = compiled_elsewhere()
    if compiled:
        console.print(f" slow: uncompiled sources run before the compiled ones in {compiled.parent}", style="yellow")
    console.print(_parts_table(parts))
    console.print(_schemes_table(schemes))
    for bot in bots:
        console.print(f" a program that loads our file for {bot['protocol']} starts {bot['command']}", soft_wrap=True)
        console.print(f" which runs {bot['runs']}" if bot["runs"] else " which does not start", soft_wrap=True)
        if bot["problem"]:
            console.print(f" {bot['problem']}", style="yellow", soft_wrap=True)
    well = " all well, but for what is said of our file" if any(bot["problem"] for bot in bots) else " all well"
    console.print(well if healthy else " something is broken", style="green" if healthy else "bold red")


def _parts_table(parts: list[dict[str, str | None]]) -> Table:
    table = new_table("Installed", "group", kept=2)
    for column in ("name", "module", "state"):
        table.add_column(column, overflow="fold")
    for part in parts:
        table.add_row(part["group"], (part["name"] or "",), part["module"], part["problem"] or _state(part["lacks"]))
    return table


def _state(lacks: str | None) -> str:
    return f"needs the extra `{lacks}`" if lacks else "works"


def _schemes_table(schemes: dict[str, str | None]) -> Table:
    table = new_table("Scheme interpreters on PATH", "system")
    table.add_column("command", overflow="fold")
    for name, path in schemes.items():
        table.add_row(name, path or "not found")
    return table

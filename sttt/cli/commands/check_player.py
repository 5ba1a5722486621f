"""``sttt check-player`` and ``sttt referee``: whether a program keeps its protocol; a game by an assignment's rules."""

import json
from collections.abc import Iterator
from typing import Literal

import click
from rich.text import Text

from sttt.cli.numbers import Seconds, Whole
from sttt.cli.options import json_option
from sttt.cli.output.tables import HouseConsole, standard_output
from sttt.cli.positions import game_option
from sttt.errors import PlayerError, ProtocolError, cut, printable
from sttt.players import registry
from sttt.players.player import CheckStep, RefereeTerms

_LONGEST_LINE = 400
_SHOWN_LINES = 10
"""The last lines of a failed step's conversation; --json has more."""


@click.command("check-player", short_help="Check whether a program follows its protocol.")
@click.argument("program", metavar="CMD")
@click.option(
    "--time",
    "seconds",
    type=Seconds(),
    help="Wall-clock limit per turn.  [default: 1, or what the protocol's assignment allows]",
)
@game_option
@json_option
def check_player(program: str, *, seconds: float | None, game_name: str, as_json: bool) -> int:
    """Try step by step whether an external player keeps its protocol; exit status 1 if it does not.

    CMD is a command line in quotes, such as './bot --fast', or PROTOCOL:REST, or a manifest, NAME.toml. A step that
    ends in "(other referees only)" is about a spelling that `sttt match` and `sttt tournament` never write. --game is
    for protocols of any game.
    """
    steps = _steps(program, game_name, seconds)
    taken = list(steps) if as_json else list(_printed(steps))
    failed = sum(step.problem is not None for step in taken)
    if as_json:
        click.echo(json.dumps({"player": program, "steps": [_to_json(step) for step in taken], "passed": not failed}))
    else:
        _print_verdict(len(taken), failed)
    return 1 if failed else 0


def _steps(program: str, game_name: str, seconds: float | None) -> Iterator[CheckStep]:
    known = registry.PROTOCOLS.names()
    is_spec = program.partition(":")[0] in known or (program.endswith(".toml") and " " not in program)
    external = registry.external(program if is_spec else f"cmd:{program}")
    if external is None or external.protocol.check is None:
        name = external.protocol.name if external else program
        checked = ", ".join(sorted(wire.name for wire in registry.protocols() if wire.check))
        raise PlayerError(f"there is no compliance run for {name}; expected a player of the protocols: {checked}")
    told = external.playing(registry.game(game_name).name)
    return external.protocol.check(told.command, told.terms, seconds or external.protocol.seconds)


def _to_json(step: CheckStep) -> dict[str, object]:
    return {"step": step.name, "problem": step.problem, "transcript": list(step.transcript)}


def _printed(steps: Iterator[CheckStep]) -> Iterator[CheckStep]:
    """Print each step as soon as it is taken, and what was said where it failed."""
    console = standard_output()
    for step in steps:
        _print_step(console, step)
        yield step


def _print_step(console: HouseConsole, step: CheckStep) -> None:
    if step.problem is None:
        console.say(Text.assemble((" OK      ", "green"), step.name))
        return
    console.say(Text.assemble((" FAILED  ", "bold red"), step.name))
    console.say(Text(f"         {printable(step.problem)}"))
    for line in step.transcript[-_SHOWN_LINES:]:
        console.say(Text(f"         {cut(ascii(line)[1:-1], _LONGEST_LINE)}", "dim"))


def _print_verdict(taken: int, failed: int) -> None:
    console = standard_output()
    if failed:
        console.print(Text(f" {failed} of {taken} steps failed", "bold red"))
    else:
        console.print(Text(f" all {taken} steps passed", "green"))


@click.command(short_help="Referee one game of two programs by their assignment's rules.")
@click.argument("protocol", metavar="PROTOCOL")
@click.argument("first", metavar="CMD1")
@click.argument("second", metavar="CMD2")
@click.option("--time", "seconds", type=Seconds(), default=60.0, show_default=True, help="Wall-clock limit per move.")
@click.option("--seed", type=Whole(), help="Seed of everything drawn at random.  [default: another each time]")
@click.option(
    "--colours",
    type=click.Choice(["given", "random"]),
    help="CMD1 has the first colour, or colours are drawn.  [default: as in the assignment]",
)
@click.option(
    "--pad", is_flag=True, help="Fill messages up to the blocks of 10 bytes that some programs of qubic read."
)
def referee(  # noqa: PLR0913 - one parameter per option
    *,
    protocol: str,
    first: str,
    second: str,
    seconds: float,
    seed: int | None,
    colours: Literal["given", "random"] | None,
    pad: bool,
) -> int:
    """Referee one game between two shell commands as the assignment that PROTOCOL comes from did.

    `sttt players` lists the protocols.
    """
    conduct = registry.protocol(protocol).referee
    if conduct is None:
        with_one = ", ".join(known.name for known in registry.protocols() if known.referee) or "none is installed"
        raise ProtocolError(f"the protocol {protocol} has no referee of its own; expected one of: {with_one}")
    return conduct((first, second), RefereeTerms(seconds, seed, standard_output().say, colours, pad))

"""The --clock option: ``BASE+INCREMENT`` in seconds."""

import math

import click

from sttt.arena.clocks import GameClock


def read_clock(text: str) -> GameClock:
    """Read ``60`` or ``60+0.5``; raises `click.BadParameter`."""
    base, plus, increment = text.partition("+")
    try:
        clock = GameClock(float(base), float(increment) if plus else 0.0)
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is not a game clock; expected seconds such as 60 or 60+0.5") from error
    if not (0 < clock.base < math.inf and 0 <= clock.increment < math.inf):
        raise click.BadParameter(f"{text!r} is out of range; expected a positive base and an increment of at least 0")
    return clock


clock_option = click.option(
    "--clock",
    type=read_clock,
    metavar="BASE+INCREMENT",
    help="Seconds for all turns of a side, and seconds that come back after each; --time is for each turn.",
)

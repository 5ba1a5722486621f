"""The --random-turns option: where games start."""

from collections.abc import Sequence

import click

from sttt import registry

DEFAULT_TURNS = 2

random_turns_option = click.option(
    "--random-turns",
    type=click.IntRange(min=0),
    help="Turns drawn by lot before the players begin; each two games, sides swapped, share theirs, and no other games "
    f"of the two a symmetric one. 0: the true start.  [default: {DEFAULT_TURNS}; 0 for a single game or for programs "
    "that can only play from the start]",
)


def turns_drawn(given: int | None, players: Sequence[str], games: int) -> int:
    """Return how many turns are drawn by lot before games of these players begin.

    Raises `click.UsageError` where a player cannot be given a position.
    """
    bound = [player for player in players if not registry.plays_any_position(player)]
    if given is None:
        return 0 if bound or games == 1 else DEFAULT_TURNS
    if given and bound:
        raise click.UsageError(f"{bound[0]} can only play from the start; expected --random-turns 0")
    return given

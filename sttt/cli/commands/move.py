"""``sttt move``: a position on standard input, the turn on standard output."""

import json

import click

from sttt.cli.options import Asking, asking_options, json_option, player_of, player_option
from sttt.cli.positions import decide, game_option, read_standard_input, to_json


@click.command()
@game_option
@player_option
@asking_options
@json_option
def move(*, game_name: str, player: str | None, asking: Asking, as_json: bool) -> None:
    """Choose a turn for the position on standard input.

    The position is the compact form, answered like 55+51, or (BOARD WHO), answered like ((5 . 5) (5 . 1)).
    """
    given = read_standard_input(game_name)
    chooser = asking.seated(player_of(given.game, player))
    decision = decide(chooser, asking.seed, given.unfinished(), asking.terms_or_default())
    click.echo(json.dumps(to_json(decision, given.game)) if as_json else given.format_turn(decision.turn))

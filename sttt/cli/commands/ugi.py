"""``sttt ugi``: our players as an engine of the Universal Game Interface."""

import click

from sttt.cli.options import player_option
from sttt.cli.output.streams import output_error_named
from sttt.cli.positions import game_option
from sttt.errors import PlayerError
from sttt.players import registry


@click.command(short_help="Be an engine of the Universal Game Interface.")
@game_option
@player_option
def ugi(*, game_name: str, player: str | None) -> int:
    """Answer a host of the Universal Game Interface on standard output, as an engine for any of the games.

    A host can choose another game and another player by the options Game and Player. The engine ends with its
    standard input, or when it is told to quit.
    """
    bot = registry.protocol("ugi").bot
    if bot is None:
        raise PlayerError("the installed protocol ugi has no engine of ours; expected one")
    with output_error_named():
        return bot(game_name, player)

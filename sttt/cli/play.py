"""``sttt play``: a person against a player in the terminal."""

from contextlib import closing

import click

from sttt.cli.decisions import player_of, player_option
from sttt.cli.options import make_terms, no_book_option, seated, terms_options
from sttt.cli.play_session import Session
from sttt.cli.positions import START, GivenPosition, argument
from sttt.games.game import Side
from sttt.registry import make_player


@click.command()
@click.argument("given", metavar="[POSITION]", type=argument, default=START)
@player_option
@click.option(
    "--side", type=click.Choice([side.value for side in Side]), default="x", show_default=True, help="Your side."
)
@terms_options
@no_book_option
@click.option("--seed", type=int, help="Seed of everything that players draw by lot.  [default: another each time]")
def play(  # noqa: PLR0913 - one parameter per option
    *,
    given: GivenPosition,
    player: str | None,
    side: str,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    no_book: bool,
    seed: int | None,
) -> None:
    """Play against a player, from the start or from POSITION, one placement after the other.

    Type a placement as its little board and square, such as 55; help lists everything else.
    POSITION is the compact form or (BOARD WHO).
    """
    position = given.unfinished()
    terms = make_terms(seconds, nodes, depth)
    name = seated(player_of(given.game, player), no_book=no_book)
    with closing(make_player(name, seed)) as opponent:
        Session(position, Side(side), name, opponent, terms).run()

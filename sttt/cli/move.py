"""``sttt move``: a position on standard input, the turn on standard output."""

import json

import click

from sttt.cli.decisions import decide, player_of, player_option, to_json
from sttt.cli.options import json_option, make_terms, no_book_option, seated, seed_option, terms_options
from sttt.cli.positions import game_option, read_standard_input


@click.command()
@game_option
@player_option
@terms_options
@no_book_option
@seed_option
@json_option
def move(  # noqa: PLR0913 - one parameter per option
    *,
    game_name: str,
    player: str | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    no_book: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Choose a turn for the position on standard input.

    The position is the compact form, answered like 55+51, or (BOARD WHO), answered like ((5 . 5) (5 . 1)).
    """
    terms = make_terms(seconds, nodes, depth)
    given = read_standard_input(game_name)
    chooser = seated(player_of(given.game, player), no_book=no_book)
    decision = decide(chooser, seed, given.unfinished(), terms)
    click.echo(json.dumps(to_json(decision, given.game)) if as_json else given.format_turn(decision.turn))

"""``sttt play``: what the command line says, and what it leaves to be asked."""

import sys
from contextlib import closing

import click

from sttt import registry
from sttt.arena.answer import Terms
from sttt.cli import positions
from sttt.cli.decisions import player_of, player_option
from sttt.cli.options import no_book_option, seated, terms_options_with
from sttt.cli.play.screen import Screen
from sttt.cli.play.seats import PERSON, Seats
from sttt.cli.play.session import Session
from sttt.cli.positions import DEFAULT_GAME
from sttt.games.game import Game, Side


@click.command()
@click.argument("first", metavar="[GAME]", required=False)
@click.argument("second", metavar="[POSITION]", required=False)
@click.option("--level", type=click.IntRange(min=1), help="The game's player of that level, 1 being the easiest.")
@player_option
@click.option(
    "--opponent",
    default=PERSON,
    show_default=True,
    metavar="NAME",
    help=f"Who plays against --player: {PERSON} is you; or another player, to watch. Two people: --player {PERSON}.",
)
@click.option(
    "--side",
    type=click.Choice([side.value for side in Side], case_sensitive=False),
    help="Your side.  [default: the one to move]",
)
@terms_options_with("the player's own")
@no_book_option
@click.option("--seed", type=int, help="Seed of everything that players draw by lot.  [default: another each time]")
@click.option("--plain", is_flag=True, help="Say everything in sentences, draw nothing: for screen readers.")
@click.option("--no-colour", "--no-color", is_flag=True, help="Use no colours; so does NO_COLOR in the environment.")
def play(  # noqa: PLR0913 - one parameter per option
    *,
    first: str | None,
    second: str | None,
    level: int | None,
    player: str | None,
    opponent: str,
    side: str | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    no_book: bool,
    seed: int | None,
    plain: bool,
    no_colour: bool,
) -> None:
    """Play GAME against a player, from the start or from POSITION; super-ttt unless told.

    Type a turn in the game's notation, or point at a square with the arrow keys; help lists everything else. POSITION
    is the game's compact form or (BOARD WHO). At a terminal you are asked for level and side of the other games.
    """
    game_name, text = _game_and_position(first, second)
    given = positions.given(text, game_name)
    game, position, terms = given.game, given.unfinished(), Terms(seconds, nodes, depth)
    asking = sys.stdin.isatty() and game_name != DEFAULT_GAME
    name = seated(_player(game, level, player, asking=asking), no_book=no_book)
    other = seated(_by_name(game, opponent), no_book=no_book)
    if asking and side is None and PERSON in {name, other} != {PERSON}:
        side = _ask_side(position.side)
    mine = Side(side) if side else position.side
    with closing(Seats({mine: other, mine.other: name}, seed, terms)) as seats:
        Session(game, position, seats, Screen(game, plain=plain, no_colour=no_colour), terms).run()


def _game_and_position(first: str | None, second: str | None) -> tuple[str, str | None]:
    """Tell the name of a game from a position."""
    if first is None or first in {point.name for point in registry.installed("sttt.games")}:
        return first or DEFAULT_GAME, second
    if second is not None:
        known = ", ".join(point.name for point in registry.installed("sttt.games"))
        raise click.UsageError(f"{first!r} is no game; expected [GAME] [POSITION], and as GAME one of: {known}")
    return DEFAULT_GAME, first


def _player(game: Game, level: int | None, player: str | None, *, asking: bool) -> str:
    """Return who plays against the person, by level or by name, or as the person answers."""
    if level is not None and player is not None:
        raise click.UsageError("--level and --player both name the player; expected one of them")
    if asking and level is None and player is None:
        level = _ask_level(game)
    return _by_name(game, player) if level is None else _by_level(game, level)


def _by_name(game: Game, name: str | None) -> str:
    return PERSON if name == PERSON else player_of(game, name)


def _by_level(game: Game, level: int) -> str:
    if level > len(game.levels):
        raise click.UsageError(f"{game.name} has no level {level}; expected one of: {_levels(game)}")
    return game.levels[level - 1]


def _levels(game: Game) -> str:
    names = (name.removeprefix(f"{game.name}-") for name in game.levels)
    return ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))


def _ask_level(game: Game) -> int:
    level: int = click.prompt(
        f"Level ({_levels(game)})", type=click.IntRange(1, len(game.levels)), default=len(game.levels)
    )
    return level


def _ask_side(starts: Side) -> str:
    who = click.prompt("Who starts", type=click.Choice(["you", "computer"], case_sensitive=False), default="you")
    return starts.value if who == "you" else starts.other.value

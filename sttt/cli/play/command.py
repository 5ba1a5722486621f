"""``sttt play``: what the command line says, and what it leaves to be asked."""

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

import click

from sttt.cli import positions
from sttt.cli.options import Asking, grouped, patient_options, player_of
from sttt.cli.play.commands import COMMANDS
from sttt.cli.play.screen import Screen
from sttt.cli.play.seats import PERSON, Seats
from sttt.cli.play.session import PlaySession, level_text
from sttt.cli.positions import DEFAULT_GAME
from sttt.cli.usage import warn_of_slowness
from sttt.entry_points import alike
from sttt.games.game import GAMES, Game, Side
from sttt.players import registry
from sttt.players.player import Strategy


@dataclass(frozen=True)
class _Players:
    """Who plays against whom, on which side."""

    level: str | None
    player: str | None
    opponent: str
    side: str | None


@dataclass(frozen=True)
class _Looks:
    """The way to show the game."""

    plain: bool
    no_colour: bool


@click.command(short_help="Play at the terminal.")
@click.argument("first", metavar="[GAME]", required=False)
@click.argument("second", metavar="[POSITION]", required=False)
@grouped(
    "players",
    _Players,
    click.option(
        "--level",
        metavar="LEVEL",
        help="How strong your opponent is, from 1, the easiest, to 8 in super-ttt, or in a word, such as hard.",
    ),
    click.option(
        "--player",
        metavar="NAME",
        help="A player that `sttt players` lists, or PROTOCOL:REST for an external program.  [default: a beginner's "
        "level]",
    ),
    click.option(
        "--opponent",
        default=PERSON,
        show_default=True,
        metavar="NAME",
        help=f"Who plays against --player: {PERSON} is you; or another player, to watch. "
        f"Two people: --player {PERSON}.",
    ),
    click.option(
        "--side",
        type=click.Choice([side.value for side in Side], case_sensitive=False),
        help="Your side.  [default: the one to move]",
    ),
)
@patient_options
@grouped(
    "looks",
    _Looks,
    click.option("--plain", is_flag=True, help="Say everything in sentences, draw nothing: for screen readers."),
    click.option(
        "--no-colour", "--no-color", is_flag=True, help="Use no colours; so does NO_COLOR in the environment."
    ),
)
def play(*, first: str | None, second: str | None, players: _Players, asking: Asking, looks: _Looks) -> None:
    """Play GAME (default: super-ttt) against a player, from the start or from POSITION.

    Type a turn in the game's notation, or point at a square with the arrow keys; help lists everything else. POSITION
    is the game's compact form or (BOARD WHO). At a terminal you are asked for level and side of the other games.
    """
    game_name, text = _game_and_position(first, second)
    given = positions.given(text, game_name)
    game, position = given.game, given.unfinished()
    is_asked = sys.stdin.isatty() and game_name != DEFAULT_GAME
    name = asking.seated(_player(game, players, is_asked=is_asked))
    other = asking.seated(_by_name(game, players.opponent))
    side = Side(players.side) if players.side else position.side
    if is_asked and players.side is None and PERSON in {name, other} != {PERSON}:
        side = _ask_side(position.side)
    warn_of_slowness()
    screen = Screen(game, {one.word: one.argument for one in COMMANDS}, plain=looks.plain, no_colour=looks.no_colour)
    with closing(Seats({side: other, side.other: name}, game.name, asking.seed, asking.terms())) as seats:
        PlaySession(game, position, seats, screen, COMMANDS).run()


def _game_and_position(first: str | None, second: str | None) -> tuple[str, str | None]:
    """Tell the name of a game from a position."""
    if first is None or first in GAMES.names():
        return first or DEFAULT_GAME, second
    known = ", ".join(GAMES.names())
    expected = f"expected [GAME] [POSITION], and as GAME one of: {known}"
    if meant := alike(first, GAMES.names()):
        raise click.UsageError(f"{first!r} is no game; did you mean {meant}?")
    if second is not None:
        raise click.UsageError(f"{first!r} is no game; {expected}")
    if not positions.looks_like_one(first):
        raise click.UsageError(f"{first!r} is not a position of {DEFAULT_GAME} and no game; {expected}")
    return DEFAULT_GAME, first


def _player(game: Game, players: _Players, *, is_asked: bool) -> str:
    """Return who plays against the person, by level or by name, or as the person answers."""
    level = players.level
    if level is not None and players.player is not None:
        raise click.UsageError("--level and --player both name the player; expected one of them")
    if is_asked and level is None and players.player is None:
        level = _ask_level(game)
    return _by_name(game, players.player) if level is None else _by_level(game, level)


def _by_name(game: Game, name: str | None) -> str:
    if name is None:
        levels = registry.levels(game)
        return levels[_beginners(levels) - 1].name
    return PERSON if name == PERSON else player_of(game, name)


def _beginners(levels: Sequence[Strategy]) -> int:
    """Return the level that people begin with who say nothing, the page's too: one of the lower third."""
    return len(levels) // 3 + 1


def _by_level(game: Game, level: str) -> str:
    """Return the player of a level, by its number or its word."""
    levels = registry.levels(game)
    words = {str(number): one.name for number, one in enumerate(levels, start=1)}
    words |= {one.strength.called.lower(): one.name for one in levels if one.strength}
    if level.lower() in words:
        return words[level.lower()]
    known = ", ".join(f"{number} {level_text(one)}" for number, one in enumerate(levels, start=1))
    raise click.UsageError(f"{game.name} has no level {level}; expected one of: {known}")


def _ask_level(game: Game) -> str:
    levels = registry.levels(game)
    for number, one in enumerate(levels, start=1):
        click.echo(f"  {number}  {level_text(one)}")
    most = len(levels)
    level: int = click.prompt(f"Level (1 to {most})", type=click.IntRange(1, most), default=_beginners(levels))
    return str(level)


def _ask_side(starts: Side) -> Side:
    who = click.prompt("Who starts", type=click.Choice(["you", "computer"], case_sensitive=False), default="you")
    return starts if who == "you" else starts.other

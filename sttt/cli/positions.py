"""The POSITION argument: the compact form or a protocol's own, such as ``(BOARD WHO)``; ``-`` is standard input."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

import click

from sttt.errors import PositionError, ProtocolError, StttError
from sttt.execution.foreign import text_of
from sttt.games.game import GAMES, Game, P, Turn
from sttt.games.super_ttt.game import GAME
from sttt.players import registry

DEFAULT_GAME = GAME.name

START = GAME.format_position(GAME.start())

_S_EXPRESSION = ("(", "'", ";")
"""The start of an s-expression: a list, a quote, or a comment before one. No compact form starts so."""


@dataclass(frozen=True)
class GivenPosition(Generic[P]):
    """A position as somebody gave it, and how a turn is written in the same form."""

    game: Game[P]
    position: P
    """A position of the game's own type."""
    format_turn: Callable[[Turn], str]

    def unfinished(self) -> P:
        """Return the position if there is a turn to play in it; raises `PositionError` if the game is over."""
        if self.position.result:
            ending = self.game.draw(self.position).splitlines()[-1]
            raise PositionError(f"the game is over, {ending}; expected a position in which a turn can be played")
        return self.position


game_option = click.option(
    "--game",
    "game_name",
    default=DEFAULT_GAME,
    show_default=True,
    metavar="NAME",
    help="The game, such as " + ", ".join(GAMES.names()) + ".",
)


def given(text: str | None, game_name: str = DEFAULT_GAME) -> GivenPosition:
    """Return the position of a command's argument: the game's start for None, standard input for ``-``.

    Raises `UnknownNameError`, `PositionError` or `ProtocolError`.
    """
    game = registry.game(game_name)
    if text is None:
        return GivenPosition(game, game.start(), game.format_turn)
    return read_standard_input(game_name) if text == "-" else read(text, game_name)


def looks_like_one(text: str) -> bool:
    """Return whether text may have been meant as a position of the default game, in any form or as ``-``."""
    return text == "-" or "/" in text or text.lstrip().startswith(_S_EXPRESSION)


def read(text: str, game_name: str = DEFAULT_GAME) -> GivenPosition:
    """Read a position in any form of the game; raises `PositionError` or `ProtocolError`."""
    game = registry.game(game_name)
    if text.lstrip().startswith(_S_EXPRESSION):
        return _read_by_protocol(text, game)
    return GivenPosition(game, game.parse_position(text), game.format_turn)


def _read_by_protocol(text: str, game: Game) -> GivenPosition:
    """Read by the first protocol of the game that can; raises the last one's error when none can."""
    wrong: StttError = PositionError("no installed protocol reads s-expressions; expected the compact form")
    for protocol in (protocol for protocol in registry.protocols() if protocol.game == game.name):
        try:
            return GivenPosition(game, protocol.parse_position(text), protocol.format_turn)
        except ProtocolError as error:
            wrong = error
    raise wrong


def read_standard_input(game_name: str = DEFAULT_GAME) -> GivenPosition:
    """Read standard input to its end as one position; bytes that are no text are refused with the rest of it."""
    return read(text_of(sys.stdin.buffer.read(), "replace"), game_name)


def argument(value: str) -> GivenPosition:
    """Read the POSITION of a command for the default game alone; the `type` of that argument."""
    return given(value)

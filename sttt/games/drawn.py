"""A position as people meet it in Python: it draws itself, and is written, read and played in its game's notation."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Self

from sttt.errors import IllegalPlacement, PositionError
from sttt.games.game import Game, P, Position, Turn


def _of_class(cls: type[object]) -> Game[Any] | None:
    package, _, name = cls.__module__.rpartition(".")
    game = getattr(import_module(f"{package}.game" if name == "position" else cls.__module__), "GAME", None)
    return game if isinstance(game, Game) else None


def game_of(position: P | type[P]) -> Game[P]:
    """Return the game of a position: the constant ``GAME`` of its class's module.

    For a module named ``position`` that is the constant of the module ``game`` beside it. Raises `PositionError` where
    there is none.
    """
    cls = position if isinstance(position, type) else type(position)
    game: Game[P] | None = _of_class(cls)
    if game is None:
        raise PositionError(f"no game is known of {cls.__module__}.{cls.__qualname__}; expected a constant GAME there")
    return game


class Drawn:
    """A base class of positions that draw, write, read and play themselves in their game's words (`game_of`).

    A class without a game is written as Python writes it, and without a description of the board there is no picture.
    """

    __slots__ = ()

    def __str__(self) -> str:
        """Return the compact form, which `from_text` reads."""
        game = _of_class(type(self))
        return game.format_position(self) if game else repr(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a position in its compact form; raises `PositionError`."""
        position: object = game_of(cls).parse_position(text)  # type: ignore[type-var]
        if not isinstance(position, cls):
            raise PositionError(f"{text!r} is read as {type(position).__name__}; expected {cls.__name__}")
        return position

    def play_turn(self: P, turn: str | Turn) -> P:
        """Play a whole turn, such as ``"55+51"`` or a decision's; what follows a placement that wins changes nothing.

        Raises `PositionError` for a text that is no turn, and `IllegalPlacement` for one that does not count as it is
        given: forfeited placements have to be said (`None`, in Super Tic-Tac-Toe ``55+--``).
        """
        game = game_of(self)
        claimed = game.parse_turn(turn) if isinstance(turn, str) else tuple(turn)
        after, counted = game.enter_turn(self, claimed)
        if counted != claimed or (len(claimed) < self.left and not after.result):
            whole = (*counted, *(None,) * (self.left - len(counted)))
            raise IllegalPlacement.of("turn.counts", turn=game.format_turn(claimed), possible=game.format_turn(whole))
        return after

    def legal_turns(self: P) -> Iterator[Turn]:
        """Yield the turns of the side to move, one for each position that a turn can lead to.

        A placement that ends the game is a whole turn.
        """
        seen = set()
        for turn, after in _turns(self, self):
            if after not in seen:
                seen.add(after)
                yield turn

    def _repr_svg_(self) -> str | None:
        """Return the board as SVG."""
        from sttt.board.picture import picture  # noqa: PLC0415 - a bot, which must start fast, draws nothing

        game = _of_class(type(self))
        return picture(game, self, alone=True) if game and game.shape else None


def _turns(before: Position, position: P, begun: Turn = ()) -> Iterator[tuple[Turn, P]]:
    """Yield all ways to complete a turn, and where they lead."""
    for placement in position.legal_placements():
        after = position.play(placement)
        turn = (*begun, placement)
        if after.result or len(turn) == before.left:
            yield turn, after
        else:
            yield from _turns(before, after, turn)


def read_placement(position: P, text: str) -> int | None:
    """Read one placement in the notation of the position's game; raises `PositionError`."""
    turn = game_of(position).parse_turn(text)
    if len(turn) != 1:
        raise PositionError.of("turn.not-one", turn=text, number=len(turn))
    return turn[0]

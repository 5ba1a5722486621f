"""A position that shows itself as a picture wherever Python is asked to draw it, as in a notebook."""

from importlib import import_module


class Drawn:
    """A base class of positions that draw themselves.

    The game of a position is the constant ``GAME`` of its class's module or, for a module named ``position``, of the
    module ``game`` beside it; without one, and without a description of the board, there is no picture.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """Return the board as SVG."""
        from sttt.board.picture import picture  # noqa: PLC0415 - a bot, which must start fast, draws nothing

        package, _, name = type(self).__module__.rpartition(".")
        module = import_module(f"{package}.game" if name == "position" else type(self).__module__)
        game = getattr(module, "GAME", None)
        return picture(game, self, alone=True) if game and game.shape else None

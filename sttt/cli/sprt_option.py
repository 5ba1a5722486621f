"""The option ``--sprt``: a sequential test that ends a match."""

from collections.abc import Callable
from typing import Any

import click

from sttt.arena.sprt import EloModel, Sprt
from sttt.errors import SprtError

_NUMBERS = ("elo0", "elo1", "alpha", "beta")
_READERS: dict[str, Callable[[str], Any]] = {**dict.fromkeys(_NUMBERS, float), "model": EloModel}


class SprtType(click.ParamType[Sprt]):
    """Reads ``elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic``; what is left out has its default."""

    name = "sprt"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sprt:
        """Read the test, or fail as wrong input."""
        if isinstance(value, Sprt):
            return value
        settings = dict(self._setting(part, param, ctx) for part in str(value).split(","))
        try:
            return Sprt(**settings)
        except SprtError as error:
            self.fail(str(error), param, ctx)

    def _setting(self, part: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        key, _, text = part.partition("=")
        try:
            return key, _READERS[key](text)
        except (KeyError, ValueError):
            expected = f"{', '.join(_NUMBERS)} = a number, or model = {' or '.join(EloModel)}"
            self.fail(f"{part!r} is no setting; expected {expected}", param, ctx)


def sprt_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --sprt."""
    return click.option(
        "--sprt",
        type=SprtType(),
        metavar="SETTINGS",
        help="Stop as soon as it is decided whether A is elo0 or elo1 better than B: a sequential test, such as "
        "elo0=0,elo1=10,alpha=0.05,beta=0.05 (the defaults; model=normalized for normalized Elo).",
    )(command)

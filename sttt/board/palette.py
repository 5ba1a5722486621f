"""The colours of boards by name, in light and in dark surroundings, and those of games whose sides are colours.

``palette.json`` has them: for ``any`` game, then those that differ where the sides are called so. A value that is a
name itself stands for that colour.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

Palette = Mapping[str, tuple[str, str]]
"""Colours by name, each for light and for dark surroundings."""

LIGHT, DARK = 0, 1


@cache
def _scopes() -> dict[str, dict[str, list[str]]]:
    """Return the colours of any game and, by the names of the sides, those that differ."""
    found: dict[str, dict[str, list[str]]] = json.loads(
        files("sttt.board").joinpath("palette.json").read_text(encoding="utf-8")
    )
    return found


@cache
def palette(sides: tuple[str, str]) -> Palette:
    """Return the colours of a board whose sides are called so."""
    colours = _scopes()["any"] | _scopes().get("-".join(sides).lower(), {})
    light, dark = ({name: _resolved(colours, name, ground) for name in colours} for ground in (LIGHT, DARK))
    return MappingProxyType({name: (light[name], dark[name]) for name in colours})


def _resolved(colours: Mapping[str, list[str]], name: str, ground: int) -> str:
    value = colours[name][ground]
    return _resolved(colours, value, ground) if value in colours else value


def page_palette() -> str:
    """Return a style sheet that sets the colours of a whole page, whose root names the sides in ``data-sides``."""
    return "".join(
        f":root{sides} {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root{sides} {{ {dark} }} }}\n"
        for sides, light, dark in _rules()
    )


def widget_palette() -> str:
    """Return the colours for a shadow root, whose host names the sides, and has ``data-dark`` on dark ground."""
    return "".join(
        f":host({sides or '*'}) {{ {light} }}\n:host([data-dark]{sides}) {{ {dark} }}\n"
        for sides, light, dark in _rules()
    )


def _rules() -> Iterator[tuple[str, str, str]]:
    """Yield the selector of a board by the names of its sides, and its declarations on light and on dark ground."""
    for sides, colours in _scopes().items():
        yield "" if sides == "any" else f'[data-sides="{sides}"]', _declared(colours, LIGHT), _declared(colours, DARK)


def _declared(colours: Mapping[str, list[str]], ground: int) -> str:
    values = ((name, pair[ground]) for name, pair in colours.items())
    return " ".join(f"--{name}: {f'var(--{value})' if value in colours else value};" for name, value in values)

"""The page's own board in a report or a notebook: its modules as a script, its style, a game's board as JSON values."""

import re
from functools import cache
from importlib.resources import files

from sttt.games.game import Shape

BOARD = ("en.js", "optional.js", "texts.js", "shapes.js", "board.js")
"""What draws a board, each after those that it imports."""

_LANGUAGE = "(await import(`./${language}.js`)).default"
"""How the page loads its texts; a report has them in English."""

_IMPORT = re.compile(
    r'^import (?P<names>\{[^}]*\}|\w+) from "(?:\.|\.\./web/static)/(?P<module>[\w-]+)\.js";$', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (?P<name>\w+))", re.MULTILINE)


def page_module(name: str) -> str:
    """Return a file of the page."""
    return files("sttt.web").joinpath("static", name).read_text(encoding="utf-8")


@cache
def board_script() -> str:
    """Return a script that defines `Board` and `ownersOf` as the page's modules export them, and nothing else."""
    modules = "\n".join(as_object(name, page_module(name)) for name in BOARD)
    return f"const {{ Board, ownersOf }} = (() => {{\n{modules}\nreturn {{ ...$board, ...$shapes }};\n}})();\n"


def as_object(name: str, source: str) -> str:
    """Return a module as a constant that holds what it exports; what it imports must stand before it."""
    source = source.replace(_LANGUAGE, "$en.$default")
    names = [match["name"] for match in _EXPORT.finditer(source)]
    source = _EXPORT.sub("", source).replace("export default ", "const $default = ")
    if "const $default" in source:
        names.append("$default")
    body = _IMPORT.sub(_imported, source)
    return f"const ${name.removesuffix('.js')} = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();"


def _imported(match: re.Match[str]) -> str:
    if match["names"].startswith("{"):
        return f"const {match['names']} = ${match['module']};"
    return f"const {match['names']} = ${match['module']}.$default;"


@cache
def board_style() -> str:
    """Return the page's colours and how its boards look."""
    palette = page_module("style.css").partition("\n* {")[0]
    return re.sub(r"\n  font: [^\n]*", "", palette) + "\n" + page_module("board.css")


def shape_data(shape: Shape) -> dict[str, object]:
    """Return what the board's script reads of a game's board."""
    return {
        "cells": [{"x": cell.x, "y": cell.y, "label": cell.label, "placement": cell.placement} for cell in shape.cells],
        "groups": [{"label": one.label, "cells": one.cells, "lines": one.lines} for one in shape.groups],
        "lines": shape.lines,
        "owned": shape.owners is not None,
        "sides": shape.sides,
        "width": shape.width,
        "height": shape.height,
    }

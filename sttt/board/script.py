"""The scripts and the style that draw boards on the page, and the scripts as one for what is a single file."""

import re
from functools import cache
from importlib.resources import files

from sttt.games.game import Shape

_LANGUAGE = "const texts = (await import(`./${language}.js`)).default;"
"""The line that loads the page's texts; a single file has the English ones in its place."""

_IMPORT = re.compile(r'^import (?P<names>\{[^}]*\}|\w+) from "[\w./]*?(?P<module>[\w-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (?P<name>\w+))", re.MULTILINE)


@cache
def static_files() -> dict[str, bytes]:
    """Return the scripts and the style by name, which the page has beside its own."""
    return {entry.name: entry.read_bytes() for entry in files("sttt.board").joinpath("static").iterdir()}


def board_style() -> str:
    """Return how boards look, in the colours of a palette that must stand before it."""
    return static_files()["board.css"].decode()


@cache
def board_script() -> str:
    """Return a script that defines `Board` and `ownersOf` as the page's modules export them, and nothing else."""
    modules = bundle("board", _source("board"))
    return f"const {{ Board, ownersOf }} = (() => {{\n{modules}\nreturn {{ ...$board, ...$shapes }};\n}})();\n"


def bundle(name: str, source: str) -> str:
    """Return a module as a constant ``$name`` that holds what it exports, after those of all that it imports."""
    found: dict[str, str] = {}
    _gather(name, source, found)
    return "\n".join(found.values())


def _source(name: str) -> str:
    return static_files()[f"{name}.js"].decode().replace(_LANGUAGE, 'import texts from "./en.js";')


def _gather(name: str, source: str, found: dict[str, str]) -> None:
    """Add what a module imports, each once and before those that need it, and then the module."""
    for match in _IMPORT.finditer(source):
        if match["module"] not in found:
            _gather(match["module"], _source(match["module"]), found)
    found[name] = _as_object(name, source)


def _as_object(name: str, source: str) -> str:
    names = [match["name"] for match in _EXPORT.finditer(source)]
    source = _EXPORT.sub("", source).replace("export default ", "const $default = ")
    if "const $default" in source:
        names.append("$default")
    body = _IMPORT.sub(_imported, source)
    return f"const ${name} = (() => {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();"


def _imported(match: re.Match[str]) -> str:
    if match["names"].startswith("{"):
        return f"const {match['names']} = ${match['module']};"
    return f"const {match['names']} = ${match['module']}.$default;"


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

"""The board's script and style: the page's modules as one, and what shows them in a notebook."""

import re
from functools import cache
from importlib.resources import files

from sttt.arena.report.board import BOARD, as_object, board_style, page_module
from sttt.games.picture import DARK

_ROOT = re.compile(r":root(\[[^\]]*\])?")


def _own(name: str) -> str:
    return files("sttt.notebook").joinpath(name).read_text(encoding="utf-8")


@cache
def widget_script() -> str:
    """Return the module that shows a board, as anywidget loads it."""
    sources = {name: page_module(name) for name in (*BOARD, "words.js")} | {"widget.js": _own("widget.js")}
    modules = [as_object(name, source) for name, source in sources.items()]
    return "\n".join([*modules, "export default $widget.$default;\n"])


@cache
def widget_style() -> str:
    """Return the page's colours and boards, for a board that is shut off from the notebook's own style.

    A notebook is dark or light whatever the system is: the script says so by an attribute.
    """
    style = DARK.sub(lambda dark: _ROOT.sub(lambda root: f":host([data-dark]{root[1] or ''})", dark[1]), board_style())
    return _ROOT.sub(lambda root: f":host({root[1]})" if root[1] else ":host", style) + _own("widget.css")

"""The widget's script and style: the board's, and what shows them in a notebook."""

from functools import cache
from importlib.resources import files

from sttt.board.palette import widget_palette
from sttt.board.script import board_style, bundle


def _own(name: str) -> str:
    return files("sttt.notebook").joinpath(name).read_text(encoding="utf-8")


@cache
def widget_script() -> str:
    """Return the module that shows a board, as anywidget loads it."""
    return f"{bundle('widget', _own('widget.js'))}\nexport default $widget.$default;\n"


@cache
def widget_style() -> str:
    """Return the colours and the look of boards, shut off from the notebook's own style.

    A notebook is dark or light whatever the system is: the script says so by an attribute.
    """
    return widget_palette() + board_style() + _own("widget.css")

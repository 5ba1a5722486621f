"""How the site is built: ``python -m sphinx -W -b html docs build/site`` (`pip install '.[docs]'`)."""

from pathlib import Path

from sttt import distribution

project = "sttt"
release = version = distribution.version()
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_click"]
exclude_patterns: list[str] = []
html_theme = "furo"
html_title = "sttt: Super Tic-Tac-Toe and its siblings"
html_logo = "../sttt/web/static/icon.svg"
html_favicon = html_logo
html_show_copyright = False
html_extra_path = [path for path in ["../build/extra"] if Path(__file__).parent.joinpath(path).exists()]
"""The demo, where `docs/make_demo.py` has built it; the site's first link leads there, else to the page about it."""
if html_extra_path:
    tags.add("demo")  # noqa: F821 - Sphinx gives it to this file
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "show-inheritance": True}
default_role = "code"

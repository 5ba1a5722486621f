"""The page's modules as one script: each stands after all that it imports."""

import re

import pytest

from sttt.arena.report.board import board_script
from sttt.notebook.script import widget_script


@pytest.mark.parametrize("script", [board_script, widget_script])
def test_a_module_stands_after_those_that_it_imports(script: object) -> None:
    assert callable(script)
    text = script()
    used = re.findall(r"= (\$\w+)(?:;|\.\$default)", text)
    assert used
    for module in used:
        assert 0 <= text.find(f"const {module} = (() =>") < text.find(f"= {module}"), module

"""The scripts that draw boards, as one for a report or a notebook."""

import re
from importlib.resources import files

import pytest

from sttt.board.script import bundle, static_files

MADE = re.compile(r"^const \$(\w+) = \(\(\) => \{$", re.MULTILINE)
USED = re.compile(r"= \$(\w+)(?:\.\$default)?;$", re.MULTILINE)


@pytest.mark.parametrize(
    ("module", "name"), [("sttt.board.script", "board_script"), ("sttt.notebook.script", "widget_script")]
)
def test_whatever_a_script_uses_stands_before_it_once(module: str, name: str) -> None:
    script = getattr(pytest.importorskip(module), name)()
    made = [(match[1], match.start()) for match in MADE.finditer(script)]
    assert len(dict(made)) == len(made)
    uses = list(USED.finditer(script))
    assert {match[1] for match in uses} >= {"shapes", "texts", "optional", "en"}
    assert [match[1] for match in uses if dict(made).get(match[1], len(script)) > match.start()] == []
    assert not re.search(r"^import |^export (?!default \$)|\bimport\(", script, re.MULTILINE)


def test_a_module_is_a_constant_that_holds_what_it_exports() -> None:
    source = 'import { t } from "./texts.js";\nexport const one = 1;\nexport default class Two {}\n'
    made = bundle("mine", source).rpartition("const $mine = ")[2]
    assert "const { t } = $texts;\nconst one = 1;\nconst $default = class Two {}" in made
    assert "return { one, $default };" in made


def test_no_file_of_the_page_hides_one_of_the_board() -> None:
    own = {entry.name for entry in files("sttt.web").joinpath("static").iterdir()}
    assert own.isdisjoint({*static_files(), "palette.css"})

"""The examples in docstrings run, and give what they show."""

import doctest
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import sttt

ROOT = Path(__file__).parents[2]
PACKAGES = ("sttt", "adapter", "strategies")
FILES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in FILES
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted
    assert found.failed == 0


@pytest.mark.parametrize("name", sorted({*sttt.__all__} - {"__version__"}))
def test_a_public_name_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(sttt, name)) or "")

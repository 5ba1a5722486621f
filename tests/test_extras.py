"""The core runs with the extra `test-core` alone; what needs more says so in tests/conftest.py."""

import ast
import re
import tomllib
from functools import cache
from itertools import accumulate
from pathlib import Path

import pytest
from support import house

TESTS = house.ROOT / "tests"
MODULES = house.MODULES | {
    ".".join(path.relative_to(TESTS).with_suffix("").parts): path for path in sorted((TESTS / "support").rglob("*.py"))
}
BEYOND = re.compile(
    r"(PIL|anywidget|axe_playwright_python|distributed|gymnasium|jsonschema|matplotlib|nbclient|nbformat|numpy|open_spiel"
    r"|pettingzoo|playwright|pygame|pyspiel|pyte|schemathesis|scipy|traitlets)(\.|$)"
)
FOUND = next(
    node.value
    for node in ast.parse((TESTS / "conftest.py").read_text(encoding="utf-8")).body
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXTRAS"
)
EXTRAS: dict[str, tuple[str, ...]] = ast.literal_eval(FOUND)
FILES = sorted(TESTS.rglob("test_*.py"))


TREES = {house.MODULES[name]: tree for name, tree in house.TREES.items()}


def tree_of(path: Path) -> ast.Module:
    found = TREES.get(path) or ast.parse(path.read_text(encoding="utf-8"))
    assert isinstance(found, ast.Module)
    return found


@cache
def loaded_at_once(path: Path) -> frozenset[str]:
    """Return what a module imports when it is loaded, dotted, also where it says by `try` what is missing."""
    outer = tree_of(path).body
    inner = [one for node in outer if isinstance(node, ast.Try) for one in node.body]
    imports = [node for node in outer + inner if isinstance(node, ast.Import | ast.ImportFrom)]
    return frozenset(name for node in imports for name in house.imported_names(node))


def beyond_the_core(path: Path) -> set[str]:
    """Return the modules of extras that a file loads at once, also by what it imports and the packages around."""
    found, seen, waiting = set(), {path}, [path]
    while waiting:
        for name in loaded_at_once(waiting.pop()):
            if BEYOND.match(name):
                found.add(name.partition(".")[0])
            new = {MODULES[one] for one in accumulate(name.split("."), "{}.{}".format) if one in MODULES} - seen
            seen |= new
            waiting += new
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_a_file_of_tests_loads_nothing_of_an_extra_that_it_is_not_known_to_need(path: Path) -> None:
    own = path.relative_to(TESTS).as_posix()
    known = {name for place, names in EXTRAS.items() if f"{own}/".startswith(f"{place}/") for name in names}
    assert beyond_the_core(path) <= known


def test_what_a_folder_or_file_is_said_to_need_exists() -> None:
    assert [place for place in EXTRAS if not (TESTS / place).exists()] == []


def test_browsers_and_interpreters_are_started_by_the_fixtures_that_mark_their_tests_alone() -> None:
    doors = re.compile(r"\bchromium\(\)|\bsync_playwright\(|require_program\(.*INTERPRETERS")
    holders = {path.name for path in TESTS.rglob("*.py") if doors.search(path.read_text(encoding="utf-8"))}
    assert holders == {"conftest.py", "browser.py"}


def test_no_file_has_tests_of_a_browser_and_runs_an_event_loop_of_its_own() -> None:
    """The browser's interface keeps a loop in its thread, in which no other can run, until its file is done."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py")}
    assert [
        name
        for name, text in texts.items()
        if re.search(r"\(browser:|, browser:", text) and re.search(r"asyncio\.run\(\w", text)
    ] == []


def test_the_core_needs_no_more_than_the_tools_that_run_it() -> None:
    extras = tomllib.loads((house.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[<>=]", one)[0] for one in extras["optional-dependencies"]["test-core"]}
    assert needed == {"pytest", "hypothesis", "pytest-timeout"}

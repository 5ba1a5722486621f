"""What the pages refer to is there: the files they name, the pages and headings that their links lead to."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
FOLDERS = ("adapter", "benchmarks", "docs", "strategies", "sttt", "tests")
OF_THE_READER = {
    "bots/mine.toml",
    "bots.py",
    "board.txt",
    "mine.json",
    "middle_player.py",
    "five_by_five.py",
    "sttt.scm",  # the course's
    "gttt.scm",
    "certificate/",
    "build/screenshots/",
    "sttt/games/<game>/",
    "class.toml",  # a class's folder, and what is handed in
    "spring/work/",
    "spring/results/",
    "groups/fish/results.json",
    "fish.scm",
    "main.scm",
    "main.py",
}
"""What a page names that is not in the repository: its reader's own, or written by a command."""


def prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


NAME = re.compile(r"([^/*:][^*:]*/|[^/*.:][^:]*\.(?:py|pxd|js|mjs|json|txt|scm|toml|xz))(?::\d+)?")
"""A file or a folder, and perhaps the number of a line."""


def named_files(page: Path) -> Iterator[str]:
    """Yield what looks like a file or a folder of this repository, in backticks."""
    for quoted in re.findall(r"`([^`\n]+)`", prose(page)):
        yield from (found[1] for word in quoted.split() if (found := NAME.fullmatch(word)))


@cache
def paths() -> str:
    """Return all files and folders of the repository, each on a line between slashes."""
    found = [*ROOT.iterdir(), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]
    return "".join(f"/{path.relative_to(ROOT).as_posix()}/\n" for path in found)


def anchors(page: Path) -> set[str]:
    """Return the names of a page's headings in links, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    missing = {name for name in named_files(page) if f"/{name.rstrip('/')}/\n" not in paths()}
    assert missing <= OF_THE_READER


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if not target.startswith("https://"):
            name, _, heading = target.partition("#")
            file = page.parent / name if name else page
            assert file.exists(), target
            assert not heading or heading in anchors(file), target

"""Every command and every piece of Python that a page shows runs as it stands there, if in smaller numbers."""

import json
import os
import re
import shlex
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.command import STTT
from support.missing import missing, require_program

from sttt.players.manifest import read_manifest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SMALLER = [
    (r"--games \d+", "--games 2"),
    (r"^(sttt tune .*)--games 2", r"\1--games 40 --seed 4"),
    (r"--nodes \d+", "--nodes 300"),
    (r"^(sttt settle (?!.*--first).*)", r"\1 --first 11+15"),
    (r"^(sttt settle .*)", r"\1 --nodes 300 --warm-turns 1 --table-mb 16"),
    (r"10\.0\.0\.1:8786", "127.0.0.1:{port}"),
    (r"--depth \d+", "--depth 2"),
    (r"--level 3", "--level 1"),
    (r"^(sttt match (?!.*--)[^:]*:.*)", r"\1 --games 1"),
    (r"cs540:java TicTacToe", "cs540:sttt-cs540"),  # their program is a student's
]
"""What is changed so that a command ends soon, or finds what only its reader has."""
ELSEWHERE = {
    "python3 -m venv": ".ci/run",
    "dask ": "tests/execution/test_dask.py",
    "--executor dask": "tests/execution/test_dask.py",
    "settle --scheduler": "tests/cli/test_settle.py",
    "sttt serve": "tests/web/test_server.py",
    "STTT_BOT=": "tests/adapter/scheme/test_docs.py",
    "python -P -m adapter.scheme [": "tests/adapter/scheme/test_bot.py",
    "sttt verify": "tests/cli/test_verify.py",
    "benchmarks/levels.py": "tests/strategies/test_levels.py",
    "docs/make_demo.py": "tests/docs/test_demo.py",
    "-m http.server": "tests/docs/test_demo.py",
    "sttt play middle": "tests/docs/test_extending.py",
    "five-by-five": "tests/docs/test_extending.py",
    " spring": "tests/course",
    "kaggle:mine.py": "tests/adapter/kaggle",
}
"""Commands that a test of their own runs."""


def shown(language: str) -> Iterator[tuple[str, str]]:
    """Yield the blocks in a language, each behind the name of its page."""
    for page in PAGES:
        blocks = re.findall(r"^```(.*?)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        yield from ((page.name, block) for of, block in blocks if of == language)


def commands() -> Iterator[str]:
    """Yield the lines of the blocks for a shell that no other test runs, without what is said of them."""
    for _, block in shown("sh"):
        for line in re.sub(r"  #.*", "", block.replace("\\\n", " ")).splitlines():
            if not any(words in line for words in ELSEWHERE):
                yield line.rstrip()


COMMANDS = list(dict.fromkeys(commands()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand where a reader stands: with a bot in any language and one in Scheme, and what is installed on the path."""
    bot = tmp_path / "bot"
    bot.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -P -m adapter.scheme --player rules\n")
    bot.chmod(bot.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "my-player.scm").write_text(
        "(define (my-ai board who) '((5 . 5) (5 . 1)))\n(define (make-ai) my-ai)\n(define make-my-ai make-ai)\n"
    )
    certificates = tmp_path / "docs" / "certificates"
    certificates.mkdir(parents=True)
    for known in (ROOT / "docs" / "certificates").glob("11+15.*"):  # what all 37 hold takes a minute to read
        (certificates / known.name).symlink_to(known)
    monkeypatch.chdir(tmp_path)
    path = os.pathsep.join([str(STTT.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    monkeypatch.setenv("PATH", path)
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="the pages' commands are for a POSIX shell")
@pytest.mark.parametrize("line", [line for line in COMMANDS if "scheme:" not in line])
def test_a_command_runs(line: str, folder: Path) -> None:
    runs(line, folder)


@pytest.mark.skipif(sys.platform == "win32", reason="the pages' commands are for a POSIX shell")
@pytest.mark.parametrize("line", [line for line in COMMANDS if "scheme:" in line])
def test_a_command_with_a_player_in_scheme_runs(
    line: str, folder: Path, require_interpreter: Callable[[str], str]
) -> None:
    require_interpreter("chicken" if "interpreter=chicken" in line else "guile")
    runs(line, folder)


def ended(*words: str) -> subprocess.CompletedProcess[str]:
    """Return how a command ended that was told to quit; what lacks a module that comes with an extra is skipped."""
    done = subprocess.run(words, input="quit\n", capture_output=True, text=True, timeout=200, check=False)
    lacks = re.search(r"No module named '(?!sttt|adapter|strategies)([\w.]+)'", done.stderr)
    return missing(f"{lacks[1]} is not installed") if lacks and done.returncode else done


def runs(line: str, folder: Path) -> None:
    for pattern, smaller in SMALLER:
        line = re.sub(pattern, smaller, line)
    done = ended("sh", "-c", line)
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
    assert done.stdout or list(folder.glob("*.scm")), line


def test_a_block_that_no_test_runs_shows_no_command() -> None:
    for page, block in shown(""):
        assert not re.search(r"^(sttt|python3?|pip) ", block, re.MULTILINE), page


def test_a_contributor_installs_as_a_reader_of_the_readme_does_and_the_tools_too() -> None:
    _, readme = (block for page, block in shown("sh") if page == "README.md" and "venv" in block)
    (contributing,) = (block for page, block in shown("sh") if page == "CONTRIBUTING.md")
    assert contributing == readme.replace("[test]", "[dev]")


def test_whoever_runs_a_command_elsewhere_exists() -> None:
    for path in ELSEWHERE.values():
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize(("page", "block"), [one for one in shown("python") if one[0] != "extending.md"])
def test_a_piece_of_python_runs(page: str, block: str) -> None:
    done = ended(sys.executable, "-P", "-c", block)
    assert (done.returncode, done.stderr, bool(done.stdout)) == (0, "", True), page


def test_the_manifest_of_the_page_is_read(folder: Path) -> None:
    (block,) = (block for page, block in shown("toml") if page == "arena.md")
    (folder / "bot.toml").write_text(block)
    manifest = read_manifest(folder / "bot.toml")
    assert (manifest.terms.name, manifest.protocol, manifest.game) == ("drop-bot", "cmd", "super-ttt")


def test_the_bot_in_c_of_the_page_keeps_what_a_match_needs_of_the_protocol(folder: Path) -> None:
    require_program("cc")
    (block,) = (block for page, block in shown("c") if page == "arena.md")
    (folder / "first.c").write_text(block)
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-o", "first", "first.c"], check=True)
    checked = subprocess.run([STTT, "check-player", "./first", "--json"], capture_output=True, check=False).stdout
    failed = [step["step"] for step in json.loads(checked)["steps"] if step["problem"]]
    assert all(step.endswith("(other referees only)") for step in failed), failed

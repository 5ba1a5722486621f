"""The README and the tour say what is so: their commands exist, their Python runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from support.command import sttt

from sttt.cli.command_line import cli

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
QUICK = [
    "sttt analyze",
    "sttt analyze xx......./oo......./........./........./....x..../........./........./........./.........:o2",
    "sttt solve ox..x.x../ox..oo.xx/x...x..../..o.x.o.x/x.....x../ox.o.o.x./xo....o../o.oxx.xo./o.o..xoo.:x1 --verify",
    "sttt match rules offensive --games 100 --seed 7",
    "sttt match rules greedy --games 20 --random-turns 0",
    "sttt match rules offensive --sprt elo0=0,elo1=50",
    "sttt tournament rules offensive greedy --games 4 --archive games.db",
    "sttt match rules random --games 10 --save games.jsonl",
    "sttt perft 3 --divide",
    "sttt book show",
    "sttt analyze --game connect-four 4444432225537",
    "sttt players",
    "sttt doctor",
    "sttt bench",
]


def test_the_first_two_blocks_are_one_command_line_each() -> None:
    for _, text in BLOCKS[:2]:
        assert text.count("\n") == 1
        assert " && python3 -m venv .venv && " in text


def test_a_newcomer_is_told_to_clone_and_sees_what_pip_does() -> None:
    assert README.index("`git clone`") < README.index("python3 -m venv")
    assert "--quiet" not in "".join(text for _, text in BLOCKS[:2])


@pytest.mark.skipif(sys.platform == "win32", reason="a command line of a POSIX shell")
def test_something_is_seen_before_python_makes_its_folder_which_takes_long(tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\nexit 1\n", encoding="ascii")
    python.chmod(0o700)
    for _, text in BLOCKS[:2]:
        shell = ["/bin/sh", "-c", text]
        done = subprocess.run(shell, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (1, "Preparing .venv\n")


CLAIMS = re.split(r"^- ", README.partition("\n## What it has proven")[2].partition("\n## ")[0], flags=re.MULTILINE)[1:]


def figures(text: str) -> set[str]:
    """Return the numbers in a text; those in names such as 4x4 are none."""
    return set(re.findall(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?!\w|,\d)", text))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim[:20])
def test_every_figure_stands_in_the_page_that_it_cites(claim: str) -> None:
    (page,) = re.findall(r"\]\((docs/[\w-]+\.md)", claim)
    told = figures((ROOT / page).read_text(encoding="utf-8"))
    assert figures(re.sub(r"\]\([^)]*\)", "]", claim)) - told == set(), page


def test_what_is_claimed_is_cited() -> None:
    assert len(CLAIMS) == 5
    assert figures("1,937,009 of 4x4x4, 50 % in 0.9 s, 84.") == {"1,937,009", "50", "0.9", "84"}


@pytest.mark.parametrize("command", QUICK)
def test_a_command_of_the_tour_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"`{command}`" in TOUR
    monkeypatch.chdir(tmp_path)
    done = sttt(*shlex.split(command)[1:])
    assert (done.returncode, bool(done.stdout)) == (0, True)


def test_a_picture_comes_first_and_all_of_it_is_read_in_a_minute_or_two() -> None:
    assert README.startswith("![")
    assert README.count("\n") <= 90


def test_every_subcommand_in_the_tour_exists_and_is_all_there_is() -> None:
    named = set(re.findall(r"`sttt (\w+)", TOUR))
    listed = sttt("--help").stdout.partition("Commands:")[2]
    assert named | {"move"} == set(re.findall(r"^  (\w+)", listed, re.MULTILINE))


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for language, text in BLOCKS:
        if language == "python":
            exec(compile(text, "README.md", "exec"), {})  # noqa: S102 - the README's own example
    assert capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_options_that_a_page_shows_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    shown = re.findall(r"`(sttt [a-z][^`\n]*)`", text) + re.findall(r"^(sttt [a-z].*)$", text, re.MULTILINE)
    for line in shown:
        words = shlex.split(line, comments=True)[1:]
        command: click.Command = cli
        for word in words:
            if isinstance(command, click.Group):
                command = command.get_command(click.Context(command), word) or command
        assert command is not cli, line
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known | {"--help"}, line

"""The site builds without a warning, and its page of commands has every one of them with all options."""

import html
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sttt.cli.command_line import cli

pytest.importorskip("sphinx_click", reason="needs the extra `docs`")

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", DOCS, folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=280)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def text_of(page: Path) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


def commands(command: click.Command, *words: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield a command and all below it, each behind the words that lead to it."""
    yield words, command
    if isinstance(command, click.Group):
        given = [str(one.name).upper() for one in command.params if isinstance(one, click.Argument)]
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below
            yield from commands(below, *words, *given, name)


def test_the_page_of_commands_has_every_command_and_option(site: Path) -> None:
    page = (site / "commands.html").read_text(encoding="utf-8")
    shown = text_of(site / "commands.html")
    for words, command in commands(cli, "sttt"):
        assert f"{' '.join(words)} [OPTIONS]" in shown
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                places = [f'id="cmdoption-{"-".join(words)}-{name.lstrip("-")}"' for name in option.opts]
                assert any(place in page for place in places), (words, option.opts)


def test_the_interface_for_programs_is_described(site: Path) -> None:
    shown = text_of(site / "api.html")
    for name in ("make_player", "Limits", "Decision", "Strategy", "WireProtocol", "enter_turn"):
        assert name in shown


def test_every_page_is_in_one_of_the_four_parts(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'class="caption-text">([^<]+)<', start) == ["Play", "Analyse", "Compete", "Inside"]
    for page in DOCS.glob("*.md"):
        assert f'href="{page.stem}.html"' in start or page.stem == "index"


def test_every_link_leads_to_a_file(site: Path) -> None:
    for page in site.glob("*.html"):
        for target in re.findall(r'<a [^>]*?href="([^"#]+)', page.read_text(encoding="utf-8")):
            if not re.match(r"\w+:", target):
                assert (site / html.unescape(target)).exists(), (page.name, target)


def test_the_first_link_is_to_play(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    (link,) = re.findall(r'href="([^"#]+)[^>]*>(?:<[^>]*>)*Play (?:here and now|in the browser)', start)
    assert link == ("demo/index.html" if (site / "demo").exists() else "web.html")

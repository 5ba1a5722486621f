"""What is told to install is this project, from where this copy came: the registry's ``sttt`` is a stranger's."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path

import pytest
from support import house

from sttt import distribution
from sttt.errors import MissingExtraError, StttError

PROJECT = tomllib.loads((house.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CHANGES, CITATION = ((house.ROOT / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
EXTRAS = PROJECT["optional-dependencies"]
TEXTS = (".md", ".py", ".toml", ".yml", ".ipynb", ".html", ".js", ".cff", "")
PLACES = ("README.md", "CONTRIBUTING.md", "pyproject.toml", "docs", "sttt", "adapter", "strategies", "benchmarks")
BY_NAME = re.compile(r"\b(?:pipx?|uvx?)\b[^\n`]*?[\s'\"]sttt(?:\[|[=<>~!]=|['\"`]|\s*$)|\bsttt\[\w")
"""A command that has an installer look for ``sttt`` by name, or a requirement of that name with an extra."""


def texts() -> Iterator[Path]:
    for place in PLACES:
        path = house.ROOT / place
        yield from [path] if path.is_file() else (one for one in sorted(path.rglob("*")) if one.suffix in TEXTS[:-1])
    for place in (".ci", ".github"):
        yield from (path for path in sorted((house.ROOT / place).rglob("*")) if path.is_file())


@pytest.mark.parametrize("line", ["pip install 'sttt[rl]'", "pip install -U sttt", "pipx install sttt", '"sttt[rl]",'])
def test_an_installation_by_the_strangers_name_is_found(line: str) -> None:
    assert BY_NAME.search(line)


def test_nothing_tells_to_install_the_strangers_package() -> None:
    found = [
        f"{path.relative_to(house.ROOT)}: {match[0]}"
        for path in texts()
        for match in BY_NAME.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_name_is_the_projects() -> None:
    assert PROJECT["name"] == distribution.NAME
    assert distribution.version() == PROJECT["version"]


def test_a_registrys_page_has_no_link_that_leads_nowhere_there() -> None:
    targets = re.findall(r"\]\(([^)\s]+)\)", str(metadata(distribution.NAME).json["description"]))
    assert len(targets) > 20
    assert [one for one in targets if not one.startswith("https://")] == []
    assert {"Repository", "Documentation", "Changelog", "Issues"} <= set(PROJECT["urls"])
    assert all(url.startswith("https://") for url in PROJECT["urls"].values())


def test_who_cites_this_names_what_is_released() -> None:
    cited = dict(re.findall(r'^([\w-]+): "?([^"\n]+)"?$', CITATION, re.MULTILINE))
    assert cited["version"] == PROJECT["version"]
    assert re.findall(r'- name: "(.*)"', CITATION) == [one["name"] for one in PROJECT["authors"]]
    assert cited["repository-code"] == PROJECT["urls"]["Repository"]
    released = re.search(rf"## \[{re.escape(PROJECT['version'])}\] - (\S+)", CHANGES)
    assert cited.get("date-released") == (released[1] if released else None)


def test_extras_are_asked_for_in_one_place_and_exist() -> None:
    asked = {}
    for name, path in house.MODULES.items():
        text = path.read_text(encoding="utf-8")
        assert "pip install" not in text, name
        asked |= dict.fromkeys(re.findall(r'needs_extra\("(\w+)"', text), name)
    assert set(asked) <= set(EXTRAS)
    assert len(asked) >= 5


WHEEL = "/a place/super_tic_tac_toe-0.1.0-cp311-abi3-linux_x86_64.whl"
FROM = {
    "a checkout": ({"url": "file:///home/me/sttt", "dir_info": {}}, "/home/me/sttt[rl]"),
    "an editable checkout": (
        {"url": "file:///home/me/sttt", "dir_info": {"editable": True}},
        "--editable '/home/me/sttt[rl]'",
    ),
    "a wheel": ({"url": "file:///a%20place/" + WHEEL.rpartition("/")[2], "archive_info": {}}, f"{WHEEL}[rl]"),
    "an address": (
        {"url": "https://example.invalid/x.whl", "archive_info": {}},
        "super-tic-tac-toe[rl] @ https://example.invalid/x.whl",
    ),
    "a repository": (
        {"url": "https://example.invalid/x.git", "vcs_info": {"vcs": "git", "commit_id": "1a2b"}},
        "super-tic-tac-toe[rl] @ git+https://example.invalid/x.git@1a2b",
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="paths of POSIX")
@pytest.mark.parametrize("origin", FROM)
def test_an_extra_is_installed_from_where_this_copy_came(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    direct, wanted = FROM[origin]
    monkeypatch.setattr(distribution, "_direct_url", lambda: direct)
    monkeypatch.setattr(distribution, "find_spec", lambda _: True)  # uv makes environments without pip
    words = shlex.split(distribution.install_command("rl"))
    assert words[:4] == [sys.executable, "-m", "pip", "install"]
    assert words[4:] == (shlex.split(wanted) if wanted.startswith("--") else [wanted])


def test_where_there_is_no_pip_uv_installs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribution, "find_spec", lambda _: None)
    assert distribution.install_command("rl").startswith(f"uv pip install --python {shlex.quote(sys.executable)} ")


def test_the_origin_is_read_from_what_the_installer_noted(tmp_path: Path) -> None:
    noted = tmp_path / "super_tic_tac_toe-9.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: super-tic-tac-toe\nVersion: 9\n")
    script = "from sttt import distribution; print(distribution.install_command('rl'))"
    for content, wanted in ((json.dumps({"url": "https://e.invalid/a.zip"}), "@ https://e.invalid/a.zip"), ("[", "")):
        (noted / "direct_url.json").write_text(content)
        command, environment = [sys.executable, "-c", script], {"PYTHONPATH": str(tmp_path)}
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        assert wanted in done.stdout


def test_a_missing_extra_is_an_error_of_ours_and_a_missing_module() -> None:
    told = distribution.needs_extra("rl", ModuleNotFoundError("No module named 'numpy'", name="numpy"))
    assert isinstance(told, StttError)
    assert isinstance(told, ModuleNotFoundError)
    assert isinstance(told, MissingExtraError)
    assert (told.name, told.extra) == ("numpy", "rl")
    assert str(told).startswith("No module named 'numpy'; expected the extra `rl`: ")


@pytest.mark.slow
def test_what_is_imported_is_declared() -> None:
    """What the core imports without a `try`, and what extras do, is somebody's whom pyproject names."""
    declared = {
        re.split(r"[^\w.-]", one)[0].replace("-", "_").lower()
        for one in [*PROJECT["dependencies"], *(one for group in EXTRAS.values() for one in group)]
    }
    others = {"cython": "cython", "pil": "pillow", "ipython": "ipykernel", "pyspiel": "open_spiel"}
    known = {*sys.stdlib_module_names, "sttt", "adapter", "strategies", "typing_extensions"}
    imported = {name.partition(".")[0] for tree in house.TREES.values() for name in house.imported_names(tree)} - known
    missing = {name for name in imported if others.get(name.lower(), name.lower()) not in declared}
    assert missing <= {"_typeshed"}


SET_UP = """import json, runpy, setuptools, Cython.Build
setuptools.setup = lambda **_: None
Cython.Build.cythonize = lambda extensions, **_: extensions
print(json.dumps(runpy.run_path("setup.py")["OPTIONS"]))
"""


@pytest.mark.parametrize(("build", "level"), [("", "-O3"), ("quick", "-O1")])
def test_who_waits_can_have_the_compiler_optimize_less(build: str, level: str) -> None:
    environment = os.environ | {"STTT_BUILD": build}
    command = [sys.executable, "-c", SET_UP]
    done = subprocess.run(command, cwd=house.ROOT, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)[:1] == ([] if sys.platform == "win32" else [level])

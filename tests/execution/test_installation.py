"""Modules of ours in processes of their own: what is installed runs, whatever lies in the folder one stands in."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from support.command import sttt
from support.missing import require_program
from support.scheme_texts import START

from adapter.scheme import PROTOCOL, parse_turn
from sttt.execution.installation import describe, module_command
from sttt.games.super_ttt.game import GAME
from sttt.web.engines import EngineProcess

ROOT = Path(__file__).parents[2]
PACKAGES = ("sttt", "adapter", "strategies")


@pytest.fixture
def foreign_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder whose packages have our names and fail."""
    for package in PACKAGES:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text("raise ImportError('the package of the present folder')")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our sources, none of them compiled."""
    folder = tmp_path_factory.mktemp("checkout")
    for package in PACKAGES:
        ignored = shutil.ignore_patterns(*(f"*{suffix}" for suffix in EXTENSION_SUFFIXES), "*.c", "__pycache__", "web")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what looks like a compiled installation."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "sttt" / "kernel").mkdir(parents=True)
    (folder / "sttt" / "__init__.py").touch()
    (folder / "sttt" / "kernel" / f"limits{EXTENSION_SUFFIXES[0]}").touch()
    return folder


def bot(*options: str, folder: Path, path: tuple[Path, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run the bot in a folder, with others before what is installed, and let it answer two requests."""
    return subprocess.run(
        [sys.executable, *options],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONSAFEPATH": ""},
        input=START * 2,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


def test_the_bot_of_the_shims_is_the_installed_one(foreign_folder: Path) -> None:
    assert PROTOCOL.shims
    done = bot(*PROTOCOL.shims.command, "--player", "random", folder=foreign_folder)
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 2)
    told = bot(*PROTOCOL.shims.command, "--version", folder=foreign_folder)
    assert (told.stdout, told.stderr) == (f"{describe()}\n", "")


@pytest.mark.usefixtures("foreign_folder")
def test_games_are_played_by_what_is_installed() -> None:
    done = sttt("match", "random", "random", "--games", "1", "--json")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.usefixtures("foreign_folder")
def test_the_engines_of_the_page_are_what_is_installed() -> None:
    async def ask() -> dict[str, object]:
        engine = EngineProcess()
        try:
            position = GAME.format_position(GAME.start())
            return await engine.ask({"game": "super-ttt", "position": position, "player": "random", "seconds": 1.0})
        finally:
            await engine.close()

    assert "turn" in asyncio.run(ask())


def test_what_is_started_in_a_checkout_describes_the_installation(checkout: Path) -> None:
    command = module_command("adapter.scheme", "--version")
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True, timeout=200)
    assert done.stdout == f"{describe()}\n"


def test_a_bot_that_runs_interpreted_beside_a_compiled_installation_says_so_once(
    checkout: Path, compiled: Path
) -> None:
    for done in (
        bot("-m", "adapter.scheme", "--player", "random", folder=checkout, path=(compiled,)),
        bot("-P", "-m", "adapter.scheme", "--player", "random", folder=compiled, path=(checkout, compiled)),
    ):
        assert done.returncode == 0
        assert [len(parse_turn(line)) for line in done.stdout.splitlines()] == [2, 2]
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"adapter.scheme: runs the uncompiled sources in {checkout}, ")
        assert f" compiled installation in {compiled};" in line


@pytest.mark.parametrize("words", [("adapter.qubic_stdio",), ("adapter.connect4_files", "name")])
def test_the_other_bots_say_so_too(words: tuple[str, ...], checkout: Path, compiled: Path) -> None:
    done = bot("-P", "-m", *words, "--player", "nobody", folder=compiled, path=(checkout, compiled))
    told, refused = done.stderr.splitlines()
    assert told.startswith(f"{words[0]}: runs the uncompiled sources in {checkout}, ")
    assert "nobody" in refused


@pytest.mark.parametrize(
    ("words", "player"),
    [
        (("adapter.scheme",), "connect-four"),
        (("adapter.scheme", "--no-book"), "connect-four"),
        (("adapter.scheme",), "connect4:./program NAME"),
        (("adapter.qubic_stdio",), "alpha-beta"),
        (("adapter.connect4_files", "name"), "qubic"),
    ],
)
def test_a_bot_refuses_a_player_of_another_game_at_the_start(
    words: tuple[str, ...], player: str, tmp_path: Path
) -> None:
    done = bot("-m", *words, "--player", player, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"{words[0]}: {re.escape(player)}\S* plays \S+; expected a player of \S+\n", done.stderr)


def test_sources_without_a_compiled_installation_beside_them_are_nothing_to_tell(checkout: Path) -> None:
    alone = "from sttt.execution.installation import compiled_elsewhere; print(compiled_elsewhere())"
    done = bot("-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(checkout)!r}); {alone}", folder=checkout)
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")


def test_without_a_c_compiler_the_build_ends_well_and_nothing_is_compiled(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    shutil.copytree(ROOT / "sttt" / "kernel", tmp_path / "sttt" / "kernel", ignore=shutil.ignore_patterns("*.so"))
    done = built(tmp_path, "false", optimized="")
    assert 'building extension "sttt.kernel.limits" failed' in done.stderr
    assert not [path for path in tmp_path.rglob("*.*") if path.name.endswith(tuple(EXTENSION_SUFFIXES))]


def built(folder: Path, compiler: str, optimized: str = "quick") -> subprocess.CompletedProcess[str]:
    """Build what is compiled in a folder that is given the rest of the project."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    (folder / "sttt" / "__init__.py").touch()
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=folder,
        env=os.environ | {"CC": compiler, "STTT_BUILD": optimized},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done


COMPILER = """#!/bin/sh
case "$*" in *" -c "*) echo "$@" >> compiled.txt ;; esac
exec cc "$@"
"""


@pytest.mark.slow
def test_to_install_again_compiles_what_has_changed_alone(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    require_program("cc")
    compiler = tmp_path / "cc"
    compiler.write_text(COMPILER)
    compiler.chmod(0o755)
    (tmp_path / "sttt" / "kernel").mkdir(parents=True)
    for name in ("changed", "same"):
        (tmp_path / "sttt" / f"{name}.py").write_text("def one():\n    return 1\n")
        (tmp_path / "sttt" / f"{name}.pxd").write_text("cpdef int one()\n")
    compiled = []
    for returned in (1, 1, 2):
        (tmp_path / "sttt" / "changed.py").write_text(f"def one():\n    return {returned}\n")
        (tmp_path / "compiled.txt").write_text("")
        built(tmp_path, str(compiler))
        words = map(Path, (tmp_path / "compiled.txt").read_text().split())
        compiled.append({path.stem for path in words if path.suffix == ".c"})
        extensions = list((tmp_path / "sttt").rglob("*.so"))
        assert len(extensions) == 3
        for path in extensions:
            path.unlink()
    assert compiled == [{"_utility", "changed", "same"}, set(), {"changed"}]

"""Parts of strangers' packages that do not load, in everything that lists or uses what is installed."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint, distribution
from pathlib import Path
from types import SimpleNamespace

import pytest
from support import strangers
from support.command import sttt

from sttt import entry_points, installed
from sttt.errors import StoppedError, UnknownNameError
from sttt.games.game import GAMES
from sttt.players import registry

SOUND = """
from sttt.players.player import Decision, Strategy
class First:
    def choose(self, position, limits):
        turn = []
        while len(turn) < position.left:
            turn.append(position.legal_placements()[len(turn)])
        return Decision(tuple(turn), "first")
    def close(self):
        pass
STRATEGY = Strategy("sound", "plays", "four-by-four", lambda seed: First())
"""
BROKEN = {
    "absent": ("no_such_module:IT", None, "ModuleNotFoundError: No module named 'no_such_module'"),
    "unfinished": ("unfinished:IT", "def (", "SyntaxError: "),
    "without": ("without:IT", "OTHER = 1", "AttributeError: "),
    "raising": ("raising:IT", "1 / 0", "ZeroDivisionError: division by zero"),
    "leaving": ("leaving:IT", "import sys; sys.exit(3)", "SystemExit: 3"),
    "interrupting": ("interrupting:IT", "class Odd(BaseException): pass\nraise Odd('a\\nb')", "Odd: a\\nb"),
    "looping": ("looping:IT", "def f(): f()\nf()", "RecursionError: "),
    "wrong": ("wrong:IT", "IT = 'a text'", "it is of the type str; expected "),
    "malformed": ("not a module!", None, ""),
    "bad name": ("no_such_module:IT", None, "its name has other characters than letters, digits and ._+-"),
}
GROUPS = {group.name: group for group in registry.GROUPS}


def break_everything(folder: Path) -> None:
    """Install a package that fails in every way in every group."""
    points = {group: {name: target for name, (target, _, _) in BROKEN.items()} for group in GROUPS}
    points["sttt.players"] |= {"sound": "sound:STRATEGY"}
    modules = {f"{name}.py": content for name, (_, content, _) in BROKEN.items() if content is not None}
    strangers.write(folder, "broken-things", points, modules | {"sound.py": SOUND})


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    break_everything(tmp_path)
    strangers.use(tmp_path, monkeypatch)
    return tmp_path


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("group", GROUPS)
def test_a_part_that_does_not_load_is_left_out_and_named_once(group: str, capfd: pytest.CaptureFixture[str]) -> None:
    ours = {part.name for part in GROUPS[group].parts() if part.registered.is_ours and not part.lacks}
    for _ in range(2):
        left = {getattr(part, GROUPS[group]._named) for part in GROUPS[group].all()}
        assert left == ours | ({"sound"} if group == "sttt.players" else set())
    out, err = capfd.readouterr()
    lines = err.splitlines()
    assert (out, len(lines)) == ("", len(BROKEN))
    for name, (_, _, problem) in BROKEN.items():
        (line,) = [line for line in lines if f" {name!r} of the package broken-things is left out: " in line]
        assert problem in line
        assert "sttt: the " in line


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("name", [name for name in BROKEN if " " not in name])
def test_a_part_that_does_not_load_is_an_error_of_ours_if_it_is_asked_for(group: str, name: str) -> None:
    with pytest.raises(UnknownNameError) as told:
        GROUPS[group].find(name)
    assert f"{name!r} of the package broken-things cannot be used: {BROKEN[name][2]}" in str(told.value)


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    "arguments",
    [
        ("players", "--json"),
        ("players",),
        ("match", "sound", "uniform", "--game", "four-by-four", "--games", "2"),
        ("tournament", "sound", "uniform", "--game", "four-by-four", "--games", "1", "--random-turns", "0"),
        ("analyze", "--game", "four-by-four", "--player", "sound"),
        ("analyze", "--game", "three-by-four"),
        ("perft", "1", "--game", "four-by-four"),
        ("scheme-path",),
    ],
)
def test_a_command_does_without_them(arguments: tuple[str, ...]) -> None:
    done = sttt(*arguments)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 5 * len(BROKEN)
    if "--json" in arguments:
        assert "sound" in {player["name"] for player in json.loads(done.stdout)["players"]}


@pytest.mark.usefixtures("broken")
def test_a_game_in_progress_goes_on_after_why() -> None:
    done = sttt("play", "four-by-four", "--player", "sound", given="2 2\nwhy\nhint\nwhy\nposition\nquit\n")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "ox.." in done.stdout or ":x" in done.stdout


@pytest.mark.usefixtures("broken")
def test_an_engine_offers_the_games_that_load() -> None:
    done = sttt("ugi", given="ugi\nquit\n")
    (games,) = [line for line in done.stdout.splitlines() if "option name Game" in line]
    assert games.split(" var ")[1:] == [part.name for part in GAMES.parts() if part.registered.is_ours]


@pytest.mark.usefixtures("broken")
def test_the_doctor_names_each_of_them_in_its_table_alone() -> None:
    done = sttt("doctor", "--json")
    document = json.loads(done.stdout)
    told = {(part["group"], part["name"]): part["problem"] for part in document["parts"]}
    assert (done.returncode, document["healthy"], "left out" in done.stderr) == (1, False, False)
    for group in GROUPS:
        for name, (_, _, problem) in BROKEN.items():
            assert problem in told[group, name]
    assert told["sttt.players", "sound"] is None


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    "code",
    [
        "from sttt.environments.two_agents import aec; aec('four-by-four').reset()",
        "from sttt.environments.one_agent import OneAgent; OneAgent('four-by-four').reset()",
        "from sttt.notebook.board import BoardWidget; BoardWidget('four-by-four')",
        "from sttt.web.catalogue import games, unshown; assert len(games()) == 5; unshown()",
    ],
    ids=["two agents", "one agent", "notebook", "page"],
)
def test_an_interface_in_python_does_without_them(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert "Traceback" not in done.stderr


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str, target: str = "STRATEGY") -> None:
    strangers.write(folder, "noise", {"sttt.players": {name: f"their_module:{target}"}}, {"their_module.py": content})
    strangers.use(folder, monkeypatch)


@pytest.mark.parametrize("unbuffered", ["", "1"])  # empty is as good as unset
def test_what_a_module_prints_while_it_is_imported_is_dropped_and_told(
    unbuffered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    install(tmp_path, monkeypatch, "sound", f"print('Hello\\nfrom us')\n{SOUND}")
    done = sttt("players", "--json")
    assert "sound" in {player["name"] for player in json.loads(done.stdout)["players"]}
    assert done.stderr == (
        "sttt: the player 'sound' of the package noise prints while it is imported, "
        "which is dropped: 'Hello\\\\nfrom us'; expected nothing\n"
    )


def test_a_module_that_is_not_imported_in_time_is_left_out_of_lists_and_can_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    go_on = tmp_path / "go on"
    wait = f"import os, time\nwhile not os.path.exists({str(go_on)!r}):\n    time.sleep(0.01)\n"
    install(tmp_path, monkeypatch, "sound", wait + SOUND)
    monkeypatch.setattr(entry_points, "LIMIT", 0.05)
    assert "sound" not in {one.name for one in registry.strategies()}
    assert "sound" not in {one.name for one in registry.strategies()}
    assert capfd.readouterr().err.count("'sound' of the package noise is left out: it has not been imported after") == 1
    go_on.touch()
    assert registry.strategy("sound").name == "sound"
    assert "sound" in {one.name for one in registry.strategies()}


@pytest.mark.parametrize("name", ["alpha-beta", "uniform"])
def test_a_name_of_ours_cannot_be_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    install(tmp_path, monkeypatch, name, SOUND.replace('"sound"', f'"{name}"').replace('"plays"', '"theirs"'))
    assert registry.strategy(name).summary != "theirs"
    assert [one.name for one in registry.strategies()].count(name) == 1
    assert (
        f"{name!r} of the package noise is left out: its name is taken by the package super-tic-tac-toe"
        in capfd.readouterr().err
    )


def test_of_two_strangers_with_one_name_the_package_that_comes_first_by_name_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for package in ("b-package", "a-package"):
        module = package[0] * 3
        strangers.write(
            tmp_path,
            package,
            {"sttt.players": {"sound": f"{module}:STRATEGY"}},
            {f"{module}.py": SOUND.replace('"plays"', f'"{package}"')},
        )
    strangers.use(tmp_path, monkeypatch)
    assert registry.strategy("sound").summary == "a-package"
    registry.strategies()
    assert "'sound' of the package b-package is left out: its name is taken by the package a-package" in (
        capfd.readouterr().err
    )


def test_a_part_that_calls_itself_otherwise_than_it_is_registered_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "sounder", SOUND)
    assert not {one.name for one in registry.strategies()} & {"sound", "sounder"}
    with pytest.raises(UnknownNameError, match="it calls itself 'sound'; expected the name that it is registered by"):
        registry.strategy("sounder")


@pytest.mark.parametrize("text", [b"\xff\xfe[sttt.players]", b"[sttt.players]\nno target\n"])
def test_a_package_whose_names_cannot_be_read_is_left_out(
    text: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strangers.write(tmp_path, "unreadable", {})
    (tmp_path / "unreadable-1.0.dist-info" / "entry_points.txt").write_bytes(text)
    strangers.use(tmp_path, monkeypatch)
    done = sttt("players", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("sttt: the package unreadable is left out: ")
    assert done.stderr.count("\n") == 1


def test_a_game_whose_levels_do_not_load_is_played_by_those_that_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = (
        "from dataclasses import replace\nfrom sttt.games.grid.three_by_three import GAME as SMALL\n"
        "GAME = replace(SMALL, name='small', levels=('absent', 'uniform', 'unknown'))\n"
    )
    points = {"sttt.games": {"small": "small:GAME"}, "sttt.players": {"absent": "no_such_module:IT"}}
    strangers.write(tmp_path, "small-game", points, {"small.py": game})
    strangers.use(tmp_path, monkeypatch)
    done = sttt("play", "small", given="2 2\nhint\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "uniform is level 1 of 1" in done.stdout
    assert "hint: " in done.stdout


def test_a_player_that_cannot_explain_does_not_end_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explains = SOUND.replace("lambda seed: First()", "lambda seed: First(), explain=lambda position, turn: turn[7]")
    install(tmp_path, monkeypatch, "sound", explains)
    done = sttt("play", "four-by-four", "--player", "uniform", given="2 2\nwhy\nquit\n")
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)


def test_our_parts_are_those_of_our_distribution() -> None:
    points = [point for point in distribution("super-tic-tac-toe").entry_points if point.group.startswith("sttt.")]
    ours = [one for one in installed.registered(tuple(sys.path)) if one.is_ours]
    assert {(one.group, one.name, one.target) for one in ours} == {(one.group, one.name, one.value) for one in points}
    assert len(ours) == len(points) > 40


def test_a_name_of_ours_is_found_without_a_look_at_what_is_installed() -> None:
    script = (
        "import sys, sttt.players.registry as registry;"
        "registry.make_player('alpha-beta').close(); registry.without_book('alpha-beta'); registry.protocol('scheme');"
        "registry.levels(registry.game('super-ttt')); print('importlib.metadata' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("target", ["there:PART.inner", "there : PART.inner", "there:PART.inner [extra]"])
def test_a_target_is_read_as_installers_read_it(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "there", SimpleNamespace(PART=SimpleNamespace(inner=1)))
    one = installed.Registered("package", "sttt.games", "it", target)
    assert (one.module, one.load()) == ("there", EntryPoint("it", target, "sttt.games").load()) == ("there", 1)


HIDDEN = ("strategies", "adapter")
AS_FROM_A_WHEEL = """
import sys
from collections.abc import Callable
sys.meta_path = [finder for finder in sys.meta_path if "Editable" not in str(finder)]
sys.path.append({root!r})
"""
"""An editable installation finds modules of hidden packages all the same."""


def run_beside(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run a script that lies in a folder, where Python then looks first."""
    script = folder / "play.py"
    script.write_text(AS_FROM_A_WHEEL.format(root=str(entry_points._ROOT)) + code)
    environment = os.environ | {"PYTHONSAFEPATH": ""}  # which the tests of an installed package have set
    return subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, cwd=folder, env=environment, timeout=120
    )


@pytest.mark.parametrize("package", HIDDEN)
@pytest.mark.parametrize("form", ["package", "module"])
def test_what_hides_a_package_of_ours_is_named_with_the_way_out(package: str, form: str, tmp_path: Path) -> None:
    hiding = tmp_path / (package if form == "package" else f"{package}.py")
    (hiding / "__init__.py" if form == "package" else hiding).parent.mkdir(exist_ok=True)
    (hiding / "__init__.py" if form == "package" else hiding).write_text("")
    find = "PLAYERS.find('uniform')" if package == "strategies" else "PROTOCOLS.find('cmd')"
    done = run_beside(tmp_path, f"from sttt.players import registry\nregistry.{find}\n")
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"sttt.errors.HiddenPackageError: {hiding} hides the package {package} of sttt in ")
    assert "rename" in last
    assert "python -P" in last


@pytest.mark.parametrize("package", HIDDEN)
@pytest.mark.parametrize("command", [["players"], ["serve", "--port", "0"]], ids=" ".join)
def test_a_command_says_so_in_one_line(package: str, command: list[str], tmp_path: Path) -> None:
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text("")
    done = run_beside(tmp_path, f"from sttt.cli import main\nsys.argv[1:] = {command!r}\nmain()\n")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert f"{tmp_path / package} hides the package {package}" in done.stderr


@pytest.mark.parametrize("package", HIDDEN)
def test_a_folder_without_code_hides_nothing(package: str, tmp_path: Path) -> None:
    (tmp_path / package).mkdir()
    done = run_beside(tmp_path, "from sttt.players import registry\nprint(len(registry.strategies()))\n")
    assert (done.returncode, done.stdout) == (0, f"{len(registry.strategies())}\n"), done.stderr


def test_loading_our_own_parts_takes_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_points.threading, "Thread", None)
    assert registry.strategy("uniform").name == "uniform"


def refuse(_: object) -> None:
    raise RuntimeError("can't start new thread")  # as Python says so in a browser


def test_where_no_thread_can_be_started_a_part_is_imported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "sound", SOUND)
    monkeypatch.setattr(entry_points.threading.Thread, "start", refuse)
    assert "sound" in {one.name for one in registry.strategies()}


@pytest.mark.parametrize("ends", [KeyboardInterrupt, StoppedError])
@pytest.mark.parametrize("ask", [registry.strategies, lambda: registry.strategy("sound")], ids=["list", "name"])
def test_a_part_whose_import_is_broken_off_is_tried_again(
    ends: type[BaseException], ask: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By Ctrl-C, or as the engine of UGI breaks off a player that has no time left."""
    once = tmp_path / "once"
    interrupted = (
        "import pathlib\nfrom sttt.errors import StoppedError\n"
        f"one = pathlib.Path({str(once)!r})\nif not one.exists():\n    one.touch()\n    raise {ends.__name__}\n"
    )
    install(tmp_path, monkeypatch, "sound", interrupted + SOUND)
    monkeypatch.setattr(entry_points.threading.Thread, "start", refuse)
    with pytest.raises(ends):
        ask()
    assert "sound" in {one.name for one in registry.strategies()}

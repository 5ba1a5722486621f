"""The game and the player of docs/extending.md, written to files and found by name as they stand there, play."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import STTT

GUIDE = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"`([\w.]+)`:\n\n```\w+\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL))
(COMMANDS,) = re.findall(r"^```sh\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
GAME, PLAYER, PROJECT = "five_by_five.py", "middle_player.py", "pyproject.toml"

Sttt = Callable[..., "subprocess.CompletedProcess[str]"]


def install(files: dict[str, str], folder: Path) -> None:
    """Put on the path what pip would: the modules, and the names under which they are found."""
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    project = tomllib.loads(files[PROJECT])["project"]
    told = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {target}" for name, target in points.items())])
        for group, points in project["entry-points"].items()
    ]
    (told / "entry_points.txt").write_text("\n".join(groups) + "\n")


@pytest.fixture
def files() -> dict[str, str]:
    return dict(FILES)


@pytest.fixture
def run(files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sttt:
    install(files, tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    def sttt(*arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
        done = subprocess.run([STTT, *arguments], input=given, capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done

    return sttt


def test_the_game_is_at_most_15_lines() -> None:
    assert set(FILES) == {GAME, PLAYER, PROJECT}
    assert sum(map(bool, FILES[GAME].splitlines())) <= 15


def test_its_commands_work(run: Sttt) -> None:
    perft, match, analyze, play = (line.split()[1:] for line in COMMANDS.splitlines())
    assert run(*perft).stdout == "13800\n"  # 25 * 24 * 23
    assert "middle against random" in run(*match).stdout
    assert "reason   mcts" in run(*analyze).stdout
    shown = run(*play, given="1 1\n1 2\nthreats\nresign\n").stdout
    assert "o plays 3,3  middle" in shown
    assert "Placements that a side still needs to win each" in shown


POSITION = "xxx../oo.../o..../...../.....".replace("/", "") + ":x"


@pytest.fixture
def misere(files: dict[str, str]) -> None:
    files[GAME] = files[GAME].replace("lines_in_a_row(5, 5, 4)", "lines_in_a_row(5, 5, 4), lines_lose=True")


@pytest.mark.usefixtures("misere")
def test_where_lines_lose_nobody_is_told_to_complete_one(run: Sttt) -> None:
    shown = run("play", "five-by-five", POSITION, "--player", "random", given="threats\n1 4\n").stdout
    assert "x loses by at most one turn's placements for the row 1,1 to 1,4" in shown
    assert "Placements that a side still needs to complete each line, and lose, if the other passes:" in shown
    assert "x needs" not in shown
    assert "x (person) has lost with a line" in shown
    assert "The line: the row 1,1 to 1,4." in shown


@pytest.mark.usefixtures("misere")
def test_where_lines_lose_a_player_of_any_game_avoids_them(run: Sttt) -> None:
    analyzed = run("analyze", "--game", "five-by-five", "--player", "mcts-1k", POSITION).stdout
    (turn,) = re.findall(r"^turn +(\S+)$", analyzed, re.MULTILINE)
    assert turn != "1,4"


CHECK = """
from five_by_five import GAME
from middle_player import STRATEGY
from sttt.games.contract import check_game
from sttt.players.contract import check_player

check_game(GAME)
check_player(STRATEGY, GAME)
"""


@pytest.mark.parametrize("play", ["", "misere"], ids=["lines-win", "lines-lose"])
def test_the_game_and_the_player_keep_their_contracts(
    play: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if play:
        request.getfixturevalue(play)
    request.getfixturevalue("run")
    subprocess.run([sys.executable, "-c", CHECK], cwd=tmp_path, check=True, timeout=120)


@pytest.mark.parametrize("game", ["qubic", "connect-four", "four-by-four", "three-by-four"])
def test_random_plays_any_game(game: str, run: Sttt) -> None:
    assert "turns per game" in run("match", "random", "random", "--game", game, "--games", "2").stdout

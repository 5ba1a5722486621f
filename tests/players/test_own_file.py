"""A player of one's own by its file: it plays wherever a player's name stands, and what is wrong with it is said."""

import json
from pathlib import Path

import pytest
from support.command import sttt

from sttt.errors import PlayerError, StttError
from sttt.games.super_ttt.position import Position
from sttt.players import registry

SOURCE = """
from sttt import Decision, Player

print("loaded")

class Last(Player):
    game = "super-ttt"

    def __init__(self, seed=None):
        self.seed = seed

    def choose(self, position, limits):
        return Decision(position.legal_placements()[-position.left:], f"seed {self.seed}")

NOTHING = None
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(SOURCE)
    return file


def test_its_class_makes_it_from_a_seed_and_names_its_game(file: Path) -> None:
    with registry.make_player(f"{file}:Last", 7) as player:
        decision = player.choose(Position())
    assert (decision.turn, decision.reason) == ((79, 80), "seed 7")
    assert registry.game_played(f"{file}:Last") == "super-ttt"
    with pytest.raises(PlayerError, match="plays super-ttt; expected a player of qubic"):
        registry.check_game(f"{file}:Last", "qubic")


def test_it_plays_a_match_by_its_path(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    done = sttt("match", "./bots.py:Last", "offensive", "--games", "2", "--json")
    assert done.returncode == 0, done.stderr
    (first, _) = json.loads(done.stdout)["players"]
    assert (first["name"], first["both"]["games"], first["failures"]) == ("./bots.py:Last", 2, {})


def test_it_is_asked_by_analyze_but_not_by_a_query_which_would_run_it(file: Path) -> None:
    assert "the reason" not in sttt("analyze", "--player", f"{file}:Last").stderr
    assert "seed" in sttt("analyze", "--player", f"{file}:Last", "--seed", "3").stdout
    query = json.dumps({"id": "1", "player": f"{file}:Last"})
    assert "--allow-programs" in sttt("analyze", "--stdin", given=f"{query}\n").stdout


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("bots.py:First", "has no class First; expected one that makes a player"),
        ("bots.py:NOTHING", "has no class NOTHING"),
        ("none.py:Last", "there is no file"),
        ("broken.py:Last", "cannot be run: ZeroDivisionError"),
    ],
)
def test_what_is_wrong_is_said(file: Path, name: str, why: str) -> None:
    (file.parent / "broken.py").write_text("1 / 0")
    with pytest.raises(StttError, match=why):
        registry.make_player(str(file.parent / name))

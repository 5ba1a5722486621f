"""Levels: a staircase of one kind, whose habits and measured strengths ship in one file."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from strategies.human import FAR, FILE, Habits, HumanPlayer, levels_of
from sttt.games.game import GAMES, Game, Position, Turn
from sttt.players.player import Limits
from sttt.players.registry import levels, make_player

ROOT = Path(__file__).parent.parent.parent
NAMES = sorted({line["game"] for line in json.loads(FILE.read_text(encoding="ascii"))})


@pytest.mark.parametrize("name", NAMES)
def test_each_level_is_above_the_one_below_by_what_a_person_notices(name: str) -> None:
    assert [level.name for level in levels_of(name)] == list(GAMES.find(name).levels)
    for low, high in pairwise(levels_of(name)):
        assert 70 <= high.strength.elo - low.strength.elo <= 250, (low, high)
    assert all(0 < level.strength.error <= 140 for level in levels_of(name))
    assert levels_of(name)[0].strength.elo <= 760  # the careful person has 1000
    assert len({level.strength.called for level in levels_of(name)}) == len(levels_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_level_is_no_stronger_than_its_habits(name: str) -> None:
    *below, best = levels(GAMES.find(name))
    assert best.strength == levels_of(name)[-1].strength
    assert len(below) == len(levels_of(name)) - 1
    assert all(level.habits for level in levels_of(name)[:-1])


LINES = {
    "connect-four": ("121212", {0}),
    "four-by-four": ("xxx.o.o.o.......:x", {3}),
    "three-by-four": ("oo..#xx.....:o", {2}),
}


@pytest.mark.parametrize("name", LINES)
def test_every_level_takes_a_win(name: str) -> None:
    game = GAMES.find(name)
    text, wins = LINES[name]
    for level in game.levels:
        for seed in range(5):
            assert set(make_player(level, seed).choose(game.parse_position(text), Limits(nodes=100)).turn) <= wins


def test_every_level_of_super_tic_tac_toe_takes_a_win() -> None:
    game = GAMES.find("super-ttt")
    position = game.parse_position(f"xxx....../xxx....../xx.......{'/.........' * 6}:x2")
    for level in game.levels:
        after, _ = game.enter_turn(position, make_player(level, 3).choose(position, Limits(nodes=100)).turn)
        assert after.result == "x"


@pytest.mark.parametrize("name", NAMES)
def test_equal_seeds_play_equal_games_and_only_legal_turns(name: str) -> None:
    game = GAMES.find(name)
    for level in game.levels[:-1]:
        first, second = (_played(game, level, 7) for _ in range(2))
        assert first == second


def _played(game: Game, level: str, seed: int) -> list[Turn]:
    player, random = make_player(level, seed), Random(seed)
    position, turns = game.start(), []
    while position.result is None and len(turns) < 12:
        side = position.side
        turn = player.choose(position, Limits(nodes=500)).turn
        if len(turns) % 2:
            turn = tuple(random.sample(position.legal_placements(), position.left))
        position, counted = game.enter_turn(position, turn)
        assert counted == turn
        assert position.side is not side or position.result
        turns.append(turn)
    return turns


@pytest.mark.parametrize(("order", "least", "most"), [((0, 1, 63), 60, 60), ((0, 63, 1), 10, 40)], ids=["far", "near"])
def test_what_is_far_from_the_last_marks_is_overlooked_the_most(
    order: tuple[int, int, int], least: int, most: int
) -> None:
    """A level that errs wherever it can is asked 60 times to mark square 3."""
    game = GAMES.find("qubic")
    assert game.shape
    cells = game.shape.cells
    distance = abs(cells[3].x - cells[order[2]].x) + abs(cells[3].y - cells[order[2]].y)
    assert (distance > FAR) is (least == 60)
    moments = [game.start()]
    for square in (30, order[0], 40, order[1], 45, order[2]):
        moments.append(moments[-1].play(square))
    overlooked = 0
    for seed in range(60):
        player = HumanPlayer(game.shape, Habits(2, 0.0, 1.0), _look, make_player("uniform"), seed)
        player._left_behind = moments[-2]
        overlooked += player.choose(moments[-1], Limits()).turn != (3,)
    assert least <= overlooked <= most


def _look(position: Position, reach: int, _deadline: float) -> Mapping[Turn, int]:
    """See the block of a three only at a look that goes as far as the reply."""
    return {(one,): int(one == 3) if reach == 2 else -int(one == 3) for one in position.legal_placements()}


def test_the_page_on_levels_has_the_numbers_that_ship() -> None:
    page = (ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| (\d) (\w+) \| (\d+) ± (\d+) \|", page, re.MULTILINE)
    games = ("super-ttt", "connect-four", "qubic", "four-by-four", "three-by-four")
    shipped = [level.strength for game in games for level in levels_of(game)]
    assert [(called, int(elo), int(error)) for _, called, elo, error in told] == [
        (one.called, one.elo, one.error) for one in shipped
    ]


@pytest.mark.slow
def test_levels_are_measured_by_a_command_that_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "benchmarks/levels.py", "--game", "three-by-four", "--neighbours", "2"]
    found = []
    for games in ("2", "4"):
        done = subprocess.run(
            [*command, "--games", games, "--output", str(tmp_path / "levels.jsonl")],
            capture_output=True, text=True, check=False, timeout=250, cwd=ROOT,
        )  # fmt: skip
        assert "first level loses to careful" in done.stdout, done.stderr
        found.append((tmp_path / "levels.jsonl").read_text(encoding="ascii").splitlines())
    assert len(found[0]) == 10 * 2 + 2 * 2
    assert len(found[1]) == 10 * 4 + 2 * 2
    assert found[1][: len(found[0])] == found[0]

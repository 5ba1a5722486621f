"""What docs/four-by-four.md and docs/three-by-four.md show is so."""

import re
import shlex
from pathlib import Path

from support.command import sttt

from adapter.cs540 import board as solution
from strategies.four_by_four.evaluation import CANNOT_STOP, FORKS, WEIGHTS, WINS_NOW
from sttt.arena.play.openings import every_opening
from sttt.games.four_by_four import game as four_by_four
from sttt.games.three_by_four import game as three_by_four
from sttt.players.registry import make_player

DOCS = Path(__file__).parents[2] / "docs"
FOUR = (DOCS / "four-by-four.md").read_text(encoding="utf-8")
THREE = (DOCS / "three-by-four.md").read_text(encoding="utf-8")


def test_the_players_of_the_tables_are_installed() -> None:
    named = re.findall(r"^\| ([1-4]) \w+ \| `([a-z-]+)` \|", FOUR, re.MULTILINE)
    assert [number for number, _ in named] == ["1", "2", "3", "4"]
    for _, name in named:
        make_player(name).close()
    for name in re.findall(r"^\|[^|]*\| `?(four-by-four-[a-z]+)`? \|", FOUR, re.MULTILINE):
        make_player(name).close()
    for name in re.findall(r"^\| `(three-by-four-[a-z]+)` \|", THREE, re.MULTILINE):
        make_player(name).close()


def test_the_conversation_is_what_is_printed() -> None:
    (line,) = re.findall(r"^    (x plays .*)$", FOUR, re.MULTILINE)
    done = sttt("play", "four-by-four", "--player", "four-by-four-intermediate", "--side", "o", given="quit\n")
    assert line in done.stdout.splitlines()


def test_the_numbers_of_the_evaluation_and_of_the_openings_are_the_codes() -> None:
    assert f"({WINS_NOW})" in FOUR
    assert f"(-{CANNOT_STOP})" in FOUR
    assert f"a fork ({FORKS})" in FOUR
    assert "the sum of {}, {} or {} for".format(*WEIGHTS[1:]) in " ".join(FOUR.split())
    counts = [len(every_opening(four_by_four.GAME, plies)) for plies in (2, 3, 4)]
    assert "({}, {} and {} up to symmetry".format(*counts) in " ".join(FOUR.split())


def test_the_constants_are_as_they_are_said_to_be() -> None:
    rows = dict(re.findall(r"^\| `[a-z0-9_.]+\.([A-Z_]+)` \| (yes|no)", THREE, re.MULTILINE))
    assert len(rows) == 4
    for name, value in rows.items():
        assert getattr(solution if hasattr(solution, name) else three_by_four, name) is (value == "yes")


def test_the_commands_of_the_pages_work() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", FOUR + THREE, re.MULTILINE | re.DOTALL)
    commands = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
    quick = [words for words in commands if words[:2] in (["sttt", "trace"], ["sttt", "analyze"])]
    assert len(quick) == 5
    for words in quick:
        if "--svg" not in words:
            done = sttt(*words[1:])
            assert (done.returncode, bool(done.stdout)) == (0, True)

"""The positions, turns and counts that docs/super-tic-tac-toe.md shows are true."""

import re
from pathlib import Path

import pytest

from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import enter_turn
from sttt.games.super_ttt.text import parse_square
from sttt.search.tree import perft

DOCUMENT = (Path(__file__).parents[2] / "docs" / "super-tic-tac-toe.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```text\n(.*?)\n```", DOCUMENT, re.DOTALL)


def test_the_compact_forms_are_the_positions_they_are_said_to_be() -> None:
    start, later = (GAME.parse_position(block) for block in BLOCKS if ":" in block)
    assert start == GAME.start()
    position, _ = enter_turn(start, GAME.parse_turn("11+55"))
    assert position.play(parse_square("19")) == later


def test_the_drawing_is_what_is_drawn() -> None:
    compact = "x.......o/ooo....../........./........./....x..../........./........./........./.........:x2"
    assert GAME.draw(GAME.parse_position(compact)) in BLOCKS


@pytest.mark.slow
def test_the_counts_are_perfts() -> None:
    rows = re.findall(r"^\| (\d) \| ([\d,]+) \|$", DOCUMENT, re.MULTILINE)
    assert len(rows) == 4
    for depth, count in rows:
        assert perft(GAME.start(), int(depth)) == int(count.replace(",", ""))

"""The search trees of the 3x3 homework, against a plain recursion over characters."""

import json
import math
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from support import naive_grid
from support.command import fails_as_wrong_input, sttt
from support.naive_grid import THREE_BY_THREE

HOMEWORK = "..oxoo..x"
SVG = "{http://www.w3.org/2000/svg}"


def g(cells: str) -> int:
    n = naive_grid.counts(THREE_BY_THREE, naive_grid.board_of(THREE_BY_THREE, cells))
    return 2 * n["X2"] + n["X1"] - 2 * n["O2"] - n["O1"]


def search(cells: str, side: str, depth: float, window: tuple[float, float] | None) -> tuple[float, int, int]:
    """Value, nodes and pruned branches of minimax (no window) or alpha-beta, as the textbook has them."""
    board = naive_grid.board_of(THREE_BY_THREE, cells)
    ended = naive_grid.result(THREE_BY_THREE, board)
    if ended is not None:
        return {"x": 10, "o": -10, "draw": 0}[ended], 1, 0
    if depth == 0:
        return g(cells), 1, 0
    sign, other = (1, "o") if side == "x" else (-1, "x")
    best, nodes, pruned = -math.inf, 1, 0
    squares = [3 * row + column for row, column in naive_grid.empty(THREE_BY_THREE, board)]
    for tried, square in enumerate(squares, start=1):
        then = cells[:square] + side + cells[square + 1 :]
        value, more, cut = search(then, other, depth - 1, window)
        best, nodes, pruned = max(best, sign * value), nodes + more, pruned + cut
        if window:
            alpha, beta = window
            if (side == "x" and best >= beta) or (side == "o" and -best <= alpha):
                return sign * best, nodes, pruned + len(squares) - tried
            window = (max(alpha, best), beta) if side == "x" else (alpha, min(beta, -best))
    return sign * best, nodes, pruned


@pytest.mark.parametrize("arguments", [[], ["x.o.o...x:x"], ["..oxoo..x:o"], ["--depth", "1"], ["--depth", "3"]])
def test_the_three_trees_have_the_values_nodes_and_prunings_of_a_plain_recursion(arguments: list[str]) -> None:
    cells, _, side = (arguments[0] if arguments and ":" in arguments[0] else f"{HOMEWORK}:x").partition(":")
    depth = int(arguments[1]) if "--depth" in arguments else 2
    infinite = (-math.inf, math.inf)
    expected = [
        search(cells, side, math.inf, None),
        search(cells, side, math.inf, infinite),
        search(cells, side, depth, infinite),
    ]
    printed = re.findall(r"(\d+) nodes, (\d+) branches pruned, value (-?\d+)", sttt("trace", *arguments).stdout)
    assert [(int(value), int(nodes), int(pruned)) for nodes, pruned, value in printed] == expected


def test_every_line_of_the_full_tree_is_a_move_with_its_board_and_value() -> None:
    text = sttt("trace").stdout
    tree = text[text.index("minimax") : text.index("alpha-beta")].strip().splitlines()
    assert tree[1] == "..oxoo..x  MAX  value 10"
    assert "├─ x 3,1  ..oxoox.x  MIN  value 10" in tree
    for line in tree[1:]:
        cells, value = re.findall(r"([xo.]{9}) .*value (-?\d+)", line)[0]
        side = "x" if cells.count("x") < cells.count("o") else "o"
        assert int(value) == search(cells, side, math.inf, None)[0]


def boards(node: dict[str, Any]) -> int:
    return 0 if node.get("pruned") else 1 + sum(boards(branch) for branch in node.get("branches", ()))


def test_json_and_picture_hold_every_node_and_every_pruned_branch(tmp_path: Path) -> None:
    picture = tmp_path / "trees.svg"
    done = sttt("trace", "--json", "--svg", str(picture))
    trees = json.loads(done.stdout)["trees"]
    assert [boards(tree["root"]) for tree in trees] == [tree["nodes"] for tree in trees] == [45, 31, 14]
    root = ET.parse(picture).getroot()  # noqa: S314 - the file has just been written here
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert sum("value" in title for title in titles) == 45 + 31 + 14
    assert titles.count("pruned") == done.stdout.count('"pruned": true') == 9


def test_wrong_input_is_one_line(tmp_path: Path) -> None:
    assert "7 squares are empty" in fails_as_wrong_input("trace", "xo.......:x")
    assert "squares; expected 9" in fails_as_wrong_input("trace", "xo:x")
    assert "nowhere" in fails_as_wrong_input("trace", "--svg", str(tmp_path / "nowhere" / "trees.svg"))

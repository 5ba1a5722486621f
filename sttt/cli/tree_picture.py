"""Search trees of a grid game as one SVG picture: a little board for every node, its value below, pruned ends crossed.

Lengths are in pixels of the picture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

from sttt.cli.tree_text import Tree
from sttt.games.grid import Grid
from sttt.search.tree import Node

CELL = 12
GAP = 14
"""Between neighbouring leaves."""
LEVEL = 96
"""From one ply to the next."""
MARGIN = 70
"""Left of the trees, for the words MAX and MIN, and around them."""
TITLE = 34

STYLE = (
    "text{font:11px sans-serif;text-anchor:middle}.title{font-size:16px;text-anchor:start}"
    ".value{font-weight:bold}.frame,.edge,.cut{fill:none;stroke:#555}.edge{stroke:#999}"
    ".cut{stroke:#c33;stroke-dasharray:3 2}.best{stroke:#06c;stroke-width:2.5}"
    ".x{fill:#06c}.o{fill:#c60}.cutmark{fill:#c33}"
)


@dataclass
class _Spot:
    """A node, or the end of a pruned branch, and where it goes."""

    node: Node[Any] | None
    x: float
    depth: int
    below: "list[_Spot]" = field(default_factory=list)


def draw_trees(trees: Sequence[Tree]) -> str:
    """Return the picture of the trees, one above the other."""
    parts: list[str] = []
    width = 0.0
    top = 0.0
    for tree in trees:
        layout = _Layout(tree)
        parts += [f'<g transform="translate(0 {top:g})">', *layout.draw(), "</g>"]
        width = max(width, layout.width)
        top += layout.height
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{top:g}" viewBox="0 0 {width:g} {top:g}">'
    )
    background = f'<rect width="{width:g}" height="{top:g}" fill="#fff"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", background, *parts, "</svg>", ""])


class _Layout:
    """Puts the leaves of a tree side by side and every other node above the middle of its branches."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._grid: Grid = tree.root.state.GRID
        self._board_width = CELL * self._grid.columns
        self._board_height = CELL * self._grid.rows
        self._next_x = MARGIN + self._board_width / 2
        self._depth = 0
        self._root = self._place(tree.root, 0)
        self.width = max(self._next_x, 420.0) + MARGIN / 2
        self.height = TITLE + self._depth * LEVEL + self._board_height + 40

    def _place(self, node: Node[Any] | None, depth: int) -> _Spot:
        self._depth = max(self._depth, depth)
        below = [self._place(child, depth + 1) for _, child in node.branches()] if node else []
        if below:
            return _Spot(node, (below[0].x + below[-1].x) / 2, depth, below)
        x = self._next_x
        self._next_x += self._board_width + GAP
        return _Spot(node, x, depth)

    def draw(self) -> Iterator[str]:
        """Yield the elements of the tree, its title first."""
        yield f'<text class="title" x="{MARGIN / 2:g}" y="22">{escape(self._tree.heading())}</text>'
        sides = {0: self._root.node}
        spot = self._root
        for depth in range(1, self._depth):
            spot = next((one for one in spot.below if one.node and one.below), spot)
            sides[depth] = spot.node
        for depth, node in sides.items():
            if node and node.children:
                y = self._top(depth) + self._board_height / 2
                yield f'<text x="{MARGIN / 2:g}" y="{y:g}">{self._tree.kind(node)}</text>'
        yield from self._draw_spot(self._root)

    def _top(self, depth: int) -> float:
        return TITLE + depth * LEVEL

    def _draw_spot(self, spot: _Spot) -> Iterator[str]:
        if spot.node is None:
            y = self._top(spot.depth) + self._board_height / 2
            yield f'<text class="cutmark" x="{spot.x:g}" y="{y:g}">&#10005;<title>pruned</title></text>'
            return
        node = spot.node
        best = next((one for one in spot.below if one.node and one.node.value == node.value), None)
        for child in spot.below:
            kind = "cut" if child.node is None else "edge best" if child is best else "edge"
            start = self._top(spot.depth) + self._board_height + 16
            yield f'<path class="{kind}" d="M{spot.x:g} {start:g}L{child.x:g} {self._top(child.depth):g}"/>'
            yield from self._draw_spot(child)
        yield from self._draw_board(spot.x - self._board_width / 2, self._top(spot.depth), node)

    def _draw_board(self, left: float, top: float, node: Node[Any]) -> Iterator[str]:
        cells = self._tree.cells(node.state)
        words = escape(self._tree.describe(node))
        yield f'<g transform="translate({left:g} {top:g})"><title>{words}</title>'
        yield f'<path class="frame" d="{self._frame()}"/>'
        for square, cell in enumerate(cells):
            if cell != ".":
                row, column = divmod(square, self._grid.columns)
                x, y = (column + 0.5) * CELL, (row + 0.8) * CELL
                yield f'<text class="{cell}" x="{x:g}" y="{y:g}">{cell.upper()}</text>'
        middle, base = self._board_width / 2, self._board_height + 13
        yield f'<text class="value" x="{middle:g}" y="{base:g}">{node.value:g}</text></g>'

    def _frame(self) -> str:
        across = [f"M0 {CELL * row}H{self._board_width}" for row in range(self._grid.rows + 1)]
        down = [f"M{CELL * column} 0V{self._board_height}" for column in range(self._grid.columns + 1)]
        return "".join(across + down)

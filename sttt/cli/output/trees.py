"""Search trees of a grid game: in characters, as JSON values, and as one SVG picture; pruned branches are marked."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic
from xml.sax.saxutils import escape

from sttt.games.game import Game, P
from sttt.games.grid.position import G, Grid
from sttt.search.alpha_beta import Worth
from sttt.search.tree import TreeNode
from sttt.strict_json import JsonObject


@dataclass(frozen=True)
class Tree(Generic[P]):
    """A search's tree under its title."""

    title: str
    root: TreeNode[P]
    worth: Worth[P]
    game: Game[P]
    has_windows: bool
    """True if the search had an alpha and a beta."""

    def heading(self) -> str:
        """Return the title with the number of nodes and of pruned branches, and the value of the root."""
        pruned = sum(branch is None for node in self._nodes(self.root) for _, branch in node.branches())
        counts = f"{self.root.count()} nodes, {pruned} branches pruned"
        return f"{self.title}: {counts}, value {self.root.value:g}"

    def _nodes(self, node: TreeNode[P]) -> Iterator[TreeNode[P]]:
        yield node
        for child in node.children:
            yield from self._nodes(child)

    def kind(self, node: TreeNode[P]) -> str:
        """Return MAX or MIN for the side to move; for a leaf how the game ended, or that the search was cut off."""
        result = node.state.result
        if result:
            return f"{result.winner} wins" if result.winner else "draw"
        if not node.children:
            return "cut off"
        return "MAX" if node.state.side is self.worth.maximizer else "MIN"

    def window(self, node: TreeNode[P]) -> tuple[float, float] | None:
        """Return alpha and beta as a node with children was called with them; None for a leaf."""
        return (node.alpha, node.beta) if self.has_windows and node.children else None

    def describe(self, node: TreeNode[P]) -> str:
        """Return a node in words: its board, who is to move or has won, its value and its window."""
        window = self.window(node)
        words = f"{self.cells(node.state)}  {self.kind(node)}  value {node.value:g}"
        return f"{words}  alpha {window[0]:g} beta {window[1]:g}" if window else words

    def cells(self, position: P) -> str:
        """Return the position's marks alone."""
        return self.game.format_position(position).partition(":")[0]


def describe_tree(tree: Tree[P]) -> list[str]:
    """Draw the tree, a line a node: the move, the board, who is to move or has won, and the value.

    Of a node that has children the window it was called with comes along.
    """
    return [tree.heading(), tree.describe(tree.root), *_branches(tree, tree.root, "")]


def _branches(tree: Tree[P], node: TreeNode[P], indent: str) -> Iterator[str]:
    branches = list(node.branches())
    for number, (placement, child) in enumerate(branches, start=1):
        last = number == len(branches)
        move = f"{node.state.side} {tree.game.format_turn((placement,))}"
        what = "pruned" if child is None else tree.describe(child)
        yield f"{indent}{'└─' if last else '├─'} {move}  {what}"
        if child:
            yield from _branches(tree, child, indent + ("   " if last else "│  "))


def to_json(tree: Tree[P]) -> JsonObject:
    """Return the tree as nested JSON values."""
    return {"title": tree.title, "nodes": tree.root.count(), "root": _node_to_json(tree, tree.root)}


def _node_to_json(tree: Tree[P], node: TreeNode[P]) -> JsonObject:
    branches = [
        {"move": placement, "pruned": True} if child is None else {"move": placement, **_node_to_json(tree, child)}
        for placement, child in node.branches()
    ]
    known: JsonObject = {"board": tree.cells(node.state), "kind": tree.kind(node), "value": node.value}
    window = tree.window(node)
    if window:
        known["window"] = [bound if math.isfinite(bound) else str(bound) for bound in window]
    return {**known, "branches": branches} if branches else known


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
class _Spot(Generic[G]):
    """A node, or the end of a pruned branch, and where it goes."""

    node: TreeNode[G] | None
    x: float
    depth: int
    below: "list[_Spot[G]]" = field(default_factory=list)


def draw_trees(trees: Sequence[Tree[G]]) -> str:
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


class _Layout(Generic[G]):
    """Puts the leaves of a tree side by side and every other node above the middle of its branches."""

    def __init__(self, tree: Tree[G]) -> None:
        self._tree = tree
        self._grid: Grid = tree.root.state.GRID
        self._board_width = CELL * self._grid.columns
        self._board_height = CELL * self._grid.rows
        self._next_x = MARGIN + self._board_width / 2
        self._depth = 0
        self._root = self._place(tree.root, 0)
        self.width = max(self._next_x, 420.0) + MARGIN / 2
        self.height = TITLE + self._depth * LEVEL + self._board_height + 40

    def _place(self, node: TreeNode[G] | None, depth: int) -> _Spot[G]:
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

    def _draw_spot(self, spot: _Spot[G]) -> Iterator[str]:
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

    def _draw_board(self, left: float, top: float, node: TreeNode[G]) -> Iterator[str]:
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

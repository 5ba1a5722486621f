"""Search trees in characters and as JSON values: every node with its value, pruned branches marked."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sttt.games.game import Game, Position
from sttt.search.textbook import Worth
from sttt.search.tree import Node


@dataclass(frozen=True)
class Tree:
    """A search's tree under its title."""

    title: str
    root: Node[Any]
    worth: Worth[Any]
    game: Game
    has_windows: bool
    """Whether the search had an alpha and a beta."""

    def heading(self) -> str:
        """Return the title with the number of nodes and of pruned branches, and the value of the root."""
        pruned = sum(branch is None for node in self._nodes(self.root) for _, branch in node.branches())
        counts = f"{self.root.count()} nodes, {pruned} branches pruned"
        return f"{self.title}: {counts}, value {self.root.value:g}"

    def _nodes(self, node: Node[Any]) -> Iterator[Node[Any]]:
        yield node
        for child in node.children:
            yield from self._nodes(child)

    def kind(self, node: Node[Any]) -> str:
        """Return MAX or MIN for the side to move; for a leaf how the game ended, or that the search was cut off."""
        result = node.state.result
        if result:
            return f"{result.winner} wins" if result.winner else "draw"
        if not node.children:
            return "cut off"
        return "MAX" if node.state.side is self.worth.maximizer else "MIN"

    def window(self, node: Node[Any]) -> tuple[float, float] | None:
        """Return alpha and beta as a node with children was called with them; None for a leaf."""
        return (node.alpha, node.beta) if self.has_windows and node.children else None

    def describe(self, node: Node[Any]) -> str:
        """Return a node in words: its board, who is to move or has won, its value and its window."""
        window = self.window(node)
        words = f"{self.cells(node.state)}  {self.kind(node)}  value {node.value:g}"
        return f"{words}  alpha {window[0]:g} beta {window[1]:g}" if window else words

    def cells(self, position: Position) -> str:
        """Return the position's marks alone."""
        return self.game.format_position(position).partition(":")[0]


def describe_tree(tree: Tree) -> list[str]:
    """Draw the tree, a line a node: the move, the board, who is to move or has won, and the value.

    Of a node that has children the window it was called with comes along.
    """
    return [tree.heading(), tree.describe(tree.root), *_branches(tree, tree.root, "")]


def _branches(tree: Tree, node: Node[Any], indent: str) -> Iterator[str]:
    branches = list(node.branches())
    for number, (placement, child) in enumerate(branches, start=1):
        last = number == len(branches)
        move = f"{node.state.side} {tree.game.format_turn((placement,))}"
        what = "pruned" if child is None else tree.describe(child)
        yield f"{indent}{'└─' if last else '├─'} {move}  {what}"
        if child:
            yield from _branches(tree, child, indent + ("   " if last else "│  "))


def to_json(tree: Tree) -> dict[str, Any]:
    """Return the tree as nested JSON values."""
    return {"title": tree.title, "nodes": tree.root.count(), "root": _node_to_json(tree, tree.root)}


def _node_to_json(tree: Tree, node: Node[Any]) -> dict[str, Any]:
    branches = [
        {"move": placement, "pruned": True} if child is None else {"move": placement, **_node_to_json(tree, child)}
        for placement, child in node.branches()
    ]
    known = {"board": tree.cells(node.state), "kind": tree.kind(node), "value": node.value}
    window = tree.window(node)
    if window:
        known["window"] = [bound if math.isfinite(bound) else str(bound) for bound in window]
    return {**known, "branches": branches} if branches else known

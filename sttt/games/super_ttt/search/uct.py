# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""UCT: a tree of placements grown by uniformly random playouts.

Source: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo Planning", ECML 2006, LNCS 4212, 282-293; its rule of
choice is UCB1 of P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem",
Machine Learning 47 (2002), 235-256: mean + sqrt(2 ln N / n), means within 0..1.

A node is an index into flat arrays, 0 the root; its children are a linked list. `points` are half points (2 a win, 1 a
draw) of the side whose placement led to the node.
"""

from array import array
from collections.abc import Sequence
from random import Random

from sttt.games.super_ttt.position import HAS_LINE
from sttt.kernel.clock import now

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

if not cython.compiled:
    from math import log, sqrt  # C's own otherwise: they round alike

NOBODY = cython.declare(cython.int, -1)
DRAW = cython.declare(cython.int, 2)
NO_NODE = cython.declare(cython.int, -1)
WHOLE = cython.declare(cython.int, 511)
WORD = cython.declare(cython.ulonglong, 2**64 - 1)
MULTIPLIER = cython.declare(cython.ulonglong, 2685821657736338717)
SLICE = cython.declare(cython.int, 128 if cython.compiled else 1)
"""Playouts between two looks at the clock."""


class Uct:
    """Chooses one placement after the other. Not for use by two threads at once."""

    def __init__(self, most_playouts: int, seed: int | None) -> None:
        """Lay out a tree for that many playouts: about 50 bytes each."""
        self.most_playouts = most_playouts
        self._lay_out_tables(most_playouts + 1)
        self._lay_out_tree(most_playouts + 1)
        self.root_marks = array("i", [0] * 18)
        self.marks = array("i", [0] * 18)
        self.owned = array("i", [0] * 2)
        self.path = array("i", [0] * 82)
        self.mover = array("i", [0] * 82)
        self.squares = array("i", [0] * 81)
        self.tried = array("i", [0] * 81)
        self.random = Random(seed).getrandbits(64) | 1  # the generator must not start from 0
        self.set_position([0] * 9, [0] * 9, 0, 2)

    def _lay_out_tables(self, size: int) -> None:
        n: cython.int
        self.line = array("i", HAS_LINE)
        self.empties = array("i", [9 - mask.bit_count() for mask in range(512)])
        self.bit = array("i", [1, 2, 4, 8, 16, 32, 64, 128, 256])
        self.inverse, self.inverse_root, self.root_log = (array("d", bytes(8 * size)) for _ in range(3))
        for n in range(1, size):
            self.inverse[n] = 0.5 / n
            self.inverse_root[n] = 1 / sqrt(n)
            self.root_log[n] = sqrt(2 * log(n))

    def _lay_out_tree(self, size: int) -> None:
        self.first_child = array("i", bytes(4 * size))
        self.next_sibling = array("i", bytes(4 * size))
        self.children = array("i", bytes(4 * size))
        self.square = array("i", bytes(4 * size))
        self.visits = array("i", bytes(4 * size))
        self.points = array("i", bytes(4 * size))

    # --- Setting up and asking -------------------------------------------------------------------------------------

    def set_position(self, x: Sequence[int], o: Sequence[int], side: int, left: int) -> None:
        """Stand at a position: nine nine-bit masks of each side's marks, the side to move, its placements left."""
        for board in range(9):
            self.root_marks[board] = x[board]
            self.root_marks[9 + board] = o[board]
        self.root_side = side
        self.root_left = left
        self.nodes = 0
        self._add_node(0, NO_NODE)

    def choose(self, playouts: int, deadline: float) -> int:
        """Grow the tree by that many playouts, fewer where the deadline (on `time.monotonic`) comes first.

        Returns the most visited square; the game must not be over. One slice of playouts is always made, and never
        more than the tree was laid out for.
        """
        wanted = min(self.playouts + playouts, self.most_playouts)
        while self.playouts < wanted:
            self._run_slice(wanted - self.playouts)
            if now() >= deadline:
                break
        return self.ranking()[0][0]

    def _run_slice(self, most: int) -> None:
        count: cython.int = min(most, SLICE)
        with cython.nogil:
            self._run(count)

    @property
    def playouts(self) -> int:
        """Playouts made since `set_position`."""
        return self.visits[0]

    def ranking(self) -> list[tuple[int, int, float]]:
        """Return the placements tried, the most visited first: square, visits, mean points of the side to move."""
        found = []
        node = self.first_child[0]
        while node != NO_NODE:
            found.append((self.square[node], self.visits[node], 0.5 * self.points[node] / self.visits[node]))
            node = self.next_sibling[node]
        return sorted(found, key=lambda child: -child[1])

    # --- The search ------------------------------------------------------------------------------------------------

    def _run(self, playouts: cython.int) -> cython.void:
        node: cython.int
        count: cython.int
        for _ in range(playouts):
            # Step 1. Down the tree as long as every placement has been tried.
            self._restart()
            node = 0
            while self.winner == NOBODY and self.children[node] == self.unmarked:
                node = self._most_promising(node)
                self._descend(node)

            # Step 2. One new node, and from there to the end of the game at random.
            if self.winner == NOBODY:
                count = self._list_squares()
                self._expand(node, count)
                self._play_out(count)

            # Step 3. The result counts for every node on the way.
            self._back_up()

    def _restart(self) -> cython.void:
        """Stand at the root."""
        board: cython.int
        one: cython.int
        for board in range(18):
            self.marks[board] = self.root_marks[board]
        self.unmarked = 0
        self.owned[0] = 0
        self.owned[1] = 0
        for board in range(9):
            for one in range(2):
                if self.line[self.marks[9 * one + board]]:
                    self.owned[one] |= self.bit[board]
            if not (self.owned[0] | self.owned[1]) & self.bit[board]:
                self.unmarked += self.empties[self.marks[board] | self.marks[9 + board]]
        self.side = self.root_side
        self.left = self.root_left
        self.winner = 0 if self.line[self.owned[0]] else 1 if self.line[self.owned[1]] else NOBODY
        if self.winner == NOBODY and self.unmarked == 0:
            self.winner = DRAW
        self.depth = 0
        self.path[0] = 0

    def _most_promising(self, node: cython.int) -> cython.int:
        """Return the child that UCB1 chooses."""
        child: cython.int = self.first_child[node]
        best: cython.int = child
        best_bound: cython.double = -1.0
        bound: cython.double
        explore: cython.double = self.root_log[self.visits[node]]
        n: cython.int
        while child != NO_NODE:
            n = self.visits[child]
            bound = self.points[child] * self.inverse[n] + explore * self.inverse_root[n]
            if bound > best_bound:
                best_bound = bound
                best = child
            child = self.next_sibling[child]
        return best

    def _descend(self, node: cython.int) -> cython.void:
        """Make the placement that leads to a node."""
        self.depth += 1
        self.path[self.depth] = node
        self.mover[self.depth] = self.side
        self._place(self.square[node])

    def _list_squares(self) -> cython.int:
        """List the squares that may be marked, and return their number."""
        count: cython.int = 0
        board: cython.int
        inner: cython.int
        taken: cython.int
        for board in range(9):
            if (self.owned[0] | self.owned[1]) & self.bit[board]:
                continue
            taken = self.marks[board] | self.marks[9 + board]
            if taken == WHOLE:
                continue
            for inner in range(9):
                if not taken & self.bit[inner]:
                    self.squares[count] = 9 * board + inner
                    count += 1
        return count

    def _expand(self, node: cython.int, count: cython.int) -> cython.void:
        """Add a child for one of the listed squares that has none, drawn at random, and go there."""
        child: cython.int = self.first_child[node]
        square: cython.int
        i: cython.int
        skip: cython.int = self._below(count - self.children[node])
        for i in range(count):
            self.tried[self.squares[i]] = 0
        while child != NO_NODE:
            self.tried[self.square[child]] = 1
            child = self.next_sibling[child]
        for i in range(count):
            square = self.squares[i]
            if not self.tried[square]:
                if skip == 0:
                    child = self._add_node(square, self.first_child[node])
                    break
                skip -= 1
        self.first_child[node] = child
        self.children[node] += 1
        self._descend(child)

    def _add_node(self, square: cython.int, sibling: cython.int) -> cython.int:
        node: cython.int = self.nodes
        self.nodes += 1
        self.square[node] = square
        self.next_sibling[node] = sibling
        self.first_child[node] = NO_NODE
        self.children[node] = 0
        self.visits[node] = 0
        self.points[node] = 0
        return node

    def _play_out(self, count: cython.int) -> cython.void:
        """Draw from the listed squares until the game is over; some of them are marked or closed by then."""
        i: cython.int
        square: cython.int
        board: cython.int
        while self.winner == NOBODY:
            i = self._below(count)
            count -= 1
            square = self.squares[i]
            self.squares[i] = self.squares[count]
            board = square // 9
            if (self.owned[0] | self.owned[1]) & self.bit[board]:
                continue
            if not (self.marks[board] | self.marks[9 + board]) & self.bit[square - 9 * board]:
                self._place(square)

    def _back_up(self) -> cython.void:
        i: cython.int
        node: cython.int
        for i in range(self.depth + 1):
            node = self.path[i]
            self.visits[node] += 1
            if self.winner == DRAW:
                self.points[node] += 1
            elif self.winner == self.mover[i]:
                self.points[node] += 2

    def _place(self, square: cython.int) -> cython.void:
        """Mark an open square. A last single square ends the game, so that its shorter turn needs no thought."""
        board: cython.int = square // 9
        at: cython.int = 9 * self.side + board
        self.marks[at] |= self.bit[square - 9 * board]
        self.unmarked -= 1
        if self.line[self.marks[at]]:
            self.unmarked -= self.empties[self.marks[board] | self.marks[9 + board]]
            self.owned[self.side] |= self.bit[board]
            if self.line[self.owned[self.side]]:
                self.winner = self.side
                return
        if self.unmarked == 0:
            self.winner = DRAW
        self.left -= 1
        if self.left == 0:
            self.side = 1 - self.side
            self.left = 2

    def _below(self, bound: cython.int) -> cython.int:
        """Draw a number from 0 to `bound` - 1 by xorshift64*.

        Source: S. Vigna, "An Experimental Exploration of Marsaglia's xorshift Generators, Scrambled", ACM
        Transactions on Mathematical Software 42 (2016), 30.
        """
        high: cython.ulonglong
        self.random ^= self.random >> 12
        self.random = (self.random ^ self.random << 25) & WORD
        self.random ^= self.random >> 27
        high = ((self.random * MULTIPLIER) & WORD) >> 32
        return cython.cast(cython.int, (high * bound) >> 32)

# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The proof tree of 4x4x4 tic-tac-toe: positions with their proof and disproof numbers, and what follows from them.

A node is a position up to the 192 symmetries; nodes that transpositions lead to are shared. The tree knows which side
is to move at none of them: whoever asks about a node says whether it is the attacker, who wants to prove a win.

The proof number of a node of the defender's is the greatest of its replies' and one for each other reply, rather than
their sum, which would count shared nodes again and again.
Source: T. Ueda et al., "Weak proof-number search", Computers and Games 2008.
"""

from array import array

from sttt.games.qubic.symmetry import SYMMETRIES
from sttt.kernel.bits import bit_index

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

INFINITE_NUMBER = 1_000_000_000
"""The proof number of what is disproved, and the other way round."""

NONE = cython.declare(cython.int, -1)
UNEXPANDED = cython.declare(cython.int, -1)
INFINITE = cython.declare(cython.int, INFINITE_NUMBER)
SQUARES = cython.declare(cython.int, 64)
IMAGES = cython.declare(cython.int, 192)
ALL = cython.declare(cython.ulonglong, 2**64 - 1)
OWN_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
OTHER_FACTOR = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
HALF_WORD = cython.declare(cython.int, 32)


class QubicProofTree:
    """Nodes by position and by number. Not for use by two threads at once."""

    def __init__(self, node_bits: int) -> None:
        """Make room for ``2**node_bits`` nodes of about 60 bytes."""
        self.most_nodes = 2**node_bits
        self.image = array("Q", [2**square for to in SYMMETRIES for square in to])
        self.own_squares = array("i", [0] * 64)
        self.other_squares = array("i", [0] * 64)
        self.least_own = 0
        self.least_other = 0
        self.forget()

    def forget(self) -> None:
        """Forget every node."""
        self.node_own = array("Q", bytes(8 * self.most_nodes))
        self.node_other = array("Q", bytes(8 * self.most_nodes))
        self.proof = array("i", bytes(4 * self.most_nodes))
        self.disproof = array("i", bytes(4 * self.most_nodes))
        self.first = array("i", bytes(4 * self.most_nodes))
        self.size = array("i", bytes(4 * self.most_nodes))
        self.children = array("i", bytes(4 * self.most_nodes))
        self.child = array("i", bytes(16 * self.most_nodes))
        self.place = array("i", [-1]) * (2 * self.most_nodes)
        self.place_mask = 2 * self.most_nodes - 1
        self.at = 0
        self.count = 0
        self.child_count = 0
        self.best = NONE
        self.second = 0
        self.unproved = 0

    # --- Nodes -----------------------------------------------------------------------------------------------------

    def _canonize(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.void:
        """Find the least of the position's images."""
        owns: cython.int = 0
        others: cython.int = 0
        bit: cython.ulonglong
        image: cython.ulonglong
        second: cython.ulonglong
        s: cython.int
        base: cython.int
        i: cython.int
        while own:
            bit = own & -own
            own ^= bit
            self.own_squares[owns] = bit_index(bit)
            owns += 1
        while other:
            bit = other & -other
            other ^= bit
            self.other_squares[others] = bit_index(bit)
            others += 1
        self.least_own = ALL
        self.least_other = ALL
        for s in range(IMAGES):
            base = SQUARES * s
            image = 0
            for i in range(owns):
                image |= self.image[base + self.own_squares[i]]
            if image > self.least_own:
                continue
            second = 0
            for i in range(others):
                second |= self.image[base + self.other_squares[i]]
            if image < self.least_own or second < self.least_other:
                self.least_own = image
                self.least_other = second

    def _node_of(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Return a position's node, `NONE` if it has none yet: `_add` then makes it."""
        mixed: cython.ulonglong
        self._canonize(own, other)
        mixed = (self.least_own * OWN_FACTOR + self.least_other * OTHER_FACTOR) & ALL
        self.at = (mixed >> HALF_WORD) & self.place_mask
        while True:
            node: cython.int = self.place[self.at]
            if node == NONE or (self.node_own[node] == self.least_own and self.node_other[node] == self.least_other):
                return node
            self.at = (self.at + 1) & self.place_mask

    def _add(self, proof: cython.int, disproof: cython.int) -> cython.int:
        """Make the node that was asked for last."""
        node: cython.int = self.count
        self.count += 1
        self.node_own[node] = self.least_own
        self.node_other[node] = self.least_other
        self.proof[node] = proof
        self.disproof[node] = disproof
        self.children[node] = UNEXPANDED
        self.place[self.at] = node
        return node

    def _is_expanded(self, node: cython.int) -> cython.bint:
        """Return whether a node's children have been made."""
        return self.children[node] != UNEXPANDED

    def _begin_children(self, node: cython.int) -> cython.void:
        """Begin a node's list of children, which `_keep_child` fills before any other node's is begun."""
        self.first[node] = self.child_count
        self.children[node] = 0

    def _drop_children(self, node: cython.int) -> cython.void:
        """Forget a list of children that could not be finished."""
        self.child_count = self.first[node]
        self.children[node] = UNEXPANDED

    def _keep_child(self, node: cython.int, child: cython.int) -> cython.void:
        """Add a child, once."""
        i: cython.int
        for i in range(self.first[node], self.child_count):
            if self.child[i] == child:
                return
        self.child[self.child_count] = child
        self.child_count += 1
        self.children[node] += 1

    def _has_room(self) -> cython.bint:
        """Return whether there is room for a node's children."""
        return self.count + 128 < self.most_nodes and self.child_count + 128 < 4 * self.most_nodes

    # --- Numbers ---------------------------------------------------------------------------------------------------

    def _rate_attack(self, node: cython.int) -> cython.void:
        """Give a node of the attacker's the numbers that follow from its children.

        `best` is then the child with the least proof number, `second` the proof number of the next.
        """
        i: cython.int
        c: cython.int
        p: cython.int
        best: cython.int = NONE
        proof: cython.int = INFINITE
        second: cython.int = INFINITE
        disproof: cython.int = 0
        for i in range(self.first[node], self.first[node] + self.children[node]):
            c = self.child[i]
            p = self.proof[c]
            disproof += self.disproof[c]
            if disproof > INFINITE:
                disproof = INFINITE
            if p < proof:
                second = proof
                proof = p
                best = c
            elif p < second:
                second = p
        self.proof[node] = proof
        self.disproof[node] = disproof if proof else INFINITE
        self.best = best
        self.second = second

    def _rate_defence(self, node: cython.int) -> cython.void:
        """Give a node of the defender's the numbers that follow from its children, `unproved` of which count.

        `best` is then the child with the least disproof number, `second` the disproof number of the next.
        """
        i: cython.int
        c: cython.int
        p: cython.int
        d: cython.int
        best: cython.int = NONE
        unproved: cython.int = 0
        proof: cython.int = 0
        disproof: cython.int = INFINITE
        second: cython.int = INFINITE
        for i in range(self.first[node], self.first[node] + self.children[node]):
            c = self.child[i]
            p = self.proof[c]
            d = self.disproof[c]
            if p == 0:
                continue
            unproved += 1
            if d < disproof:
                second = disproof
                disproof = d
            elif d < second:
                second = d
            if best == NONE or d < self.disproof[best] or (d == self.disproof[best] and p > self.proof[best]):
                best = c
            if p > proof:
                proof = p
        if unproved and proof < INFINITE:
            proof += unproved - 1
        self.proof[node] = proof
        self.disproof[node] = disproof
        self.best = best
        self.second = second
        self.unproved = unproved

    def _proof_size(self, node: cython.int, attacking: cython.bint) -> cython.int:
        """Return how many positions of the attacker's a proof below a proved node has, as a tree."""
        i: cython.int
        c: cython.int
        size: cython.int = 0
        least: cython.int = INFINITE
        if self.size[node]:
            return self.size[node]
        for i in range(self.first[node], self.first[node] + self.children[node]):
            c = self.child[i]
            if not attacking:
                size += self._proof_size(c, True)
            elif self.proof[c] == 0:
                least = min(least, self._proof_size(c, False))
        if attacking:
            size = 1 + least
        if size > INFINITE // 100:
            size = INFINITE // 100
        self.size[node] = max(1, size)
        return self.size[node]

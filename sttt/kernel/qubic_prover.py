"""Proof-number search in 4x4x4 tic-tac-toe: who plays first wins, and how.

The search grows the game tree where the attacker's win seems to need the fewest further proofs. A node is a position
up to the 192 symmetries; nodes that transpositions lead to are shared. Positions in which the attacker, to move, wins
by threats (`qubic_threats`) are leaves and no nodes at all. The defender's replies are those after which no such win
is left; what no reply keeps is proved.
Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number search", Artificial Intelligence 66 (1994),
91-124; the depth-first order of visits: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
PhD thesis, University of Tokyo, 2002. The proof number of a node of the defender's is the greatest of its replies'
and one for each other reply, rather than their sum, which would count shared nodes again and again (T. Ueda et al.,
"Weak proof-number search", Computers and Games 2008).

Valid Python, and compiled from the same text where a compiler is at hand; both grow the same tree.
"""

from array import array

from sttt.games.qubic import BITS, MASKS_THROUGH
from sttt.games.qubic_symmetry import SYMMETRIES
from sttt.kernel.qubic_threats import QubicThreats

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

NONE = cython.declare(cython.int, -1)
WON = cython.declare(cython.int, -2)
LOST = cython.declare(cython.int, -3)
UNEXPANDED = cython.declare(cython.int, -1)
INFINITE = cython.declare(cython.int, 1_000_000_000)
SQUARES = cython.declare(cython.int, 64)
IMAGES = cython.declare(cython.int, 192)
PRIME = cython.declare(cython.ulonglong, 67)
ALL = cython.declare(cython.ulonglong, 2**64 - 1)
OWN_FACTOR = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
OTHER_FACTOR = cython.declare(cython.ulonglong, 0xD6E8FEB86659FD93)
HALF_WORD = cython.declare(cython.int, 32)
RICH = cython.declare(
    cython.ulonglong, sum(bit for bit, lines in zip(BITS, MASKS_THROUGH, strict=True) if len(lines) > 4)
)
RICH_MOVES = cython.declare(cython.int, 7)
"""The attacker's first moves go to squares of seven lines, as long as there are any: others are hardly ever better."""
FIRST_PROOF = cython.declare(cython.int, 3)
"""The first proof number of a position in which the attacker, to move, does not win by threats."""
ZONE_SHARE = cython.declare(cython.int, 4)
"""One square in so many of a threatened win counts as a reply to be answered in the first proof number."""
FORCED_PROOF = cython.declare(cython.int, 30)
"""The first proof number of a position whose defender must stop a three: dear, as the threat search tries those."""
IDLE_PROOF = cython.declare(cython.int, 20)
"""That of a position in which the attacker threatens nothing."""


class QubicProver(QubicThreats):
    """Proves wins of an attacker. Not for use by two threads at once."""

    def __init__(self, node_bits: int = 20, failed_bits: int = 18, threat_limit: int = 5_000) -> None:
        """Lay out the tables: ``2**node_bits`` nodes of about 60 bytes."""
        super().__init__(failed_bits)
        self.most_nodes = 2**node_bits
        self.threat_limit = threat_limit
        self.counter_limit = 1000
        self.image = array("Q", [2**square for to in SYMMETRIES for square in to])
        self.own_squares = array("i", [0] * 64)
        self.other_squares = array("i", [0] * 64)
        self.kept = array("i", [0] * 64)
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
        self.count = 0
        self.child_count = 0
        self.crowded = False

    @property
    def is_crowded(self) -> bool:
        """Whether the last search ended for want of room."""
        return self.crowded

    # --- Asking ----------------------------------------------------------------------------------------------------

    def prove(self, own: int, other: int) -> bool | None:
        """Whether the attacker, to move, wins; None if a limit of `begin`, or the room for nodes, did not suffice.

        `own` are its marks. All positions of one attacker's; `forget` before those of the other one's. False is no
        proof of the contrary while the attacker has fewer marks than `RICH_MOVES`: not all its moves were tried.
        """
        a: cython.ulonglong = own
        b: cython.ulonglong = other
        node: cython.int
        with cython.nogil:
            node = self._attack_child(a, b)
            if node >= 0:
                self._search(node, True, INFINITE, INFINITE)
        self._raise_interruption()
        if node < 0:
            return None if self.stopped else node == WON
        if self.proof[node] == 0:
            return True
        return False if self.disproof[node] == 0 else None

    def winning_move(self, own: int, other: int) -> int | None:
        """Return the square with the smallest known proof for the attacker, to move; None if none is proved to win."""
        known = []
        for square in self._moves(own, other):
            node: cython.int = self._defence_child(own | self.bit[square], other)
            if node >= 0 and self.proof[node] == 0:
                known.append((self._proof_size(node, False), square))
        return min(known)[1] if known else None

    def smallest_win(self, own: int, other: int, tries: int, node_limit: int) -> int | None:
        """Return the attacker's move whose proof is the smallest of those that could be found, None if none could.

        The `tries` moves that leave the fewest replies get `node_limit` nodes each.
        """
        open_moves = []
        for square in self._moves(own, other):
            self.begin(float("inf"), 2**62)
            node: cython.int = self._defence_child(own | self.bit[square], other)
            if node >= 0 and self._open(node, False) and self.disproof[node]:
                open_moves.append((self.children[node], square))
        best: list[tuple[int, int]] = []
        for replies, square in sorted(open_moves)[:tries]:
            if best and replies >= best[0][0]:
                break
            self.begin(float("inf"), node_limit)
            node = self._defence_child(own | self.bit[square], other)
            if node < 0:  # a symmetrical move has been disproved meanwhile
                continue
            self._search(node, False, INFINITE, INFINITE)
            self._raise_interruption()
            if self.proof[node] == 0:
                best = sorted([*best, (self._proof_size(node, False), square)])[:1]
        return best[0][1] if best else None

    def _moves(self, own: int, other: int) -> list[int]:
        """List the attacker's moves: the only one where the defender has a three; none without room for nodes."""
        if not self._has_room():
            return []
        self._survey(own, other)
        rest = self.threes[0] or 2**64 - 1 - (own | other)
        return [square for square in range(64) if rest & self.bit[square]]

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
            self.own_squares[owns] = self.index[bit % PRIME]
            owns += 1
        while other:
            bit = other & -other
            other ^= bit
            self.other_squares[others] = self.index[bit % PRIME]
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

    def _find(self) -> cython.int:
        """Return the place of the canonical position's node, or the free one where it belongs."""
        at: cython.ulonglong = (self.least_own * OWN_FACTOR + self.least_other * OTHER_FACTOR) & ALL
        node: cython.int
        at = (at >> HALF_WORD) & self.place_mask
        while True:
            node = self.place[at]
            if node == NONE:
                break
            if self.node_own[node] == self.least_own and self.node_other[node] == self.least_other:
                break
            at = (at + 1) & self.place_mask
        return cython.cast(cython.int, at)

    def _add(self, place: cython.int, proof: cython.int, disproof: cython.int) -> cython.int:
        """Make a node of the canonical position."""
        node: cython.int = self.count
        self.count += 1
        self.node_own[node] = self.least_own
        self.node_other[node] = self.least_other
        self.proof[node] = proof
        self.disproof[node] = disproof
        self.children[node] = UNEXPANDED
        self.place[place] = node
        return node

    def _keep_child(self, node: cython.int, child: cython.int) -> cython.void:
        """Add a child, once."""
        i: cython.int
        for i in range(self.first[node], self.child_count):
            if self.child[i] == child:
                return
        self.child[self.child_count] = child
        self.child_count += 1
        self.children[node] += 1

    # --- The search ------------------------------------------------------------------------------------------------

    def _search(
        self, node: cython.int, attacking: cython.bint, proof_limit: cython.int, disproof_limit: cython.int
    ) -> cython.void:
        """Search below a node until its proof or its disproof number reaches a limit."""
        i: cython.int
        c: cython.int
        best: cython.int
        alive: cython.int
        proof: cython.int
        disproof: cython.int
        second: cython.int
        p: cython.int
        d: cython.int

        # Step 1. A node's first visit makes its children.
        if not self._open(node, attacking):
            return

        while True:
            # Step 2. The numbers that follow from the children.
            best = NONE
            alive = 0
            second = INFINITE
            if attacking:
                proof = INFINITE
                disproof = 0
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
                if proof == 0:
                    disproof = INFINITE
            else:
                proof = 0
                disproof = INFINITE
                for i in range(self.first[node], self.first[node] + self.children[node]):
                    c = self.child[i]
                    p = self.proof[c]
                    d = self.disproof[c]
                    if p == 0:
                        continue
                    alive += 1
                    if d < disproof:
                        second = disproof
                        disproof = d
                    elif d < second:
                        second = d
                    if best == NONE or d < self.disproof[best] or (d == self.disproof[best] and p > self.proof[best]):
                        best = c
                    if p > proof:
                        proof = p
                if alive and proof < INFINITE:
                    proof += alive - 1
            self.proof[node] = proof
            self.disproof[node] = disproof

            # Step 3. Enough, or on with the child that matters most.
            if self.stopped or proof == 0 or disproof == 0 or proof >= proof_limit or disproof >= disproof_limit:
                return
            if attacking:
                d = disproof_limit
                if disproof_limit < INFINITE:
                    d = disproof_limit - disproof + self.disproof[best]
                second += 1 + second // 10
                self._search(best, False, min(proof_limit, second), d)
            else:
                p = proof_limit if proof_limit == INFINITE else proof_limit - alive + 1
                second += 1 + second // 10
                self._search(best, True, p, min(disproof_limit, second))

    def _open(self, node: cython.int, attacking: cython.bint) -> cython.bint:
        """Make a node's children, if it has none yet; False where a limit is in the way."""
        if self.children[node] != UNEXPANDED:
            return True
        if not self._has_room():
            return False
        self._count_node()
        self.first[node] = self.child_count
        self.children[node] = 0
        if attacking:
            self._expand_attack(node)
        else:
            self._expand_defence(node)
        if self.stopped:
            self.child_count = self.first[node]
            self.children[node] = UNEXPANDED
            return False
        return True

    def _has_room(self) -> cython.bint:
        """Whether there is room for a node's children; if not the search has to stop."""
        if self.count + 128 < self.most_nodes and self.child_count + 128 < 4 * self.most_nodes:
            return True
        self.crowded = True
        self.stopped = True
        return False

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

    def _expand_attack(self, node: cython.int) -> cython.void:
        """List the attacker's moves; where the defender has a three there is but one."""
        own: cython.ulonglong = self.node_own[node]
        other: cython.ulonglong = self.node_other[node]
        rest: cython.ulonglong
        bit: cython.ulonglong
        child: cython.int
        self._survey(own, other)
        rest = ALL & ~(own | other)
        if self.threes[0]:
            rest = self.threes[0]
        elif self._ones(own) < RICH_MOVES and rest & RICH:
            rest &= RICH
        while rest and not self.stopped:
            bit = rest & -rest
            rest ^= bit
            child = self._defence_child(own | bit, other)
            if child >= 0:
                self._keep_child(node, child)
                if self.proof[child] == 0:
                    return

    def _defence_child(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Return the node of a position with the defender to move, `NONE` if the defender has won."""
        place: cython.int
        node: cython.int
        proof: cython.int
        self._canonize(own, other)
        place = self._find()
        node = self.place[place]
        if node >= 0:
            return NONE if self.disproof[node] == 0 else node
        own = self.least_own
        other = self.least_other
        if (own | other) == ALL or self._wins_by_threats(other, own, self.counter_limit):
            return self._add(place, INFINITE, 0)
        self._survey(own, other)
        if self.own_threes:
            proof = FORCED_PROOF
        elif self._wins_by_threats(own, other, self.threat_limit):
            proof = 1 + self._ones(self.zone) // ZONE_SHARE
        else:
            proof = IDLE_PROOF
        return self._add(place, proof, 1)

    def _expand_defence(self, node: cython.int) -> cython.void:
        """List the replies after which the attacker has no win by threats left."""
        own: cython.ulonglong = self.node_own[node]
        other: cython.ulonglong = self.node_other[node]
        rest: cython.ulonglong
        bit: cython.ulonglong
        length: cython.int = 0
        i: cython.int
        child: cython.int
        if self._wins_by_threats(own, other, self.threat_limit):
            length = self.plan_length
            for i in range(length):
                self.kept[i] = self.plan[i]
        self._survey(own, other)
        rest = self.own_threes or ALL & ~(own | other)
        while rest and not self.stopped:
            bit = rest & -rest
            rest ^= bit
            if length and self._plan_survives(length, own, other | bit):
                continue
            child = self._attack_child(own, other | bit)
            if child == LOST:
                self._canonize(own, other | bit)
                i = self._find()
                child = self.place[i]
                if child < 0:
                    child = self._add(i, INFINITE, 0)
            if child >= 0:
                self._keep_child(node, child)
                if self.disproof[child] == 0:
                    return

    def _attack_child(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Return the node of a position with the attacker to move, `WON` or `LOST` if it is."""
        place: cython.int
        node: cython.int
        self._canonize(own, other)
        place = self._find()
        node = self.place[place]
        if node >= 0:
            if self.proof[node] == 0:
                return WON
            return LOST if self.disproof[node] == 0 else node
        if self._wins_by_threats(self.least_own, self.least_other, self.threat_limit):
            return WON
        if self.stopped:
            return NONE
        self._survey(self.least_own, self.least_other)
        if self.threes[0] & (self.threes[0] - 1):
            return LOST
        return self._add(place, FIRST_PROOF, 1)

    def _plan_survives(self, length: cython.int, own: cython.ulonglong, other: cython.ulonglong) -> cython.bint:
        """Whether the kept moves still win by threats for the attacker, to move."""
        i: cython.int
        square: cython.int
        bit: cython.ulonglong
        made: cython.ulonglong
        threes: cython.ulonglong
        self._survey(own, other)
        if self.own_threes:
            return True
        threes = self.threes[0]
        for i in range(length):
            square = self.kept[i]
            bit = self.bit[square]
            if (bit & (own | other)) or (threes & ~bit):
                return False
            own |= bit
            made = self._threes_through(square, own, other)
            if made & (made - 1):
                return True
            if made == 0:
                return False
            other |= made
            threes = self._threes_through(self.index[made % PRIME], other, own)
        return False

    def _ones(self, word: cython.ulonglong) -> cython.int:
        """Count the squares of a word."""
        count: cython.int = 0
        while word:
            word &= word - 1
            count += 1
        return count

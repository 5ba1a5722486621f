# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Proof-number search in 4x4x4 tic-tac-toe: who plays first wins, and how.

The search grows the game tree where the attacker's win seems to need the fewest further proofs. Positions in which the
attacker, to move, wins by threats (see `threats`) are leaves and no nodes at all. The defender's replies are those
after which no such win is left; what no reply keeps is proved.
Source: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number search", Artificial Intelligence 66 (1994),
91-124; the depth-first order of visits: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
PhD thesis, University of Tokyo, 2002.
"""

from sttt.games.qubic.position import BITS, MASKS_THROUGH
from sttt.games.qubic.search.proof_tree import INFINITE_NUMBER, QubicProofTree
from sttt.games.qubic.search.threats import QubicThreats
from sttt.kernel.bits import count_bits

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

NONE = cython.declare(cython.int, -1)
WON = cython.declare(cython.int, -2)
LOST = cython.declare(cython.int, -3)
INFINITE = cython.declare(cython.int, INFINITE_NUMBER)
ALL = cython.declare(cython.ulonglong, 2**64 - 1)
RICH = cython.declare(
    cython.ulonglong, sum(bit for bit, lines in zip(BITS, MASKS_THROUGH, strict=True) if len(lines) > 4)
)
RICH_MOVES = cython.declare(cython.int, 7)
"""The attacker's first moves go to squares of seven lines, as long as there are any: others are hardly ever better."""
FIRST_PROOF = cython.declare(cython.int, 3)
"""The first proof number of a position in which the attacker, to move, does not win by threats."""
ZONE_SHARE = cython.declare(cython.int, 4)
"""One square in this many of a threatened win counts as a reply to be answered in the first proof number."""
FORCED_PROOF = cython.declare(cython.int, 30)
"""The first proof number of a position whose defender must stop a three: high, as the threat search tries those."""
IDLE_PROOF = cython.declare(cython.int, 20)
"""That of a position in which the attacker threatens nothing."""


class QubicProver(QubicThreats):
    """Proves wins of an attacker. Not for use by two threads at once."""

    def __init__(self, node_bits: int = 20, failed_bits: int = 18, threat_limit: int = 5_000) -> None:
        """Make room for ``2**node_bits`` nodes of about 60 bytes."""
        super().__init__(failed_bits)
        self.tree = QubicProofTree(node_bits)
        self.threat_limit = threat_limit
        self.counter_limit = 1000
        self.crowded = False

    def forget(self) -> None:
        """Forget every node."""
        self.tree.forget()
        self.crowded = False

    @property
    def is_crowded(self) -> bool:
        """True if the last search ended for want of room."""
        return self.crowded

    # --- Questions -------------------------------------------------------------------------------------------------

    def prove(self, own: int, other: int) -> bool | None:
        """Return whether the attacker, to move, wins; None if a limit of `begin` or the room for nodes did not suffice.

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
        if self.tree.proof[node] == 0:
            return True
        return False if self.tree.disproof[node] == 0 else None

    def winning_move(self, own: int, other: int) -> int | None:
        """Return the square with the smallest known proof for the attacker, to move; None if none is proved to win."""
        known = []
        for square in self._moves(own, other):
            node: cython.int = self._defence_child(own | self.bit[square], other)
            if node >= 0 and self.tree.proof[node] == 0:
                known.append((self.tree._proof_size(node, False), square))
        return min(known)[1] if known else None

    def smallest_win(self, own: int, other: int, tries: int, node_limit: int) -> int | None:
        """Return the attacker's move whose proof is the smallest of those that could be found, None if none could.

        The `tries` moves that leave the fewest replies get `node_limit` nodes each.
        """
        open_moves = []
        for square in self._moves(own, other):
            self.begin(float("inf"), 2**62)
            node: cython.int = self._defence_child(own | self.bit[square], other)
            if node >= 0 and self._open(node, False) and self.tree.disproof[node]:
                open_moves.append((self.tree.children[node], square))
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
            if self.tree.proof[node] == 0:
                best = sorted([*best, (self.tree._proof_size(node, False), square)])[:1]
        return best[0][1] if best else None

    def _moves(self, own: int, other: int) -> list[int]:
        """List the attacker's moves: the only one where the defender has a three; none without room for nodes."""
        if not self._has_room():
            return []
        self._survey(own, other)
        rest = self.threes[0] or 2**64 - 1 - (own | other)
        return [square for square in range(64) if rest & self.bit[square]]

    # --- The search ------------------------------------------------------------------------------------------------

    def _search(
        self, node: cython.int, attacking: cython.bint, proof_limit: cython.int, disproof_limit: cython.int
    ) -> cython.void:
        """Search below a node until its proof or its disproof number reaches a limit."""
        best: cython.int
        proof: cython.int
        disproof: cython.int
        second: cython.int
        rest: cython.int

        # Step 1. A node's first visit makes its children.
        if not self._open(node, attacking):
            return

        while True:
            # Step 2. The numbers that follow from the children.
            if attacking:
                self.tree._rate_attack(node)
            else:
                self.tree._rate_defence(node)
            proof = self.tree.proof[node]
            disproof = self.tree.disproof[node]

            # Step 3. Enough, or on with the child that matters most.
            if self.stopped or proof == 0 or disproof == 0 or proof >= proof_limit or disproof >= disproof_limit:
                return
            best = self.tree.best
            second = self.tree.second
            second += 1 + second // 10
            if attacking:
                rest = disproof_limit
                if disproof_limit < INFINITE:
                    rest += self.tree.disproof[best] - disproof
                self._search(best, False, min(proof_limit, second), rest)
            else:
                rest = proof_limit
                if proof_limit < INFINITE:
                    rest -= self.tree.unproved - 1
                self._search(best, True, rest, min(disproof_limit, second))

    def _open(self, node: cython.int, attacking: cython.bint) -> cython.bint:
        """Make a node's children, if it has none yet; False where a limit is in the way."""
        if self.tree._is_expanded(node):
            return True
        if not self._has_room():
            return False
        self._count_node()
        self.tree._begin_children(node)
        if attacking:
            self._expand_attack(node)
        else:
            self._expand_defence(node)
        if self.stopped:
            self.tree._drop_children(node)
            return False
        return True

    def _has_room(self) -> cython.bint:
        """Return whether there is room for a node's children; if not, the search has to stop."""
        if self.tree._has_room():
            return True
        self.crowded = True
        self.stopped = True
        return False

    def _expand_attack(self, node: cython.int) -> cython.void:
        """List the attacker's moves; where the defender has a three there is but one."""
        own: cython.ulonglong = self.tree.node_own[node]
        other: cython.ulonglong = self.tree.node_other[node]
        rest: cython.ulonglong
        bit: cython.ulonglong
        child: cython.int
        self._survey(own, other)
        rest = ALL & ~(own | other)
        if self.threes[0]:
            rest = self.threes[0]
        elif count_bits(own) < RICH_MOVES and rest & RICH:
            rest &= RICH
        while rest and not self.stopped:
            bit = rest & -rest
            rest ^= bit
            child = self._defence_child(own | bit, other)
            if child >= 0:
                self.tree._keep_child(node, child)
                if self.tree.proof[child] == 0:
                    return

    def _defence_child(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Return the node of a position with the defender to move, `NONE` if the defender has won."""
        proof: cython.int
        node: cython.int = self.tree._node_of(own, other)
        if node >= 0:
            return NONE if self.tree.disproof[node] == 0 else node
        own = self.tree.least_own
        other = self.tree.least_other
        if (own | other) == ALL or self._wins_by_threats(other, own, self.counter_limit):
            return self.tree._add(INFINITE, 0)
        self._survey(own, other)
        if self.own_threes:
            proof = FORCED_PROOF
        elif self._wins_by_threats(own, other, self.threat_limit):
            proof = 1 + count_bits(self.zone) // ZONE_SHARE
        else:
            proof = IDLE_PROOF
        return self.tree._add(proof, 1)

    def _expand_defence(self, node: cython.int) -> cython.void:
        """List the replies after which the attacker has no win by threats left."""
        own: cython.ulonglong = self.tree.node_own[node]
        other: cython.ulonglong = self.tree.node_other[node]
        rest: cython.ulonglong
        bit: cython.ulonglong
        length: cython.int = 0
        child: cython.int
        if self._wins_by_threats(own, other, self.threat_limit):
            length = self._keep_plan()
        self._survey(own, other)
        rest = self.own_threes or ALL & ~(own | other)
        while rest and not self.stopped:
            bit = rest & -rest
            rest ^= bit
            if length and self._plan_survives(length, own, other | bit):
                continue
            child = self._attack_child(own, other | bit)
            if child == LOST:
                child = self.tree._node_of(own, other | bit)
                if child < 0:
                    child = self.tree._add(INFINITE, 0)
            if child >= 0:
                self.tree._keep_child(node, child)
                if self.tree.disproof[child] == 0:
                    return

    def _attack_child(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.int:
        """Return the node of a position with the attacker to move, `WON` or `LOST` if it is."""
        node: cython.int = self.tree._node_of(own, other)
        if node >= 0:
            if self.tree.proof[node] == 0:
                return WON
            return LOST if self.tree.disproof[node] == 0 else node
        if self._wins_by_threats(self.tree.least_own, self.tree.least_other, self.threat_limit):
            return WON
        if self.stopped:
            return NONE
        self._survey(self.tree.least_own, self.tree.least_other)
        if self.threes[0] & (self.threes[0] - 1):
            return LOST
        return self.tree._add(FIRST_PROOF, 1)

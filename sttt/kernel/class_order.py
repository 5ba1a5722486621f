"""Which little boards are as good as each other, whatever happens elsewhere, computed from the rules alone.

*A <= B* means that B is at least as good for X as A. It is a simulation preorder on little boards under single
placements by either side, passes allowed, respecting ownership: if A is X's then so is B; if B is O's then so is A;
every mark of X's in A is answered by one (or a pass) in B, and every mark of O's in B by one (or a pass) in A, such
that the relation goes on. Little boards with A <= B <= A form a *class*.
"""

from functools import cache

from sttt.games.super_ttt import HAS_LINE, LITTLE_LINES

X_OWNED, O_OWNED, DEAD = 0, 1, 2
"""The first three states: owned by X, owned by O, and never to be owned."""

NO_STATE = -1

Successors = tuple[frozenset[int], frozenset[int]]
"""The states that one mark of X's, and one of O's, lead to."""

_BITS = tuple(line & column for line in LITTLE_LINES[:3] for column in LITTLE_LINES[3:6])


class States:
    """Little boards up to bisimulation, numbered such that a mark always leads to a smaller number."""

    def __init__(self) -> None:
        """Start from an empty board and number all that can come of it."""
        nothing: Successors = (frozenset(), frozenset())
        self.successors: list[Successors] = [nothing, nothing, nothing]
        self.boards: list[tuple[int, int]] = [(0o007, 0), (0, 0o007), (0o143, 0o634)]
        """One little board of each state, as X's and O's masks."""
        self._numbers: dict[Successors, int] = {}
        self.number = cache(self._number)
        self.number(0, 0)

    def _number(self, x: int, o: int) -> int:
        """Return the state of the little board with these nine-bit masks of marks."""
        if HAS_LINE[x]:
            return X_OWNED
        if HAS_LINE[o]:
            return O_OWNED
        marks = [bit for bit in _BITS if not bit & (x | o)]
        state = frozenset(self.number(x | bit, o) for bit in marks), frozenset(self.number(x, o | bit) for bit in marks)
        if state[0] | state[1] <= {DEAD}:
            return DEAD
        if state not in self._numbers:
            self._numbers[state] = len(self.successors)
            self.successors.append(state)
            self.boards.append((x, o))
        return self._numbers[state]


class Order:
    """The preorder on the states and the classes it makes, perhaps with one side's owning a board ignored."""

    def __init__(self, states: States, ignored: int = NO_STATE) -> None:
        """Compute the order; `ignored` (`X_OWNED` or `O_OWNED`) counts as `DEAD`."""
        self._ignored = ignored
        self._successors = [(self._kept(x_marked), self._kept(o_marked)) for x_marked, o_marked in states.successors]
        self._owned = [owned if owned != ignored else NO_STATE for owned in (X_OWNED, O_OWNED)]
        self._at_most = self._relation(len(states.successors))
        self._representative = [self._lowest_equal(state) for state in range(len(states.successors))]

    def representative(self, state: int) -> int:
        """Return the lowest state of its class."""
        return self._representative[DEAD if state == self._ignored else state]

    def representatives(self) -> list[int]:
        """List the lowest state of every class, in ascending order."""
        return sorted({self.representative(state) for state in range(len(self._successors))})

    def singles(self, side: int, state: int) -> list[int]:
        """Return the best classes, by their representatives, that one mark of X's (0) or O's (1) leads to."""
        return self._undominated(side, self._marked(side, state))

    def doubles(self, side: int, state: int) -> list[int]:
        """Return the best classes that two marks lead to, without those that one mark is as good as."""
        once = self._marked(side, state)
        twice = {two for one in once for two in self._marked(side, one)}
        best = self._undominated(side, twice)
        return [two for two in best if not any(self._at_least(side, one, two) for one in once)]

    def at_most(self, a: int, b: int) -> bool:
        """Whether state `b` is at least as good for X as `a`."""
        a, b = (DEAD if state == self._ignored else state for state in (a, b))
        return bool(self._at_most[a][b])

    def _kept(self, marked: frozenset[int]) -> frozenset[int]:
        return frozenset(DEAD if state == self._ignored else state for state in marked)

    def _relation(self, count: int) -> list[bytearray]:
        """Compute A <= B for all pairs in ascending order of their sum, which a mark in either only lowers."""
        relation = [bytearray(count) for _ in range(count)]
        for total in range(2 * count - 1):
            for a in range(max(0, total - count + 1), min(count, total + 1)):
                relation[a][total - a] = self._simulates(relation, a, total - a)
        return relation

    def _simulates(self, relation: list[bytearray], a: int, b: int) -> bool:
        """Decide A <= B by the definition, given the pairs that marks and passes lead to."""
        x_owned, o_owned = self._owned
        if a == b or b == x_owned or a == o_owned:  # noqa: PLR1714, SIM109 - three cases of one definition
            return True
        if a == x_owned or b == o_owned:
            return False
        (x_marked_a, o_marked_a), (x_marked_b, o_marked_b) = self._successors[a], self._successors[b]
        return all(relation[a2][b] or any(relation[a2][b2] for b2 in x_marked_b) for a2 in x_marked_a) and all(
            relation[a][b2] or any(relation[a2][b2] for a2 in o_marked_a) for b2 in o_marked_b
        )

    def _lowest_equal(self, state: int) -> int:
        """Return the lowest state that is as good, for which the ignored one does not stand."""
        relation = self._at_most
        equal = (other for other in range(state + 1) if relation[state][other] and relation[other][state])
        return next(other for other in equal if other != self._ignored or other == state)

    def _marked(self, side: int, state: int) -> set[int]:
        return {self.representative(after) for after in self._successors[state][side]}

    def _at_least(self, side: int, one: int, two: int) -> bool:
        """Whether `one` is at least as good as `two` for the side."""
        return bool(self._at_most[two][one] if side == 0 else self._at_most[one][two])

    def _undominated(self, side: int, states: set[int]) -> list[int]:
        return sorted(one for one in states if not any(two != one and self._at_least(side, two, one) for two in states))

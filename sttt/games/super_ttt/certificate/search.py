# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The checker's own search: whether X, the attacker, can force a win within a number of its turns, or ever.

Boards are classes of `order`; whose certificate has O attack exchanges the sides first. A *bound* is a number:
``n > 0`` says that X wins within n of its own turns, ``-n`` that it cannot within n, ``-EVER`` that it never can, and
0 that the nodes ran out. Bounds are proofs; the docstrings say of every turn that is left out why it cannot matter.
"""

from sttt.games import claim
from sttt.games.super_ttt.certificate.held_groups import HeldGroups
from sttt.games.super_ttt.certificate.memory import Memory
from sttt.games.super_ttt.certificate.moves import MOST_LEVELS, NO_TURN, ONES, Moves
from sttt.games.super_ttt.certificate.order import IMPOSSIBLE

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

HIGH = cython.declare(cython.ulonglong, 128 * ONES)
EACH = cython.declare(cython.ulonglong, ONES)
ABOVE_2 = cython.declare(cython.ulonglong, 125 * ONES)
DEAREST = cython.declare(cython.int, IMPOSSIBLE - 1)
EVER = cython.declare(cython.int, claim.EVER)
NONE = cython.declare(cython.int, NO_TURN)
LEVELS = cython.declare(cython.int, MOST_LEVELS)


class Search:
    """Decides positions; keeps a table between one and the next until told to forget."""

    def __init__(self, moves: Moves, memory: Memory, groups: HeldGroups) -> None:
        """Search with what the three parts share: the position that `moves` stands at."""
        self.moves = moves
        self.memory = memory
        self.groups = groups
        self.nodes = 0
        self.limit = 0
        self.stopped = False

    def forget(self, bits: int) -> None:
        """Begin with an empty table of ``2 ** bits`` entries, and without killer turns."""
        self.memory.forget(bits)
        self.moves.forget_killers()

    def decide(self, classes: list[int], side: int, turns: int, nodes: int) -> int:
        """Return a bound for X's next `turns` turns, the side to move being 0 (X) or 1 (O); 0 if the nodes run out."""
        value: cython.int
        within: cython.int = turns
        mover: cython.int = side
        limit: cython.longlong = nodes
        self.moves.set_position(classes)
        self.nodes = 0
        with cython.nogil:
            value = self._decide(0, mover, within, limit)
        return value

    def unsettled(
        self, classes: list[int], side: int, marks: int, turns: int, *, wins: bool, nodes: int, most: int
    ) -> list[tuple[int, int]]:
        """List turns of the opponent, who is to move, that lead to no settled position, with the bound after each.

        The opponent is X (0) unless X is to win; `turns` are X's, this one included; `marks` is how many the
        opponent has, 1 or 2. Ends after `most` turns were found.
        """
        found = []
        count: cython.int
        value: cython.int
        i: cython.int
        mover: cython.int = side
        after: cython.int = turns if side == 1 or turns == EVER else turns - 1
        limit: cython.longlong = nodes
        x_wins: cython.bint = wins
        self.moves.set_position(classes)
        self.nodes = 0
        count = self.moves.generate(0, side, HIGH, 0, 0, marks == 1)
        for i in range(count):
            turn = self.moves.pick(0, i, count, NO_TURN)
            self.moves.make(0, turn)
            self.moves.reduce(1)
            with cython.nogil:
                if self.moves.lines(self.moves.word[2 + mover], 0):
                    value = -EVER if x_wins else 1
                elif after == 0 or self.memory.is_listed(1, 1 - mover, after, x_wins):
                    value = after if x_wins else -after
                else:
                    value = self._decide(1, 1 - mover, after, limit)
            if not (0 < value <= after if wins else value <= -after):
                found.append((turn, value))
                if len(found) == most:
                    break
        return [(NO_TURN, -EVER)] if wins and not count else found

    # --- The search ------------------------------------------------------------------------------------------------

    def _decide(self, level: cython.int, side: cython.int, turns: cython.int, limit: cython.longlong) -> cython.int:
        """Ask within 2, 3 .. 6 turns before asking what is asked, all within the limit of nodes.

        The answers to the earlier questions stay in the table, as bounds and as turns to try first.
        """
        within: cython.int = min(2, turns)
        value: cython.int = 0
        self.limit = self.nodes + limit
        self.stopped = False
        while True:
            value = self._attack(level, within) if side == 0 else self._defend(level, within)
            if self.stopped:
                return 0
            if value > 0 or -value >= turns:
                return value
            within = -value + 1
            if within > 6 or within > turns:
                within = turns

    def _attack(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound for X to move, who has this turn and `turns` - 1 more.

        Left out are turns that leave no line which the turns after it can finish, turns after which O wins at once,
        and marks on boards that lie on no line which X can still finish in time or O before that: whatever becomes of
        such a board cannot matter in time, so that such a mark is no better than none.
        """
        x: cython.ulonglong
        o: cython.ulonglong
        pruned: cython.longlong
        count: cython.int
        least: cython.int
        turn: cython.int
        i: cython.int
        # Step 1. What costs, the table or groups decide.
        value: cython.int = self._settled(level, 0, turns)
        if value or self.stopped:
            return value
        # Step 2. The turns that can matter.
        x = self.moves.word[2 * level]
        o = self.moves.word[2 * level + 1]
        pruned = self.moves.pruned
        count = self.moves.generate(
            level,
            0,
            self.moves.lines(x, 2 * turns) | self.moves.lines(o, 2 * turns - 2),
            EACH * cython.cast(cython.ulonglong, 127 - min(DEAREST, 2 * (turns - 1))),
            ABOVE_2 if self.moves.lines(o, 2) else 0,
            False,
        )
        # A turn that was left out fails within `turns` turns, not for ever: only where none was is "never" proven.
        least = EVER if self.moves.pruned == pruned else turns
        # Step 3. Each turn, until one wins. A bound after it counts the turns that follow: one less than here.
        turn = self.memory.known_turn(level) if turns > 2 else NONE
        for i in range(count):
            turn = self.moves.pick(level, i, count, turn)
            self.moves.make(level, turn)
            value = self._defend(level + 1, turns - 1)
            if self.stopped:
                return 0
            if value > 0:
                if turns > 2:
                    self.memory.store(level, turns, value + 1, turn)
                return value + 1
            if value > -EVER:
                value -= 1
            least = min(least, -value)
        if turns > 2:
            self.memory.store(level, turns, -least, NONE)
        return -least

    def _defend(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound for O to move, where X has `turns` turns to come.

        Left out are turns that let X win at once, and marks on boards that lie on no line which X can still finish in
        time or O before that. If no other is left O passes: a mark is never worse than none. The table's turn is tried
        before the others are listed, since it mostly holds.
        """
        x: cython.ulonglong
        o: cython.ulonglong
        threats: cython.ulonglong
        parried: cython.ulonglong
        zone: cython.ulonglong
        count: cython.int
        most: cython.int
        last: cython.int
        turn: cython.int
        tried: cython.int = NONE
        i: cython.int
        # Step 1. What costs, the table or groups decide.
        value: cython.int = self._settled(level, 1, turns)
        if value or self.stopped:
            return value
        x = self.moves.word[2 * level]
        o = self.moves.word[2 * level + 1]
        threats = self.moves.lines(x, 2)
        parried = ABOVE_2 if threats else 0
        # Step 2. X's last turn: O holds if some turn leaves X no line to finish, and any other one loses.
        if turns == 1:
            return -1 if self.moves.generate(level, 1, threats, 0, parried, False) else 1
        zone = self.moves.lines(o, 2 * turns) | self.moves.lines(x, 2 * turns)
        # Step 3. The turn that the table knows, before the others are listed.
        most = 1
        last = NONE
        turn = self.memory.known_turn(level)
        if turn != NONE and self.moves.would_generate(level, 1, turn, zone, parried):
            tried = turn
            value = self._answer(level, turns, turn)
            if value < 0 or self.stopped:
                return value
            if value > most:
                most = value
                last = turn
        # Step 4. All other turns, until one holds.
        count = self.moves.generate(level, 1, zone, 0, parried, False)
        for i in range(count):
            turn = self.moves.pick(level, i, count, turn)
            if turn == tried:
                continue
            value = self._answer(level, turns, turn)
            if value < 0 or self.stopped:
                return value
            if value > most:
                most = value
                last = turn
        # Step 5. Where no mark matters O passes: any other mark is no better in time, and none is worse than a pass.
        if count == 0 and not threats:
            self.moves.make(level, NONE)
            most = self._attack(level + 1, turns)
            if self.stopped:
                return 0
        self.memory.store(level, turns, most, last)
        return most

    def _answer(self, level: cython.int, turns: cython.int, turn: cython.int) -> cython.int:
        """Return the bound after a turn of O's; keep one that holds, for this position and its neighbours."""
        value: cython.int
        self.moves.make(level, turn)
        value = self._attack(level + 1, turns)
        if self.stopped:
            return 0
        if value < 0:
            self.moves.keep_killer(level, turn)
            self.memory.store(level, turns, value, turn)
        return value

    def _settled(self, level: cython.int, side: cython.int, turns: cython.int) -> cython.int:
        """Count a node, and return its bound if costs, the table or groups give it, else 0.

        The table has nothing of X's last two turns, or of O's last: making the turns is as fast.
        """
        x: cython.ulonglong = self.moves.word[2 * level]
        threats: cython.ulonglong = self.moves.lines(x, 2)
        value: cython.int
        self.nodes += 1
        if self.nodes > self.limit or level >= LEVELS - 1:
            self.stopped = True
        if self.stopped:
            return 0
        if self.moves.lines(self.moves.word[2 * level + side], 2):
            return -EVER if side else 1
        if not self.moves.lines(x, 2 * turns):
            return -self._within(x)
        if turns == 1 and not threats:
            return -1
        self.moves.reduce(level)
        if turns > 2 - side:
            self.memory.find_key(level, side)
            value = self.memory.known(level, turns)
            if value:
                return value
        if side and threats:
            return 0
        value = self.groups.bound(level, turns)
        if value and turns > 2 - side:
            self.memory.store(level, turns, value, NONE)
        return value

    def _within(self, word: cython.ulonglong) -> cython.int:
        """Return within how many turns of two marks no line with these costs can be finished."""
        turns: cython.int
        for turns in range(1, 6):
            if self.moves.lines(word, 2 * turns):
                return turns - 1
        return EVER

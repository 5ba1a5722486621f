# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The exact solver: whether a side can force a win within a number of its own turns, on what `board` offers.

A search for yes or no by an *attacker* against a *defender* who needs only to hold, or to win first. Bounds are
numbers: ``n > 0`` the attacker wins within n of its own turns, ``-n`` it cannot within n, `-NEVER` it never can.
Each is a proof: what is left out is left out because it cannot matter within the turns that remain.

- The attacker makes turns that leave some line it can still finish in time, and stops what the defender would win with.
- Either side places only on boards of lines that one of them can still finish in time (`zone`): a placement
  anywhere else is no better than none, and never worse.
- Boards that fall into groups in which the defender can answer mark for mark end the search (see `groups`).
"""

from sttt.games.super_ttt.classes import costs
from sttt.games.super_ttt.classes.groups import Groups
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.search.board import MAX_LEVEL, NEVER, NONE
from sttt.games.super_ttt.search.bounds import BoundTable
from sttt.games.super_ttt.search.group_defence import GroupDefence
from sttt.games.super_ttt.search.ordering import MOST_TURNS
from sttt.games.super_ttt.search.turns import TurnSearch

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

CUT_OFF = 0
"""The answer of a search that its limits ended."""

EVER = cython.declare(cython.int, NEVER)
NO_TURN = cython.declare(cython.int, NONE)
LEVELS = cython.declare(cython.int, MAX_LEVEL)
TURNS = cython.declare(cython.int, MOST_TURNS)
HIGH = cython.declare(cython.ulonglong, costs.HIGH)
ONES = cython.declare(cython.ulonglong, costs.ONES)
ABOVE_2 = cython.declare(cython.ulonglong, costs.ONES * 125)
ATTACKER_KEY = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)


class Solver(TurnSearch):
    """Proves wins and that there are none, one position after the other."""

    def __init__(self, tables: ClassTables, groups: Groups, table_bits: int = 20) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes."""
        super().__init__(tables)
        self.bounds = BoundTable(self.board, table_bits)
        self.table = self.bounds.table
        self.groups = GroupDefence(self.board, groups, tables)
        self.attacker = 0
        self.best_turn = NONE

    def begin(self, deadline: float, node_limit: int) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes."""
        super().begin(deadline, node_limit)
        self.generator.pruned = 0
        self._look_at_the_clock()

    @property
    def zone_cuts(self) -> int:
        """Placements and turns left out since `begin` because they cannot matter in time."""
        return self.generator.pruned

    def bound(self, attacker: int, turns: int) -> int:
        """Say whether a side (0 or 1) wins within its next `turns` turns: a bound, or `CUT_OFF`."""
        value: cython.int
        within: cython.int = turns
        self.attacker = attacker
        self.best_turn = NO_TURN
        with cython.nogil:
            value = self._attack(0, within) if self.board.side == self.attacker else self._defend(0, within)
        self._raise_interruption()
        return CUT_OFF if self.stopped else value

    def best(self) -> int:
        """Return the turn that the last bound rests on: one that wins, or one that holds; `NONE` if none does."""
        return self.best_turn

    def root_bounds(self, attacker: int, turns: int) -> list[tuple[int, int]]:
        """List the turns of the side to move with the bound behind each, until the limits are reached.

        `turns` counts the attacker's turns to come, with this one if it is the attacker's. Turns that leave the
        opponent a win in its next turn are left out. The side to move must not have a win within this turn.
        """
        value: cython.int
        within: cython.int = turns
        side: cython.int = self.board.side
        chosen: cython.int
        self.attacker = attacker
        self.board.normalize(0, side)
        count = self.generator.generate(
            0, side, HIGH, 0, ABOVE_2 if self.board.lines_within(self.board.word[1 - side], 2) else 0
        )
        bounds: list[tuple[int, int]] = []
        for turn in [self.ordering.turn[number] for number in range(count)]:
            chosen = turn
            self.board.make(0, chosen)
            with cython.nogil:
                if side == self.attacker:
                    value = self._defend(1, within - 1)
                    value += 1 if value > 0 else -1 if value > -EVER else 0
                else:
                    value = self._attack(1, within)
            self._raise_interruption()
            if self.stopped:
                break
            bounds.append((turn, value))
        return bounds

    # --- The search ------------------------------------------------------------------------------------------------

    def _attack(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound for the attacker, who is to move and has this turn and `turns` - 1 more."""
        side: cython.int = self.attacker
        own: cython.ulonglong = self.board.word[2 * level + side]
        other: cython.ulonglong = self.board.word[2 * level + 1 - side]
        half: cython.int = 1 if level == 0 and self.board.left == 1 else 0
        pruned: cython.longlong
        zone: cython.ulonglong
        above: cython.ulonglong
        key: cython.ulonglong
        count: cython.int
        value: cython.int
        least: cython.int
        turn: cython.int
        i: cython.int

        self._count_node()
        if self.stopped:
            return 0
        if self.board.lines_within(own, 2 - half):
            return 1
        if not self.board.lines_within(own, 2 * turns - half):
            return 1 - self.board.fewest_turns(own, half)
        if turns == 1:
            return -1
        if level >= LEVELS - 1:
            return -turns
        if turns == 2 and level:
            return self._threaten(level)

        key = self.board.normalize(level, side) ^ ATTACKER_KEY
        if not half:
            value = self.bounds.known(key, turns)
            if value < 0 or (value > 0 and level):
                return value  # at the root a win is looked at again, to know its turn
            # Deeper, the defender's node before has looked for groups, with two marks more.
            value = self.groups.bound(level, self.attacker, turns, 0) if level < 2 else 0
            if value:
                self.bounds.store(level, key, turns, value, NO_TURN)
                return value
        own = self.board.word[2 * level + side]
        other = self.board.word[2 * level + 1 - side]
        pruned = self.generator.pruned
        zone = self.board.lines_within(own, 2 * turns) | self.board.lines_within(other, 2 * turns - 2)
        above = ONES * (127 - 2 * (turns - 1))
        count = self.generator.generate(level, side, zone, above, ABOVE_2 if self.board.lines_within(other, 2) else 0)
        least = EVER if self.generator.pruned == pruned else turns
        self.ordering.rank_with_history(level, count, self.bounds.turn(level, key))
        for i in range(count):
            turn = self.ordering.pick(level, i, count)
            self.board.make(level, turn)
            value = self._defend(level + 1, turns - 1)
            if self.stopped:
                return 0
            if value > 0:
                value += 1
                self.ordering.remember_refutation(level, turn)
                if level == 0:
                    self.best_turn = turn
                if not half:
                    self.bounds.store(level, key, turns, value, turn)
                return value
            if value > -EVER:
                value -= 1
            if -value < least:
                least = -value
        if not half:
            self.bounds.store(level, key, turns, -least, NO_TURN)
        return -least

    def _threaten(self, level: cython.int) -> cython.int:
        """Return the bound for the attacker's last turn but one, which must threaten more than can be stopped.

        There are too many of these, and each takes too little, for the table to be worth asking.
        """
        side: cython.int = self.attacker
        own: cython.ulonglong
        other: cython.ulonglong
        threats: cython.ulonglong
        zone: cython.ulonglong
        pruned: cython.longlong
        count: cython.int
        value: cython.int
        least: cython.int
        i: cython.int
        self.board.reduce(level)
        value = self.groups.bound(level, self.attacker, 2, 0) if level < 2 else 0
        if value:
            return value
        own = self.board.word[2 * level + side]
        other = self.board.word[2 * level + 1 - side]
        pruned = self.generator.pruned
        threats = self.board.lines_within(other, 2)
        zone = self.board.lines_within(own, 4) | threats
        count = self.generator.generate(level, side, zone, ABOVE_2, ABOVE_2 if threats else 0)
        least = EVER if self.generator.pruned == pruned else 2
        for i in range(level * TURNS, level * TURNS + count):
            self.board.make(level, self.ordering.turn[i])
            value = self._defend(level + 1, 1)
            if self.stopped:
                return 0
            if value > 0:
                return 2
            if value == -1:
                least = 2
        return -least

    def _defend(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound for the defender to move, where the attacker has `turns` turns to come."""
        side: cython.int = 1 - self.attacker
        own: cython.ulonglong = self.board.word[2 * level + side]
        other: cython.ulonglong = self.board.word[2 * level + 1 - side]
        half: cython.int = 1 if level == 0 and self.board.left == 1 else 0
        threats: cython.ulonglong
        zone: cython.ulonglong
        key: cython.ulonglong
        count: cython.int
        value: cython.int
        most: cython.int
        last: cython.int
        turn: cython.int
        i: cython.int

        self._count_node()
        if self.stopped:
            return 0
        if self.board.lines_within(own, 2 - half):
            return -EVER
        if not self.board.lines_within(other, 2 * turns):
            return 1 - self.board.fewest_turns(other, 0)
        threats = self.board.lines_within(other, 2)
        if turns == 1 and not threats:
            return -1
        if level >= LEVELS - 1:
            return -turns
        if turns == 1 and level:
            return -1 if self.generator.can_stop(level, side, threats) else 1

        if not half and turns > 1:
            self.board.reduce(level)
            value = self.groups.bound(level, self.attacker, turns, 2 if level else 0)
            if value:
                return value
        key = self.board.normalize(level, side)
        if level and not half and turns > 1:  # at the root the turn matters
            value = self.bounds.known(key, turns)
            if value:
                return value
        own = self.board.word[2 * level + side]
        other = self.board.word[2 * level + 1 - side]
        zone = threats
        if turns > 1:
            zone = self.board.lines_within(own, 2 * turns) | self.board.lines_within(other, 2 * turns)
        count = self.generator.generate(level, side, zone, 0, ABOVE_2 if threats else 0)
        if turns == 1:
            if level == 0 and count:
                self.best_turn = self.ordering.turn[0]
            return -1 if count else 1
        self.ordering.rank_with_history(level, count, self.bounds.turn(level, key))
        most = 1
        last = NO_TURN
        for i in range(count):
            turn = self.ordering.pick(level, i, count)
            self.board.make(level, turn)
            value = self._attack(level + 1, turns)
            if self.stopped:
                return 0
            if value < 0:
                if level == 0:
                    self.best_turn = turn
                else:
                    self.ordering.remember_refutation(level, turn)
                if not half:
                    self.bounds.store(level, key, turns, value, turn)
                return value
            if value > most:
                most = value
                last = turn
        if count == 0 and not threats:
            self.board.copy(level)  # no placement of the defender's matters
            most = self._attack(level + 1, turns)
        if most > 0 and level == 0:
            self.best_turn = last
        if not half:
            self.bounds.store(level, key, turns, most, last)
        return most

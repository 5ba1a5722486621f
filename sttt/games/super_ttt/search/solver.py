# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The exact solver: whether a side can force a win within a number of its own turns, on what `board` offers.

It asks for yes or no: an *attacker* that wants to win against a *defender* who needs only to hold, or to win first.
Bounds are numbers: ``n > 0`` the attacker wins within n of its own turns, ``-n`` it cannot within n, `-EVER` it never
can. Each is a proof: what is left out is left out because it cannot matter within the turns that remain.

- The attacker makes turns that leave some line it can still finish in time, and stops what the defender would win with.
- Either side places only on boards of lines that one of them can still finish in time (`zone`): a placement
  anywhere else is no better than none, and never worse.
- Boards that fall into groups in which the defender can answer mark for mark end the search (see `groups`).
- What an answer does not depend on is not searched again (see `relevance`).
"""

from sttt.games import claim
from sttt.games.super_ttt.classes import costs
from sttt.games.super_ttt.classes.groups import Groups
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.classes.view import NONE
from sttt.games.super_ttt.search.board import MAX_LEVEL
from sttt.games.super_ttt.search.bounds import BoundTable, bound_table
from sttt.games.super_ttt.search.group_defence import GroupDefence
from sttt.games.super_ttt.search.ordering import MOST_TURNS
from sttt.games.super_ttt.search.relevance import ALL_BOARDS, RelevanceZones
from sttt.games.super_ttt.search.turns import TurnSearch
from sttt.kernel.transposition_table import TranspositionTable

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

CUT_OFF = 0
"""The answer of a search that its limits ended."""

ATTACKER = 0xD1B54A32D192ED03
"""The difference between the keys of a position with the attacker to move and with the defender to move."""

EVER = cython.declare(cython.int, claim.EVER)
NO_TURN = cython.declare(cython.int, NONE)
ALL = cython.declare(cython.int, ALL_BOARDS)
FEW = cython.declare(cython.int, 4)
"""With more turns to come the attacker first looks for a win within two: half of all nodes are after poor replies."""
LEVELS = cython.declare(cython.int, MAX_LEVEL)
TURNS = cython.declare(cython.int, MOST_TURNS)
HIGH = cython.declare(cython.ulonglong, costs.HIGH)
ONES = cython.declare(cython.ulonglong, costs.ONES)
ABOVE_2 = cython.declare(cython.ulonglong, costs.ONES * 125)
ATTACKER_KEY = cython.declare(cython.ulonglong, ATTACKER)


class Solver(TurnSearch):
    """Proves wins and that there are none, one position after the other."""

    def __init__(
        self, tables: ClassTables, groups: Groups, table_bits: int = 20, table: TranspositionTable | None = None
    ) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes.

        Another solver's `table` is used instead, if given, also while that one searches in another thread.
        """
        super().__init__(tables)
        self.bounds = BoundTable(self.board, table or bound_table(table_bits))
        self.table = self.bounds.table
        self.groups = GroupDefence(self.board, groups, tables)
        self.zones = RelevanceZones(self.board, tables)
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
        """List the turns of the side to move with the bound after each, until the limits are reached.

        `turns` counts the attacker's turns to come, with this one if it is the attacker's. Turns that leave the
        opponent a win in its next turn are left out. The side to move must not have a win within this turn.
        """
        value: cython.int
        within: cython.int = turns
        side: cython.int = self.board.side
        chosen: cython.int
        self.attacker = attacker
        bounds: list[tuple[int, int]] = []
        for turn in self.stopping_turns():
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

    def stopping_turns(self) -> list[int]:
        """List the turns of `root_turns` that leave the opponent no win in its next turn."""
        side: cython.int = self.board.side
        self.board.normalize(0, side)
        count = self.generator.generate(
            0, side, HIGH, 0, ABOVE_2 if self.board.lines_within(self.board.word[1 - side], 2) else 0
        )
        return [self.ordering.turn[number] for number in range(count)]

    def remembered_bounds(self, attacker: int) -> list[tuple[int, int]]:
        """List the turns after which the table knows a bound, with the bound; the attacker's opponent is to move."""
        key: cython.ulonglong
        bounds: list[tuple[int, int]] = []
        for turn in self.root_turns():
            self.board.make(0, turn)
            key = self.board.normalize(1, attacker) ^ ATTACKER_KEY
            bound = self.bounds.known(key, EVER) or -self.bounds.failed()
            if bound:
                bounds.append((turn, bound))
        return bounds

    # --- The search ------------------------------------------------------------------------------------------------

    def _attack(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound for the attacker, who is to move and has this turn and `turns` - 1 more."""
        side: cython.int = self.attacker
        own: cython.ulonglong = self.board.word[2 * level + side]
        other: cython.ulonglong = self.board.word[2 * level + 1 - side]
        half: cython.int = 1 if level == 0 and self.board.left == 1 else 0
        pruned: cython.longlong
        threats: cython.ulonglong
        zone: cython.ulonglong
        above: cython.ulonglong
        key: cython.ulonglong
        count: cython.int
        value: cython.int
        least: cython.int
        turn: cython.int
        i: cython.int

        # Step 1. What the costs of lines decide alone.
        self._count_node()
        self.zones.zone = ALL
        if self.stopped:
            return 0
        if self.board.lines_within(own, 2 - half):
            return 1
        if not self.board.lines_within(own, 2 * turns - half):
            return self._out_of_reach(own, half)
        if turns == 1:
            return -1
        if level >= LEVELS - 1:
            return -turns
        if turns == 2 and level:
            return self._threaten(level)

        # Step 2. What the table knows, and what groups deny. With a placement left the key would be another position's.
        key = self.board.normalize(level, side) ^ ATTACKER_KEY
        if not half:
            value = self._known(level, key, turns)
            if value < 0 or (value > 0 and level):
                return value  # at the root a win is looked at again, to know its turn
            # Deeper, the defender's node before has looked for groups, with two marks more.
            value = self._denied(level, turns, 0) if level < 2 else 0
            if value:
                self._store(level, key, turns, value, NO_TURN)
                return value
        # Step 3. A win within two turns.
        if level and turns > FEW and self._threaten(level) > 0:
            self._store(level, key, turns, 2, NO_TURN)
            return 2
        # Step 4. The turns that leave a line to finish in time. Normalizing has reduced the boards, and so the words.
        own = self.board.word[2 * level + side]
        other = self.board.word[2 * level + 1 - side]
        pruned = self.generator.pruned
        threats = self.board.lines_within(other, 2)
        zone = self.board.lines_within(own, 2 * turns) | self.board.lines_within(other, 2 * turns - 2)
        above = ONES * (127 - 2 * (turns - 1))
        count = self.generator.generate(level, side, zone, above, ABOVE_2 if threats else 0)
        # "Never" follows from "never" after every turn only if no turn was left out for lack of time.
        least = EVER if self.generator.pruned == pruned else turns
        self.ordering.rank_with_history(level, count, self.bounds.turn(level, key))
        # Step 5. One after the other: the first that wins is enough.
        self.zones.begin(level)
        for i in range(count):
            turn = self.ordering.pick(level, i, count)
            if self.zones.answers(level, turn):
                continue
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
                    self._store(level, key, turns, value, turn)
                return value
            # A failure for good joins the zone; one in time counts a turn more, this one.
            if value == -EVER:
                self.zones.unite(level, turn)
            else:
                least = min(least, 1 - value)
        # Step 6. None wins.
        self.zones.zone = ALL
        if least == EVER:
            self.zones.close(level, side, threats)
        if not half:
            self._store(level, key, turns, -least, NO_TURN)
        return -least

    def _threaten(self, level: cython.int) -> cython.int:
        """Return the bound for the attacker's next turn and one more: it must threaten more than can be stopped.

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
        value = self._denied(level, 2, 0) if level < 2 else 0
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
        self.zones.zone = ALL
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

        # Step 1. What the costs of lines decide alone.
        self._count_node()
        self.zones.zone = ALL
        if self.stopped:
            return 0
        if self.board.lines_within(own, 2 - half):
            return -EVER
        if not self.board.lines_within(other, 2 * turns):
            return self._out_of_reach(other, 0)
        threats = self.board.lines_within(other, 2)
        if turns == 1 and not threats:
            return -1
        if level >= LEVELS - 1:
            return -turns
        if turns == 1 and level:
            return -1 if self.generator.can_stop(level, side, threats) else 1

        # Step 2. What groups deny, and what the table knows.
        if not half and turns > 1:
            self.board.reduce(level)
            value = self._denied(level, turns, 2 if level else 0)
            if value:
                return value
        key = self.board.normalize(level, side)
        if level and not half and turns > 1:  # at the root the turn matters
            value = self._known(level, key, turns)
            if value:
                return value
        own = self.board.word[2 * level + side]
        other = self.board.word[2 * level + 1 - side]
        # Step 3. The turns on lines that somebody can still finish in time: elsewhere a mark is no better than none.
        zone = threats
        if turns > 1:
            zone = self.board.lines_within(own, 2 * turns) | self.board.lines_within(other, 2 * turns)
        count = self.generator.generate(level, side, zone, 0, ABOVE_2 if threats else 0)
        if turns == 1:
            if level == 0 and count:
                self.best_turn = self.ordering.turn[0]
            return -1 if count else 1
        self.ordering.rank_with_history(level, count, self.bounds.turn(level, key))
        # Step 4. One after the other: the first that holds is enough, else the one that loses last counts.
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
                self.zones.extend(turn)
                if not half:
                    self._store(level, key, turns, value, turn)
                return value
            if value > most:
                most = value
                last = turn
        # Step 5. None holds.
        if count == 0 and not threats:
            self.board.copy(level)  # no placement of the defender's matters
            most = self._attack(level + 1, turns)
        if most > 0 and level == 0:
            self.best_turn = last
        if not half:
            self._store(level, key, turns, most, last)
        return most

    # --- Bounds with the zones of their proofs ----------------------------------------------------------------------

    def _out_of_reach(self, word: cython.ulonglong, half: cython.int) -> cython.int:
        """Return the bound for an attacker whose lines cost more than its turns, `half` of the first being over."""
        value: cython.int = 1 - self.board.fewest_turns(word, half)
        if value == -EVER:
            self.zones.zone = 0
        return value

    def _denied(self, level: cython.int, turns: cython.int, marks: cython.int) -> cython.int:
        """Return the bound at which groups deny the attacker its lines after `marks` of the defender's marks, or 0."""
        value: cython.int = self.groups.bound(level, self.attacker, turns, marks)
        if value == -EVER:
            self.zones.zone = self.groups.boards
        return value

    def _known(self, level: cython.int, key: cython.ulonglong, turns: cython.int) -> cython.int:
        """Return what the table knows of `turns` turns, 0 if that is nothing."""
        value: cython.int = self.bounds.known(key, turns)
        if value == -EVER:
            self.zones.zone = self.zones.from_canonical(level, self.bounds.zone())
        return value

    def _store(
        self, level: cython.int, key: cython.ulonglong, turns: cython.int, value: cython.int, turn: cython.int
    ) -> cython.void:
        """Keep a bound of the position that has been normalized at the level."""
        self.bounds.store(level, key, turns, value, turn, self.zones.to_canonical(level, self.zones.zone))

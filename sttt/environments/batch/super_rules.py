"""The player `rules` of Super Tic-Tac-Toe in arrays: each placement by the first rule that speaks for one.

The rules, and what they look at, are those of `sttt.games.super_ttt.analysis.rules`, whose words are used here. A rule
asks how dear big lines are to a side once a placement has changed what one little board costs it. There are five such
costs, so that the answers are tables of nine boards by five costs, in which each of the 81 squares is looked up. What
a little board costs, before and after, stands in tables by its code: the sum of three to the power of each square with
a mark of the side to move, and twice that of each with one of the other side.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch.boards import random_actions
from sttt.environments.batch.super_ttt import MORE, OTHER, OWN
from sttt.games.super_ttt.analysis.rules import RULES, TURN
from sttt.games.super_ttt.classes.costs import IMPOSSIBLE, WEIGHTS, LittleBoard, little_board_of
from sttt.games.super_ttt.position import LITTLE_LINES

Integers = NDArray[np.intp]
Costs = NDArray[np.int16]
Flags = NDArray[np.bool_]

AT_ONCE = 512
"""Boards that are looked at at once: what that takes stays in the processor's cache."""

POWERS = 3 ** np.arange(9)
CODES = 3**9
COSTS = np.array([0, 1, 2, 3, IMPOSSIBLE], np.int16)
"""Everything that a little board can cost."""
PLACE_OF = np.searchsorted(COSTS, np.arange(IMPOSSIBLE + 1))
"""The place of a cost in `COSTS`."""

NO_LINE, NO_COST, MOST_COST = 8, 3 * IMPOSSIBLE, 4 * IMPOSSIBLE
"""A ninth line that is impossible whatever happens: boards at edges and corners are on fewer lines than four."""
IS_ON = np.array([[line >> board & 1 for line in LITTLE_LINES] for board in range(9)], np.int16)
"""A 1 for each big line that a little board is on."""
THROUGH = np.array([[*np.flatnonzero(lines), NO_LINE, NO_LINE][:4] for lines in IS_ON]).T
"""The big lines through each little board, shape (4, 9)."""
WORTH = np.array([WEIGHTS[cost] if cost < len(WEIGHTS) else 0 for cost in range(MOST_COST + 1)], np.int16)
"""The worth of a line by its cost."""

WINS, STOPS, DELAYS, FORKS, TAKES, DENIES, BUILDS, FILLS = (1 << rule for rule in range(len(RULES)))
"""The rules as flags, in their order."""
FIRST = np.array([(flags & -flags).bit_length() - 1 for flags in range(256)], np.int64)
"""The first rule of some flags; -1 where there is none."""

NO_OPTION = 2**62
"""The rank of what is no placement worth considering, behind all others."""


class _Little(NamedTuple):
    """The little boards by their codes."""

    costs: Costs
    """Own and other side's, shape (2, codes)."""
    dearest: Costs
    """The other side's highest cost after one placement of the side to move; the same as now where there is none."""
    room: NDArray[np.int8]
    """The number of open squares."""
    order: NDArray[np.int8]
    """By X or O to move, code and square: the rank among the board's options; -1 where it is none, or not the first."""


@cache
def _little() -> _Little:
    """Ask the rules' own classes for all little boards, those of no game among them."""
    known = [_class_of(code) for code in range(CODES)]
    costs = np.array([one.costs for one in known], np.int16).T
    order = np.full((2, CODES, 9), -1, np.int8)
    dearest = costs[1].copy()
    for code, one in enumerate(known):
        if not one.open_squares:
            continue
        empty = [square for square in range(9) if not code // POWERS[square] % 3]
        after = {square: known[code + POWERS[square]] for square in empty}
        dearest[code] = max(dearest[code], *(found.costs[1] for found in after.values()))
        for side in (0, 1):
            options = _seen_by(one, side).successors(side)
            made = [_seen_by(found, side) for found in after.values()]
            ranks = [options.index(found) if found in options else -1 for found in made]
            for square, rank in zip(empty, ranks, strict=True):
                if rank not in order[side, code]:
                    order[side, code, square] = rank
    return _Little(costs, dearest, np.array([one.open_squares for one in known], np.int8), order)


def _class_of(code: int) -> LittleBoard:
    """Return the little board whose X is to move."""
    digits = [code // power % 3 for power in POWERS]
    own, other = (sum(1 << square for square, digit in enumerate(digits) if digit == mark) for mark in (1, 2))
    return little_board_of(own, other)


def _seen_by(board: LittleBoard, side: int) -> LittleBoard:
    """Return the same little board with the marks exchanged where O is to move."""
    x, o = board.marks
    return little_board_of(o, x) if side else board


class SuperRules:
    """Chooses as the player `rules` does; where a rule speaks that it is not to know, it draws among all actions."""

    def __init__(self) -> None:
        self.rules: tuple[str, ...] = tuple(rule.name for rule in RULES)
        """The rules by their names, the first one first."""

    def choose(
        self, seen: NDArray[np.int8], masks: NDArray[np.int8], random: np.random.Generator, level: int
    ) -> NDArray[np.integer]:
        """Choose a legal action for each of some observations, by so many of the rules."""
        actions = random_actions(masks, random)
        for start in range(0, len(seen), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            best, rule = _best(seen[some], masks[some])
            actions[some] = np.where(rule < level, best, actions[some])
        return actions


def _best(seen: NDArray[np.int8], masks: NDArray[np.int8]) -> tuple[Integers, Integers]:
    """Return the action that the rules choose, and the number of the first rule that speaks for it."""
    little = _little()
    by_rows = (seen[..., OWN] + 2 * seen[..., OTHER]).reshape(-1, 3, 3, 3, 3)
    marks = by_rows.transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9)
    codes = (marks.astype(np.float32) @ POWERS.astype(np.float32)).astype(np.intp)
    after = np.where(marks == 0, codes[..., None] + POWERS, 0)
    is_last = seen[:, 0, 0, MORE] == 0
    own, other = _Lines(little.costs[0], codes, after), _Lines(little.costs[1], codes, after)

    flags = own.after(_own_rules(own, is_last)) | other.after(_denies(other)) | FILLS
    flags |= np.where((other.through <= TURN).any(axis=0), DELAYS, 0)[..., None]
    flags |= np.where(_stops(other, codes, after, is_last), STOPS, 0)
    rule = FIRST[flags]

    o_moves = (marks != 0).sum(axis=(1, 2)) % 4 // 2  # a turn is two placements unless it is the game's last
    order = little.order[o_moves[:, None], codes]
    is_useful = _options((order >= 0) & (masks.reshape(-1, 9, 9) != 0), own, other)
    values = own.after(own.worth()) - other.after(other.worth())
    rank = (rule << 40) - (values.astype(np.int64) << 16) + 9 * np.arange(9)[:, None] + order
    rank = np.where(is_useful, rank, NO_OPTION).reshape(-1, 81)
    best = rank.argmin(axis=1)
    return best, rule.reshape(-1, 81)[np.arange(len(best)), best]


class _Lines:
    """The costs of little boards and big lines to a side, and of the lines if one board cost something else."""

    def __init__(self, costs: Costs, codes: Integers, after: Integers) -> None:
        """Look little boards up by their codes, shape (boards, 9), and by those after each placement."""
        self.costs = costs[codes]
        self._place_after = PLACE_OF[costs[after]]
        lines = IS_ON.T @ self.costs.T
        self.lines = np.concatenate([lines, np.full((1, len(codes)), NO_COST, np.int16)])
        """Shape (9, boards), the last one `NO_LINE`."""
        self.through = self.lines.T[:, THROUGH].transpose(1, 0, 2).copy()
        """Those through each little board, shape (4, boards, 9)."""
        self.changed = (self.through - self.costs)[..., None] + COSTS
        """The same if the little board cost each of `COSTS`, shape (4, boards, 9, 5)."""

    def is_live(self) -> Flags:
        """Return whether a line through each little board can still be won."""
        return np.asarray((self.through < IMPOSSIBLE).any(axis=0))

    def threats(self) -> Integers:
        """Count the lines that a turn wins if each little board costs each of `COSTS`, shape (boards, 9, 5)."""
        return self._summed(np.arange(MOST_COST + 1) <= TURN)

    def worth(self) -> Integers:
        """Return what all lines are worth if each little board costs each of `COSTS`, shape (boards, 9, 5)."""
        return self._summed(WORTH)

    def _summed(self, table: NDArray[np.generic]) -> Integers:
        all_lines, through, changed = (table[lines].sum(axis=0) for lines in (self.lines, self.through, self.changed))
        found: Integers = (all_lines[:, None] - through)[..., None] + changed
        return found

    def after(self, answers: NDArray[np.generic], place: Integers | None = None) -> NDArray[Any]:
        """Look up for each square what holds after its placement, in answers of shape (boards, 9, 5)."""
        return np.take_along_axis(answers, self._place_after if place is None else place, axis=2)


def _options(listed: Flags, own: _Lines, other: _Lines) -> Flags:
    """Leave out placements on little boards that nobody needs, unless there are no others."""
    useful = listed & (own.is_live() | other.is_live())[..., None]
    return np.where(useful.any(axis=(1, 2), keepdims=True), useful, listed)


def _own_rules(own: _Lines, is_last: Flags) -> Integers:
    """Return the flags of the rules that look at the mover's lines alone, shape (boards, 9, 5)."""
    nearest, threats = own.changed.min(axis=0), own.threats()
    now = np.take_along_axis(threats, PLACE_OF[own.costs][..., None], axis=2)
    wins = (nearest < own.lines.min(axis=0)[:, None, None]) & (nearest <= np.where(is_last, 0, 1)[:, None, None])
    forks = (threats > 1) & (threats != now)
    takes = (COSTS == 0) & (own.changed < IMPOSSIBLE).any(axis=0)
    builds = own.costs[..., None] != COSTS
    return np.asarray(wins * WINS | forks * FORKS | takes * TAKES | builds * BUILDS)


def _denies(other: _Lines) -> Integers:
    """Return the flag of the rule that makes a little board dearer, shape (boards, 9, 5)."""
    matters = (other.costs <= TURN) & other.is_live()
    return np.asarray((matters[..., None] & (other.costs[..., None] != COSTS)) * DENIES)


def _stops(other: _Lines, codes: Integers, after: Integers, is_last: Flags) -> Flags:
    """Return whether each placement stops all threats, with the rest of the turn's help; shape (boards, 9, 9)."""
    little, stopped = _little(), other.threats() == 0
    found: Flags = other.after(stopped)
    room = little.room[codes].astype(np.intp)
    room_after = (room.sum(axis=1, keepdims=True) - room)[..., None] + little.room[after]
    on_same_board = other.after(stopped, PLACE_OF[little.dearest[after]])
    with_help = found | on_same_board | other.after(_stopped_by_two(other, little.dearest[codes]))
    is_threatened = np.asarray((other.lines <= TURN).any(axis=0))[:, None, None]
    return is_threatened & np.where(is_last[:, None, None], found, with_help & (room_after > 0))


def _stopped_by_two(other: _Lines, dearest: Costs) -> Flags:
    """Return whether no threat is left if a little board costs each of `COSTS`, and another one its `dearest`.

    The shape is (boards, 9, 5). Boards without a threat are not looked at.
    """
    found = np.zeros((len(dearest), 9, len(COSTS)), np.bool_)
    where = np.flatnonzero((other.lines <= TURN).any(axis=0))
    costs, lines = other.costs[where], other.lines[:NO_LINE, where]
    second = lines[..., None] + (dearest[where] - costs) * IS_ON.T[:, None]
    for board in range(9):
        for place in range(1, len(COSTS)):
            first = np.multiply.outer(IS_ON[board], COSTS[place] - costs[:, board])
            is_stopped = (second + first[..., None] > TURN).all(axis=0)
            is_stopped[:, board] = False
            found[where, board, place] = is_stopped.any(axis=1)
    return found

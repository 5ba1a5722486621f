"""The groups of up to three little boards that O holds mark for mark, so that X never owns all of them.

X makes one or two marks on boards of the group, O answers at once with at most as many on the same boards. If X then
never owns the whole group it is *denied*. Groups without a common board can be held side by side, since what X marks in
each of them is answered in it. So if every big line that X could still win holds a group, and no two of the groups
share a board, X never wins, whoever is to move: O, if it is, may pass.

The boards of a group are seen as they are where they matter to X alone: O's own wins are not what it plays for here.
"""

from functools import cache
from itertools import combinations

from sttt.games.super_ttt.certificate.order import DEAD, X_OWNED, Tables

NOT_TO_BE_OWNED = -1
"""The kind of a board that X can never own."""

Group = tuple[int, ...]
"""The classes of boards that matter to X alone, in ascending order."""


class Denial:
    """The table of groups, by the *kinds* of their boards: the classes for X alone, numbered from 0 (owned by X)."""

    def __init__(self, tables: Tables) -> None:
        """Compute the table."""
        self._singles = tables.singles
        self.is_denied = cache(self._is_denied)
        self._is_answered = cache(self._find_answer)
        self._marked = cache(self._find_marked)
        alone = sorted(set(tables.only[0]) - {X_OWNED, DEAD})
        boards = [X_OWNED, *alone]
        kinds = {board: kind for kind, board in enumerate(boards)}
        self.kind = [kinds.get(tables.only[0][one], NOT_TO_BE_OWNED) for one in range(len(tables.only[0]))]
        """By class; a board that matters to O alone is as good as dead."""
        groups = (
            (a, b, c)
            for last, c in enumerate(boards)
            for at, b in enumerate(boards[: last + 1])
            for a in boards[: at + 1]
        )
        self.table = bytes(self.is_denied(group) for group in groups)
        """At `index(a, b, c)` for kinds a <= b <= c: 1 if denied. Kind 0 stands for a board less."""

    def _is_denied(self, group: Group) -> bool:
        """Decide by trying every attack and every answer; `group` is in ascending order."""
        if DEAD in group:
            return True
        if X_OWNED in group:
            return self.is_denied(tuple(board for board in group if board != X_OWNED))
        if not group:
            return False
        if any(self.is_denied(fewer) for fewer in combinations(group, len(group) - 1)):
            return True
        attacked = self._marked(0, group)
        return all(self._is_answered(once, 1) for once in attacked) and all(
            self._is_answered(twice, 2) for once in attacked for twice in self._marked(0, once)
        )

    def _find_answer(self, group: Group, marks: int) -> bool:
        """Return whether at most that number of O's marks make it denied."""
        return self.is_denied(group) or (
            marks > 0 and any(self._is_answered(answered, marks - 1) for answered in self._marked(1, group))
        )

    def _find_marked(self, side: int, group: Group) -> frozenset[Group]:
        """Return what one mark of a side's can make of a group."""
        return frozenset(
            tuple(sorted((*group[:place], after, *group[place + 1 :])))
            for place, board in enumerate(group)
            for after in self._singles[side][board]
        )


def index(a: int, b: int, c: int) -> int:
    """Return the place of kinds a <= b <= c; there are no gaps."""
    return c * (c + 1) * (c + 2) // 6 + b * (b + 1) // 2 + a

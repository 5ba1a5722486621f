"""The order in which replies are worked on: where the nodes so far have told most.

Replies to one first turn are much alike, and those with a mark on the middle board are unlike the others: the solver
may decide all of these with a few million nodes each, and one of the others in thirty (`docs/experiments.md`). How fast
X wins, where it is known to win, is another question again. Of replies that are alike those come first of which fewest
of X's turns are left to decide.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from sttt.games.super_ttt.text import parse_squares
from sttt.workshop.settle.findings import Finding
from sttt.workshop.settle.replies import Reply
from sttt.workshop.settle.reply_search import HARD_PART, SOON, is_finished

ROUNDS = tuple(5_000_000 * 4**number for number in range(7))
"""The nodes for a position, round by round."""

TURN_BY_TURN = ROUNDS[2]
"""The nodes to begin with where X does not win soon: each of its turns gets a part of them."""

MIDDLE = 4
"""The little board in the middle of the big one, of 0..8."""


@dataclass
class _Group:
    """Replies that are alike, waiting for the same round."""

    nodes: int
    """The nodes for each."""
    is_won: bool
    """True if X is known to win, and only the number of turns is asked for."""
    waiting: list[tuple[int, int, Reply]] = field(default_factory=list)
    """A heap: the nodes that a reply may still need, a number in order of arrival, and the reply."""
    told: int = 0
    spent: int = 0

    @property
    def promise(self) -> float:
        """Questions answered per node so far, where to begin with one is expected to be answered."""
        return (self.told + 1) / (self.spent + self.waiting[0][0])


@dataclass(frozen=True)
class Errand:
    """A reply to work on, and how long."""

    reply: Reply
    nodes: int
    group: _Group


class ReplyAgenda:
    """The replies that are not finished, each waiting for the next of its rounds."""

    def __init__(self) -> None:
        """Begin without replies."""
        self._groups: dict[tuple[str, bool, bool, int], _Group] = {}
        self._arrivals = count()

    def add(self, reply: Reply, known: Finding, left: int) -> None:
        """Put in a reply with the number of X's turns left to decide, unless it is finished or has had all rounds."""
        is_won = known.claim is not None
        least = 0 if is_won or known.fails < SOON else TURN_BY_TURN
        nodes = next((nodes for nodes in ROUNDS if nodes > known.budget and nodes >= least), None)
        if nodes is None or is_finished(known):
            return
        kind = reply.first, _is_in_the_middle(reply), is_won, nodes
        group = self._groups.setdefault(kind, _Group(nodes, is_won))
        most = nodes if is_won else min(nodes, max(1, left) * (nodes // HARD_PART))
        heappush(group.waiting, (most, next(self._arrivals), reply))

    def take(self) -> Errand | None:
        """Take the reply that may need the fewest nodes in the group with the highest promise; None if none waits."""
        waiting = [group for group in self._groups.values() if group.waiting]
        if not waiting:
            return None
        group = max(waiting, key=lambda one: one.promise)
        *_, reply = heappop(group.waiting)
        return Errand(reply, group.nodes, group)

    def give_back(self, errand: Errand, known: Finding, spent: int, left: int) -> None:
        """Note what is known after the errand and the nodes that it took; the reply waits for the next round."""
        errand.group.told += is_finished(known) if errand.group.is_won else known.claim is not None
        errand.group.spent += spent
        self.add(errand.reply, known, left)


def _is_in_the_middle(reply: Reply) -> bool:
    """Return whether O has a mark on the middle board."""
    return any(square // 9 == MIDDLE for square in parse_squares(reply.name))

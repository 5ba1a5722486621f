"""Proof-number search over whole turns for the goal "X never wins".

A node is a position after whole turns, up to symmetry; positions that several lines of play lead to are one node. The
*proof number* says how many leaves have at least to be decided to prove the goal, the *disproof number* how many to
refute it. X's nodes need all turns, O's nodes one reply: O's replies are opened a few at a time, more when the best
has become expensive. Source: L. V. Allis, "Searching for Solutions in Games and Artificial Intelligence", chapter 2.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sttt.games.claim import Claim
from sttt.games.super_ttt.search.branches import Branch
from sttt.workshop.settle.findings import Finding, FindingFile
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, O, X
from sttt.workshop.settle.node import INFINITE, Node


@dataclass(frozen=True)
class Effort:
    """The resources of the search."""

    budgets: tuple[tuple[int, ...], tuple[int, ...]] = ((50,), (20, 2_000, 20_000))
    """Solver nodes, where X or O is to move: for a new position, then each time it is chosen until it is expanded."""
    late: tuple[int, ...] = (300_000, 3_000_000, 30_000_000)
    """Further ones where X is to move, once the search has cost `late_after`: what is open then X may well win."""
    late_after: int = 250_000_000
    doubt: int = 1
    """The increase of a position's proof number for every further budget spent in vain."""
    replies_a_leaf: int = 4
    """A leaf with O to move has a disproof number of one for so many of its replies: X tries what leaves O few."""
    at_once: int = 12
    """Replies of O's that are opened at a time."""
    patience: int = 4
    """More are opened when the best proof number exceeds this many times those opened."""
    trust: int = 1_000_000
    """The patience with one of the replies to try first."""
    room: int = 3_000_000
    """Positions that may be in memory."""


class ProofTree:
    """The search below one position with O to move. Its results go to the work file, and are looked up there first."""

    def __init__(  # noqa: PLR0913 - one parameter per thing it works with
        self,
        root: Branch,
        judge: Judge,
        findings: FindingFile,
        *,
        side: int = O,
        effort: Effort | None = None,
        elsewhere: Mapping[int, Finding] | None = None,
        replies: Mapping[int, int] | None = None,
    ) -> None:
        """`elsewhere` is known from other work files.

        `replies` has the replies of O's to try first: by the key of a position, the key of the one after its reply.
        """
        self._judge = judge
        self._findings = findings
        self._effort = effort or Effort()
        self._late_from = judge.nodes + self._effort.late_after
        self._elsewhere = elsewhere or {}
        self._replies = replies or {}
        self._nodes: dict[int, Node] = {}
        self.judged = 0
        """Positions that the solver was asked about."""
        self.root = self._find(root, side)
        self._know(self.root)

    def __len__(self) -> int:
        """Return the number of positions in memory."""
        return len(self._nodes)

    def expand_root(self) -> None:
        """Look for a reply that decides the root, without asking the solver whether it can do so alone."""
        self._expand(self.root)
        self._update(self.root)

    def step(self) -> None:
        """Work on the leaf that would help most."""
        node = self.root
        while node.children:
            if node.side == O and node.unopened and node.proof > node.patience * len(node.children):
                self._open_more(node, self._effort.at_once)
                break
            node = _not_none(node.best)
        else:
            self._work_on(node)
        self._update(node)

    def sweep(self) -> bool:
        """Forget what no line of play needs any more if the room is used up; say whether there is room now."""
        if len(self._nodes) < self._effort.room:
            return True
        reached = {self.root.key: self.root}
        waiting = [self.root]
        while waiting:
            for child in waiting.pop().children:
                if child.key not in reached:
                    reached[child.key] = child
                    waiting.append(child)
        self._nodes = reached
        return len(self._nodes) < 0.9 * self._effort.room

    def reply(self) -> int | None:
        """Return the key of the position after the reply that settles the root, or that looks best so far."""
        known = self._known(self.root.key)
        if known and known.reply:
            return known.reply
        return self.root.best.key if self.root.best else None

    def _work_on(self, leaf: Node) -> None:
        budget = next((budget for budget in self._budgets(leaf.side) if budget > leaf.budget), 0)
        if budget:
            self._ask(leaf, budget)
        else:
            self._expand(leaf)

    def _budgets(self, side: int) -> tuple[int, ...]:
        is_late = side == X and self._judge.nodes >= self._late_from
        return self._effort.budgets[side] + (self._effort.late if is_late else ())

    def _doubt(self, leaf: Node) -> None:
        """Set the proof number of a leaf that the solver has not decided."""
        vain = sum(budget <= leaf.budget for budget in self._budgets(leaf.side))
        leaf.proof = 1 + self._effort.doubt * max(0, vain - 1)

    def _expand(self, leaf: Node) -> None:
        branches = self._judge.branches.of(leaf.classes, leaf.side)
        if branches is None:
            self._conclude(leaf, X_WINS if leaf.side == O else X_NEVER_WINS, 0)
            return
        leaf.patience = self._effort.patience
        leaf.unopened = branches
        if leaf.side == O:
            self._open_first(leaf)
            return
        for branch in branches:
            if self._open(leaf, branch).claim == X_WINS:
                break
        leaf.unopened = []

    def _open_first(self, leaf: Node) -> None:
        """Open O's most promising replies: only the one to try first, if there is one and no other is known to hold."""
        good = self._replies.get(leaf.key)
        leaf.unopened.sort(key=lambda branch: self._promise(branch, good))
        trusted = bool(leaf.unopened) and leaf.unopened[0][0] == good
        if trusted:
            leaf.patience = self._effort.trust
        self._open_more(leaf, 1 if trusted else self._effort.at_once)

    def _promise(self, branch: Branch, good: int | None) -> int:
        """Rank O's replies: least is best.

        First come replies that are known to hold, then the one to try first; last come those that lose. Between these
        come first those after which the table knows X to fail within the most turns.
        """
        known = self._known(branch[0])
        if known and known.claim is not None:
            return INFINITE if known.claim == X_WINS else -INFINITE
        if branch[0] == good:
            return 1 - INFINITE
        fails, wins = self._judge.remembered(branch[0], X)
        return 1 if wins else -fails

    def _open_more(self, node: Node, count: int) -> None:
        """Open some more replies of O's, until one is known to hold."""
        for _ in range(count):
            if node.unopened and self._open(node, node.unopened.pop(0)).claim == X_NEVER_WINS:
                break

    def _open(self, parent: Node, branch: Branch) -> Node:
        child = self._find(branch, 1 - parent.side)
        parent.children.append(child)
        child.parents.append(parent)
        if not child.budget and not child.children and child.claim is None:
            self._know(child)
            if child.claim is None and not child.budget:
                self._ask(child, self._effort.budgets[child.side][0])
            if child.side == O and child.claim is None:
                child.disproof = max(1, self._judge.branches.count(child.classes, O) // self._effort.replies_a_leaf)
        return child

    def _find(self, branch: Branch, side: int) -> Node:
        key, classes = branch
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(key, classes, side)
        return node

    def _known(self, key: int) -> Finding | None:
        own, other = self._findings.known.get(key), self._elsewhere.get(key)
        return other if own is None or (other and own.claim is None and other.claim) else own

    def _know(self, node: Node) -> None:
        """Set the numbers of a position from earlier findings."""
        known = self._known(node.key)
        if known is None:
            return
        if known.claim is not None:
            node.settle(known.claim)
            return
        node.budget = known.budget
        self._doubt(node)

    def _ask(self, node: Node, budget: int) -> None:
        claim, spent = self._judge.judge(node.classes, node.side, budget)
        self.judged += 1
        node.budget = budget
        self._findings.add(node.key, Finding(claim, budget, spent))
        if claim is None:
            self._doubt(node)
        else:
            node.settle(claim)

    def _conclude(self, node: Node, claim: Claim | None, reply: int) -> None:
        node.settle(claim)
        self._findings.add(node.key, Finding(claim, 0, 0, reply))

    def _update(self, node: Node) -> None:
        """Bring the numbers of a node that has changed, and of all above it, up to date."""
        self._compute(node)
        changed = list(node.parents)
        while changed:
            node = changed.pop()
            before = node.proof, node.disproof
            self._compute(node)
            if (node.proof, node.disproof) != before:
                changed += node.parents

    def _compute(self, node: Node) -> None:
        """Derive a node's numbers from those of its children."""
        if not node.children:
            return
        least, total = INFINITE, 0
        best = node.children[0]
        # At X's nodes all turns have to be proven and one refutes: the proof number is a sum, the disproof number the
        # least; at O's nodes the other way round. A decided node has 0 for one number and infinity for the other.
        if node.side == X:
            for child in node.children:
                total += child.proof
                if child.disproof < least:
                    least, best = child.disproof, child
            node.disproof = least
            node.proof = min(total, INFINITE) if least else INFINITE
        else:
            for child in node.children:
                total += child.disproof
                if child.proof < least:
                    least, best = child.proof, child
            # All open replies are refuted, but not all replies: a finite number makes `step` open more.
            if least == INFINITE and node.unopened:
                least = node.patience * len(node.children) + 1
            node.proof = least
            node.disproof = min(total + len(node.unopened), INFINITE) if least else INFINITE
        node.best = best
        if node.claim is not None:
            self._close(node)

    def _close(self, node: Node) -> None:
        """Note what a node's children have decided, and forget them."""
        claim = node.claim
        decisive = (claim == X_NEVER_WINS) == (node.side == O)
        self._conclude(node, claim, _not_none(node.best).key if decisive else 0)
        node.leave_children()


def _not_none(node: Node | None) -> Node:
    if node is None:
        raise AssertionError  # a node with children has a best one once it is up to date
    return node

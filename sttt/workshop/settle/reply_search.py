"""The search for the worth of O's replies to X's first turns: X wins, within some turns, or never does.

Two questions are asked of each position, in rounds with more and more nodes. Does X win? The exact solver is asked
whether X wins within 1, 2, 3 ... turns. From seven turns on few of X's turns are looked at before all are: those that
have won against neighbours, other replies to the same first turn, and those that look best. Does O hold? That takes a
proof-number search for "X never wins".
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice

from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.search.branches import Branch
from sttt.games.super_ttt.search.solver import CUT_OFF
from sttt.workshop.settle.findings import Finding, FindingFile, combined
from sttt.workshop.settle.judge import ALL_TURNS, X_NEVER_WINS, X_WINS, Judge, O, X
from sttt.workshop.settle.proof_tree import Effort, ProofTree
from sttt.workshop.settle.replies import Reply

MOST_TURNS = 9
"""X is asked to win within so many turns; what takes more is left to the proof-number search."""

NOTHING = Finding(None, 0, 0)


class ReplyQuestion(Enum):
    """The question that a round asks of every open position."""

    WIN = "does X win"
    HOLD = "does O hold"


@dataclass(frozen=True)
class Round:
    """A question to open positions, and the nodes that each answer may cost."""

    question: ReplyQuestion
    nodes: int
    """For each position; each round has more than the one before."""
    turns: int = MOST_TURNS
    """X is asked to win within so many."""
    is_likely: bool = False
    """Restriction to X's likely turns, where a look at all of them costs much."""
    part: int = 1
    """One in so many of the positions is asked, the most promising ones."""


def doubling(first: int, most: int) -> tuple[Round, ...]:
    """Return rounds that ask the two questions in turn, with twice as many nodes each time."""
    rounds, asked = [], ReplyQuestion.HOLD
    while first <= most:
        rounds.append(Round(asked, first))
        first, asked = 2 * first, ReplyQuestion.WIN if asked is ReplyQuestion.HOLD else ReplyQuestion.HOLD
    return tuple(rounds)


CHEAP = (
    Round(ReplyQuestion.WIN, 5_000_000, turns=6),
    Round(ReplyQuestion.WIN, 6_000_000, turns=7, is_likely=True),
    Round(ReplyQuestion.HOLD, 6_500_000, part=10),
    Round(ReplyQuestion.WIN, 7_000_000, turns=8, is_likely=True),
)
"""The rounds that decide most positions an hour."""


@dataclass(frozen=True)
class ReplyPlan:
    """The distribution of the nodes."""

    rounds: tuple[Round, ...] = CHEAP + doubling(8_000_000, 2**31)
    quick_turns: int = 6
    """Within so few turns X is asked to win without trying some turns first: two in five of the turns that win within
    six are none of those, and all together cost less."""
    neighbours: int = 3
    """Turns that have won against most neighbours and are tried first."""
    best: int = 6
    """Turns that look best and are tried then."""
    share: int = 3
    """A turn gets at most one in so many of the nodes for each number of turns to win within."""
    effort: Effort = field(default_factory=Effort)
    """The resources of the proof-number search."""


def is_finished(finding: Finding) -> bool:
    """Say whether nothing is left to ask: X never wins, or wins within a number of turns and not within fewer."""
    return finding.claim == X_NEVER_WINS or 0 < finding.wins == finding.fails + 1


class ReplySearch:
    """Works on one position after the other; what it finds goes to the findings."""

    def __init__(
        self, judge: Judge, findings: FindingFile, elsewhere: Mapping[int, Finding], plan: ReplyPlan | None = None
    ) -> None:
        """`elsewhere` is known from other work files and from the book."""
        self._judge = judge
        self._findings = findings
        self._elsewhere = elsewhere
        self.plan = plan or ReplyPlan()
        self._winning: defaultdict[str, Counter[tuple[int, ...]]] = defaultdict(Counter)
        """X's turns by how many replies to a first turn they win against."""

    def known(self, reply: Reply) -> Finding:
        """Return the finding of a position."""
        own, other = (known.get(reply.key, NOTHING) for known in (self._findings.known, self._elsewhere))
        return combined(own, other)

    def recall(self, reply: Reply) -> None:
        """Count the winning turn of a position, if known, for its neighbours."""
        finding = self.known(reply)
        turn = ClassView(reply.position).turn_to(finding.reply, self._judge.branches) if finding.reply else None
        if finding.claim == X_WINS and turn:
            self._winning[reply.first][turn] += 1

    def tidy(self, replies: Iterable[Reply]) -> None:
        """Bound the work file, and keep what is known of the replies."""
        self._findings.forget({reply.key for reply in replies})
        self._findings.compact_if_worn()

    def work_on(self, reply: Reply, asked: Round) -> Finding:
        """Ask a round's question of a position, and keep the finding."""
        before, old = self._judge.nodes, self.known(reply)
        seek = self._seek_win if asked.question is ReplyQuestion.WIN else self._seek_defence
        finding = seek(reply, old, asked)
        spent = old.nodes + self._judge.nodes - before
        finding = finding._replace(budget=max(old.budget, asked.nodes), nodes=spent)
        self._findings.add(reply.key, finding)
        if old.claim is None:
            self.recall(reply)
        return finding

    def promise(self, reply: Reply) -> tuple[int, int]:
        """Rank positions that O may hold: least where X is known to need most turns, and has fewest."""
        return -self.known(reply).fails, self._judge.branches.count(reply.classes, X)

    def _seek_win(self, reply: Reply, finding: Finding, asked: Round) -> Finding:
        """Ask within how many turns X wins, one by one: of some of its turns, then of all while nodes are left."""
        end, is_cut = self._judge.nodes + asked.nodes, False
        likely = self.likely(reply, finding)
        for within in range(1, asked.turns + 1):
            if within <= finding.fails or (finding.wins and within >= finding.wins):
                continue
            is_quick = within <= self.plan.quick_turns
            if not is_quick:
                before = self._judge.nodes
                winning = self._try(likely, within, asked.nodes // self.plan.share)
                end += self._judge.nodes - before
                if winning:
                    return finding._replace(claim=X_WINS, wins=within, reply=winning)
            if is_cut or (asked.is_likely and not is_quick):
                continue
            bound, _ = self._judge.bound(reply.classes, X, within, max(1, end - self._judge.nodes))
            if bound > 0:
                best = self._judge.key_after_best(reply.classes, X)
                return finding._replace(claim=X_WINS, wins=bound, reply=best)
            if -bound >= ALL_TURNS:
                return finding._replace(claim=X_NEVER_WINS, reply=0)
            is_cut = bound == CUT_OFF
            finding = finding._replace(fails=max(finding.fails, -bound))
        return finding

    def _try(self, likely: list[Branch], within: int, nodes: int) -> int:
        """Return the key after one of X's turns that wins in time, 0 if none does; drop those that take too long."""
        for branch in list(likely):
            bound, _ = self._judge.bound(branch[1], O, within - 1, nodes)
            if bound > 0:
                return branch[0]
            if bound == CUT_OFF or -bound >= ALL_TURNS:
                likely.remove(branch)
        return 0

    def likely(self, reply: Reply, finding: Finding) -> list[Branch]:
        """List X's undominated turns to try first: the one known to win, neighbours', and those that look best."""
        turns = [turn for turn, _ in self._winning[reply.first].most_common(self.plan.neighbours)]
        known = ClassView(reply.position).turn_to(finding.reply, self._judge.branches) if finding.reply else None
        # A neighbour's turn may be dominated here; then one that dominates it is among the branches, and wins too.
        branches = dict(self._judge.branches.of(reply.classes, X) or ())
        found: dict[int, bytes] = {}
        for turn in [known, *turns] if known else turns:
            if all(reply.position.open_squares >> square & 1 for square in turn):
                key = self._judge.key(reply.position.play_all(turn))
                if key in branches:
                    found[key] = branches[key]
        best = islice(branches.items(), self.plan.best)
        return list((found | dict(best)).items())

    def _seek_defence(self, reply: Reply, finding: Finding, asked: Round) -> Finding:
        """Search for O's answers to all of X's turns; the search may also find that X wins, though not how soon."""
        end = self._judge.nodes + asked.nodes
        tree = ProofTree(
            (reply.key, reply.classes),
            self._judge,
            self._findings,
            side=X,
            effort=self.plan.effort,
            elsewhere=self._elsewhere,
        )
        tree.expand_root()
        while tree.root.claim is None and self._judge.nodes < end and tree.sweep():
            tree.step()
        winning = tree.reply() if tree.root.claim == X_WINS else None
        return finding._replace(claim=tree.root.claim, reply=winning or 0)

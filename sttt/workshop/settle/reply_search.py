"""The search for the worth of O's replies to X's first turns: X wins, within some turns, or never does.

The exact solver is asked whether X wins within 1, 2, 3 ... of its turns, then ever: its answer for fewer turns makes
the next one faster, and its answer after one reply those after others. Or it is asked whether X wins by one turn.
"""

from collections.abc import Iterable, Mapping

from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.search.solver import CUT_OFF
from sttt.workshop.settle.findings import NOTHING, Finding, FindingFile, combined
from sttt.workshop.settle.judge import ALL_TURNS, X_NEVER_WINS, X_WINS, Judge, O, X
from sttt.workshop.settle.replies import Reply

STEPS = (1, 2, 3, 4, 5, 6, 8, ALL_TURNS)
"""The numbers of turns within which X is asked to win: of the sequences tried those that cost least in all
(`docs/experiments.md`)."""

LONGEST = STEPS[-2]
"""The most turns within which X is asked to win, other than ever."""

NODES_A_TURN = 10_000_000
"""The nodes to ask whether X wins by one turn: of such wins nine of ten take less."""


def is_finished(finding: Finding) -> bool:
    """Say whether nothing is left to ask: X never wins, or wins within a number of turns and not within fewer."""
    return finding.claim == X_NEVER_WINS or 0 < finding.wins == finding.fails + 1


def next_turns(finding: Finding) -> int:
    """Return within how many turns to ask next: of a win one more than known to fail, to find how fast it is."""
    if finding.wins:
        return finding.fails + 1
    return next(turns for turns in STEPS if turns > finding.fails)


class ReplySearch:
    """Works on one position after the other; what it finds goes to the findings, which others may share."""

    def __init__(self, judge: Judge, findings: FindingFile, elsewhere: Mapping[int, Finding]) -> None:
        """`elsewhere` is known from other work files and from the book."""
        self._judge = judge
        self._findings = findings
        self._elsewhere = elsewhere

    @property
    def nodes(self) -> int:
        """Solver nodes of all work so far."""
        return self._judge.nodes

    def stop(self) -> None:
        """End the work in another thread, which raises `Stopped`; what it was asking is not kept."""
        self._judge.stop()

    def known(self, reply: Reply) -> Finding:
        """Return the finding of a position."""
        own, other = (known.get(reply.key, NOTHING) for known in (self._findings.known, self._elsewhere))
        return combined(own, other)

    def tidy(self, replies: Iterable[Reply]) -> None:
        """Write the work file out and bound it, and keep what is known of the replies."""
        self._findings.flush()
        self._findings.forget({reply.key for reply in replies})
        self._findings.compact_if_worn()

    def work_on(self, reply: Reply, nodes: int) -> Finding:
        """Ask of a position until nothing is left to ask or the nodes are used up, and keep the finding."""
        finding = self.known(reply)
        left = nodes
        while left > 0 and not is_finished(finding):
            bound, spent = self._judge.bound(reply.classes, X, next_turns(finding), left)
            finding = finding._replace(nodes=finding.nodes + spent)
            left -= spent
            if bound == CUT_OFF:
                break
            if bound > 0:
                best = self._judge.key_after_best(reply.classes, X)
                finding = finding._replace(claim=X_WINS, wins=bound, reply=best)
            elif -bound >= ALL_TURNS:
                finding = finding._replace(claim=X_NEVER_WINS, reply=0)
            else:
                finding = finding._replace(fails=-bound)
        return self._keep(reply, finding._replace(budget=max(finding.budget, nodes)))

    def winning_turn(self, reply: Reply, known: Finding) -> tuple[int, ...] | None:
        """Return squares of the turn that X is known to win by, None if no turn is known."""
        if known.claim != X_WINS or not known.reply:
            return None
        return ClassView(reply.position).turn_to(known.reply, self._judge.branches)

    def may_win_by(self, turn: Iterable[int], reply: Reply) -> bool:
        """Say whether it is worth asking if X wins by a turn: its squares are open, and nothing answers that yet."""
        known = self.known(reply)
        is_open = all(reply.position.open_squares >> square & 1 for square in turn)
        return is_open and known.claim is None and known.fails < LONGEST

    def try_turn(self, reply: Reply, turn: Iterable[int]) -> Finding:
        """Ask whether X wins within `LONGEST` turns by a turn, and keep the finding."""
        after = self._judge.classes(reply.position.play_all(turn))
        bound, spent = self._judge.bound(after, O, LONGEST - 1, NODES_A_TURN)
        finding = self.known(reply)
        finding = finding._replace(nodes=finding.nodes + spent)
        if bound > 0:
            finding = finding._replace(claim=X_WINS, wins=bound + 1, reply=self._judge.branches.key(after, O))
        return self._keep(reply, finding)

    def _keep(self, reply: Reply, finding: Finding) -> Finding:
        """Keep a finding together with what another search has found meanwhile; return both as one."""
        with self._findings.lock:
            finding = combined(finding, self.known(reply))
            self._findings.add(reply.key, finding)
        return finding

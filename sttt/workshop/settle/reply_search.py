"""The search for the worth of O's replies to X's first turns: X wins, within some turns, or never does.

The exact solver is asked whether X wins within 1, 2, 3 ... of its turns: its answer for fewer turns makes the next one
faster, and its answer after one reply those after others. Then each of X's turns is decided alone: by what is known of
positions in which X is as well off, or by O's answers to it. If one remains open X may win by it, and the solver is
asked once more, within a few turns more. Or it is asked whether X wins by a turn that wins against another reply.
"""

from collections.abc import Iterable, Mapping, Sequence

from sttt.games.claim import Claim
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import enter_turn
from sttt.games.super_ttt.search.solver import CUT_OFF
from sttt.workshop.settle.answers import AnswerHistory, AnswerSearch
from sttt.workshop.settle.findings import NOTHING, Finding, FindingFile, combined
from sttt.workshop.settle.judge import ALL_TURNS, X_NEVER_WINS, X_WINS, Judge, O, Turn, X
from sttt.workshop.settle.replies import Reply

SOON = 6
"""The turns within which X is asked to win before its turns are decided one by one."""

LONGEST = 8
"""The most turns within which X is asked to win by any turn, other than ever."""

LATEST = 12
"""The most turns within which X is asked to win by a turn that is known to win, before ever."""

TURN_PARTS = (512, 128, 32, 8, 2)
"""The parts of the nodes that one of X's turns may take, turn after turn, then again those that are left open.

What answers one often answers others: those that take most come last, when more is known of what holds.
"""

HARD_PART = 8
"""The part of the nodes that each of X's turns may be expected to need that fewer nodes have left open."""

WIN_PART = 4
"""Against so many nodes to show that O holds one looks for a win of X's: few replies are lost that late."""


def is_finished(finding: Finding) -> bool:
    """Say whether nothing is left to ask: X never wins, or wins within a number of turns and not within fewer."""
    return finding.claim == X_NEVER_WINS or 0 < finding.wins == finding.fails + 1


class ReplySearch:
    """Works on one position after the other; what it finds goes to the findings, which others may share."""

    def __init__(
        self,
        judge: Judge,
        findings: FindingFile,
        elsewhere: Mapping[int, Finding],
        history: AnswerHistory | None = None,
    ) -> None:
        """`elsewhere` is known from other work files and from the book, `history` is of what has held so far."""
        self._judge = judge
        self._history = history or AnswerHistory()
        self._answers = AnswerSearch(judge, self._history)
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
        return self._known(reply.key)

    def _known(self, key: int) -> Finding:
        own, other = (known.get(key, NOTHING) for known in (self._findings.known, self._elsewhere))
        return combined(own, other)

    def tidy(self, replies: Iterable[Reply]) -> None:
        """Write the work file out and bound it, and keep what is known of the replies."""
        self._findings.flush()
        self._findings.forget({reply.key for reply in replies})
        self._findings.compact_if_worn()

    def recall(self, replies: Iterable[Reply]) -> None:
        """Add to the history the known answers that hold after replies which are not lost."""
        for reply in replies:
            if self.known(reply).claim != X_WINS:
                for turn in self._judge.turns(reply.classes, X):
                    self._known_claim(reply, turn)

    def work_on(self, reply: Reply, nodes: int) -> Finding:
        """Ask of a position until nothing is left to ask or the nodes are used up, and keep the finding."""
        before = self.nodes
        end = before + nodes
        found = self._ask(reply, self._sooner(reply, end), SOON, end)
        if found.claim is None and found.fails >= SOON:
            begun = self.nodes
            found = self._decide_turns(reply, found, end)
            # What shows that O holds tells little of a win of X's, and the other way round: each gets its part.
            found = self._ask(reply, found, LONGEST, min(end, self.nodes + (self.nodes - begun) // WIN_PART))
        spent = self.nodes - before
        return self._keep(reply.key, found._replace(nodes=found.nodes + spent, budget=max(found.budget, nodes)))

    def _ask(self, reply: Reply, found: Finding, most: int, end: int) -> Finding:
        """Ask whether X wins within more and more turns, `most` at last; if it wins, until it is known how fast."""
        while self.nodes < end and not is_finished(found) and (found.claim or found.fails < most):
            turns = found.fails + 1 if found.claim or found.fails < SOON else most
            bound, _ = self._judge.bound(reply.classes, X, turns, end - self.nodes)
            if bound == CUT_OFF:
                break
            if bound > 0:
                best = self._judge.key_after_best(reply.classes, X)
                found = found._replace(claim=X_WINS, wins=bound, reply=best)
            elif -bound >= ALL_TURNS:
                found = found._replace(claim=X_NEVER_WINS, reply=0)
            else:
                found = found._replace(fails=-bound)
        return found

    def _decide_turns(self, reply: Reply, found: Finding, end: int) -> Finding:
        """Decide X's turns, the best first, with more and more nodes, until one wins or all nodes are used up."""
        nodes = end - self.nodes
        is_open = []
        for turn in self._judge.turns(self._judge.classes(reply.position), X):
            claim = self._known_claim(reply, turn) or self._follow(reply, turn)
            if claim == X_WINS:
                return self._won_by(turn, found, nodes)
            if claim is None:
                is_open.append(turn)
        for part in TURN_PARTS:
            waiting, is_open = is_open, []
            for turn in waiting:
                if self.nodes >= end:
                    return found
                claim = self._decide(reply, turn, min(nodes // part, end - self.nodes))
                if claim == X_WINS:
                    return self._won_by(turn, found, max(end - self.nodes, nodes // HARD_PART))
                if claim is None:
                    is_open.append(turn)
        return found if is_open else found._replace(claim=X_NEVER_WINS, reply=0)

    def _known_claim(self, reply: Reply, turn: Turn) -> Claim | None:
        """Return what is known of one of X's turns, and remember the answer that holds against it."""
        known = self._known(turn.key)
        if known.reply:
            self._answers.recall(reply.first, turn, known.reply)
        return known.claim

    def answer_turns(self, reply: Reply, nodes: int) -> None:
        """Look for O's answer to each of X's turns to which none is known, with so many nodes for each."""
        for turn in self._judge.turns(reply.classes, X):
            self._known_claim(reply, turn)  # what holds against one of X's turns may hold against the next
            if not self._known(turn.key).reply and not self._follow_answer(reply, turn):
                self._decide(reply, turn, nodes)

    def _follow(self, reply: Reply, turn: Turn) -> Claim | None:
        """Return what follows for one of X's turns from what is known of other positions, and keep it.

        O's marks may be the same in another order, or X at most as well off as where O is known to hold.
        """
        if self._is_held(turn, O):
            self._keep(turn.key, Finding(X_NEVER_WINS, 0, 0))
            return X_NEVER_WINS
        return X_NEVER_WINS if self._follow_answer(reply, turn) else None

    def _follow_answer(self, reply: Reply, turn: Turn) -> bool:
        """Say whether O is known to hold after an answer to one of X's turns, and keep that."""
        for answer in self._judge.turns(turn.classes, O):
            if self._is_held(answer, X):
                if self._known(answer.key).claim is None:
                    self._keep(answer.key, Finding(X_NEVER_WINS, 0, 0))
                self._keep(turn.key, Finding(X_NEVER_WINS, 0, 0, answer.key))
                self._history.credit(reply.first, turn, answer)
                return True
        return False

    def _is_held(self, turn: Turn, side: int) -> bool:
        """Say whether O is known to hold after a turn, or where X is at least as well off; `side` is to move."""
        keys, own, other = self._judge.as_good_for_x(turn.classes, side), self._findings.known, self._elsewhere
        met = (key for key in keys if key in own or key in other)  # hardly any of a thousand
        return any(self._known(key).claim == X_NEVER_WINS for key in met)

    def _won_by(self, turn: Turn, found: Finding, nodes: int) -> Finding:
        """Return the finding of a position that X wins by a turn."""
        return found._replace(claim=X_WINS, reply=turn.key, wins=self._wins_within(turn, nodes))

    def turns_left(self, reply: Reply) -> int:
        """Return of how many of X's turns nothing is known, 0 if the reply is won or held."""
        if self.known(reply).claim:
            return 0
        return sum(self._known(turn.key).claim is None for turn in self._judge.turns(reply.classes, X))

    def _wins_within(self, turn: Turn, nodes: int) -> int:
        """Return within how many turns X wins by one that is known to win, 0 if the nodes do not tell."""
        # The table knows of a win after every answer, so that this costs little; of one within few turns it may not.
        return self._soonest(turn.classes, (*range(LONGEST, LATEST + 1), ALL_TURNS + 1), self.nodes + nodes)

    def _sooner(self, reply: Reply, end: int) -> Finding:
        """Return what is known of a position; of a win by a known turn, after a look whether it wins sooner."""
        found = self.known(reply)
        turn = None if is_finished(found) else self.winning_turn(reply, found)
        if turn is None:
            return found
        after = self._judge.classes(reply.position.play_all(turn))
        wins = self._soonest(after, range(found.fails + 1, found.wins or LATEST + 1), end)
        return found._replace(wins=wins or found.wins)

    def _soonest(self, after: bytes, within: Iterable[int], end: int) -> int:
        """Return the first of so many turns within which X wins, counting the one that led here, 0 if in none."""
        for turns in within:
            bound, _ = self._judge.bound(after, O, turns - 1, end - self.nodes)
            if bound > 0:
                return bound + 1
            if bound == CUT_OFF:
                break
        return 0

    def _decide(self, reply: Reply, turn: Turn, nodes: int) -> Claim | None:
        """Decide one of X's turns, and keep what is found of it and of O's answer."""
        before = self.nodes
        claim, answer = self._answers.decide(reply.first, turn, nodes)
        spent = self.nodes - before
        if answer:
            self._keep(answer.turn.key, Finding(X_NEVER_WINS, answer.nodes, answer.spent))
            self._keep(turn.key, Finding(X_NEVER_WINS, 0, spent, answer.turn.key))
        elif claim:
            self._keep(turn.key, Finding(claim, nodes, spent, self._holding(turn) if claim == X_NEVER_WINS else 0))
        return claim

    def _holding(self, turn: Turn) -> int:
        """Keep that O holds after the answer that the solver has just proven; return its key, 0 where it has none."""
        best, passed = self._judge.key_after_best(turn.classes, O), self._judge.branches.key(turn.classes, X)
        answers = (answer.key for answer in self._judge.turns(turn.classes, O))
        # The solver names no turn where X does not win even if O passes: then not after any either.
        holding = next((key for key in answers if best in (key, passed)), 0)
        if holding:
            self._keep(holding, Finding(X_NEVER_WINS, 0, 0))
        return holding

    def winning_turn(self, reply: Reply, known: Finding) -> tuple[int, ...] | None:
        """Return squares of the turn that X is known to win by, None if no turn is known."""
        if known.claim != X_WINS or not known.reply:
            return None
        return ClassView(reply.position).turn_to(known.reply, self._judge.branches)

    def may_win_by(self, turn: Sequence[int], reply: Reply, within: int) -> bool:
        """Say whether it is worth asking if X wins by a turn: it can be played, and nothing answers that yet."""
        known, (_, counted) = self.known(reply), enter_turn(reply.position, tuple(turn))
        return counted == tuple(turn) and known.claim is None and known.fails < within

    def try_turn(self, reply: Reply, turn: Iterable[int], within: int, nodes: int) -> Finding:
        """Ask with so many nodes whether X wins by a turn, within so many with that one, and keep the finding."""
        before = self.nodes
        after = self._judge.classes(reply.position.play_all(turn))
        wins = self._soonest(after, range(LONGEST, within + 1), before + nodes)
        finding = self.known(reply)
        finding = finding._replace(nodes=finding.nodes + self.nodes - before)
        if wins:
            finding = finding._replace(claim=X_WINS, wins=wins, reply=self._judge.branches.key(after, O))
        return self._keep(reply.key, finding)

    def _keep(self, key: int, finding: Finding) -> Finding:
        """Keep a finding together with what another search has found meanwhile; return both as one."""
        with self._findings.lock:
            finding = combined(finding, self._known(key))
            self._findings.add(key, finding)
        return finding

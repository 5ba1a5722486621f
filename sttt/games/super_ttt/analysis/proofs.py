"""The exact solver on positions: whether a side can force a win, as proofs with turns in squares.

A turn of the solver's names only the placements that matter. What is left of it goes to the lowest open squares: an
extra mark of one's own never hurts.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sttt.games.game import Result, Side
from sttt.games.super_ttt.classes import groups
from sttt.games.super_ttt.classes import tables as class_tables
from sttt.games.super_ttt.classes.class_position import engine_position, squares_for
from sttt.games.super_ttt.classes.costs import line_costs, little_costs
from sttt.games.super_ttt.position import LITTLE_LINES, Position, squares
from sttt.games.super_ttt.search.board import NEVER, changes
from sttt.games.super_ttt.search.solver import CUT_OFF, Solver
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.kernel.transposition_table import TranspositionTable


class Verdict(StrEnum):
    """What a proof says of the attacker."""

    WINS = "wins"
    """It wins within that many turns of its own, whatever the other side does."""
    HELD = "held"
    """It cannot win within that many turns of its own."""
    NEVER = "never"
    """It cannot force a win at all."""


@dataclass(frozen=True)
class Proof:
    """What is proven of one side's chances to force a win in a position, and what that took."""

    attacker: Side
    verdict: Verdict
    turns: int
    """The attacker's own turns that the verdict speaks of, the one it is in included; with NEVER, those asked about."""
    nodes: int
    seconds: float

    def __str__(self) -> str:
        """Say it in words: ``x wins in 3``."""
        if self.verdict is Verdict.NEVER:
            return f"{self.attacker} never wins"
        words = "wins in" if self.verdict is Verdict.WINS else "cannot win within"
        return f"{self.attacker} {words} {self.turns}"


@dataclass
class Question:
    """Does the attacker win within that many turns of its own? Keeps count of what was spent on it so far."""

    position: Position
    attacker: Side
    turns: int
    nodes: int = 0
    seconds: float = 0.0


class Prover:
    """Answers questions about one position after the other; its table keeps what earlier ones have shown."""

    def __init__(self, table_bits: int = 20, table: TranspositionTable | None = None) -> None:
        """Make the solver, whose table takes ``16 << table_bits`` bytes if it does not use another's `table`."""
        self._tables = class_tables.load()
        self.solver = Solver(self._tables, groups.load(), table_bits, table)
        self.started: float | None = None
        """When the search that runs began, on `time.monotonic`; None while none does."""

    def work_on(self, question: Question, deadline: float = math.inf, nodes: int = NO_NODE_LIMIT) -> Proof | None:
        """Search until the answer is known, or None when a limit cuts it off; ask again to go on.

        `deadline` is a moment on `time.monotonic`. The position must not be finished.
        """
        started = time.monotonic()
        self.solver.set_position(*engine_position(question.position, self._tables))
        self.solver.begin(deadline, nodes)
        self.started = started
        try:
            bound = self.solver.bound(list(Side).index(question.attacker), question.turns)
        finally:
            self.started = None
            question.nodes += self.solver.nodes
            question.seconds += time.monotonic() - started
        return None if bound == CUT_OFF else _proof(question, bound)

    def deepen(
        self,
        position: Position,
        attacker: Side,
        most_turns: int,
        deadline: float = math.inf,
        nodes: int = NO_NODE_LIMIT,
    ) -> Iterator[Proof]:
        """Ask about 1, 2, 3 ... turns until a win or that there is none is proven, or a limit is reached.

        `nodes` limits all questions together.
        """
        turns, spent = 1, 0
        while turns <= most_turns and spent < nodes:
            question = Question(position, attacker, turns)
            proof = self.work_on(question, deadline, nodes - spent)
            if proof is None:
                return
            yield proof
            if proof.verdict is not Verdict.HELD:
                return
            turns = proof.turns + 1
            spent += proof.nodes

    def best_turn(self, position: Position) -> tuple[int, ...]:
        """Return the squares of the turn that the last answer, which was about this position, rests on.

        The attacker's wins; the defender's holds, or resists longest. Where every turn does alike it is any.
        """
        chosen: tuple[int, ...] = ()
        for change in changes(self.solver.best()):
            chosen += squares_for(position, change, self._tables)
        return _completed(position, chosen or _finishing_squares(position))

    def winning_turn(self, position: Position, attacker: Side, turns: int) -> tuple[int, ...]:
        """Return the squares of the attacker's turn towards its shortest win within `turns`; none if there is none."""
        return self.best_turn(position) if self._shortest_win(position, attacker, turns, math.inf) else ()

    def line(self, position: Position, attacker: Side, turns: int, deadline: float = math.inf) -> tuple[int, ...]:
        """Play a win within `turns` out, the defender resisting longest; what the deadline cuts off is left out."""
        line: tuple[int, ...] = ()
        while not position.result and time.monotonic() < deadline:
            proof = self._shortest_win(position, attacker, turns, deadline)
            if proof is None:
                break
            turns = proof.turns
            for square in self.best_turn(position):
                line += (square,)
                position = position.play(square)
        return line

    def _shortest_win(self, position: Position, attacker: Side, turns: int, deadline: float) -> Proof | None:
        proofs = self.deepen(position, attacker, turns, deadline)
        return next((proof for proof in proofs if proof.verdict is Verdict.WINS), None)


def most_turns(position: Position, side: Side) -> int:
    """Return how many turns of its own a side can have yet when nobody forfeits a placement."""
    rest = position.open_squares.bit_count() - position.left
    turns = 1 + (rest + 1) // 2
    return (turns + 1) // 2 if side is position.side else turns // 2


def _proof(question: Question, bound: int) -> Proof:
    if bound > 0:
        verdict = Verdict.WINS
    elif -bound >= min(NEVER, most_turns(question.position, question.attacker)):
        verdict = Verdict.NEVER
    else:
        verdict = Verdict.HELD
    turns = question.turns if bound == -NEVER else abs(bound)
    return Proof(question.attacker, verdict, turns, question.nodes, question.seconds)


def _completed(position: Position, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Fill a turn up with the lowest open squares, as long as the game goes on."""
    left = position.left
    for square in chosen:
        position = position.play(square)
    while len(chosen) < left and not position.result:
        chosen = (*chosen, position.legal_placements()[0])
        position = position.play(chosen[-1])
    return chosen


def _finishing_squares(position: Position) -> tuple[int, ...]:
    """Return the squares that finish the side to move's cheapest big line within the turn; none if that takes more."""
    lines = zip(line_costs(position, position.side), LITTLE_LINES, strict=True)
    affordable = [(cost, line) for cost, line in lines if cost and cost <= position.left]
    if not affordable:
        return ()
    boards = squares(min(affordable)[1])
    return tuple(square for board in boards for square in _owning_squares(position, board))


def _owning_squares(position: Position, board: int) -> tuple[int, ...]:
    """Return the fewest squares that own a little board for the side to move; none if it owns it already."""
    own, other = position.marks(position.side) >> 9 * board, position.marks(position.side.other) >> 9 * board
    if little_costs(position, position.side)[board] == 0:
        return ()
    missing = [line & ~own for line in LITTLE_LINES if not line & other]
    return tuple(9 * board + square for square in squares(min(missing, key=int.bit_count)))


class Inquiry:
    """Asks about both sides in turn, or about one, each time with a turn more: the first win proven ends it."""

    def __init__(self, position: Position, attackers: Sequence[Side], turns_limit: int | None = None) -> None:
        """`turns_limit` is the most turns of its own that a side is asked about."""
        self.position = position
        self.proofs: list[Proof] = []
        self._attackers = sorted(attackers, key=lambda side: side is not position.side)
        self._turns_limit = turns_limit

    def add(self, proof: Proof) -> None:
        """Take an answer in."""
        self.proofs.append(proof)

    def latest(self, side: Side) -> Proof | None:
        """Return what was proven last of a side's chances."""
        return next((proof for proof in reversed(self.proofs) if proof.attacker is side), None)

    @property
    def win(self) -> Proof | None:
        """The proof of a win, if there is one."""
        return next((proof for proof in self.proofs if proof.verdict is Verdict.WINS), None)

    @property
    def value(self) -> Result | None:
        """The position's value, None as long as it is not known."""
        if self.win:
            return Result.win(self.win.attacker)
        latest = [self.latest(side) for side in Side]
        return Result.DRAW if all(proof and proof.verdict is Verdict.NEVER for proof in latest) else None

    def _repr_html_(self) -> str:
        """Return for a notebook the position, its value as far as it is known, and all that is proven."""
        from sttt import markup  # noqa: PLC0415 - a bot, which must start fast, shows nothing

        value = self.win or ("a draw" if self.value else "not settled")
        rows = [(str(proof), f"{proof.nodes:,}", f"{proof.seconds:.3f}") for proof in self.proofs]
        sheet = markup.Sheet(f"Value: {value}", ("proven", "nodes", "seconds"), rows)
        return markup.beside(self.position._repr_svg_() or "", sheet._repr_html_())

    def next_question(self) -> Question | None:
        """Return the question about the fewest turns that is not answered yet; None when there is nothing to ask."""
        open_questions = [(self._turns_to_ask(side), side) for side in self._attackers if self._is_open(side)]
        if self.win or not open_questions:
            return None
        turns, side = min(open_questions, key=lambda question: question[0])
        return Question(self.position, side, turns)

    def _turns_to_ask(self, side: Side) -> int:
        latest = self.latest(side)
        return latest.turns + 1 if latest else 1

    def _is_open(self, side: Side) -> bool:
        latest = self.latest(side)
        if latest and latest.verdict is Verdict.NEVER:
            return False
        most = max(1, most_turns(self.position, side))
        return self._turns_to_ask(side) <= (most if self._turns_limit is None else min(most, self._turns_limit))

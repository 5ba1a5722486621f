"""The players of 4x4x4 tic-tac-toe: a beginner, and one of threats, book and proofs, then alpha-beta.

The latter goes through these in order:

1. A win by threats is played out.
2. A three of the opponent's is blocked.
3. As R it follows its winning book: from the empty cube it wins against everything.
4. Proof-number search looks for a win of its own.
5. Moves that lose to the opponent's threats are left out, then those that its proofs refute the soonest.
6. Alpha-beta chooses among the others.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from strategies.human import strength_of
from strategies.qubic.defence import Defence, Proofs
from strategies.qubic.evaluation import learned
from sttt.games.game import Result, Side
from sttt.games.qubic.book.book import QubicBook, shipped_book, win_by_threats
from sttt.games.qubic.position import BITS, Position, squares, winning_squares
from sttt.games.qubic.search.engine import DECIDED_SCORE, NO_MOVE, WIN_SCORE, QubicEngine
from sttt.games.qubic.search.evaluation import HAND_MADE, QubicWeights
from sttt.games.qubic.search.threats import QubicThreats
from sttt.games.qubic.text import MARKS, format_turn
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players.budget import Budget
from sttt.players.player import Decision, Limits, Strategy
from sttt.strict_json import Json

DEFAULT_SECONDS = 2.0
"""Time per move when no limit says otherwise."""

MOST_SECONDS = 10.0
"""The most time per move, however much there is: nobody should have to wait longer."""

MOST_DEPTH = 64
"""Moves: the squares of the cube."""

THREAT_SHARE = 0.15
"""The share of time and nodes for threat searches of either side."""

PROOF_SHARE = 0.3
"""When the search for a proof of its own win has to end, as a share of the time and nodes."""

SAFE_SHARE = PROOF_SHARE + THREAT_SHARE
"""When the moves must have been found that do not lose to threats, as a share of the time."""

DEFENCE_SHARE = 0.85
"""When proofs of the opponent's wins have to end, as a share of the time; of the nodes they get the difference."""

SAFETY_LIMIT = 200_000
"""Nodes for one search whether a move leaves the opponent a win by threats: all moves are to have their turn."""

PROVER_NODE_BITS = 18


class BlocksPlayer:
    """Looks one move ahead; whatever that leaves open is random."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it needs no limits
        """Win, else block, else draw any empty square."""
        wins, blocks = (winning_squares(position, side) for side in (position.side, position.side.other))
        reason = "wins" if wins else "blocks" if blocks else "any square"
        return Decision((self._random.choice(wins or blocks or position.legal_placements()),), reason=reason)

    def close(self) -> None:
        """Nothing to let go of."""


class QubicPlayer:
    """Plays one game of either side."""

    def __init__(self, book: QubicBook | None, weights: QubicWeights, *, proves: bool) -> None:
        self._book = book
        self._engine = QubicEngine(weights=weights)
        self._proofs = Proofs(PROVER_NODE_BITS) if proves else None
        self._defence = Defence(PROVER_NODE_BITS) if proves else None

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose a square: by threats, block, book, proof or search, whichever speaks first."""
        budget = Budget.within(limits, DEFAULT_SECONDS, MOST_SECONDS)
        depth = MOST_DEPTH if limits.depth is None else max(1, limits.depth)
        if budget.nodes != NO_NODE_LIMIT or depth != MOST_DEPTH:
            self._forget()  # the decision has to be the same every time
        found = (
            self._win_by_threats(position, budget)
            or _block(position)
            or self._book_move(position)
            or self._proved_move(position, budget)
            or self._search(position, budget, depth, limits)
        )
        return replace(found, seconds=budget.spent)

    def close(self) -> None:
        """Nothing to let go of."""

    def _forget(self) -> None:
        self._engine.forget()
        if self._proofs:
            self._proofs.forget()
        if self._defence:
            self._defence.forget()

    def _win_by_threats(self, position: Position, budget: Budget) -> Decision | None:
        self._engine.begin(budget.deadline_of(THREAT_SHARE), budget.nodes_of(THREAT_SHARE))
        plan = win_by_threats(*_own_and_other(position), self._engine)
        if not plan:
            return None
        line = _played_out(position, plan)
        score = WIN_SCORE - len(line)
        reason = f"wins by threats with its move {(len(line) + 1) // 2}"
        return Decision(
            line[:1],
            reason,
            score,
            nodes=self._engine.nodes,
            pv=line,
            value=Result.win(position.side),
            distance=len(line),
        )

    def _book_move(self, position: Position) -> Decision | None:
        move = self._book.lookup(position) if self._book and position.side is Side.X else None
        return None if move is None else _winning(position, move, "book: wins")

    def _proved_move(self, position: Position, budget: Budget) -> Decision | None:
        """Look for a proof of a win."""
        if self._proofs is None:
            return None
        prover = self._proofs.of(position.side)
        own, other = _own_and_other(position)
        prover.begin(budget.deadline_of(PROOF_SHARE), budget.nodes_of(PROOF_SHARE) - self._engine.nodes)
        move = prover.winning_move(own, other) if prover.prove(own, other) else None
        return None if move is None else _winning(position, move, "proof: wins")

    def _search(self, position: Position, budget: Budget, most_depth: int, limits: Limits) -> Decision:
        """Deepen move by move over the moves that are the hardest to refute."""
        own, other = _own_and_other(position)
        spent = self._engine.nodes + (self._proofs.nodes if self._proofs else 0)
        allowed = self._safe_squares(position, budget)
        spent += self._engine.nodes
        if self._defence:
            nodes = budget.nodes_of(DEFENCE_SHARE - SAFE_SHARE)
            allowed = self._defence.hardest(position, allowed, budget.deadline_of(DEFENCE_SHARE), nodes)
            spent += self._defence.nodes
        self._engine.begin(budget.deadline, max(1, budget.nodes - spent))
        best, score, depth, proven = squares(allowed)[0], 0, 0, False
        for moves in range(1, min(most_depth, position.empty.bit_count()) + 1):
            found, move, finished = self._engine.search(own, other, allowed, moves)
            if move != NO_MOVE:
                best, score = move, found
            proven = abs(found) > DECIDED_SCORE and (finished or (move != NO_MOVE and found > 0))
            if not finished:
                break
            depth = moves
            if abs(found) > DECIDED_SCORE:
                break
            limits.tell(_searched(best, score, depth, spent + self._engine.nodes))
        decision = _searched(best, score, depth, spent + self._engine.nodes)
        if not proven:
            return decision
        if score > 0:
            return replace(decision, value=Result.win(position.side), distance=WIN_SCORE - score)
        return replace(decision, value=Result.win(position.side.other))  # a move left out may last longer

    def _safe_squares(self, position: Position, budget: Budget) -> int:
        """Return the empty squares after which the opponent is not seen to win by threats; all if there are none."""
        own, other = _own_and_other(position)
        self._engine.begin(budget.deadline_of(SAFE_SHARE), budget.nodes_of(THREAT_SHARE))
        safe = 0
        for square in position.legal_placements():
            if not win_by_threats(other, own | BITS[square], self._engine, SAFETY_LIMIT):
                safe |= BITS[square]
        return safe or position.empty


def _own_and_other(position: Position) -> tuple[int, int]:
    return position.marks(position.side), position.marks(position.side.other)


def _winning(position: Position, move: int, reason: str) -> Decision:
    """Return a move that is known to win, though not how soon."""
    return Decision((move,), reason, DECIDED_SCORE + 1, pv=(move,), value=Result.win(position.side))


def _block(position: Position) -> Decision | None:
    must = winning_squares(position, position.side.other)
    return Decision(must[:1], "blocks a three", pv=must[:1]) if must else None


def _searched(move: int, score: int, depth: int, nodes: int) -> Decision:
    return Decision((move,), _reason(score, depth), score, depth, nodes, pv=(move,))


def _played_out(position: Position, plan: tuple[int, ...]) -> tuple[int, ...]:
    """Return a win by threats as a line of play: the plan's moves, each answered, and the completion."""
    side, line = position.side, []
    for square in plan:
        position = position.play(square)
        line.append(square)
        if position.result:
            return tuple(line)
        line.append(winning_squares(position, side)[0])
        position = position.play(line[-1])
    return (*line, winning_squares(position, side)[0])


def _reason(score: int, depth: int) -> str:
    if abs(score) > DECIDED_SCORE:
        return f"search: {'wins' if score > 0 else 'loses'} within {WIN_SCORE - abs(score)} moves of both sides"
    return f"search: {depth} moves deep"


def analyze(position: Position, limits: Limits) -> Mapping[str, Json]:
    """Tell the value where it is proven, the player's move, both sides' threats and the static evaluation."""
    player = QubicPlayer(shipped_book(), HAND_MADE, proves=True)
    decision = None if position.result else player.choose(position, limits)
    value = decision.value if decision else position.result
    threats = QubicThreats()
    return {
        "to_move": None if position.result else MARKS[position.side],
        "value": None if value is None else _named(value),
        "best": format_turn(decision.turn) if decision else None,
        "reason": decision.reason if decision else "the game is over",
        "score": decision.score if decision else None,
        "line": [format_turn((square,)) for square in decision.pv] if decision else [],
        "threats": {MARKS[side]: _threats(position, side, threats) for side in Side},
        "evaluation": QubicEngine(0, 0).evaluation(*_own_and_other(position)),
    }


def _named(value: Result) -> str:
    return f"{MARKS[value.winner]} wins" if value.winner else "draw"


def _threats(position: Position, side: Side, threats: QubicThreats) -> list[str]:
    """Return the win by threats that `side` would have were it to move; none where the game is over."""
    if position.result:
        return []
    found = win_by_threats(position.marks(side), position.marks(side.other), threats)
    return [format_turn((square,)) for square in found]


STRATEGY = Strategy(
    "qubic",
    "4x4x4: winning book, threat and proof search, alpha-beta; as first player it always wins",
    "qubic",
    lambda _seed: QubicPlayer(shipped_book(), HAND_MADE, proves=True),
    analyze,
    strength=strength_of("qubic", "qubic"),
)

ALPHA_BETA = Strategy(
    "qubic-alpha-beta",
    "4x4x4: threat search and alpha-beta, without book and proofs",
    "qubic",
    lambda _seed: QubicPlayer(None, HAND_MADE, proves=False),
)

LEARNED_ALPHA_BETA = Strategy(
    "qubic-alpha-beta-learned",
    "4x4x4: threat search and alpha-beta with the learned evaluation, without book and proofs",
    "qubic",
    lambda _seed: QubicPlayer(None, learned(), proves=False),
)

BLOCKS = Strategy(
    "qubic-blocks",
    "4x4x4: wins and blocks, else any square",
    "qubic",
    BlocksPlayer,
)

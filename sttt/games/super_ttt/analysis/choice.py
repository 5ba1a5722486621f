"""Which turns proofs leave to choose from, and why."""

from collections.abc import Callable
from dataclasses import dataclass

from sttt.games.super_ttt.analysis.deepening import Iteration
from sttt.games.super_ttt.analysis.turn_proofs import Bounds, TurnProofs
from sttt.games.super_ttt.analysis.turn_prover import TurnProver
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.board import NEVER
from sttt.games.super_ttt.search.engine import WIN_SCORE


@dataclass(frozen=True)
class Choice:
    """The turns (the engine's) that proofs leave to choose from; none if they say nothing about any."""

    turns: frozenset[int]
    why: str = ""
    """What was proven, in words; empty if nothing decisive was."""
    score: int | None = None
    """The outcome that is proven, in the engine's unit."""
    excluded: frozenset[int] = frozenset()
    """The turns that proofs speak against, as long as no outcome is settled by one turn."""

    def only(self) -> Iteration | None:
        """Return the turn as a search's result, if the outcome is proven and nothing is left to choose."""
        if self.score is None or len(self.turns) != 1:
            return None
        return Iteration(WIN_SCORE - abs(self.score) if self.score else 1, self.score, min(self.turns))


def proven_choice(position: Position, proofs: TurnProofs, prover: TurnProver, most_turns: int) -> Choice:
    """Narrow the turns down to the best ones by proof; counting replies goes on until the prover's limits."""
    if proofs.wins_in:
        score = WIN_SCORE + 1 - 2 * proofs.wins_in
        return Choice(frozenset([proofs.winning]), f"wins with its turn {proofs.wins_in}", score)
    if proofs.is_lost:
        return _longest_resistance(position, proofs, prover)
    if proofs.is_drawn:
        return _best_trap(position, proofs, prover, most_turns)
    return Choice(frozenset(proofs.bounds) - proofs.losing, excluded=proofs.losing)


def _longest_resistance(position: Position, proofs: TurnProofs, prover: TurnProver) -> Choice:
    """Return the turns of a lost position that last longest and leave the opponent the fewest ways to win in time."""
    within = proofs.longest
    turns = frozenset(turn for turn, bound in proofs.bounds.items() if bound == within)
    why = f"loses to turn {within} from now"
    if len(turns) > 1:
        turns, ways = _fewest(turns, prover.replies(position, turns, position.side.other, within), _winning)
        why += f", to {ways} replies" if ways else ""
    return Choice(turns, why, 2 * within - WIN_SCORE, frozenset(proofs.bounds) - turns)


def _best_trap(position: Position, proofs: TurnProofs, prover: TurnProver, most_turns: int) -> Choice:
    """Return the holding turns of a draw that leave the opponent the fewest replies that hold as well."""
    turns, why = proofs.safe, "a draw"
    for within in range(2, most_turns + 1):
        replies = prover.replies(position, proofs.safe, position.side, within)
        if len(replies) < len(proofs.safe):
            break
        turns, left = _fewest(proofs.safe, replies, _holding)
        why = f"a draw, {left} replies hold {within} turns"
        if all(_is_settled(bounds) for bounds in replies.values()):
            break
    return Choice(turns, why, 0, frozenset(proofs.bounds) - turns)


def _fewest(
    turns: frozenset[int], replies: dict[int, Bounds], count: Callable[[Bounds], int]
) -> tuple[frozenset[int], int]:
    """Return the turns with the fewest replies of a kind, of those counted, and how many; all turns if none are."""
    counts = {turn: count(bounds) for turn, bounds in replies.items()}
    fewest = min(counts.values(), default=0)
    return frozenset(turn for turn, many in counts.items() if many == fewest) or turns, fewest


def _winning(bounds: Bounds) -> int:
    return sum(bound > 0 for bound in bounds.values())


def _holding(bounds: Bounds) -> int:
    return sum(bound < 0 for bound in bounds.values())


def _is_settled(bounds: Bounds) -> bool:
    return all(bound > 0 or bound == -NEVER for bound in bounds.values())

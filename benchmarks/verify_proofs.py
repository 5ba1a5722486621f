"""Check the solver's proofs by means that share nothing with it.

    python benchmarks/verify_proofs.py --positions 2000 --seed 1

Of the positions, nine in ten have 8 to 16 open squares and are asked about until the answer is final: each answer is
compared with a search on plain squares that leaves nothing out. The tenth has 20 to 45 open squares and is asked about
up to 4 turns; what is said not to be won within 2 is searched on plain squares too. Every claimed win is replayed
against every turn that the rules allow the other side. The exit status is 0 only if nothing was wrong.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.endings import filled_position, late_position
from support.plain_solver import PlainSolver, wins_within

from sttt.errors import RefutedClaimError
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Proof, most_turns
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position
from sttt.kernel.builds import build_name
from sttt.search.verify import Replayed, verify_win

FEW, MANY = (8, 16), (20, 45)
"""Open squares, from and to, of the positions."""

TURNS_WITH_MANY = 4
PLAIN_TURNS_WITH_MANY = 2
TABLE_BITS = 18


class Check:
    """Asks the solver, checks what it says, and counts."""

    def __init__(self) -> None:
        self.claims: Counter[str] = Counter()
        self.replayed = Replayed()
        self.open_squares: list[int] = []
        self.nodes = 0
        self.zone_cuts = 0
        self.plain_positions = 0
        self.wrong: list[str] = []
        self._prover = Prover(TABLE_BITS)

    def few(self, position: Position) -> None:
        """Compare every answer with the search on plain squares."""
        for side in Side:
            plain = PlainSolver()
            last = 0
            for proof in self._proofs(position, side, most_turns(position, side)):
                self._compare(position, proof, plain, last)
                last = proof.turns
            self.plain_positions += plain.positions

    def many(self, position: Position) -> None:
        """Replay wins; compare what is left out within few turns."""
        for side in Side:
            plain = PlainSolver()
            for proof in self._proofs(position, side, TURNS_WITH_MANY):
                if not proof.claim.wins:
                    turns = min(proof.turns, PLAIN_TURNS_WITH_MANY)
                    self._expect(not wins_within(position, side, turns, plain), position, proof)
                    self.claims[f"not within {turns}, many open"] += 1
            self.plain_positions += plain.positions

    def _proofs(self, position: Position, side: Side, most: int) -> list[Proof]:
        self.open_squares.append(position.open_squares.bit_count())
        proofs = []
        for proof in self._prover.deepen(position, side, most):
            proofs.append(proof)
            self.nodes += proof.nodes
            self.zone_cuts += self._prover.solver.zone_cuts
        if proofs and proofs[-1].claim.wins:
            self._replay(position, proofs[-1])
        return proofs

    def _compare(self, position: Position, proof: Proof, plain: PlainSolver, held: int) -> None:
        side, turns = proof.attacker, proof.turns
        if proof.claim.wins:
            right = wins_within(position, side, turns, plain) and not wins_within(position, side, held, plain)
        elif proof.claim.is_bounded:
            right = not wins_within(position, side, turns, plain)
        else:
            right = not wins_within(position, side, most_turns(position, side), plain)
        self._expect(right, position, proof)
        self.claims[f"{proof.verdict} {turns}, few open" if proof.claim.is_bounded else proof.verdict] += 1

    def _replay(self, position: Position, proof: Proof) -> None:
        side = proof.attacker

        def claimant(at: Position, turns: int) -> tuple[int, ...]:
            return self._prover.winning_turn(at, side, turns)

        try:
            verify_win(position, side, proof.turns, claimant, self.replayed)
        except RefutedClaimError as error:
            self.wrong.append(f"{format_position(position)} {proof}: {error}")
        size = "many" if position.open_squares.bit_count() >= MANY[0] else "few"
        self.claims[f"win in {proof.turns} replayed, {size} open"] += 1

    def _expect(self, right: bool, position: Position, proof: Proof) -> None:  # noqa: FBT001 - what is checked
        if not right:
            self.wrong.append(f"{format_position(position)} {proof}: not so on plain squares")


def main() -> None:
    """Run and print; exit with 1 if anything was wrong."""
    options = _options()
    started = time.monotonic()
    check = Check()
    for index in range(options.positions):
        seed = 1_000_000 * options.seed + index
        make = late_position if index % 2 else filled_position
        if index % 10 == 9:
            check.many(make(seed, *MANY))
        else:
            check.few(make(seed, *FEW))
    squares = check.open_squares
    print(f"{options.positions} positions, seed {options.seed}, {build_name()} build")
    print(f"open squares: {min(squares)} to {max(squares)}, mean {sum(squares) / len(squares):.1f}")
    for claim, count in sorted(check.claims.items()):
        print(f"{claim:32} {count:>8,}")
    print(f"solver: {check.nodes:,} nodes, {check.zone_cuts:,} turns left out by zones")
    print(
        f"replayed: {check.replayed.positions:,} positions of the winner, {check.replayed.replies:,} turns against it"
    )
    print(f"plain squares: {check.plain_positions:,} positions")
    for line in check.wrong:
        print(f"WRONG {line}")
    print(f"{len(check.wrong)} wrong, {time.monotonic() - started:.0f} s")
    sys.exit(bool(check.wrong))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()

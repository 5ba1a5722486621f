"""Change a certificate in thousands of ways, and see whether the checker accepts a change that makes a line false.

    python benchmarks/forge_certificates.py docs/certificates/15+25.xz [--changes 2000] [--seed 1]

Each change is one of: another reply; a line left out; a search with fewer nodes, or in place of a reply; a mark more,
less or of the other side in a line's position. Checked is what rests on the change: the line itself, or one that needs
the line left out. What is refused must be so with its place. Of what is accepted the exact solver, which shares
nothing with the checker, is asked whether the line is true; "unknown" counts where its nodes do not decide. Ends with
status 1 if a false line was accepted.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.certificate.check import Checker, parse_line
from sttt.games.super_ttt.certificate.file import read_certificate
from sttt.games.super_ttt.certificate.line import Kind, Line, reply, search
from sttt.games.super_ttt.certificate.squares import play, play_marks, read_position
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_turn

SOLVER_NODES = 1_000_000
TABLE_BITS = 22
MOST_TURNS = 20
LEFT_OUT = -1
"""Turns that a line speaks of which is none."""


class Forger:
    """One certificate of "X never wins", and what becomes of it."""

    def __init__(self, path: Path, seed: int, table_bits: int = TABLE_BITS) -> None:
        """Read and list the lines."""
        file = read_certificate(path)
        self.claim = file.header.claim
        self.lines = [parse_line(text, self.claim) for text in file.lines()]
        self.random = Random(seed)
        self.checker = Checker()
        self.checker.begin(self.claim, file.header.nodes, self.lines)
        self._prover = Prover(table_bits)

    def change(self) -> tuple[str, str]:
        """Make one change, and say which and what became of it."""
        line = self.random.choice(self.lines)
        changes = [self._position_changed, self._search_shortened]
        if line.kind is Kind.REPLY:
            changes += [self._reply_changed] * 2 + [self._line_left_out] * 2
        made: Callable[[Line], str] = self.random.choice(changes)
        return made.__name__.strip("_").replace("_", " "), made(line)

    def _reply_changed(self, line: Line) -> str:
        open_squares = read_position(line.position).legal_placements()
        turn = tuple(sorted(self.random.sample(open_squares, 2)))
        return self._judged(Line(line.position, reply(turn)))

    def _search_shortened(self, line: Line) -> str:
        """Claim what the certificate shows by another line, so that it cannot be false."""
        changed = Line(line.position, search(self.random.choice([1, 10, 100, 1000])))
        return "refused" if self._refusal(changed) else "accepted, true"

    def _line_left_out(self, line: Line) -> str:
        """Leave one of the lines out that a reply rests on: what still stands without it is true without it."""
        after = play(read_position(line.position), parse_turn(line.evidence.partition(" ")[2]))
        turns = [] if after.result else self.checker.turns(after)
        listed = [key for turn in turns if (key := self.checker.key(play_marks(after, turn))) in self.checker.listed]
        if not listed:
            return "rests on none"
        key = self.random.choice(listed)
        turns_of_key = self.checker.listed[key]
        self.checker.list_position(key, LEFT_OUT)
        refused = self._refusal(line)
        self.checker.list_position(key, turns_of_key)
        return "refused" if refused else "accepted, true"

    def _position_changed(self, line: Line) -> str:
        text = line.position
        at = self.random.choice([place for place in range(89) if text[place] != "/"])
        mark = self.random.choice("xo.".replace(text[at], ""))
        return self._judged(Line(f"{text[:at]}{mark}{text[at + 1 :]}", line.evidence))

    def _refusal(self, line: Line) -> str | None:
        return self.checker.check_line(line)

    def _judged(self, line: Line) -> str:
        if self._refusal(line):
            return "refused"
        position = read_position(line.position)
        if line.kind is Kind.REPLY:
            position = play(position, parse_turn(line.evidence.partition(" ")[2]))
        return f"accepted, {self._truth(position)}"

    def _truth(self, position: Position) -> str:
        if position.result:
            return "false" if position.result.winner is Side.X else "true"
        for turns in (2, 3, 4, 5, 6, MOST_TURNS):
            proof = self._prover.work_on(Question(position, Side.X, turns), math.inf, SOLVER_NODES)
            if proof is None:
                return "unknown"
            if proof.claim.is_final:
                return "false" if proof.claim.wins else "true"
        return "unknown"


def main() -> None:
    """Change, check and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("certificate", type=Path)
    parser.add_argument("--changes", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    forger = Forger(arguments.certificate, arguments.seed)
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(arguments.changes):
        counts[forger.change()] += 1
    for (name, outcome), count in sorted(counts.items()):
        print(f"{name:20} {outcome:18} {count:6,}")
    sys.exit(any(outcome == "accepted, false" for _, outcome in counts))


if __name__ == "__main__":
    main()

"""Make the positions on which it is measured whether a player keeps the value, and prove that value.

    nice python benchmarks/make_keeps_value_positions.py --count 200 --after 4 5 --nodes 4000000

Noisy games are played as for `decide_positions.txt`, others than those. A position after 2, 3, 4 or 5 turns is taken if
the exact solver proves within a limit of nodes that the side to move wins, or that nobody ever does, and that one of
its turns errs. Positions are added to `benchmarks/keeps_value_positions.txt`, a line each, as they are found; the same
command goes on where it was stopped. Positions that take more than the limit are left out: the set is easier than all
that such games lead to. Another `--seed` makes another set, which no player was made with, in another `--file`.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from make_decide_positions import noisy_game

from sttt.games.claim import EVER
from sttt.games.game import Result, Side
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.book.book import canonical
from sttt.games.super_ttt.classes import groups
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import NONE, ClassView
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.solver import CUT_OFF, Solver
from sttt.games.super_ttt.text import format_turn, parse_position

POSITIONS = Path(__file__).with_name("keeps_value_positions.txt")
HEADER = (
    "# benchmarks/make_keeps_value_positions.py: turns played, game, position, outcome for the side to move, solver "
    "nodes to prove it, a turn that keeps it, turns proven to err; proven by the exact solver\n"
)
SEED = "keeps value"

ASKED = (1, 2, 3, 4, 5, 6, 20)
"""Within how many turns a side is asked to win. After the first turn 20 is ever."""

SLIPS_WITHIN = (4, 5, 6)
"""Turns that err are looked for this many turns ahead, further only while none is found."""

SPOILING_NODES = 20_000
"""How many nodes each turn gets when one is looked for that spoils a win."""


@dataclass(frozen=True)
class Known:
    """A position and what is proven of it."""

    turns_before: int
    game: int
    position: Position
    outcome: str
    """For the side to move: ``win`` or ``draw``."""
    nodes: int
    keeping: str
    """A turn that keeps the outcome."""
    erring: tuple[str, ...]
    """Turns that are proven to err: all that lose soon, or the first one found that spoils a win."""

    def format(self) -> str:
        """Write the line of the file."""
        position = GAME.format_position(self.position)
        erring = ",".join(self.erring)
        return f"{self.turns_before} {self.game} {position} {self.outcome} {self.nodes} {self.keeping} {erring}"

    @classmethod
    def parse(cls, line: str) -> "Known":
        """Read a line of the file."""
        before, game, position, outcome, nodes, keeping, erring = line.split(" ")
        facts = (outcome, int(nodes), keeping, tuple(erring.split(",")))
        return cls(int(before), int(game), parse_position(position), *facts)


def read_known(file: Path = POSITIONS) -> list[Known]:
    """Return the stored positions."""
    if not file.exists():
        return []
    return [Known.parse(line) for line in file.read_text(encoding="ascii").splitlines()[1:]]


class ValueProver:
    """Proves what positions are worth, and that turns keep or spoil it."""

    def __init__(self, table_bits: int = 22) -> None:
        """Lay out a table of ``16 << table_bits`` bytes."""
        self._solver = Solver(load(), groups.load(), table_bits)

    def holds(self, position: Position, against: Side, nodes: int) -> bool | None:
        """Say whether a side can never force a win; None if the nodes do not suffice."""
        if position.result:
            return position.result is not Result.win(against)
        self._stand_at(position)
        bound = self._deepen((list(Side).index(against),), nodes)
        return None if bound == CUT_OFF else bound < 0

    def wins(self, position: Position, side: Side, nodes: int) -> bool | None:
        """Say whether a side can force a win; None if the nodes do not suffice."""
        held = self.holds(position, side, nodes)
        return None if held is None else not held

    def known(self, turns_before: int, game: int, position: Position, nodes: int) -> Known | None:
        """Prove what can be proven with that many nodes; None if that does not make a line of the file."""
        side = list(Side).index(position.side)
        self._stand_at(position)
        bound = self._deepen((side, 1 - side), nodes)
        if bound == CUT_OFF or (bound > 0 and self._winner != side):
            return None
        spent, keeping = self._spent, self._keeping(position)
        if bound == 1:
            return None
        outcome = "win" if bound > 0 else "draw"
        erring = self._spoiling(position) if bound > 0 else self._losing(position, nodes)
        return Known(turns_before, game, position, outcome, spent, keeping, erring) if erring else None

    def _spoiling(self, position: Position) -> tuple[str, ...]:
        """Return the first turn found after which the side to move is proven never to win, none if none is found."""
        view = ClassView(position)
        for turn in self._solver.root_turns():
            view.set_up_after(turn, self._solver)
            self._solver.begin(math.inf, SPOILING_NODES)
            if self._solver.bound(view.side, ASKED[-1]) == -EVER:
                return (self._text(position, turn),)
        return ()

    def _losing(self, position: Position, nodes: int) -> tuple[str, ...]:
        """Return turns that the opponent is proven to win after, the limit holding for each look further ahead."""
        for within in SLIPS_WITHIN:
            self._solver.begin(math.inf, nodes)
            bounds = self._solver.root_bounds(1 - list(Side).index(position.side), within)
            erring = tuple(self._text(position, turn) for turn, bound in bounds if bound > 0)
            if erring:
                return erring
        return ()

    def _deepen(self, attackers: tuple[int, ...], nodes: int) -> int:
        """Return the bound of a side that wins, `-EVER` if none of these ever does, or `CUT_OFF`."""
        bounds = dict.fromkeys(attackers, 0)
        self._spent = 0
        self._best = NONE
        for turns in ASKED:
            for attacker in attackers:
                if bounds[attacker] <= -turns:
                    continue
                self._solver.begin(math.inf, nodes - self._spent)
                bounds[attacker] = self._solver.bound(attacker, turns)
                self._spent += self._solver.nodes
                if bounds[attacker] == CUT_OFF:
                    return CUT_OFF
                self._best = self._solver.best() if attacker == attackers[-1] or bounds[attacker] > 0 else self._best
                self._winner = attacker
                if bounds[attacker] > 0:
                    return bounds[attacker]
        return -EVER

    def _keeping(self, position: Position) -> str:
        return self._text(position, self._best)

    def _text(self, position: Position, turn: int) -> str:
        return format_turn(rules.completed(position, ClassView(position).squares(turn)))

    def _stand_at(self, position: Position) -> None:
        self._solver.forget()
        ClassView(position).set_up(self._solver)


def main() -> None:
    """Add positions to the file until there are as many as wanted."""
    options = _options()
    known = read_known(options.file)
    have = Counter(one.turns_before for one in known)
    seen = {(one.turns_before, canonical(one.position, load()).key) for one in known}
    first = max((one.game for one in known), default=-1) + 1
    with options.file.open("a", encoding="ascii") as file:
        if not known:
            file.write(HEADER)
        for one in _found(options, first, have, seen):
            have[one.turns_before] += 1
            file.write(one.format() + "\n")
            file.flush()
            print(", ".join(f"after {turns}: {have[turns]}" for turns in options.after), file=sys.stderr)


def _found(options: argparse.Namespace, first: int, have: Counter[int], seen: set[tuple[int, str]]) -> Iterator[Known]:
    """Yield positions of game after game while some are wanted."""
    prover = ValueProver()
    for game in count(first):
        wanted = [turns for turns in options.after if have[turns] < options.count]
        if not wanted:
            return
        positions = noisy_game(Random(f"{options.seed} {game}"), max(wanted))
        for turns in wanted:
            if len(positions) <= turns or positions[turns].result:
                continue
            key = (turns, canonical(positions[turns], load()).key)
            if key in seen:
                continue
            seen.add(key)
            found = prover.known(turns, game, positions[turns], options.nodes)
            if found:
                yield found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="positions wanted after each number of turns")
    parser.add_argument("--after", type=int, nargs="+", default=[4, 5], help="turns played so far")
    parser.add_argument("--nodes", type=int, default=4_000_000, help="solver nodes a position")
    parser.add_argument("--seed", default=SEED, help="of the games")
    parser.add_argument("--file", type=Path, default=POSITIONS)
    return parser.parse_args()


if __name__ == "__main__":
    main()

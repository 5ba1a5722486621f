"""Ask of each first turn of X how hard it is to hold for O, and write what X's book needs to know of that.

    nice python benchmarks/first_turn_traps.py --output traps.jsonl
    python benchmarks/first_turn_traps.py --output traps.jsonl --book > sttt/games/super_ttt/book/trap_book.txt

For each of X's first turns up to symmetry, and for value searches of 1,400, 14,000 and 140,000 nodes: how many of
`--draws` replies, chosen in a big board turned at random, are proven to lose (asked within 2, 3 ... 8 turns with
`--nodes` each); and X's turn that wins against each of those. With `--folder`, the work files of `sttt settle` there
say what the solver does not find. A line a first turn; a run that was broken off goes on with the same command.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from strategies.super_ttt.yardsticks import BudgetPlayer
from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.book.book import Book, BookEntry, canonical
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.engine import WIN_SCORE
from sttt.games.super_ttt.text import format_turn, parse_squares, parse_turn
from sttt.players.player import Limits
from sttt.workshop.books.super_ttt import tables_fingerprint
from sttt.workshop.settle.findings import Finding
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.first_turn_task import known_in
from sttt.workshop.settle.judge import MOST_TURNS as ALL_TURNS
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, X

SEARCHES = (1_400, 14_000, 140_000)
MOST_TURNS = 8

Win = tuple[str, int]
"""X's turn, and within how many turns of X's it wins."""

Measured = dict[str, Any]
"""`first`, how many `draws` of each search, how many of all are `lost`, and the `wins`: reply, turn, turns to go."""


def main() -> None:
    """Measure those first turns that the file does not have, or write the book."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("first_turn_traps.jsonl"))
    parser.add_argument("--nodes", type=int, default=3_000_000, help="of the solver, a question")
    parser.add_argument("--draws", type=int, default=8, help="replies of each search")
    parser.add_argument("--folder", type=Path, help="with work files of `sttt settle`")
    parser.add_argument("--book", action="store_true", help="write the book from the file")
    options = parser.parse_args()
    done = [json.loads(line) for line in options.output.open()] if options.output.exists() else []
    if options.book:
        sys.stdout.write(book_of(done).dumps())
        return
    judge = Judge(4)
    settled = Settled(judge, known_in(options.folder) if options.folder else {})
    with options.output.open("a", encoding="ascii") as output:
        for first in first_turns(judge):
            if first.name not in {one["first"] for one in done}:
                measured = measure(first.name, options.nodes, options.draws, settled)
                print(json.dumps(measured), file=output, flush=True)
                print(measured, flush=True)


class Settled:
    """What work files know of positions with X to move."""

    def __init__(self, judge: Judge, known: Mapping[int, Finding]) -> None:
        self._judge = judge
        self._known = known

    def is_held(self, position: Position) -> bool:
        """Say whether X is known never to win."""
        return self._is(self._judge.key(position), X_NEVER_WINS)

    def win(self, position: Position) -> Win | None:
        """Return X's turn that leads to a position known to be won, if there is one."""
        classes = self._judge.classes(position)
        for key, _ in self._judge.branches.of(classes, X) or ():
            turn = ClassView(position).turn_to(key, self._judge.branches) if self._is(key, X_WINS) else None
            if turn:
                return format_turn(turn), ALL_TURNS
        return None

    def _is(self, key: int, claim: Claim) -> bool:
        finding = self._known.get(key)
        return finding is not None and finding.claim == claim


def measure(first: str, nodes: int, draws: int, settled: Settled) -> Measured:
    """Return how many of the replies that searches choose are proven to lose, and how."""
    position = enter_turn(Position(), parse_turn(first))[0]
    prover = Prover()
    known: dict[str, tuple[str, str, int] | None] = {}
    lost = {}
    for budget in SEARCHES:
        lost[str(budget)] = 0
        for seed in range(draws):
            turn = BudgetPlayer(budget, seed).choose(position, Limits()).turn
            after = enter_turn(position, turn)[0]
            key = canonical(after, load()).key
            if key not in known:
                win = find_win(prover, settled, after, nodes)
                known[key] = (format_turn(turn), *win) if win else None
            lost[str(budget)] += known[key] is not None
    return {"first": first, "draws": draws, "lost": lost, "wins": [one for one in known.values() if one]}


def find_win(prover: Prover, settled: Settled, position: Position, nodes: int) -> Win | None:
    """Return how X, to move, wins, if it is known or can be proven."""
    if settled.is_held(position):
        return None
    for within in range(2, MOST_TURNS + 1):
        proof = prover.work_on(Question(position, Side.X, within), nodes=nodes)
        if proof is None or not proof.claim.is_bounded:
            break
        if proof.claim.wins:
            return format_turn(prover.best_turn(position)), proof.turns
    return settled.win(position)


def book_of(measured: list[Measured]) -> Book:
    """Return X's winning turns by position, and the share of replies that lost by first turn."""
    lost = {one["first"]: sum(one["lost"].values()) / (len(SEARCHES) * one["draws"]) for one in measured}
    book = Book(
        load(), {"tables": tables_fingerprint(), "lost": {first: round(share, 2) for first, share in lost.items()}}
    )
    for one in measured:
        start = enter_turn(Position(), parse_turn(one["first"]))[0]
        for reply, turn, turns in one["wins"]:
            position = start.play_all(parse_squares(reply))
            changes = canonical(position, load()).board_turns(parse_squares(turn))
            book.add(position, BookEntry(changes, 2, WIN_SCORE + 1 - 2 * turns, 0, 0))
    return book


if __name__ == "__main__":
    main()

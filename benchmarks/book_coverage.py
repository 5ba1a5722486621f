"""Count who answers X's first, second and third turns as O: the book by a proof, or the exact solver in few nodes.

    python benchmarks/book_coverage.py --nodes 100000
    python benchmarks/book_coverage.py --dominated --turns 2

Goes by the book from the true start: every undominated first turn of X's, its reply, every undominated second turn,
and so on. Positions that are the same for play count once. Where the book has no proven reply, the solver is asked with
an empty table whether X ever wins; after a position that it answers nothing more is looked at, since its proof covers
that. `open` is what `--nodes` nodes do not decide.
"""

import argparse
import time
from collections.abc import Iterable
from contextlib import closing
from functools import cache, partial

from sttt.cli.output.tables import with_progress
from sttt.execution.executor import LocalExecutor, cores
from sttt.games.claim import EVER
from sttt.games.super_ttt.book.book import shipped_book
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import format_position
from sttt.workshop.books.super_ttt_search import BookPosition, replies
from sttt.workshop.settle.judge import X_NEVER_WINS, Judge, O

TABLE_BITS = 20


def main() -> None:
    """Print what is counted, and the positions that are open."""
    options = _options()
    for position in open_positions(options.nodes, options.turns, options.jobs, dominated=options.dominated):
        print(f"  open: {format_position(position)}", flush=True)


def open_positions(most: int, turns: int, jobs: int, *, dominated: bool = False) -> list[Position]:
    """Print a line for each turn of X's, and return the positions that neither the book nor the solver decides."""
    after, undecided = [Position()], []
    for turn in range(1, turns + 1):
        started = time.monotonic()
        met = [one.position for one in _after(after) if dominated or not one.dominated]
        known = {position: _reply(position) for position in met}
        left = [position for position, reply in known.items() if not reply]
        with closing(LocalExecutor(jobs).execute(partial(nodes_to_hold, most=most), left)) as answers:
            nodes = dict(with_progress(answers, len(left), "positions"))
        open_ones = [left[index] for index, spent in nodes.items() if not spent]
        print(
            f"turn {turn}: {len(met):,} positions, {len(met) - len(left):,} in the book,"
            f" {len(left) - len(open_ones):,} by the solver within {max(nodes.values(), default=0):,} nodes,"
            f" {len(open_ones)} open; {time.monotonic() - started:.0f} s",
            flush=True,
        )
        undecided += open_ones
        after = [enter_turn(position, reply)[0] for position, reply in known.items() if reply]
    return undecided


def _after(positions: Iterable[Position]) -> list[BookPosition]:
    """Return what X's turns lead to, each position once."""
    return replies([BookPosition(position) for position in positions], shipped_book().tables)


def _reply(position: Position) -> tuple[int, ...]:
    """Return the book's proven reply, empty if it has none."""
    known = shipped_book().lookup(position)
    return known.turn if known and known.entry.proof == EVER else ()


def nodes_to_hold(position: Position, most: int) -> int:
    """Return how many nodes the solver, knowing nothing, takes to prove that X never wins; 0 if that is too many."""
    judge = _judge()
    judge.solver.forget()
    claim, nodes = judge.judge(judge.classes(position), O, most)
    return nodes if claim == X_NEVER_WINS else 0


@cache
def _judge() -> Judge:
    return Judge(TABLE_BITS)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=100_000, help="of the solver's for a position")
    parser.add_argument("--turns", type=int, default=3, help="X's turns to look at")
    parser.add_argument("--dominated", action="store_true", help="look at X's dominated turns, too")
    parser.add_argument("--jobs", type=int, default=cores(), help="positions judged at once")
    return parser.parse_args()


if __name__ == "__main__":
    main()

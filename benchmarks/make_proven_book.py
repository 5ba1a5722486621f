"""Write the part of the shipped book that a search for the game's value has proven: O's first two replies.

    python benchmarks/make_proven_book.py FOLDER

FOLDER has a status file for every first turn (`*.status.json`: the turn, O's reply, the verdict, solver nodes) and its
work file, as `sttt settle` leaves them. Only first turns after which X is proven never to win get an entry. Behind
the reply, each undominated second turn of X's gets one unless the exact solver, with an empty table, decides within
`--nodes` nodes that X never wins: then the player finds a reply itself. What the file knows already stays.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from sttt.games.super_ttt.book.book import PROVEN_FILE, Book, BookEntry, canonical
from sttt.games.super_ttt.book.search import BookPosition, replies
from sttt.games.super_ttt.certificate.claim import EVER
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.board import NEVER
from sttt.games.super_ttt.settle.certify import Witness
from sttt.games.super_ttt.settle.journal import Finding, Journal
from sttt.games.super_ttt.settle.judge import Judge, O, SettleVerdict
from sttt.games.super_ttt.settle.shard import digest, key_of, play
from sttt.games.super_ttt.settle.work import known_in
from sttt.games.super_ttt.text import parse_squares

TABLE_BITS = 20


class Replies:
    """O's proven replies, from work files or the solver."""

    def __init__(self, known: dict[int, Finding], journal: Journal, nodes: int) -> None:
        self._known = known
        self._nodes = nodes
        self._judge = Judge(TABLE_BITS)
        self._witness = Witness(Judge(TABLE_BITS), known, journal)

    def enter(self, book: Book, position: Position) -> str:
        """Enter a reply if the solver needs one and the work files have it, and say which is the case."""
        if book.lookup(position):
            return "book"
        self._judge.solver.forget()
        classes = self._judge.classes(position)
        if self._judge.judge(classes, O, self._nodes)[0] is SettleVerdict.HELD:
            return "solver"
        finding = self._known.get(key_of(self._judge, position))
        if finding is None or finding.verdict is not SettleVerdict.HELD:
            return "open"
        enter(book, position, self._witness(position, EVER), finding.nodes)
        return "book"


def enter(book: Book, position: Position, reply: tuple[int, ...], nodes: int) -> None:
    """Enter a reply after which X never wins."""
    changes = canonical(position, book.tables).board_turns(reply)
    turns_before = (position.x | position.o).bit_count() // 2
    book.add(position, BookEntry(changes, turns_before, 0, 0, nodes, NEVER))


def main() -> None:
    """Write the file and print, for each first turn, how many second turns are answered by what."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nodes", type=int, default=20_000)
    asked = parser.parse_args()
    book = Book.load(PROVEN_FILE)
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as folder, Journal(Path(folder, "book.journal"), digest()) as journal:
        known = Replies(known_in(asked.folder), journal, asked.nodes)
        for path in sorted(asked.folder.glob("*.status.json")):
            status = json.loads(path.read_text(encoding="ascii"))
            if status["verdict"] == SettleVerdict.HELD:
                position = play(Position(), parse_squares(status["first"]))
                reply = parse_squares(status["reply"])
                enter(book, position, reply, status["nodes"])
                met = [one for one in replies([BookPosition(play(position, reply))], book.tables) if not one.dominated]
                found = Counter(known.enter(book, one.position) for one in met)
                counts += found
                print(status["first"], len(met), dict(found), flush=True)
                PROVEN_FILE.write_text(book.dumps(), encoding="ascii")
    print("all", counts.total(), dict(counts))


if __name__ == "__main__":
    main()

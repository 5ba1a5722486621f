"""Write what settling has found out of O's replies to the file that ships.

    python benchmarks/make_openings.py FOLDER

FOLDER has the work files of `sttt settle --replies`, which may be running. What the shipped book has proven counts too,
and what follows for one reply from another to which X is at most, or at least, as well off. The wins also become a
certificate, `docs/certificates/replies/won.xz`; without FOLDER that alone is written, from the file that ships. A win
that takes X long gets lines for what follows X's turn, too; those that the certificate has already are kept. X's turns
there become a book, `won_book.txt`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from make_settled_positions import turn_to

from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.book.book import WON_FILE, Book, BookEntry, canonical
from sttt.games.super_ttt.book.known import MOST_MARKS
from sttt.games.super_ttt.book.openings import DATA_FILE, Opening, OpeningTable, ReplyWorth, is_after_two_turns
from sttt.games.super_ttt.certificate.check import Key, parse_lines
from sttt.games.super_ttt.certificate.file import EACH_LINE, Header, read_certificate, write_certificate
from sttt.games.super_ttt.certificate.line import Kind, Line
from sttt.games.super_ttt.certificate.line import reply as evidence
from sttt.games.super_ttt.certificate.pieces import shared_checker
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.engine import WIN_SCORE
from sttt.games.super_ttt.text import format_position, parse_position, parse_squares
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.workshop.books.super_ttt import tables_fingerprint
from sttt.workshop.certify.builder import Builder, CheckEffort
from sttt.workshop.settle.findings import NOTHING, Finding
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.first_turn_task import known_in
from sttt.workshop.settle.judge import Judge, O, X
from sttt.workshop.settle.replies import Reply, replies_to
from sttt.workshop.settle.reply_task import CLAIM, reply_findings

WINS = Path(__file__).parents[1] / "docs" / "certificates" / "replies" / "won.xz"
NODES = 100_000_000
"""The most that the checker's search takes for what one of O's turns leads to."""
ALONE = 7
"""The most turns of a win that the checker, and the player, find by X's turn alone."""
LATE = CheckEffort(nodes=1_000_000, most_nodes=1_000_000)
"""The checker's nodes for a position after the turn of a win that takes longer; one that needs more gets a line."""
TABLE_BITS = 26
"""The solver's table, which takes ``16 << TABLE_BITS`` bytes, where X's turns later in play are looked for."""
WORTH = {claim: worth for worth, claim in CLAIM.items()}


def main() -> None:
    """Write the file, and print how many positions there are of each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--out", type=Path, default=DATA_FILE)
    parser.add_argument("--quick", action="store_true", help="leave wins open that need new lines in the certificate")
    options = parser.parse_args()
    judge = Judge(4)
    replies = [reply for first in first_turns(judge) for reply in replies_to(judge, first)]
    if options.folder:
        write_openings(judge, replies, options)
    write_wins(replies, OpeningTable.load(options.out))


def write_openings(judge: Judge, replies: list[Reply], options: argparse.Namespace) -> None:
    """Write what is known of every reply."""
    origin = (
        "sttt settle --replies, benchmarks/make_openings.py: O's undominated replies to X's undominated first turns"
    )
    openings = OpeningTable(load(), {"origin": origin, "tables": tables_fingerprint()})
    findings, before = reply_findings(judge, known_in(options.folder)), OpeningTable.load(options.out)
    for reply in replies:
        openings.add(reply.position, opening_of(judge, reply, findings.get(reply.key, NOTHING)))
    # Undominated replies to different first turns may be comparable all the same.
    for position, known in [(reply.position, openings.derived(reply.position)) for reply in replies]:
        if known:
            openings.add(position, known)
    # Traps come from `second_turn_traps.py`, not from the work files.
    for reply in replies:
        if trap := before.trap(reply.position):
            openings.add(reply.position, trap[1])
    if options.quick:
        made = _made()
        for reply, win in list(_wins(replies, openings)):
            if _is_to_make(win, made):
                openings.add(reply.position, _as_made(openings, reply, win, made))
    options.out.write_text(openings.dumps(), encoding="ascii")
    for worth, count in Counter((one.worth.value, one.fails, one.wins) for one in openings.known()).most_common():
        print(*worth, count)


def write_wins(replies: list[Reply], openings: OpeningTable) -> None:
    """Write the certificate of the wins: X's turn, after which the checker finds the rest, or further lines."""
    made = _made()
    later = [line for name, line in made.items() if not is_after_two_turns(parse_position(name))]
    wins, late = [], []
    for reply, win in _wins(replies, openings):
        if _is_to_make(win, made):
            late.append((win, reply.position))
        else:
            wins.append(win)
    # These take minutes each: what has been made is written at once, and the solver's table serves all.
    judge = Judge(TABLE_BITS)
    for win, position in sorted(late, key=lambda one: one[0].turns):
        later += lines_after(judge, position, _turn(win), win.turns)
        wins.append(win)
        _write(wins, later)
    _write(wins, later)
    print(f"{WINS}: {len(wins)} wins")


def _write(wins: list[Line], later: list[Line]) -> None:
    lines = [*wins, *_fewest_turns(later)]
    claim = Claim(Side.X, wins=True, turns=max(line.turns for line in lines))
    origin = "benchmarks/make_openings.py: O's replies to X's first turns that lose"
    write_certificate(WINS, Header(claim, EACH_LINE, NODES, origin), lines)
    book = Book(load(), {"tables": tables_fingerprint(), "proven": "X wins, by docs/certificates/replies/won.xz"})
    for line in lines[len(wins) :]:
        _enter(book, line)
    WON_FILE.write_text(book.dumps(), encoding="ascii")


def _enter(book: Book, line: Line) -> None:
    """Enter X's turn of a line into a book, unless it comes so late that the book is not asked."""
    position = parse_position(line.position)
    marks = (position.x | position.o).bit_count()
    if line.kind == Kind.REPLY and marks < MOST_MARKS:
        changes = canonical(position, book.tables).board_turns(_turn(line))
        book.add(position, BookEntry(changes, marks // 2, WIN_SCORE - (2 * line.turns - 1), 0, 0))


def lines_after(judge: Judge, root: Position, turn: tuple[int, ...], turns: int) -> list[Line]:
    """Make the lines that the checker needs beside that of a win by a turn, within so many."""
    judge.bound(judge.classes(root.play_all(turn)), O, turns - 1, NO_NODE_LIMIT)  # what its table knows is enough

    def winning(position: Position, left: int) -> tuple[int, ...]:
        if position == root:
            return turn
        classes = judge.classes(position)
        judge.bound(classes, X, left, NO_NODE_LIMIT)
        return turn_to(judge, position, judge.key_after_best(classes, X))

    builder = Builder(shared_checker(), Claim(Side.X, wins=True, turns=turns), LATE, winning)
    name = format_position(root)
    lines = [line for line in builder.run(root) if line.position != name]
    print(f"{name} within {turns}: {len(lines)} positions after it", flush=True)
    return lines


def _wins(replies: list[Reply], openings: OpeningTable) -> Iterator[tuple[Reply, Line]]:
    """Yield the replies that lose, each with its line."""
    for reply in replies:
        known, move = openings.find(reply.position), openings.move(reply.position)
        if known and move:
            yield reply, Line(format_position(reply.position), evidence(move.turn), known.wins)


def _is_to_make(win: Line, made: Mapping[str, Line]) -> bool:
    """Say whether a win needs lines after it that the certificate does not have yet."""
    return win.turns > ALONE and win != made.get(win.position)


def _turn(line: Line) -> tuple[int, ...]:
    return parse_squares(line.evidence.removeprefix(f"{Kind.REPLY} "))


def _as_made(openings: OpeningTable, reply: Reply, win: Line, made: Mapping[str, Line]) -> Opening:
    """Return what can be said of a reply that loses without new lines."""
    known, line = openings.find(reply.position) or Opening(ReplyWorth.OPEN), made.get(win.position)
    if line and line.evidence == win.evidence:  # it wins sooner than the certificate says
        return replace(known, wins=line.turns)
    return Opening(ReplyWorth.OPEN, known.fails)


def _made() -> dict[str, Line]:
    """Return the lines of the certificate as it stands, by position."""
    if not WINS.exists():
        return {}
    file = read_certificate(WINS)
    return {line.position: line for line in parse_lines(WINS, file.lines(), file.first_line, file.header.claim)}


def _fewest_turns(lines: list[Line]) -> list[Line]:
    """Leave of lines for the same position the one with the fewest turns: that serves all."""
    checker = shared_checker()
    found: dict[Key, Line] = {}
    for line in sorted(lines, key=lambda line: line.turns):
        found.setdefault(checker.key(parse_position(line.position)), line)
    return list(found.values())


def opening_of(judge: Judge, reply: Reply, finding: Finding) -> Opening:
    """Translate a finding; a win is one only with a number of turns, which its certificate names."""
    worth = WORTH[finding.claim]
    if worth is ReplyWorth.HELD:
        return Opening(worth)
    if not finding.wins:
        return Opening(ReplyWorth.OPEN, finding.fails)
    turn = ClassView(reply.position).turn_to(finding.reply, judge.branches)
    if turn is None:
        raise SystemExit(f"{reply.first} {reply.name}: no turn of X's leads to what the finding names")
    changes = canonical(reply.position, load()).board_turns(turn)
    return Opening(worth, finding.fails, finding.wins, changes)


if __name__ == "__main__":
    main()

"""Write what settling has found out of O's replies to the file that ships.

    python benchmarks/make_openings.py FOLDER

FOLDER has the work files of `sttt settle --replies`, which may be running. What the shipped book has proven counts too,
and what follows for one reply from another to which X is at most, or at least, as well off. The wins also become a
certificate, `docs/certificates/replies/won.xz`; without FOLDER that alone is written, from the file that ships. A win
that takes X long gets lines for what follows X's turn, too; those that the certificate has already are kept.
"""

import argparse
from collections import Counter
from pathlib import Path

from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.book.book import canonical
from sttt.games.super_ttt.book.openings import DATA_FILE, Opening, OpeningTable, ReplyWorth
from sttt.games.super_ttt.certificate.check import Key, parse_lines
from sttt.games.super_ttt.certificate.file import EACH_LINE, Header, read_certificate, write_certificate
from sttt.games.super_ttt.certificate.line import Line
from sttt.games.super_ttt.certificate.line import reply as evidence
from sttt.games.super_ttt.certificate.pieces import shared_checker
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position, parse_position
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
"""The most that the checker's search takes for what one of O's turns leads to: wins within eight may need over 20 M."""
ALONE = 8
"""The most turns of a win that the checker decides with these nodes by X's turn alone."""
LATE = CheckEffort(nodes=1_000_000, most_nodes=1_000_000)
"""The checker's nodes for a position after the turn of a win that takes longer; one that needs more gets a line."""
TABLE_BITS = 24
"""The solver's table, which takes ``16 << TABLE_BITS`` bytes, where X's turns later in play are looked for."""
AFTER_BOTH = 77
"""The squares that are open after both first turns."""
WORTH = {claim: worth for worth, claim in CLAIM.items()}


def main() -> None:
    """Write the file, and print how many positions there are of each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--out", type=Path, default=DATA_FILE)
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
    options.out.write_text(openings.dumps(), encoding="ascii")
    for worth, count in Counter((one.worth.value, one.fails, one.wins) for one in openings.known()).most_common():
        print(*worth, count)


def write_wins(replies: list[Reply], openings: OpeningTable) -> None:
    """Write the certificate of the wins: X's turn, after which the checker finds the rest, or further lines."""
    before = {line.position: line for line in _lines(WINS)}
    later = [line for name, line in before.items() if parse_position(name).open_squares.bit_count() < AFTER_BOTH]
    wins, late = [], []
    for reply in replies:
        known, move = openings.find(reply.position), openings.move(reply.position)
        if known and move:
            win = Line(format_position(reply.position), evidence(move.turn), known.wins)
            if win.turns <= ALONE or win == before.get(win.position):
                wins.append(win)
            else:
                late.append((win, reply.position, move.turn))
    # These take minutes each: what has been made is written at once.
    for win, position, turn in sorted(late, key=lambda one: one[0].turns):
        later += lines_after(position, turn, win.turns)
        wins.append(win)
        _write(wins, later)
    _write(wins, later)
    print(f"{WINS}: {len(wins)} wins")


def _write(wins: list[Line], later: list[Line]) -> None:
    lines = [*wins, *_soonest(later)]
    claim = Claim(Side.X, wins=True, turns=max(line.turns for line in lines))
    origin = "benchmarks/make_openings.py: O's replies to X's first turns that lose"
    write_certificate(WINS, Header(claim, EACH_LINE, NODES, origin), lines)


def lines_after(root: Position, turn: tuple[int, ...], turns: int) -> list[Line]:
    """Make the lines that the checker needs beside that of a win by a turn, within so many."""
    judge = Judge(TABLE_BITS)
    judge.bound(judge.classes(root.play_all(turn)), O, turns - 1, NO_NODE_LIMIT)  # what its table knows is enough

    def winning(position: Position, left: int) -> tuple[int, ...]:
        if position == root:
            return turn
        classes = judge.classes(position)
        judge.bound(classes, X, left, NO_NODE_LIMIT)
        view = ClassView(position)
        return view.filled(view.turn_to(judge.key_after_best(classes, X), judge.branches) or ())

    builder = Builder(shared_checker(), Claim(Side.X, wins=True, turns=turns), LATE, winning)
    name = format_position(root)
    lines = [line for line in builder.run(root) if line.position != name]
    print(f"{name} within {turns}: {len(lines)} positions after it", flush=True)
    return lines


def _lines(path: Path) -> list[Line]:
    """Read the lines of a certificate, none if there is no such file."""
    if not path.exists():
        return []
    file = read_certificate(path)
    return list(parse_lines(path, file.lines(), file.first_line, file.header.claim))


def _soonest(lines: list[Line]) -> list[Line]:
    """Leave of lines for the same position the one with the fewest turns: that serves all."""
    checker = shared_checker()
    found: dict[Key, Line] = {}
    for line in sorted(lines, key=lambda line: line.turns):
        found.setdefault(checker.key(parse_position(line.position)), line)
    return list(found.values())


def opening_of(judge: Judge, reply: Reply, finding: Finding) -> Opening:
    """Translate a finding; a win is one only with a number of turns, which its certificate names."""
    worth = WORTH[finding.claim]
    if worth is ReplyWorth.WON and not finding.wins:
        worth = ReplyWorth.OPEN
    if worth is not ReplyWorth.WON:
        return Opening(worth, finding.fails if worth is ReplyWorth.OPEN else 0)
    turn = ClassView(reply.position).turn_to(finding.reply, judge.branches)
    if turn is None:
        raise SystemExit(f"{reply.first} {reply.name}: no turn of X's leads to what the finding names")
    changes = canonical(reply.position, load()).board_turns(turn)
    return Opening(worth, finding.fails, finding.wins, changes)


if __name__ == "__main__":
    main()

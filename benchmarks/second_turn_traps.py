"""Find X's second turns that leave O the fewest replies that hold, where O's reply to the first turn holds.

    nice python benchmarks/second_turn_traps.py --output second.jsonl --first 11+51 15+55 21+55 25+55
    python benchmarks/second_turn_traps.py --output second.jsonl --write

X's turns are ranked by how many of O's replies lose soon. For the best of them every reply is then asked, with more
and more nodes, whether X wins after it, until the count is proven: so many lose, the others hold. Turns after which O
is not proven never to win are left out. A line a position; a run that was broken off goes on with the same command.
`--write` enters the turns whose count is proven in the opening table.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from sttt.games.super_ttt.book.book import canonical
from sttt.games.super_ttt.book.openings import DATA_FILE, OpeningTable, ReplyWorth, known_opening
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.search.branches import Branch
from sttt.games.super_ttt.text import format_position, format_turn, parse_position, parse_squares
from sttt.kernel.builds import build_name
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import ALL_TURNS, X_WINS, Judge, O, X
from sttt.workshop.settle.replies import Reply, replies_to

SOON = ((3, 2_000), (4, 4_000))
"""Within how many turns X is asked to win after every reply to every turn, and the nodes for that."""

BEST = ((8, 50_000), (4, 1_000_000), (2, 20_000_000))
"""How many turns stay in the race, and the nodes for every open reply to each."""

SAFE_NODES = 2_000_000
"""The nodes to prove that O never wins after a turn."""


@dataclass
class Try:
    """One of X's turns, and O's replies to it that are not known to lose."""

    branch: Branch
    replies: list[Branch]
    lost: int = 0
    held: int = 0

    @property
    def left(self) -> int:
        """The replies that hold or are open."""
        return self.held + len(self.replies)


def main() -> None:
    """Work on those positions that the file does not have, or enter those that it has."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("second_turn_traps.jsonl"))
    parser.add_argument("--first", nargs="+", help="X's first turns; all if none are given")
    parser.add_argument("--write", action="store_true", help="enter what the file has in the opening table")
    options = parser.parse_args()
    done = [json.loads(line) for line in options.output.open()] if options.output.exists() else []
    if options.write:
        enter(done)
        return
    print(f"{build_name()} build", file=sys.stderr)
    judge, seen = Judge(24), {one["position"] for one in done}
    with options.output.open("a", encoding="ascii") as output:
        for reply in held_replies(judge, options.first):
            if format_position(reply.position) not in seen:
                line = json.dumps(work_on(judge, reply))
                print(line, file=output, flush=True)
                print(line, flush=True)


def held_replies(judge: Judge, firsts: list[str] | None) -> Iterator[Reply]:
    """Yield O's replies that are proven to hold, to X's first turns in the order given."""
    by_name = {first.name: first for first in first_turns(judge)}
    for name in firsts or by_name:
        for reply in replies_to(judge, by_name[name]):
            known = known_opening(reply.position)
            if known and known.worth is ReplyWorth.HELD:
                yield reply


def work_on(judge: Judge, reply: Reply) -> dict[str, Any]:
    """Return X's turn that leaves O least, and how many replies lose, hold and are open."""
    begun = judge.nodes
    ranked = sorted(
        (soon(judge, branch) for branch in judge.branches.of(reply.classes, X) or ()), key=lambda one: one.left
    )
    race = list(islice((one for one in ranked if is_safe(judge, one.branch)), BEST[0][0]))
    for count, nodes in BEST:
        race = sorted(race, key=lambda one: one.left)[:count]
        for one in race:
            ask(judge, one, nodes)
    best = min(race, key=lambda one: one.left, default=None)
    if best is None:
        return {"position": format_position(reply.position), "open": len(ranked)}
    turn = ClassView(reply.position).turn_to(best.branch[0], judge.branches) or ()
    return {
        "position": format_position(reply.position),
        "first": reply.first,
        "reply": reply.name,
        "turn": format_turn(turn),
        "lost": best.lost,
        "held": best.held,
        "open": len(best.replies),
        "nodes": judge.nodes - begun,
    }


def soon(judge: Judge, branch: Branch) -> Try:
    """Return one of X's turns with the replies after which X does not win soon."""
    replies = judge.branches.of(branch[1], O) or []
    left = [one for one in replies if not any(judge.bound(one[1], X, *asked)[0] > 0 for asked in SOON)]
    return Try(branch, left, len(replies) - len(left))


def ask(judge: Judge, one: Try, nodes: int) -> None:
    """Ask what each open reply to a turn is worth."""
    claims = {reply[0]: judge.judge(reply[1], X, nodes)[0] for reply in one.replies}
    one.replies = [reply for reply in one.replies if claims[reply[0]] is None]
    tally = Counter(claim == X_WINS for claim in claims.values() if claim is not None)
    one.lost, one.held = one.lost + tally[True], one.held + tally[False]


def is_safe(judge: Judge, branch: Branch) -> bool:
    """Say whether O is proven never to win after one of X's turns."""
    return judge.bound(branch[1], O, ALL_TURNS, SAFE_NODES, attacker=O)[0] < 0


def enter(found: list[dict[str, Any]]) -> None:
    """Enter X's turns with the proven counts in the opening table."""
    openings = OpeningTable.load()
    for one in found:
        position = parse_position(one["position"])
        known = openings.find(position)
        if known and known.worth is ReplyWorth.HELD and not one["open"]:
            changes = canonical(position, openings.tables).board_turns(parse_squares(one["turn"]))
            trap = replace(known, changes=changes, lost=one["lost"], replies=one["lost"] + one["held"])
            openings.add(position, trap)
    DATA_FILE.write_text(openings.dumps(), encoding="ascii")


if __name__ == "__main__":
    main()

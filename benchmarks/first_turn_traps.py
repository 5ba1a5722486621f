"""Ask of each first turn of X how hard it is to answer for O, and write what X needs to know of that.

    nice python benchmarks/first_turn_traps.py

For each of X's first turns up to symmetry, and for value searches of 1,400, 14,000 and 140,000 nodes: how many of
`--draws` replies, chosen in a big board turned at random, lose as the opening table knows. Open ones count as held.
Prints a line a first turn, and writes the shares to `traps.json`.
"""

import argparse
import json
from collections import Counter

from strategies.super_ttt.yardsticks import BudgetPlayer
from sttt.games.super_ttt.book.openings import known_opening
from sttt.games.super_ttt.book.traps import TRAP_FILE
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import parse_turn
from sttt.players.player import Limits
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import Judge

SEARCHES = (1_400, 14_000, 140_000)


def main() -> None:
    """Measure all first turns, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=8, help="replies of each search")
    draws: int = parser.parse_args().draws
    lost = {}
    for first in first_turns(Judge(4)):
        by_search = measure(first.name, draws)
        lost[first.name] = round(sum(by_search.values()) / (len(SEARCHES) * draws), 2)
        print(first.name, *(f"{by_search[nodes]} of {draws} with {nodes:,} nodes" for nodes in SEARCHES), sep="  ")
    origin = "benchmarks/first_turn_traps.py: the share of the replies that value searches choose that lose"
    TRAP_FILE.write_text(json.dumps({"origin": origin, "lost": lost}, indent=1) + "\n", encoding="ascii")


def measure(first: str, draws: int) -> Counter[int]:
    """Return by the nodes of the search how many of the replies that it chooses lose."""
    position = enter_turn(Position(), parse_turn(first))[0]
    lost: Counter[int] = Counter()
    for nodes in SEARCHES:
        for seed in range(draws):
            after = enter_turn(position, BudgetPlayer(nodes, seed).choose(position, Limits()).turn)[0]
            known = known_opening(after)
            lost[nodes] += known is not None and known.wins > 0
    return lost


if __name__ == "__main__":
    main()

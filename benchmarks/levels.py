"""Let all levels of a game and two scripted people meet, and put them on one Elo scale.

    nice -n 19 python benchmarks/levels.py --game super-ttt --games 20 --neighbours 60 --output levels.jsonl --write

Every two meet in `--games` games, levels next to each other in `--neighbours` more. Each result is appended to the
output as soon as it is known; run again, what is there under the same habits is not played again. `--write` puts the
ratings into `strategies/levels.json`, on a scale on which the careful person has 1000.
"""

import argparse
import json
import sys
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from strategies.human import FILE, levels_of
from sttt.arena.play.answer import Terms
from sttt.arena.play.match import play_pairing, schedule, side_of_first
from sttt.arena.statistics.elo import OutcomeCounts
from sttt.arena.statistics.rating import PairResults, Rating, rate
from sttt.games.game import GAMES

PEOPLE = Path(__file__).parent / "people.py"
CAREFUL, RACER = f"{PEOPLE}:Careful", f"{PEOPLE}:Racer"
CAREFUL_ELO = 1000
LEAST, MOST = 70, 250
"""The Elo by which a level is to beat the one below."""

Meeting = tuple[str, str]


def main() -> int:
    """Play what is missing, print the ratings, and write them if wanted; status 1 for a staircase that is none."""
    options = _options()
    habits = {level.name: level.habits for level in levels_of(options.game)}
    names = [*habits, CAREFUL, RACER]
    conditions = {name: [str(habits.get(name)), options.nodes, options.random_turns] for name in names}
    played: dict[Meeting, Counter[int]] = {}
    lines = options.output.read_text(encoding="ascii").splitlines() if options.output.exists() else []
    for line in map(json.loads, lines):
        first, second = meeting = tuple(line["players"])
        if line["game"] == options.game and line["conditions"] == [conditions.get(first), conditions.get(second)]:
            played.setdefault(meeting, Counter())[line["outcome"]] += 1
    for first, second in combinations(names, 2):
        is_next = second in names[:-2] and names.index(second) == names.index(first) + 1
        wanted = options.games + (options.neighbours if is_next else 0)
        counts = played.setdefault((first, second), Counter())
        series = schedule(options.game, (first, second), wanted, options.seed, options.random_turns)
        for index in range(counts.total(), wanted):
            outcome = _outcome(series[index], index, options.nodes)
            counts[outcome] += 1
            line = {
                "game": options.game,
                "players": [first, second],
                "conditions": [conditions[first], conditions[second]],
                "outcome": outcome,
            }
            with options.output.open("a", encoding="ascii") as file:
                print(json.dumps(line), file=file)
        print(f"{_shown(first):24} {_shown(second):24} {counts[2]:3} {counts[1]:3} {counts[0]:3}", flush=True)
    return _report(options, names[:-2], played)


def _outcome(pairing: Any, index: int, nodes: int) -> int:
    """Play a game; 2 if the first of its match has won it, 1 for a draw, 0 if the second has."""
    record = play_pairing(pairing, Terms(nodes=nodes))
    if record.failure:
        raise SystemExit(f"{pairing.x} against {pairing.o}: {record.failure.message}")
    if record.result is None or record.result.winner is None:
        return 1
    return 2 if record.result.winner is side_of_first(index) else 0


def _report(options: argparse.Namespace, levels: list[str], played: dict[Meeting, Counter[int]]) -> int:
    pairs = [PairResults(*meeting, OutcomeCounts((n[0], n[1], n[2]))) for meeting, n in played.items()]
    ratings = {one.name: one for one in rate(pairs).ratings}
    shift = CAREFUL_ELO - ratings[CAREFUL].elo
    print()
    for name in (*levels, CAREFUL, RACER):
        one = ratings[name]
        print(f"{_shown(name):24} {one.elo + shift:6.0f} +-{one.error:4.0f}  {one.games} games")
    steps = [ratings[high].elo - ratings[low].elo for low, high in pairwise(levels)]
    against_careful = played[levels[0], CAREFUL]
    print(
        "steps",
        *(f"{step:.0f}" for step in steps),
        "- the first level loses to careful",
        against_careful[0],
        "of",
        against_careful.total(),
    )
    if options.write:
        _write(options.game, ratings, shift)
    return 0 if all(LEAST <= step <= MOST for step in steps) else 1


def _write(game: str, ratings: dict[str, Rating], shift: float) -> None:
    """Put the ratings of a game's levels into the file that ships, a level a line."""
    lines = json.loads(FILE.read_text(encoding="ascii"))
    for line in lines:
        if line["game"] == game:
            one = ratings[line["name"]]
            line |= {"elo": round(one.elo + shift), "error": round(one.error)}
    FILE.write_text("[\n" + ",\n".join(map(json.dumps, lines)) + "\n]\n", encoding="ascii")


def _shown(name: str) -> str:
    return name.rpartition(":")[2]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True, choices=GAMES.names())
    parser.add_argument("--games", type=int, default=20, help="between every two")
    parser.add_argument("--neighbours", type=int, default=60, help="more between levels next to each other")
    parser.add_argument("--random-turns", type=int, default=0, help="before each two games, for both sides of them")
    parser.add_argument("--nodes", type=int, default=20_000, help="a turn, of those who search as far as they can")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path("levels.jsonl"))
    parser.add_argument("--write", action="store_true", help="put the ratings into strategies/levels.json")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

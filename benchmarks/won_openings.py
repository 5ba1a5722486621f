"""Measure how often X wins what the opening table says is won, against a yardstick.

    nice python benchmarks/won_openings.py --opponent budget-10k --games 500 --save start.jsonl
    nice python benchmarks/won_openings.py --opponent budget-10k --games 500 --random --save random.jsonl
    nice python benchmarks/won_openings.py --opponent budget-10k --games 500 --won --save won.jsonl
    nice python benchmarks/won_openings.py --opponent budget-10k --games 500 --openings won.jsonl --save before.jsonl
    python benchmarks/won_openings.py --read random.jsonl

The player is X in every game; with `--random` each side's first turn is drawn at random, the same ones for every player
and opponent, with `--won` those draws are kept that the table says are won. A line of the file has the position after
both first turns and the result, so that games of an older version can be judged by today's table, or it can play from
today's openings. Prints what the table says of those positions, and how their games ended.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import count, islice, repeat
from pathlib import Path
from random import Random

from sttt.games.game import Result, Side
from sttt.games.super_ttt.book.openings import is_after_two_turns
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import format_position, parse_position
from sttt.kernel.builds import build_name
from sttt.players.player import Limits
from sttt.players.registry import make_player

SEED = "won openings"
ENDINGS = {Result.win(Side.X): "won", Result.win(Side.O): "lost"}


def main() -> None:
    """Play the games that the file does not have yet, and print the table."""
    options = _options()
    lines = _read(options.read or options.save)
    if not options.read:
        print(f"{options.player} as X against {options.opponent}, {build_name()} build, {options.nodes} nodes a turn")
        with options.save.open("a", encoding="ascii") as file:
            for line in _played(options, range(len(lines), options.games)):
                file.write(json.dumps(line) + "\n")
                file.flush()
                lines.append(line)
    _print(lines)


def _played(options: argparse.Namespace, games: range) -> Iterator[tuple[str, str]]:
    limits = Limits(nodes=options.nodes)
    for game, start in islice(enumerate(_openings(options)), games.start, games.stop):
        x, o = make_player(options.player, game), make_player(options.opponent, game)
        position, opening = start, format_position(start)
        while not position.result:
            turn = (x if position.side is Side.X else o).choose(position, limits).turn
            position = enter_turn(position, turn)[0]
            if is_after_two_turns(position):
                opening = format_position(position)
        x.close()
        o.close()
        yield opening, ENDINGS.get(position.result, "drawn")


def _openings(options: argparse.Namespace) -> Iterator[Position]:
    """Yield the position that each game starts from."""
    if options.openings:
        yield from (parse_position(opening) for opening, _ in _read(options.openings))
    elif options.random or options.won:
        drawn = map(_drawn, count())
        yield from (one for one in drawn if _worth(one) == "won") if options.won else drawn
    else:
        yield from repeat(Position())


def _drawn(number: int) -> Position:
    """Return the position after two first turns drawn at random."""
    position, random = Position(), Random(f"{SEED} {number}")
    for _ in range(2):
        position = enter_turn(position, tuple(random.sample(position.legal_placements(), 2)))[0]
    return position


def _read(file: Path) -> list[tuple[str, str]]:
    if not file.exists():
        return []
    return [(opening, ending) for opening, ending in map(json.loads, file.read_text(encoding="ascii").splitlines())]


def _print(lines: list[tuple[str, str]]) -> None:
    tally: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for opening, ending in lines:
        tally[_worth(parse_position(opening))][ending] += 1
    for worth, endings in sorted(tally.items()):
        counts = ", ".join(f"{endings[ending]} {ending}" for ending in ("won", "drawn", "lost"))
        print(f"after both first turns {worth}: {endings.total()} games, {counts}")


def _worth(position: Position) -> str:
    """Return what is known after both first turns, as the page and the player know it."""
    from sttt.games.super_ttt.book.known import known  # noqa: PLC0415 - an older version has none: it ends here, its games kept

    value = known(position).value
    if value is None:
        return "open"
    return "won" if value is Result.win(Side.X) else "held"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="alpha-beta")
    parser.add_argument("--opponent", default="budget-10k")
    parser.add_argument("--games", type=int, default=500)
    openings = parser.add_mutually_exclusive_group()
    openings.add_argument("--random", action="store_true", help="draw each side's first turn")
    openings.add_argument("--won", action="store_true", help="draw them, and keep those that the table says X wins")
    openings.add_argument("--openings", type=Path, help="begin where the games of this file did")
    parser.add_argument("--nodes", type=int, default=1_350_000, help="limit a turn of both")
    parser.add_argument("--save", type=Path, default=Path("won_openings.jsonl"))
    parser.add_argument("--read", type=Path, help="judge the games of this file, play none")
    return parser.parse_args()


if __name__ == "__main__":
    main()

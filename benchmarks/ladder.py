"""Play a player against the yardsticks, from the true start and from random openings that both sides get.

    python benchmarks/ladder.py --games 200 --time 1.0 --output ladder.jsonl

Every game is appended to the output file as soon as it is over. Run again, with more games or after an interruption,
it plays only those that the file does not have under the same conditions and from the same commit of the players.
"""

import argparse
import json
import platform
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_all
from sttt.arena.play.match import Pairing, check_players, schedule, side_of_first
from sttt.arena.statistics.head_to_head import PlayerSummary, summarize_player
from sttt.arena.statistics.tally import Interval, Seated, Tally
from sttt.cli.output.tables import with_progress
from sttt.execution.executor import cores
from sttt.execution.provenance import commit
from sttt.games.records.json_lines import format_json, parse_json
from sttt.games.records.record import GameRecord
from sttt.games.super_ttt.game import GAME
from sttt.kernel.builds import build_name
from sttt.players import registry

YARDSTICKS = ("greedy", "depth-2", "depth-2-forced", "uct", "budget-1k", "budget-10k", "budget-100k")


class Key(NamedTuple):
    """Which game it is: its opponent, the random turns before it, and its number in that match."""

    opponent: str
    random_turns: int
    index: int


def main() -> int:
    """Play what is missing and print all results; exit status 130 after Ctrl-C."""
    options = _options()
    conditions = _conditions(options)
    environment = _environment(options)
    print(", ".join(f"{name} {value}" for name, value in (conditions | environment).items()))
    check_players((options.player, *options.against), GAME.name)
    wanted = _wanted(options)
    played = _load(options.output, conditions)
    missing = {key: pairing for key, pairing in wanted.items() if key not in played}
    print(f"{len(wanted)} games, {len(wanted) - len(missing)} of them in {options.output}", flush=True)
    status = 0
    try:
        _play(missing, played, {"conditions": conditions, "environment": environment}, options)
    except KeyboardInterrupt:
        status = 130
    _report(options, played)
    return status


def _conditions(options: argparse.Namespace) -> dict[str, Any]:
    """Return what games must have in common to be counted together."""
    return {
        "player": options.player,
        "seconds": options.time,
        "nodes": options.nodes,
        "seed": options.seed,
        "build": build_name(),
        "commit": commit(),
    }


def _environment(options: argparse.Namespace) -> dict[str, Any]:
    """Return what else is worth knowing of how they were played."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": platform.machine(),
        "cores": cores(),
        "jobs": options.jobs,
    }


def _wanted(options: argparse.Namespace) -> dict[Key, Pairing]:
    wanted = {}
    for opponent in options.against:
        for turns in options.random_turns:
            pairings = schedule(GAME.name, (options.player, opponent), options.games, options.seed, turns)
            wanted.update({Key(opponent, turns, index): pairing for index, pairing in enumerate(pairings)})
    return wanted


def _load(path: Path, conditions: dict[str, Any]) -> dict[Key, GameRecord]:
    """Read the games played under these conditions; a last line that was cut off is taken out of the file."""
    text = path.read_text(encoding="ascii") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="ascii")
    played = {}
    for line in whole.splitlines():
        data = json.loads(line)
        if data["conditions"] == conditions:
            played[Key(**data["game"])] = parse_json(json.dumps(data["record"]), registry.game)
    return played


def _play(
    missing: dict[Key, Pairing],
    played: dict[Key, GameRecord],
    origin: dict[str, Any],
    options: argparse.Namespace,
) -> None:
    """Play games, adding each to the output file and to those played."""
    records = play_all(list(missing.values()), Terms(options.time, options.nodes), options.jobs)
    with closing(records), options.output.open("a", encoding="ascii") as file:
        for key, record in zip(missing, with_progress(records, len(missing)), strict=True):
            data = {"game": key._asdict(), **origin, "record": json.loads(format_json(record, GAME))}
            print(json.dumps(data), file=file, flush=True)
            played[key] = record


def _report(options: argparse.Namespace, played: dict[Key, GameRecord]) -> None:
    print(f"{'opponent':14} openings   as      W   D   L  {'won % (95 %)':22} points % (95 %)")
    for opponent in options.against:
        for turns in options.random_turns:
            seated: Seated = [
                (record, side_of_first(key.index))
                for key, record in played.items()
                if key[:2] == (opponent, turns) and key.index < options.games
            ]
            if seated:
                _report_match(summarize_player(options.player, seated), opponent, turns)


def _report_match(summary: PlayerSummary, opponent: str, turns: int) -> None:
    match = f"{opponent:14} {f'{turns} random' if turns else 'start':10}"
    for side, counted in (("x", summary.as_x), ("o", summary.as_o), ("both", summary.both)):
        if counted.games:
            print(f"{match} {side:4} {_figures(counted)}")
    failed = ", ".join(f"{count} by {ending}" for ending, count in summary.failures.items()) or "none"
    print(f"{match} slowest answer {summary.slowest_turn:.3f} s, games lost by failing to answer: {failed}")


def _figures(counted: Tally) -> str:
    won, points = _rate(counted.win_rate, counted.win_interval), _rate(counted.score, counted.score_interval)
    return f"{counted.won:4}{counted.drawn:4}{counted.lost:4}  {won:22} {points}"


def _rate(rate: float | None, interval: Interval | None) -> str:
    if rate is None or interval is None:
        return "-"
    return f"{100 * rate:.1f} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="alpha-beta")
    parser.add_argument("--against", nargs="+", metavar="NAME", default=list(YARDSTICKS))
    parser.add_argument("--games", type=int, default=200, help="for each opponent and kind of opening")
    parser.add_argument("--random-turns", type=int, nargs="+", default=[0, 2], help="kinds of opening; 0: the start")
    parser.add_argument("--time", type=float, help="seconds a turn, for both sides [1.0, or none with --nodes]")
    parser.add_argument(
        "--nodes", type=int, help="nodes a turn, for both sides: fewer than a yardstick's own weaken it"
    )
    parser.add_argument("--jobs", type=int, default=1, help="games played at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=Path("ladder.jsonl"))
    options = parser.parse_args()
    if options.time is None and options.nodes is None:
        options.time = 1.0
    return options


if __name__ == "__main__":
    sys.exit(main())

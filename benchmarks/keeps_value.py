"""Measure whether a player's turn keeps the value of positions where that is proven and where turns err.

    python benchmarks/keeps_value.py --seconds 1
    python benchmarks/keeps_value.py --nodes 2400000 --after 4 5

The stored positions (`keeps_value_positions.txt`, see `make_keeps_value_positions.py`) are given to the player one
after the other. Whether its turn keeps the win or the draw is proven with the exact solver, and said to be open if
`--proof-nodes` do not tell. Prints, by the number of turns played so far, how many turns kept the value, how many did
not, a 95 % interval of the share kept of those that are known, and the time and nodes that the player took.
"""

import argparse
import time
from pathlib import Path
from typing import NamedTuple

from make_keeps_value_positions import POSITIONS, Known, ValueProver, read_known

from sttt.arena.statistics.tally import wilson_interval
from sttt.games.super_ttt.position import enter_turn
from sttt.games.super_ttt.text import format_position, format_turn
from sttt.kernel.builds import build_name
from sttt.players.player import Limits, Player
from sttt.players.registry import make_player


class Answer(NamedTuple):
    """How a player's turn came out."""

    keeps: bool | None
    """Whether it keeps the value; None if that is open."""
    seconds: float
    processor: float
    """Processor seconds."""
    nodes: int


def main() -> None:
    """Run and print."""
    options = _options()
    print(f"{options.player}, {build_name()} build, {options.seconds} s, {options.nodes} nodes")
    player, prover = make_player(options.player), ValueProver()
    for turns in options.after:
        stored = [one for one in read_known(options.file) if one.turns_before == turns][: options.count]
        if stored:
            _print(turns, [_answer(player, prover, one, options) for one in stored])


def _answer(player: Player, prover: ValueProver, known: Known, options: argparse.Namespace) -> Answer:
    started, processor = time.monotonic(), time.process_time()
    decision = player.choose(known.position, _limits(options))
    seconds, processor = time.monotonic() - started, time.process_time() - processor
    keeps = _keeps(prover, known, decision.turn, options.proof_nodes)
    if not keeps:
        print(
            f"  {'open' if keeps is None else 'spoilt'}: {format_position(known.position)} a {known.outcome},"
            f" {format_turn(decision.turn)}, {decision.reason}; {known.keeping} keeps it",
            flush=True,
        )
    return Answer(keeps, seconds, processor, decision.nodes)


def _limits(options: argparse.Namespace) -> Limits:
    if options.seconds is None:
        return Limits(nodes=options.nodes)
    return Limits.within(options.seconds, options.nodes)


def _keeps(prover: ValueProver, known: Known, turn: tuple[int | None, ...], nodes: int) -> bool | None:
    """Say whether a turn keeps what the side to move has; None if the nodes do not suffice."""
    if format_turn(turn) == known.keeping:
        return True
    after, _ = enter_turn(known.position, turn)
    if known.outcome == "win":
        kept = prover.wins(after, known.position.side, nodes)
    else:
        kept = prover.holds(after, known.position.side.other, nodes)
    return kept


def _print(turns: int, answers: list[Answer]) -> None:
    kept, spoilt = (sum(answer.keeps is what for answer in answers) for what in (True, False))
    told = max(1, kept + spoilt)
    interval = wilson_interval(kept / told, told)
    print(
        f"after {turns} turns: {kept} of {len(answers)} kept, {spoilt} spoilt, {len(answers) - kept - spoilt} open;"
        f" kept {100 * kept / told:.1f} % of those known ({100 * interval.low:.1f} to {100 * interval.high:.1f});"
        f" {sum(answer.seconds for answer in answers) / len(answers):.2f} s,"
        f" {sum(answer.processor for answer in answers) / len(answers):.2f} s of the processor and"
        f" {sum(answer.nodes for answer in answers) / len(answers):,.0f} nodes a turn",
        flush=True,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="alpha-beta-no-book")
    parser.add_argument("--seconds", type=float, help="limit a turn; with neither limit the player's own time")
    parser.add_argument("--nodes", type=int, help="limit a turn")
    parser.add_argument("--after", type=int, nargs="+", default=[2, 3, 4, 5], help="turns played so far")
    parser.add_argument("--count", type=int, help="positions of each number of turns at most")
    parser.add_argument("--file", type=Path, default=POSITIONS)
    parser.add_argument("--proof-nodes", type=int, default=30_000_000, help="to prove what a turn leads to")
    return parser.parse_args()


if __name__ == "__main__":
    main()

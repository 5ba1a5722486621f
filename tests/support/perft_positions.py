"""Writes tests/data/perft.jsonl: fifty mid-game positions with brute-force counts of the naive rules.

Run in tests/: ``python -m support.perft_positions``.
"""

import json
from pathlib import Path

from support import naive_rules, playouts

PATH = Path(__file__).parents[1] / "data" / "perft.jsonl"
ORIGIN = {
    "origin": "tests/support/perft_positions.py: seeded playouts, counted by brute force over the naive rules",
    "columns": "position in compact form, depth in placements, count of distinct sequences",
}
COUNTED_AT_MOST = 200_000
"""Each position is counted as deep as this allows, so that the brute force stays quick enough to repeat in a test."""


def read() -> list[tuple[str, int, int]]:
    """Every stored position as (compact form, depth, count)."""
    _origin, *rows = [json.loads(line) for line in PATH.read_text(encoding="ascii").splitlines()]
    return [(row["position"], row["depth"], row["count"]) for row in rows]


def generate() -> list[dict[str, object]]:
    """Ten seeds of each temper and ten more near the end, each a little later in its game than the one before."""
    stages = [(seed, temper, (seed + 1) / 11) for temper in playouts.TEMPERS for seed in range(10)]
    endings = [(seed, "shy", 0.93 + (seed - 9) / 150) for seed in range(10, 20)]
    return [row(*stage) for stage in stages + endings]


def row(seed: int, temper: str, stage: float) -> dict[str, object]:
    """Count a position that lies `stage` (0 to 1) into its game, as deep as is affordable and its games last."""
    played = playouts.states(seed, temper)[:-1]
    state = played[min(int(stage * len(played)), len(played) - 1)]
    depth, count = 1, naive_rules.count_sequences(state, 1)
    while count * len(naive_rules.legal(state)) <= COUNTED_AT_MOST:
        deeper = naive_rules.count_sequences(state, depth + 1)
        if not deeper:
            break
        depth, count = depth + 1, deeper
    return {"position": naive_rules.compact(state), "depth": depth, "count": count}


def write() -> None:
    rows = [json.dumps(row) for row in [ORIGIN, *generate()]]
    PATH.write_text("\n".join(rows) + "\n", encoding="ascii")


if __name__ == "__main__":
    write()

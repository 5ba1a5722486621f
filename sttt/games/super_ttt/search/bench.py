"""The bench signature: how many nodes the engine visits on fixed positions at a fixed depth.

It is the same on every machine and in both builds, and changes whenever the search does: a change that alters it says
so in its commit message.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search import engine as installed
from sttt.games.super_ttt.text import parse_position
from sttt.kernel.limits import NO_NODE_LIMIT

POSITIONS = Path(__file__).with_name("bench_positions.txt")
TURNS = 5
"""Depth of the bench."""

TABLE_BITS = 18


@dataclass(frozen=True)
class BenchResult:
    """One position's share: nodes visited, the score that they gave, and the seconds that it took."""

    position: Position
    nodes: int
    score: int
    seconds: float


def positions() -> list[Position]:
    """Read the fixed positions."""
    lines = POSITIONS.read_text(encoding="ascii").splitlines()
    return [parse_position(line) for line in lines if not line.startswith("#")]


def run(
    turns: int = TURNS, engine: ModuleType = installed, chosen: Sequence[Position] | None = None
) -> Iterator[BenchResult]:
    """Search each position to the depth, by iterative deepening from an empty transposition table.

    The positions are the fixed ones unless others are `chosen`.
    """
    tables = load()
    searcher = engine.Engine(tables, TABLE_BITS)
    for position in positions() if chosen is None else chosen:
        searcher.forget()
        ClassView(position, tables).set_up(searcher)
        searcher.begin(math.inf, NO_NODE_LIMIT)
        started, score = time.perf_counter(), 0
        for depth in range(1, turns + 1):
            score, _, _ = searcher.search(depth)
        yield BenchResult(position, searcher.nodes, score, time.perf_counter() - started)

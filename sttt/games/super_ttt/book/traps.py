"""Traps for O: first turns of X that O's usual replies lose to.

`traps.json` says, for each first turn of X up to symmetry, what share of the replies that value searches chose is
proven to lose (`benchmarks/first_turn_traps.py`). No first turn wins and none loses (`docs/value.md`, "What is
settled"), so that X may take the one that is hardest to answer. Traps of the second turn are in the opening table.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from sttt.games.super_ttt.symmetry import SYMMETRIES, Symmetry
from sttt.games.super_ttt.text import parse_squares

TRAP_FILE = Path(__file__).with_name("traps.json")

NEARLY = 0.95
"""The share of the best first turn's traps that another one needs to be drawn as well."""


@dataclass(frozen=True)
class Trap:
    """A first turn of X."""

    turn: tuple[int, ...]
    lost: float
    """The share of replies that lost."""


@cache
def traps() -> tuple[Trap, ...]:
    """Return the first turns that set most traps, best first, each in one of its symmetrical forms."""
    lost: dict[str, float] = json.loads(TRAP_FILE.read_text(encoding="ascii"))["lost"]
    least = NEARLY * max(lost.values())
    names = sorted((name for name in lost if lost[name] >= least), key=lambda name: (-lost[name], name))
    return tuple(Trap(parse_squares(name), lost[name]) for name in names)


def draw_trap(random: Random) -> Trap:
    """Draw one of the traps, and how the big board lies; games differ by that."""
    trap = random.choice(traps())
    symmetry = Symmetry(big=random.choice(SYMMETRIES))
    return Trap(tuple(symmetry.square(square) for square in trap.turn), trap.lost)

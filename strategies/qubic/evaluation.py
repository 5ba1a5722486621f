"""The learned evaluation of 4x4x4, as `sttt tune qubic` has written it."""

from functools import cache
from pathlib import Path

from sttt.games.qubic.search.evaluation import QubicWeights
from sttt.players.weights import integers, read_weights

LEARNED_FILE = Path(__file__).with_name("learned.json")


def load(path: Path) -> QubicWeights:
    """Read the weights from a file; raises `WeightsError`."""
    values, _ = read_weights(path, "qubic")
    lines, crossings = integers(values, "lines", 5), integers(values, "crossings", 4)
    return QubicWeights(tuple(lines), tuple(crossings), *integers({"tempo": [values.get("tempo")]}, "tempo", 1))


@cache
def learned() -> QubicWeights:
    """Return the weights that ship."""
    return load(LEARNED_FILE)

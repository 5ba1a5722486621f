"""Thousands of boards of a game at once, as NumPy arrays; needs the extra ``rl``.

`batch` makes the boards. `BatchEnv` is Gymnasium's `VectorEnv` on top: one agent a board against an opponent that is a
function of arrays; `by_lot`, `by_rules` and `by_network` are such.
"""

from sttt.distribution import needs_extra

try:
    from sttt.environments.batch.boards import Batch, Placed, random_actions
    from sttt.environments.batch.making import batch
    from sttt.environments.batch.opponents import Opponent, by_lot, by_network, by_rules, rule_names
    from sttt.environments.batch.vector_env import BatchEnv
except ModuleNotFoundError as error:
    raise needs_extra("rl", error) from error

__all__ = [
    "Batch",
    "BatchEnv",
    "Opponent",
    "Placed",
    "batch",
    "by_lot",
    "by_network",
    "by_rules",
    "random_actions",
    "rule_names",
]

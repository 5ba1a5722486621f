"""A yardstick: the turn that looks best as soon as it is made. Frozen; never tune against it."""

from strategies.best_turn import BestTurnPlayer
from sttt.kernel.class_tables import load
from sttt.kernel.evaluation import lines_value
from sttt.kernel.line_costs import pack
from sttt.players import Strategy


def make(seed: int | None) -> BestTurnPlayer:
    """Make the player."""
    tables = load()

    def evaluate(classes: list[int], side: int, _deadline: float) -> int:
        """Return the evaluation behind a turn without tempo, which is the same for all."""
        own, other = (pack([tables.costs[one][little] for little in classes]) for one in (side, 1 - side))
        return lines_value(own) - lines_value(other)

    return BestTurnPlayer(tables, evaluate, "greedy", seed)


STRATEGY = Strategy("greedy", "yardstick: the best evaluation after its turn, without lookahead", "super-ttt", make)

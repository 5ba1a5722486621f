"""Yardsticks: searches of fixed strength to measure other players by. Frozen; never tune against them."""

from collections.abc import Callable
from functools import partial
from random import Random

from sttt.games.game import Side
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.analysis.deepening import MAX_TURNS, Deepening, Iteration, TurnValue
from sttt.games.super_ttt.analysis.rules import best_placement, explain
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import FULL, Position, whole_turn
from sttt.games.super_ttt.search.uct import Uct
from sttt.games.super_ttt.symmetry import SYMMETRIES, Symmetry
from sttt.players.player import Decision, Limits, Strategy


class RulesPlayer:
    """Plays each placement by the first rule that speaks for one."""

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it needs no limits
        """Choose one placement after the other; the reason names their rules."""
        turn: list[int] = []
        names: list[str] = []
        now = position
        while len(turn) < position.left and not now.result:
            square, rule = best_placement(now)
            turn.append(square)
            names.append(rule.name)
            now = now.play(square)
        return Decision(whole_turn(position, tuple(turn)), reason=", then ".join(dict.fromkeys(names)))

    def close(self) -> None:
        """Nothing to let go of."""


RULES = Strategy(
    "rules",
    "the rule layer alone, without lookahead",
    "super-ttt",
    lambda _seed: RulesPlayer(),
    explain=explain,
)


LOOKAHEAD_TABLE_BITS = 10
"""A search one turn deep has hardly any use for a transposition table."""

FORCED_TURNS = 8

BUDGET_TABLE_BITS = 18

PLAYOUTS = 100_000
"""For each placement; the second of a turn starts a tree of its own."""


class BestTurnPlayer:
    """Wins at once if it can; else values every turn worth making and plays the best, a random one of equals."""

    def __init__(self, value: Callable[[Deepening], TurnValue], reason: str, seed: int | None) -> None:
        self._search = Deepening(load(), LOOKAHEAD_TABLE_BITS)
        self._value = value(self._search)
        self._reason = reason
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose a turn; the rule layer completes it. Of the limits only the deadline counts."""
        rule = rules.best_placement(position)[1]
        if rule is rules.WINS_NOW:
            return Decision(whole_turn(position, rules.completed(position, ())), reason=rule.name)
        values = self._search.values(ClassView(position), self._value, self._random, limits.bounds[0])
        best = max(values, key=lambda turn: values[turn], default=None)
        return Decision(
            whole_turn(position, rules.completed(position, best or ())),
            reason=rule.name if best is None else self._reason,
            score=None if best is None else values[best],
            nodes=len(values),
        )

    def close(self) -> None:
        """Nothing to let go of."""


def _greedy(seed: int | None) -> BestTurnPlayer:
    return BestTurnPlayer(lambda search: search.static_value, "greedy", seed)


def _depth_two(seed: int | None, extensions: int) -> BestTurnPlayer:
    return BestTurnPlayer(
        lambda search: partial(search.value_after_reply, extensions=extensions), "two turns deep", seed
    )


class BudgetPlayer:
    """Deepens turn by turn until its nodes are used up or the game is decided; no contempt, no solver, no book.

    Each turn is searched in one of the big board's eight orientations, chosen at random: equal turns come in another
    order then, so that games differ.
    """

    def __init__(self, nodes: int, seed: int | None) -> None:
        self._nodes = nodes
        self._random = Random(seed)
        self._search = Deepening(load(), BUDGET_TABLE_BITS)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the best turn found; limits can only shorten the search. The rule layer completes the turn."""
        symmetry = Symmetry(big=self._random.choice(SYMMETRIES))
        turned = symmetry.position(position)
        deadline, nodes = limits.bounds
        last: Iteration | None = None
        view = ClassView(turned)
        for iteration in self._search.iterations(view, MAX_TURNS, (deadline, min(self._nodes, nodes))):
            last = iteration
        back = {symmetry.square(square): square for square in range(81)}
        squares = tuple(back[square] for square in (view.squares(last.turn) if last else ()))
        return Decision(
            whole_turn(position, rules.completed(position, squares)),
            reason=f"search: {last.turns} turns deep" if last and squares else rules.best_placement(position)[1].name,
            score=last.score if last and squares else None,
            nodes=self._search.nodes,
        )

    def close(self) -> None:
        """Nothing to let go of."""


class UctPlayer:
    """Chooses a turn's placements one after the other, by random playouts without knowledge of the game."""

    def __init__(self, seed: int | None) -> None:
        self._uct = Uct(PLAYOUTS, seed)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the most visited placements. A limit of nodes counts playouts; of the time each gets its share."""
        turn: list[int] = []
        nodes, score, now = 0, 0, position
        while len(turn) < position.left and not now.result:
            self._stand_at(now)
            most = PLAYOUTS if limits.nodes is None else min(PLAYOUTS, max(1, limits.nodes // position.left))
            turn.append(self._uct.choose(most, limits.moment_of_first(now.left)))
            nodes += self._uct.playouts
            score = round(1000 * self._uct.ranking()[0][2])
            now = now.play(turn[-1])
        return Decision(whole_turn(position, tuple(turn)), reason="uct", score=score, nodes=nodes)

    def close(self) -> None:
        """Nothing to let go of."""

    def _stand_at(self, position: Position) -> None:
        x, o = ([position.marks(side) >> 9 * board & FULL for board in range(9)] for side in Side)
        self._uct.set_position(x, o, list(Side).index(position.side), position.left)


def _yardstick(
    name: str, summary: str, make: Callable[[int | None], BestTurnPlayer | BudgetPlayer | UctPlayer]
) -> Strategy[Position]:
    return Strategy(name, f"yardstick: {summary}", "super-ttt", make)


def _budget(name: str, nodes: int) -> Strategy[Position]:
    return _yardstick(name, f"the value search with {nodes:,} nodes a turn", partial(BudgetPlayer, nodes))


GREEDY = _yardstick("greedy", "the best evaluation after its turn, without lookahead", _greedy)
DEPTH_TWO = _yardstick("depth-2", "full-width lookahead over its turn and the reply", partial(_depth_two, extensions=0))
DEPTH_TWO_FORCED = _yardstick(
    "depth-2-forced",
    "depth-2, and on from there while a win must be stopped",
    partial(_depth_two, extensions=FORCED_TURNS),
)
BUDGET_1K = _budget("budget-1k", 1_400)
BUDGET_10K = _budget("budget-10k", 14_000)
BUDGET_100K = _budget("budget-100k", 140_000)
UCT = _yardstick("uct", f"UCT with {PLAYOUTS:,} playouts a placement", UctPlayer)

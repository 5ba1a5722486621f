"""The levels of Super Tic-Tac-Toe below the default player."""

from collections.abc import Mapping
from functools import partial
from random import Random

from strategies.human import WON, staircase
from strategies.super_ttt.alpha_beta import STRATEGY
from sttt.games.game import Turn
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.analysis.deepening import Deepening, TurnValue
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position, whole_turn
from sttt.games.super_ttt.symmetry import SYMMETRIES, Symmetry

TABLE_BITS = 16
FULL_REACH = 2
"""Turns ahead: so far turns are valued one by one."""

PLAUSIBLE = 30
"""Turns whose replies are looked at."""

NODES = 20_000
"""For each of the turns that are compared beyond that."""

CANDIDATES = 4
"""Turns that are compared where more than the reply is looked at."""


class TurnLook:
    """Values turns: all of them as far as the reply, the best few beyond; the board in an orientation by chance."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._search = Deepening(load(), TABLE_BITS)

    def __call__(self, position: Position, reach: int, deadline: float) -> Mapping[Turn, int]:
        """Return what the turns seem to be worth; there is one at least."""
        if rules.best_placement(position)[1] is rules.WINS_NOW:
            return {whole_turn(position, rules.completed(position, ())): WON}
        symmetry = Symmetry(big=self._random.choice(SYMMETRIES))
        back = {symmetry.square(square): square for square in range(81)}
        view = ClassView(symmetry.position(position))
        values = self._deep(view, reach, deadline) if reach > FULL_REACH else self._all(view, reach, deadline)
        return {
            whole_turn(position, rules.completed(position, tuple(back[square] for square in squares))): value
            for squares, value in values.items()
        } or {whole_turn(position, rules.completed(position, ())): 0}

    def _all(self, view: ClassView, reach: int, deadline: float) -> dict[tuple[int, ...], int]:
        """Value every turn as it stands; where the reply is looked at, the most plausible ones by that."""
        static = self._search.values(view, self._search.static_value, self._random, deadline)
        if reach == 1:
            return static
        plausible = sorted(static, key=lambda squares: -static[squares])[:PLAUSIBLE]
        after_reply: TurnValue = partial(self._search.value_after_reply, extensions=0)
        values = self._search.values(view, after_reply, self._random, deadline, frozenset(plausible))
        return values or static

    def _deep(self, view: ClassView, reach: int, deadline: float) -> dict[tuple[int, ...], int]:
        """Search for the best turn, then for the best of the others, and so on."""
        excluded: frozenset[int] = frozenset()
        values: dict[tuple[int, ...], int] = {}
        for _ in range(CANDIDATES):
            found = list(self._search.iterations(view, reach, (deadline, NODES), 0, excluded))
            if not found or not view.squares(found[-1].turn):
                break
            values.setdefault(view.squares(found[-1].turn), found[-1].score)
            excluded |= {found[-1].turn}
        return values


ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN = staircase(GAME, TurnLook, STRATEGY.make)

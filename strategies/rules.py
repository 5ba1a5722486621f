"""The rule layer: which placement the costs of little boards and big lines ask for, as a list of small rules.

The first rule that speaks for a placement names it; among placements with the same rule the evaluation decides.
The `rules` player plays by this alone; `alpha-beta` takes the outcome of the forcing rules (win, stop a win) for
granted in its search, and completes its turns by these rules.
"""

from collections.abc import Callable
from dataclasses import dataclass

from strategies.turns import whole_turn
from sttt.games.game import Turn
from sttt.games.super_ttt import Position
from sttt.kernel.line_costs import LINES_THROUGH, cheapest, lines_within
from sttt.kernel.little_boards import IMPOSSIBLE
from sttt.kernel.super_ttt_state import TURN, Option, SuperTTTState, class_after, square_for
from sttt.players import Decision, Limits, Strategy


@dataclass(frozen=True)
class Rule:
    """A named reason to make a placement."""

    name: str
    speaks_for: Callable[[SuperTTTState, Option], bool]


def wins_now(state: SuperTTTState, option: Option) -> bool:
    """Bring a big line nearer that the rest of the turn finishes."""
    nearer = cheapest(option.own) < cheapest(state.words[state.side])
    return nearer and bool(lines_within(option.own, state.left - 1))


def stops_a_win(state: SuperTTTState, option: Option) -> bool:
    """Leave the opponent no big line that its next turn could finish, with the rest of this turn's help."""
    if not state.threats:
        return False
    if state.left == 1:
        return not lines_within(option.other, TURN)
    state.push(option)
    stoppable = bool(state.stopping(state.options()))
    state.pop()
    return stoppable


def delays_a_win(state: SuperTTTState, option: Option) -> bool:
    """Get in the way of a big line that the opponent could finish in its next turn."""
    return bool(LINES_THROUGH[option.board] & state.threats)


def forks(state: SuperTTTState, option: Option) -> bool:
    """Bring the number of big lines that the next turn could finish to two or more."""
    lines = lines_within(option.own, TURN)
    return lines.bit_count() > 1 and lines != lines_within(state.words[state.side], TURN)


def takes(state: SuperTTTState, option: Option) -> bool:
    """Win a little board on a big line that can still be won."""
    return option.after.costs[state.side] == 0 and _is_live(option.own, option.board)


def denies(state: SuperTTTState, option: Option) -> bool:
    """Make a little board dearer that the opponent could win in one turn, on a line that it could still win."""
    other = 1 - state.side
    return option.other != state.words[other] and (
        state.boards[option.board].costs[other] <= TURN and _is_live(state.words[other], option.board)
    )


def builds(state: SuperTTTState, option: Option) -> bool:
    """Bring a big line nearer."""
    return option.own != state.words[state.side]


def _is_live(word: int, board: int) -> bool:
    """Whether a line through the little board can still be won."""
    return bool(LINES_THROUGH[board] & lines_within(word, IMPOSSIBLE - 1))


WINS_NOW = Rule("wins now", wins_now)
DELAYS_A_WIN = Rule("delays a win", delays_a_win)
"""Speaks only where no placement stops the win: the side to move has lost."""

RULES = (
    WINS_NOW,
    Rule("stops a win", stops_a_win),
    DELAYS_A_WIN,
    Rule("forks", forks),
    Rule("takes a little board", takes),
    Rule("denies a little board", denies),
    Rule("builds a line", builds),
    Rule("fills up", lambda _state, _option: True),
)


def rank(state: SuperTTTState, option: Option) -> int:
    """Return the index of the first rule that speaks for the placement."""
    for index, rule in enumerate(RULES):
        if rule.speaks_for(state, option):
            return index
    raise LookupError("the last rule speaks for everything")


def best_placement(position: Position) -> tuple[int, Rule]:
    """Return the square that the rules choose, and the rule that speaks for it; the game must not be over."""
    state = SuperTTTState(position)
    best = min(state.options(), key=lambda option: (rank(state, option), -option.value))
    return square_for(position, best), RULES[rank(state, best)]


def explain(position: Position, turn: Turn) -> tuple[str, ...]:
    """Name for each placement of a turn the first rule that speaks for it; of a forfeited one that it was forfeited."""
    words = []
    for square in turn:
        words.append(_explain_placement(position, square))
        if square is not None and not position.result:
            position = position.play(square)
    return tuple(words)


def _explain_placement(position: Position, square: int | None) -> str:
    if square is None:
        return "forfeited"
    if position.result:
        return "placed after the game was won"
    state = SuperTTTState(position)
    after = (square // 9, class_after(position, square))
    option = next((option for option in state.options() if (option.board, option.after) == after), None)
    return RULES[-1 if option is None else rank(state, option)].name


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


STRATEGY = Strategy(
    "rules",
    "the rule layer alone, without lookahead",
    "super-ttt",
    lambda _seed: RulesPlayer(),
    explain=explain,
)

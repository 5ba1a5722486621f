"""The rule layer: which placement the costs of little boards and big lines ask for, as a list of small rules.

It looks at nine little boards and two words of line costs, changed in place. The first rule that speaks for a
placement names it; among placements with the same rule the evaluation decides. The `rules` player plays by this alone;
`alpha-beta` takes the outcome of the forcing rules (win, stop a win) for granted in its search, and completes its turns
by these rules.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from sttt.games.game import Side, Turn
from sttt.games.super_ttt.classes.costs import (
    CONTRIBUTION,
    IMPOSSIBLE,
    LINES_THROUGH,
    LittleBoard,
    cheapest,
    lines_value,
    lines_within,
    little_board_of,
    pack,
)
from sttt.games.super_ttt.position import FULL, Position

TURN = 2
"""Placements in a turn, but for a last single square: a line at most this expensive is won within one."""


class Option(NamedTuple):
    """A placement worth considering, and what it changes."""

    board: int
    after: LittleBoard
    """The class that the little board becomes."""
    own: int
    """The mover's packed line costs afterwards."""
    other: int
    """The opponent's packed line costs afterwards."""
    value: int
    """The evaluation afterwards, from the mover's point of view and without tempo."""


class SuperTTTState:
    """A mutable position of classes; `push` and `pop` placements. X is side 0, O is side 1."""

    __slots__ = ("_history", "boards", "left", "open_squares", "side", "words")

    def __init__(self, position: Position) -> None:
        self.boards = [little_board_of(position.x >> 9 * b & FULL, position.o >> 9 * b & FULL) for b in range(9)]
        self.words = [pack([board.costs[side] for board in self.boards]) for side in (0, 1)]
        self.side = 0 if position.side is Side.X else 1
        self.left = position.left
        self.open_squares = sum(board.open_squares for board in self.boards)
        self._history: list[tuple[int, LittleBoard, int, int, int, int, int]] = []

    @property
    def threats(self) -> int:
        """High bits of the lines with which the opponent wins in its next turn unless they are stopped now."""
        return lines_within(self.words[1 - self.side], TURN)

    def options(self) -> list[Option]:
        """Return the placements worth considering, in board order: one per class, none on boards that nobody needs.

        An extra mark never hurts, so that leaving out the idle ones loses nothing; they come when all are idle.
        """
        needed = lines_within(self.words[0], IMPOSSIBLE - 1) | lines_within(self.words[1], IMPOSSIBLE - 1)
        found: list[Option] = []
        for board in range(9):
            if LINES_THROUGH[board] & needed:
                self._add_options(board, found)
        if not found:
            for board in range(9):
                self._add_options(board, found)
        return found

    def _add_options(self, board: int, found: list[Option]) -> None:
        side = self.side
        before = self.boards[board]
        own_before, other_before = before.costs[side], before.costs[1 - side]
        contribution = CONTRIBUTION[board]
        own_rest = self.words[side] - contribution[own_before]
        other_rest = self.words[1 - side] - contribution[other_before]
        for after in before.successors(side):
            costs = after.costs
            own = own_rest + contribution[costs[side]]
            other = other_rest + contribution[costs[1 - side]]
            found.append(Option(board, after, own, other, lines_value(own) - lines_value(other)))

    def stopping(self, options: list[Option]) -> list[Option]:
        """Keep the placements that can be part of stopping every threat of the opponent.

        With one placement left it must stop all. With two, at least one of them must be on a board of a threatened
        line; their order does not matter, so that the first is asked to be.
        """
        threats = self.threats
        if not threats:
            return options
        if self.left == 1:
            return [option for option in options if not lines_within(option.other, TURN)]
        return [option for option in options if LINES_THROUGH[option.board] & threats]

    def push(self, option: Option) -> None:
        """Make a placement; no side may have won before it."""
        board, after, own, other, _ = option
        before, side = self.boards[board], self.side
        self._history.append((board, before, self.words[0], self.words[1], side, self.left, self.open_squares))
        self.boards[board] = after
        self.words[side], self.words[1 - side] = own, other
        self.open_squares += after.open_squares - before.open_squares
        if self.left == TURN and self.open_squares:
            self.left = 1
        else:
            self.side = 1 - side
            self.left = 1 if self.open_squares == 1 else TURN

    def pop(self) -> None:
        """Take the last placement back."""
        board, before, x_word, o_word, self.side, self.left, self.open_squares = self._history.pop()
        self.boards[board] = before
        self.words[0], self.words[1] = x_word, o_word


def square_for(position: Position, option: Option) -> int:
    """Return the first open square that the side to move may mark to make the option's little-board class."""
    for square in position.legal_placements():
        if square // 9 == option.board and class_after(position, square) is option.after:
            return square
    raise LookupError(f"no placement on little board {option.board + 1} leads to one like {option.after.marks}")


def class_after(position: Position, square: int) -> LittleBoard:
    """Return the class that a square's little board becomes when the side to move marks the square."""
    x, o = (position.marks(side) >> 9 * (square // 9) & FULL for side in Side)
    bit = 2 ** (square % 9)
    return little_board_of(x | bit, o) if position.side is Side.X else little_board_of(x, o | bit)


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
    """Return whether a line through the little board can still be won."""
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


def completed(position: Position, squares: tuple[int, ...]) -> tuple[int, ...]:
    """Fill a turn up by the rules, as long as the game goes on."""
    after = position.play_all(squares)
    while len(squares) < position.left and not after.result:
        squares = (*squares, best_placement(after)[0])
        after = after.play(squares[-1])
    return squares


def is_decided(position: Position) -> bool:
    """Return whether a side wins within this turn or, with nothing to stop it, within the next."""
    return best_placement(position)[1] in {WINS_NOW, DELAYS_A_WIN}


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

"""Whole games under the naive rules, by seed and temper, so that every kind of ending comes up."""

from collections.abc import Iterator
from random import Random

from support import naive_rules
from support.naive_rules import Square, State

TEMPERS = ("random", "greedy", "shy", "absent")
"""Anything; closing little boards when possible; avoiding it (dead boards, a last single square); with forfeits."""


def playout(seed: int, temper: str) -> Iterator[tuple[State, Square | None]]:
    """Every state of a game with the placement chosen in it; the final state is left to the caller to reach."""
    random = Random(f"{seed} {temper}")
    state = naive_rules.start()
    while not naive_rules.result(state):
        chosen = choose(random, state, temper)
        yield state, chosen
        state = naive_rules.place(state, chosen)


def states(seed: int, temper: str) -> list[State]:
    """Every state of a game, the finished one included."""
    played = list(playout(seed, temper))
    return [state for state, _ in played] + [naive_rules.place(*played[-1])]


def choose(random: Random, state: State, temper: str) -> Square | None:
    legal = naive_rules.legal(state)
    if temper == "random":
        return random.choice(legal)
    if temper == "absent":
        return random.choice([*legal, None, None, None, None])
    closing = [square for square in legal if closes(state, square)]
    quiet = [square for square in legal if square not in closing]
    return random.choice((closing if temper == "greedy" else quiet) or legal)


def closes(state: State, square: Square) -> bool:
    big, little = square
    board = list(state.boards[big - 1])
    board[little - 1] = state.side
    return naive_rules.three_in_a_row(board) is not None

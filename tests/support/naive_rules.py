"""The rules once more, as the assignment tells them: nested lists, every fact recomputed by looking at the board.

Shares nothing with the package: no bitboards, no tables. Squares are ``(big, little)`` pairs counted from 1.
"""

from dataclasses import dataclass

THREE_IN_A_ROW = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]
INDICES = range(1, 10)

Square = tuple[int, int]
Boards = list[list[str]]


@dataclass
class State:
    """Boards of ``x``, ``o`` and ``.``, whose turn it is, and how many placements remain of it."""

    boards: Boards
    side: str = "x"
    left: int = 2


def start() -> State:
    return State([["."] * 9 for _ in INDICES])


def three_in_a_row(nine: list[str]) -> str | None:
    for a, b, c in THREE_IN_A_ROW:
        if nine[a - 1] != "." and nine[a - 1] == nine[b - 1] == nine[c - 1]:
            return nine[a - 1]
    return None


def owner(state: State, big: int) -> str | None:
    return three_in_a_row(state.boards[big - 1])


def is_dead(state: State, big: int) -> bool:
    return owner(state, big) is None and "." not in state.boards[big - 1]


def open_squares(state: State) -> list[Square]:
    return [
        (big, little)
        for big in INDICES
        if owner(state, big) is None
        for little in INDICES
        if state.boards[big - 1][little - 1] == "."
    ]


def result(state: State) -> str | None:
    winner = three_in_a_row([owner(state, big) or "." for big in INDICES])
    if winner is not None:
        return winner
    return None if open_squares(state) else "draw"


def legal(state: State) -> list[Square]:
    return [] if result(state) else open_squares(state)


def place(state: State, square: Square | None) -> State:
    """One placement of a turn, forfeited when it is None; a game that ends ends the turn."""
    after = State([list(board) for board in state.boards], state.side, state.left - 1)
    if square is not None:
        if square not in legal(state):
            raise ValueError(square)
        mark(after, square)
    return after if after.left and not result(after) else hand_over(after)


def mark(state: State, square: Square) -> None:
    big, little = square
    state.boards[big - 1][little - 1] = state.side


def hand_over(state: State) -> State:
    return State(state.boards, "o" if state.side == "x" else "x", 1 if len(open_squares(state)) == 1 else 2)


def count_sequences(state: State, depth: int) -> int:
    """Brute force: try everything, one placement after the other."""
    if depth == 1:
        return len(legal(state))
    return sum(count_sequences(place(state, square), depth - 1) for square in legal(state))


def compact(state: State) -> str:
    return "/".join("".join(board) for board in state.boards) + f":{state.side}{state.left}"


def from_compact(line: str) -> State:
    boards, turn = line.split(":")
    return State([list(board) for board in boards.split("/")], turn[0], int(turn[1]))

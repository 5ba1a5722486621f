"""Positions with few open squares: games played on at random, and little boards filled in at random."""

from random import Random

from support.plain_solver import NEVER, big_lines

from sttt.errors import PositionError
from sttt.games.game import Side
from sttt.games.super_ttt.position import Position

FILLINGS = ("closed", "closed", "closed", "half", "half", "sparse")
"""How much of a little board is filled: some line or no room at all, some of it, hardly any of it."""


def filled_position(seed: int, fewest: int, most: int) -> Position:
    """An unfinished position with `fewest` to `most` open squares, any number of them in a little board."""
    random = Random(f"filled {seed}")
    while True:
        position = _try_to_fill(random)
        if position and fewest <= position.open_squares.bit_count() <= most and is_unsettled(position):
            return position


def is_unsettled(position: Position) -> bool:
    """Whether the side to move does not win at once, and somebody can still win."""
    if position.result:
        return False
    own, other = position.marks(position.side), position.marks(position.side.other)
    return (
        big_lines(own, other)[0][0] > position.left and min(big_lines(own, other), big_lines(other, own))[0][0] < NEVER
    )


def _try_to_fill(random: Random) -> Position | None:
    x = o = 0
    for board in range(9):
        own, other = _board(random)
        x |= own << 9 * board
        o |= other << 9 * board
    try:
        return Position.from_marks(x, o, random.choice(list(Side)), random.choice((1, 2)))
    except PositionError:
        return None


def _board(random: Random) -> tuple[int, int]:
    """Marks of one little board, x's and o's."""
    filling = random.choice(FILLINGS)
    if filling == "closed" and random.random() < 0.6:
        line = random.choice((0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124))
        return (line, 0) if random.random() < 0.5 else (0, line)
    x = o = 0
    count = {"closed": 9, "half": random.randrange(3, 8), "sparse": random.randrange(4)}[filling]
    for square in random.sample(range(9), count):
        if random.random() < 0.5:
            x |= 2**square
        else:
            o |= 2**square
    return x, o


def late_position(seed: int, fewest: int, most: int) -> Position:
    """An unfinished position of a random game whose players close little boards late, so that much stays open."""
    random = Random(f"late {seed}")
    while True:
        position = Position()
        while not position.result and position.open_squares.bit_count() > most:
            position = position.play(_quiet(random, position))
        for _ in range(random.randrange(3)):
            if not position.result:
                position = position.play(random.choice(position.legal_placements()))
        if fewest <= position.open_squares.bit_count() <= most and is_unsettled(position):
            return position


def _quiet(random: Random, position: Position) -> int:
    """A placement that closes no little board, if three draws find one."""
    placements = position.legal_placements()
    owned = position.x_boards | position.o_boards
    for _ in range(3):
        square = random.choice(placements)
        after = position.play(square)
        if after.x_boards | after.o_boards == owned:
            break
    return square

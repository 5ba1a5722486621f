"""Positions with few open squares: games played on at random, and little boards filled in at random."""

from random import Random

from support.plain_solver import NEVER, big_lines

from sttt.errors import PositionError
from sttt.games.game import Side
from sttt.games.super_ttt.position import HAS_LINE, Position

FILLINGS = ("closed", "closed", "closed", "half", "half", "sparse")
"""How much of a little board is filled: some line or no room at all, some of it, hardly any of it."""


def filled_position(seed: int, fewest: int, most: int) -> Position:
    """An unfinished position with `fewest` to `most` open squares, any number of them in a little board."""
    random = Random(f"filled {seed}")
    while True:
        boards = [_board(random) for _ in range(9)]
        side, left = random.choice(list(Side)), random.choice((1, 2))
        if fewest <= sum(map(_open_squares, boards)) <= most:  # what is asked for seldom, before what takes long
            position = _filled(boards, side, left)
            if position and is_unsettled(position):
                return position


def is_unsettled(position: Position) -> bool:
    """Whether the side to move does not win at once, and somebody can still win."""
    if position.result:
        return False
    own, other = position.marks(position.side), position.marks(position.side.other)
    return (
        big_lines(own, other)[0][0] > position.left and min(big_lines(own, other), big_lines(other, own))[0][0] < NEVER
    )


def _open_squares(board: tuple[int, int]) -> int:
    x, o = board
    return 0 if HAS_LINE[x] or HAS_LINE[o] else 9 - (x | o).bit_count()


def _filled(boards: list[tuple[int, int]], side: Side, left: int) -> Position | None:
    x, o = (sum(marks[mark] << 9 * board for board, marks in enumerate(boards)) for mark in (0, 1))
    try:
        return Position.from_marks(x, o, side, left)
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

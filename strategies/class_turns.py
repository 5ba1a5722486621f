"""The engine's turns as squares: it names classes of little boards, and leaves idle placements open."""

from strategies import rules
from sttt.games.super_ttt import Position
from sttt.kernel.board import changes
from sttt.kernel.class_position import squares_for
from sttt.kernel.class_tables import ClassTables


def turn_squares(position: Position, turn: int, tables: ClassTables) -> tuple[int, ...]:
    """Return the squares of one of the engine's turns, none for no turn."""
    squares: tuple[int, ...] = ()
    for change in changes(turn):
        squares += squares_for(position, change, tables)
    return squares


def completed(position: Position, squares: tuple[int, ...]) -> tuple[int, ...]:
    """Fill a turn up by the rules, as long as the game goes on."""
    left = position.left
    position = played(position, squares)
    while len(squares) < left and not position.result:
        squares = (*squares, rules.best_placement(position)[0])
        position = position.play(squares[-1])
    return squares


def played(position: Position, squares: tuple[int, ...]) -> Position:
    """Return the position after these placements."""
    for square in squares:
        position = position.play(square)
    return position


def classes_behind(classes: list[int], turn: int) -> list[int]:
    """Return the nine classes that one of the engine's turns leaves."""
    after = classes.copy()
    for board, little, _ in changes(turn):
        after[board] = little
    return after

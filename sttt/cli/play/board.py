"""The board of any game in colour, with the last turn, the line that has won and a cursor on it.

A game draws itself in characters. Which of them are marks, whose, and where a placement shows is learned by comparing
the drawings of two positions, so that a new game needs nothing here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from sttt.board.shape import changed_cells, deciding_lines
from sttt.cli.play.game_state import GameState
from sttt.games.game import Game, Position, Shape, Side
from sttt.games.super_ttt.position import Position as SuperTttPosition
from sttt.games.super_ttt.text import BIG_MARKS

SIDE_STYLES = {Side.X: "bold red", Side.O: "bold cyan"}
OPEN_STYLE = "dim"
NEW_STYLE = "reverse"
"""Stresses what the last turn has changed."""
WINNING_STYLE = "not dim bold black on green"
"""Stresses the line that has won."""
CURSOR_STYLE = "not dim bold black on yellow"

_FAR = 10**6

Draw = Callable[[Any], Text]  # a position of the one game
"""Draws a position, in as many characters for every one of a game."""


@dataclass(frozen=True)
class Spot:
    """Where on the drawing a placement shows."""

    offset: int
    """In characters from the drawing's start."""
    row: int
    column: int


class BoardDrawing:
    """Draws the states of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        start, drawing = game.start(), drawing_of(game, game.start())
        self._drawn = _learn_marks(game)
        """Each side's mark in the game's drawing."""
        self.names = _colours(game) or self._drawn
        """The names of the sides: their colours, where they have some, else their marks."""
        cells = {
            offset
            for placement in start.legal_placements()
            for offset in _changes(drawing, drawing_of(game, start.play(placement)))
        }
        empty = {drawing[offset] for offset in cells}
        self.marks = {side: name[0] for side, name in self.names.items()}
        """The marks on the board."""
        self._cells = [offset for offset, character in enumerate(drawing) if character in empty]
        self._draw = _OWN_BOARDS.get(game.name, self._draw_in_colour)
        first = self._draw(start).plain
        self._spots = {
            placement: _spot(first, self._draw(start.play(placement)).plain) for placement in start.legal_placements()
        }

    def draw(self, state: GameState, cursor: int | None = None) -> Text:
        """Draw the board, stressing what the last turn has changed, what has won and where `cursor` would show."""
        drawn = self._draw(state.position)
        for offset in _changes(self._draw(state.before_last_turn).plain, self._draw(state.turn_start).plain):
            drawn.stylize(NEW_STYLE, offset, offset + 1)
        for offset in self._winning_offsets(state.position):
            drawn.stylize(WINNING_STYLE, offset, offset + 1)
        if cursor is not None:
            offset = self._landing(state.position, cursor)
            drawn.stylize(CURSOR_STYLE, offset, offset + 1)
        return drawn

    def status(self, position: Position) -> str:
        """Say who is to move, by what that side is called."""
        side = position.side
        return f"{self.names[side]}{status_of(self._game, position).removeprefix(self._drawn[side])}"

    def name(self, placement: int) -> str:
        """Write a placement in the game's notation."""
        return self._game.format_turn((placement,))

    def nearest_to_middle(self, position: Position) -> int:
        """Return the legal placement where a cursor may start."""
        legal: tuple[int, ...] = position.legal_placements()
        return legal[len(legal) // 2]

    def neighbour(self, placement: int, down: int, right: int) -> int:
        """Return the placement next to one in the direction of a unit step, itself at the edge."""
        here = self._spots[placement]

        def distance(other: int) -> tuple[int, int]:
            rows, columns = self._spots[other].row - here.row, self._spots[other].column - here.column
            ahead, aside = rows * down + columns * right, abs(rows * right) + abs(columns * down)
            return (aside, ahead) if ahead > 0 else (_FAR, 0)

        nearest: int = min((placement, *self._spots), key=distance)
        return nearest

    def _landing(self, position: Position, placement: int) -> int:
        """Return the offset at which a placement would show now: a piece may fall down a column."""
        if placement in position.legal_placements():
            changes = _changes(self._draw(position).plain, self._draw(position.play(placement)).plain)
            if len(changes) == 1:
                return changes[0]
        return self._spots[placement].offset

    def _winning_offsets(self, position: Position) -> set[int]:
        """Return where the lines show that the winner has completed."""
        shape = self._game.shape
        if shape is None:
            return set()
        held = {place for line in deciding_lines(shape, position) for place in line}
        if shape.owners:
            held = {cell for group in held for cell in shape.groups[group].cells}
        return {self._offset_of_cell(shape, cell) for cell in held}

    def _offset_of_cell(self, shape: Shape, cell: int) -> int:
        """Return where a cell shows: placed on again and again, a column fills up to it."""
        placement = shape.cells[cell].placement
        now = self._game.start()
        while True:
            before, now = now, now.play(placement)
            if cell in changed_cells(shape, before, now):
                return _changes(self._draw(before).plain, self._draw(now).plain)[0]

    def _draw_in_colour(self, position: Position) -> Text:
        characters = list(drawing_of(self._game, position))
        sides = {mark: side for side, mark in self._drawn.items()}
        drawn = Text()
        styles = dict.fromkeys(self._cells, OPEN_STYLE)
        for offset in self._cells:
            side = sides.get(characters[offset])
            if side:
                characters[offset], styles[offset] = self.marks[side], SIDE_STYLES[side]
        for offset, character in enumerate(characters):
            drawn.append(character, styles.get(offset))
        return drawn


def drawing_of(game: Game, position: Position) -> str:
    """Return a game's drawing without its last line, which tells who is to move."""
    return game.draw(position).rpartition("\n")[0]


def status_of(game: Game, position: Position) -> str:
    """Return the last line of a game's drawing: who is to move or has won."""
    return game.draw(position).rpartition("\n")[2]


def _changes(before: str, after: str) -> list[int]:
    """Return the offsets at which two drawings differ."""
    return [offset for offset, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]


def _spot(before: str, after: str) -> Spot:
    """Return where two drawings first differ."""
    offset = _changes(before, after)[0]
    return Spot(offset, before.count("\n", 0, offset), offset - (before.rfind("\n", 0, offset) + 1))


def _colours(game: Game) -> dict[Side, str] | None:
    """Return what people call the sides of a game, None where that is X and O."""
    if game.shape is None or tuple(map(str.lower, game.shape.sides)) == tuple(Side):
        return None
    return dict(zip(Side, game.shape.sides, strict=True))


def _learn_marks(game: Game) -> dict[Side, str]:
    """Return how each side's marks are drawn, found by placing one of each."""
    marks: dict[Side, str] = {}
    position = game.start()
    while len(marks) < len(Side):
        after = position.play(position.legal_placements()[0])
        before_drawn, drawn = drawing_of(game, position), drawing_of(game, after)
        marks[position.side] = drawn[_changes(before_drawn, drawn)[0]]
        position = after
    return marks


def draw_super_ttt(position: SuperTttPosition) -> Text:
    r"""Draw Super Tic-Tac-Toe's board: open squares by number, little boards by that on their frames.

    The same number of characters for every position::

        +---1---+---2---+---3---+
        | 1 2 3 | 1 X 3 | \   / |
        | 4 5 6 | 4 5 O |   X   |
        | 7 8 9 | 7 8 9 | /   \ |
        +---4---+---5---+---6---+
    """
    drawn = Text()
    for band in range(0, 9, 3):
        boards = range(band, band + 3)
        drawn.append("+" + "".join(f"---{board + 1}---+" for board in boards) + "\n")
        for row in range(3):
            drawn.append("|")
            for board in boards:
                drawn.append_text(_little_row(position, board, row)).append("|")
            drawn.append("\n")
    return drawn.append("+-------" * 3 + "+")


def _little_row(position: SuperTttPosition, board: int, row: int) -> Text:
    """Draw a little board's row, seven columns wide."""
    drawn = Text(" ")
    for column in range(3):
        square = 9 * board + 3 * row + column
        character, style = _big_mark(position, board, row, column) or _cell(position, square)
        drawn.append(character, style).append(" ")
    return drawn


def _big_mark(position: SuperTttPosition, board: int, row: int, column: int) -> tuple[str, str] | None:
    """Return the character and the style of an owned little board's part."""
    owner = position.owner(board)
    return (BIG_MARKS[owner][row][column], SIDE_STYLES[owner]) if owner else None


def _cell(position: SuperTttPosition, square: int) -> tuple[str, str]:
    for side in Side:
        if position.marks(side) >> square & 1:
            return side.upper(), SIDE_STYLES[side]
    return str(square % 9 + 1), OPEN_STYLE


_OWN_BOARDS: dict[str, Draw] = {"super-ttt": draw_super_ttt}
"""Games whose board at the terminal shows more than their drawing does."""

"""The board of any game in colour, with the last turn, the line that has won and a cursor on it.

A game draws itself in characters. Which of them are marks, whose, and where a placement shows is learned by comparing
the drawings of two positions, so that a new game needs nothing here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from sttt.cli.play.game_state import GameState
from sttt.cli.play.styles import CURSOR_STYLE, NEW_STYLE, OPEN_STYLE, SIDE_STYLES, WINNING_STYLE
from sttt.cli.play.super_ttt_board import draw_board
from sttt.games.game import Game, Side
from sttt.games.shape import Shape, changed_cells, winning_lines

Draw = Callable[[Any], Text]
"""Draws a position, in as many characters for every one of a game."""

_OWN_BOARDS: dict[str, Draw] = {"super-ttt": draw_board}
"""Games whose board at the terminal shows more than their drawing does."""


@dataclass(frozen=True)
class Spot:
    """Where on the drawing a placement shows."""

    offset: int
    """In characters from the drawing's start."""
    row: int
    column: int


class Board:
    """Draws the states of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        start, drawing = game.start(), drawing_of(game, game.start())
        self.marks = _learn_marks(game)
        """How each side's mark is written in the game's drawing."""
        cells = {
            offset for placement in start.legal_placements() for offset in _changes(drawing, _after(game, placement))
        }
        empty = {drawing[offset] for offset in cells}
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

    def name(self, placement: int) -> str:
        """Write a placement in the game's notation."""
        return self._game.format_turn((placement,))

    def nearest_to_middle(self, position: Any) -> int:
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

    def _landing(self, position: Any, placement: int) -> int:
        """Return the offset at which a placement would show now: a piece may fall down a column."""
        if placement in position.legal_placements():
            changes = _changes(self._draw(position).plain, self._draw(position.play(placement)).plain)
            if len(changes) == 1:
                return changes[0]
        return self._spots[placement].offset

    def _winning_offsets(self, position: Any) -> set[int]:
        """Return where the lines show that the winner has completed."""
        shape = self._game.shape
        if shape is None:
            return set()
        held = {place for line in winning_lines(shape, position) for place in line}
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

    def _draw_in_colour(self, position: Any) -> Text:
        drawn = Text(drawing_of(self._game, position))
        styles = {mark: SIDE_STYLES[side] for side, mark in self.marks.items()}
        for offset in self._cells:
            drawn.stylize(styles.get(drawn.plain[offset], OPEN_STYLE), offset, offset + 1)
        return drawn


_FAR = 10**6


def drawing_of(game: Game, position: Any) -> str:
    """Return a game's drawing without its last line, which tells who is to move."""
    return game.draw(position).rpartition("\n")[0]


def status_of(game: Game, position: Any) -> str:
    """Return the last line of a game's drawing: who is to move or has won."""
    return game.draw(position).rpartition("\n")[2]


def _changes(before: str, after: str) -> list[int]:
    """Return the offsets at which two drawings differ."""
    return [offset for offset, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]


def _spot(before: str, after: str) -> Spot:
    """Return where two drawings first differ."""
    offset = _changes(before, after)[0]
    return Spot(offset, before.count("\n", 0, offset), offset - (before.rfind("\n", 0, offset) + 1))


def _after(game: Game, placement: int) -> str:
    return drawing_of(game, game.start().play(placement))


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

"""O's replies to X's first turns: the positions after two turns, each once up to symmetry and what cannot matter."""

from dataclasses import dataclass

from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_turn, parse_squares
from sttt.workshop.settle.first_turn import FirstTurn
from sttt.workshop.settle.judge import Judge, O


@dataclass(frozen=True)
class Reply:
    """A position with X to move, after an undominated reply to an undominated first turn."""

    first: str
    """X's first turn, as ``21+55``."""
    name: str
    """O's reply to that turn, as ``15+35``."""
    key: int
    classes: bytes
    position: Position


def replies_to(judge: Judge, first: FirstTurn) -> list[Reply]:
    """List the replies to a first turn, those best for O by evaluation first."""
    start = Position().play_all(parse_squares(first.name))
    view = ClassView(start)
    turns = view.turns_by_key(judge.branches)
    found = []
    for key, classes in judge.branches.of(first.branch[1], O) or ():
        squares = view.squares(turns[key])
        found.append(Reply(first.name, format_turn(squares), key, classes, start.play_all(squares)))
    return found

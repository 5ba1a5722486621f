"""One game of a person against a player: reads lines, shows boards."""

import re
import sys
import time
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from sttt.arena.answer import Terms
from sttt.cli.board_view import SIDE_STYLES, draw_board
from sttt.cli.decisions import decide
from sttt.errors import IllegalPlacement, PositionError
from sttt.games.game import Side
from sttt.games.super_ttt import GAME, Position, enter_turn
from sttt.games.super_ttt_text import draw, format_turn, parse_square
from sttt.players import Player

DEFAULT_PLAYER = GAME.levels[-1]

HELP = f"""\
55, 5 5 or (5 . 5)  place on little board 5, square 5
undo                take back your previous placement and what was played since
hint                see the turn that {DEFAULT_PLAYER} would play, and why
help                see this
quit                leave the game; so does the end of the input"""

_PLACEMENT = re.compile(r"([1-9]) *([1-9])|\( *([1-9]) *\. *([1-9]) *\)")


def parse_placement(line: str) -> int:
    """Read a placement as a person types it; raises `PositionError`."""
    match = _PLACEMENT.fullmatch(line)
    if not match:
        raise PositionError(f"{line!r} is neither a placement nor a command; expected one such as 55, or help")
    return parse_square("".join(match.group(1, 2) if match[1] else match.group(3, 4)))


@dataclass(frozen=True)
class Moment:
    """What the person sees when it is their turn to place."""

    position: Position
    opponents_turn: tuple[int, ...] = ()
    """The squares that the opponent has marked last."""


class Session:
    """The game as it stands, and every moment at which the person has placed, for `undo`."""

    def __init__(self, position: Position, person: Side, name: str, opponent: Player[Any], terms: Terms) -> None:
        self._now = Moment(position)
        self._earlier: list[Moment] = []
        self._person = person
        self._name = name
        self._opponent = opponent
        self._terms = terms
        self._console = Console(file=sys.stdout, highlight=False)

    def run(self) -> None:
        """Play to the end of the game, of the input or of the person's patience."""
        self._print(f"You play {self._person} against {self._name}. Type help to see what you can type.")
        while not self._now.position.result:
            if self._now.position.side is not self._person:
                self._play_opponents_turn()
            elif not self._play_persons_placement():
                return
        self._show_board()
        self._print(Text(self._status(), "bold"))

    def _play_opponents_turn(self) -> None:
        side = self._now.position.side
        with self._console.status(f"{self._name} is thinking"):
            decision = self._opponent.choose(self._now.position, self._terms.limits(time.monotonic()))
        position, counted = enter_turn(self._now.position, decision.turn)
        self._now = Moment(position, tuple(square for square in counted if square is not None))
        self._print()
        self._print(
            Text.assemble((f"{side} plays ", SIDE_STYLES[side]), (format_turn(counted), "bold"), f"  {decision.reason}")
        )

    def _play_persons_placement(self) -> bool:
        """Show the board and obey lines until one places or takes back; False when the person leaves."""
        self._show_board()
        before = self._now
        while self._now is before:
            line = self._ask()
            if line is None or line == "quit":
                self._print(f"You have left the game; {self._status()}.")
                return False
            self._obey(line)
        return True

    def _ask(self) -> str | None:
        """Read a line, with letter case and white space evened out; None at the end of the input."""
        self._console.print(Text(f"{self._status()}: ", "bold"), end="", soft_wrap=True)
        self._console.file.flush()
        given = sys.stdin.buffer.readline().decode("utf-8", "replace")
        line = " ".join(given.lower().split())
        if not sys.stdin.isatty():
            self._print(line)
        return line if given else None

    def _obey(self, line: str) -> None:
        if line == "undo":
            self._undo()
        elif line == "hint":
            self._hint()
        elif line in {"help", ""}:
            self._print(HELP)
        else:
            self._place(line)

    def _place(self, line: str) -> None:
        try:
            position = self._now.position.play(parse_placement(line))
        except (PositionError, IllegalPlacement) as error:
            self._print(Text(str(error), "yellow"))
            return
        self._earlier.append(self._now)
        self._now = Moment(position, self._now.opponents_turn)

    def _undo(self) -> None:
        if self._earlier:
            self._now = self._earlier.pop()
        else:
            self._print(Text("there is no placement of yours to take back", "yellow"))

    def _hint(self) -> None:
        with self._console.status(f"{DEFAULT_PLAYER} is thinking"):
            decision = decide(DEFAULT_PLAYER, None, self._now.position, self._terms)
        self._print(Text.assemble("hint: ", (format_turn(decision.turn), "bold"), f"  {decision.reason}"))

    def _show_board(self) -> None:
        self._print()
        self._print(draw_board(self._now.position, self._now.opponents_turn))

    def _status(self) -> str:
        """Return the last line of the drawing: who is to move or who has won."""
        return draw(self._now.position).splitlines()[-1]

    def _print(self, line: Text | str = "") -> None:
        self._console.print(line, soft_wrap=True, markup=False)

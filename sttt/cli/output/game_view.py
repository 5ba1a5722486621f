"""A game shown as it is played: every turn with who chose it and why, the drawing after it, and the end."""

from collections.abc import Mapping

from rich.text import Text

from sttt.arena.play.referee import Observer, Seat
from sttt.cli.output.tables import HouseConsole
from sttt.errors import printable
from sttt.games.game import Game, Position, Side
from sttt.games.records.record import STALL_TURNS, Ending, GameRecord, TurnRecord, replay

_MARK_STYLES = {"x": "red", "X": "red", "o": "cyan", "O": "cyan", ".": "dim"}
_SIDE_STYLES = {Side.X: "bold red", Side.O: "bold cyan"}
_NEW_STYLE = "bold reverse"
_INDENT = "    "


class GameView(Observer):
    """Prints game after game on a console."""

    def __init__(self, game: Game, console: HouseConsole, games: int) -> None:
        self._game = game
        self._console = console
        self._games = games
        self._number = 0
        self._names: dict[Side, str] = {}
        self._board: list[str] = []

    def show(self, record: GameRecord) -> None:
        """Print a game that is over; raises `RecordError` if it does not follow the rules."""
        positions = replay(record, self._game)
        self._begin({side: record.player(side) for side in Side}, positions[0])
        for number, (turn, position) in enumerate(zip(record.turns, positions[1:], strict=True), start=1):
            self.entered(number, turn, position)
        self.ended(record)

    def began(self, seats: Mapping[Side, Seat], position: Position) -> None:
        """Print who plays whom."""
        self._begin({side: seat.name for side, seat in seats.items()}, position)

    def _begin(self, names: dict[Side, str], position: Position) -> None:
        self._number += 1
        self._names = names
        self._board = self._draw(position)
        versus = Text(" against ").join(_who(side, self._names[side]) for side in Side)
        self._print(Text(f"Game {self._number} of {self._games}: ", "bold") + versus)
        self._print()
        if self._game.format_position(position) != self._game.format_position(self._game.start()):
            self._print("  0. start of this game")
            self._print()
            for line in self._board:
                self._print(Text(_INDENT) + _board_line(line, line))
            self._print()

    def entered(self, number: int, turn: TurnRecord, position: Position) -> None:
        """Print the turn and the board after it."""
        board = self._draw(position)
        self._print(self._turn_line(number, turn))
        if turn.fault:
            self._print(Text(f"{_INDENT} {printable(turn.fault)}", "yellow"))
        self._print()
        for before, after in zip(self._board, board, strict=True):
            self._print(Text(_INDENT) + _board_line(before, after))
        self._print()
        self._board = board

    def ended(self, record: GameRecord) -> None:
        """Print how the game ended."""
        self._print(Text(describe_end(record), "bold"))
        self._print()

    def _draw(self, position: Position) -> list[str]:
        """Return the lines of the drawing without the last, which says whose move it is."""
        return self._game.draw(position).split("\n")[:-1]

    def _turn_line(self, number: int, turn: TurnRecord) -> Text:
        line = Text(f"{number:3}. ") + _who(turn.side, self._names[turn.side])
        line += Text(f"  {self._game.format_turn(turn.turn)}", "bold")
        return line + Text(f"  {describe_turn(turn)}", "dim")

    def _print(self, line: Text | str = "") -> None:
        self._console.say(line)


def describe_end(record: GameRecord, names: Mapping[Side, str] | None = None) -> str:
    """Say in one sentence how a game ended; `names` are the sides' in that game, their letters unless given."""
    turns = f"after {len(record.turns)} turns"
    winner = record.result.winner if record.result else None
    if winner is None:
        return f"{_WITHOUT_WINNER[record.ending]} ({turns})."
    won, lost = (_named(side, record, names) for side in (winner, winner.other))
    if record.failure:
        return f"{lost} has lost by {record.ending}: {printable(record.failure.message)} ({turns})."
    if record.ending is Ending.RESIGNED:
        return f"{lost} has resigned: {won} has won ({turns})."
    if record.turns and record.turns[-1].side is not winner:
        return f"{lost} has lost with a line ({turns})."
    return f"{won} has won with a line ({turns})."


def _named(side: Side, record: GameRecord, names: Mapping[Side, str] | None) -> str:
    return f"{names[side] if names else side} ({printable(record.player(side))})"


_WITHOUT_WINNER = {
    Ending.FULL: "Nobody has won: no square is open",
    Ending.STALL: f"Nobody has won: no placement in {STALL_TURNS} turns in a row",
    Ending.HOST_DIED: "Nobody has won: the process that played the game was lost",
    Ending.INTERRUPTED: "Interrupted",
}


def _who(side: Side, name: str) -> Text:
    return Text.assemble((side.value, _SIDE_STYLES[side]), f" {printable(name)}")


def describe_turn(turn: TurnRecord) -> str:
    """Say what is known about a turn besides its placements; empty if nothing is."""
    parts = [printable(turn.reason)] if turn.reason else []
    parts += [f"{name} {value}" for name in ("score", "depth") if (value := getattr(turn, name)) is not None]
    parts += [f"{turn.nodes:,} nodes"] if turn.nodes is not None else []
    parts += [f"{turn.seconds:.3f} s"] if turn.seconds is not None else []
    return ", ".join(parts)


def _board_line(before: str, after: str) -> Text:
    """Colour the marks, and stress what the turn has changed."""
    line = Text()
    for index, mark in enumerate(after):
        changed = before[index : index + 1] != mark
        line.append(mark, f"{_MARK_STYLES.get(mark, '')} {_NEW_STYLE if changed else ''}".strip())
    return line

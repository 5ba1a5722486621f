"""The remote half: an engine of UGI as a `Player` of any game of ours.

The engine is told the game where it offers an option ``Game``. Games that are followed from their start are sent as
``startpos`` and moves, so that an engine with positions of its own form can play; others as ``fen`` and moves.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, permutations

from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.programs.streams import Lines, thinking_time
from adapter.ugi.notation import format_move, read_move
from sttt.bounds import wait_until
from sttt.errors import IllegalPlacement, PlayerError, PositionError, ProtocolError
from sttt.games.game import Game, Position, Turn
from sttt.players.player import Decision, Limits, ProgramTerms
from sttt.players.registry import game as game_of

LONGEST_LINE = 65_536
QUIT_SECONDS = 1.0
"""For an engine to end by itself after ``quit``."""

_GAME_OPTION = re.compile(r"option\s+name\s+(game)\s+type\s+(\S+)(.*)", re.IGNORECASE)
_NUMBER = re.compile(r"-?[0-9]{1,18}", re.ASCII)


def replies(program: Program, word: str, deadline: float) -> list[str]:
    """Return the lines that come until one begins with a word, that one last; raises as `Program.receive`."""
    lines = [program.receive(deadline)]
    while lines[-1].split()[:1] != [word]:
        if time.monotonic() >= deadline:
            program.fail_late()
        lines.append(program.receive(deadline))
    return lines


def begin(program: Program, game: Game, deadline: float) -> list[str]:
    """Greet an engine, and tell it the game if it wants to know; return what it says of itself.

    Raises `PlayerError` for an engine of other games, and as `Program.send` and `Program.receive`.
    """
    program.send("ugi", deadline)
    greeting = replies(program, "ugiok", deadline)
    for option in filter(None, map(_GAME_OPTION.fullmatch, map(str.strip, greeting))):
        name, kind, rest = option.groups()
        games = re.findall(r"\bvar\s+(\S+)", rest)
        if kind.lower() == "combo" and game.name not in games:
            raise PlayerError(f"{program.name} plays {', '.join(games) or 'nothing'}; expected {game.name} among it")
        program.send(f"setoption name {name} value {game.name}", deadline)
    synchronize(program, deadline)
    program.send("uginewgame", deadline)
    synchronize(program, deadline)
    return greeting


def synchronize(program: Program, deadline: float) -> None:
    """Wait until all that was sent has been seen to; whatever else comes until then answers nothing."""
    program.send("isready", deadline)
    replies(program, "readyok", deadline)


def game_played(terms: ProgramTerms) -> Game:
    """Return the game that an engine is to play; raises `PlayerError` where nobody has said which."""
    if terms.game is None:
        raise PlayerError("an engine of ugi may play any game; expected to be told which")
    return game_of(terms.game)


class UgiPlayer:
    """An engine in a process of its own, which ends with `close`."""

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        """Start the engine and wait until it is ready; raises `PlayerError` and `ProtocolError`."""
        self._game = game_played(terms)
        self._record = GameSoFar(self._game)
        self._program = Program(terms.name or command, split_command(command), Lines(LONGEST_LINE), terms)
        try:
            begin(self._program, self._game, self._program.start_deadline())
        except BaseException:
            self._program.close()
            raise

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Have the engine search the position within the limits, and read what it finds and plays.

        Raises `IllegalPlacement` for a move that is illegal.
        """
        start = time.monotonic()
        program, deadline = self._program, self._program.move_deadline(limits)
        self._record.follow(position)
        synchronize(program, deadline)
        program.send(self._record.command(), deadline)
        program.send(go_command(limits, program.terms.move_seconds), deadline)
        lines = replies(program, "bestmove", deadline)
        turn = self._record.answer(lines[-1])
        found = decision(lines, position, turn, self._game)
        return replace(found, reason=program.name, seconds=time.monotonic() - start)

    def close(self) -> None:
        """Tell the engine to quit, and end it and everything it started."""
        self._program.dismiss("quit", QUIT_SECONDS)


class GameSoFar:
    """The game as an engine is told of it: where it began, and the moves since."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._begin(game.start())

    def _begin(self, position: Position) -> None:
        self._start = self._now = position
        self._moves: list[str] = []

    def follow(self, position: Position) -> None:
        """Go on to a position: by one turn if there is one that leads there, else by beginning with it."""
        turn = () if position == self._now else turn_between(self._now, position, self._game)
        if turn is None:
            self._begin(position)
        elif turn:
            self._moves.append(format_move(self._now, turn, self._game))
            self._now = position

    def command(self) -> str:
        """Return the line that sets the position."""
        is_start = self._start == self._game.start()
        start = "startpos" if is_start else f"fen {self._game.format_position(self._start)}"
        return " ".join(["position", start, *(["moves", *self._moves] if self._moves else [])])

    def answer(self, line: str) -> Turn:
        """Read a line ``bestmove M``, and make the move; raises `ProtocolError` and `IllegalPlacement`."""
        words = line.split()
        if len(words) < 2:
            raise ProtocolError(f"the engine answered {line[:60]!a}; expected bestmove and a move")
        try:
            self._now, turn = read_move(self._now, words[1], self._game)
        except PositionError as error:
            raise ProtocolError(f"the engine's move cannot be read: {error}") from error
        self._moves.append(words[1])
        return turn


def turn_between(before: Position, after: Position, game: Game) -> Turn | None:
    """Return a turn that leads from one position to the other, None if there is none."""
    possible = before.legal_placements()
    if before.left > 1:  # of many, only those that are no longer possible
        possible = tuple(set(possible).difference(after.legal_placements()))
    for turn in permutations(possible, before.left):
        if game.enter_turn(before, turn) == (after, turn):
            return turn
    return None


def go_command(limits: Limits, seconds: float) -> str:
    """Return the line that asks for a search within the limits; without any, one of a player's own `seconds`."""
    numbers = {"nodes": limits.nodes, "depth": limits.depth}
    if limits.deadline is not None:
        numbers["movetime"] = max(1, int(1000 * wait_until(limits.deadline)))
    elif numbers == {"nodes": None, "depth": None}:
        numbers["movetime"] = int(1000 * thinking_time(seconds))
    return " ".join(["go", *(f"{name} {number}" for name, number in numbers.items() if number is not None)])


def decision(lines: Sequence[str], position: Position, turn: Turn, game: Game) -> Decision:
    """Return a decision with what the ``info`` lines say last of score, depth, nodes and principal variation."""
    known: dict[str, int] = {}
    pv: list[str] = []
    for words in (line.split() for line in lines if re.match(r"\s*info\s+(?!string)", line)):
        pairs = dict(pairwise(words))
        known |= {key: int(pairs[key]) for key in ("cp", "depth", "nodes") if _NUMBER.fullmatch(pairs.get(key, ""))}
        pv = words[words.index("pv") + 1 :] if "pv" in words else pv
    line = _placements(position, pv, game)
    return Decision(turn, "engine", known.get("cp"), known.get("depth"), known.get("nodes"), pv=line)


def _placements(position: Position, moves: Sequence[str], game: Game) -> tuple[int, ...]:
    """Return the placements of moves, as far as they can be read and made."""
    line: list[int] = []
    for move in moves:
        try:
            position, turn = read_move(position, move, game)
        except (PositionError, IllegalPlacement):
            break
        line += [placement for placement in turn if placement is not None]
    return tuple(line)

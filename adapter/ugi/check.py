"""The compliance run of an engine: each command of the Universal Game Interface in turn, judged by the game's rules."""

from collections.abc import Callable, Generator, Sequence
from itertools import pairwise
from random import Random

from adapter.programs.compliance import Step, Trial, expect_end, expect_quiet, take_steps
from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.programs.streams import Lines, thinking_time
from adapter.ugi.notation import format_move, is_first_players_turn, read_move, result_of
from adapter.ugi.remote import LONGEST_LINE, begin, game_played, replies, synchronize
from sttt.errors import IllegalPlacement, PositionError, ProtocolError
from sttt.games.game import Game, Position
from sttt.players.player import CheckStep, Limits, ProgramTerms

_FIGURES = ("depth", "cp", "nodes", "time")
_NODES = 1000
_RANDOM_GAMES = 3


def check(command: str, terms: ProgramTerms, seconds: float) -> Generator[CheckStep, None, None]:
    """Try each thing in turn; a program that has died is started again for the next, but not if it never starts."""
    words, game = split_command(command), game_played(terms)
    return take_steps(_Run(lambda: Program("the engine", words, Lines(LONGEST_LINE), terms), seconds, game), STEPS)


class _Run(Trial[Program]):
    """The engine, in one conversation."""

    def __init__(self, start: Callable[[], Program], seconds: float, game: Game) -> None:
        super().__init__(start, seconds)
        self.game = game

    def engine(self) -> Program:
        """Return the engine, started and ready."""
        return self.running or self.greet()

    def greet(self) -> Program:
        """Start it again; refuse one that does not say who it is."""
        engine = self.fresh()
        greeting = [line.split() for line in begin(engine, self.game, engine.start_deadline())]
        for key in ("name", "author"):
            if not any(words[:2] == ["id", key] and len(words) > 2 for words in greeting):
                raise ProtocolError(f"it says no id {key}; expected one before ugiok")
        return engine

    def set(self, position: str) -> None:
        """Set a position, ``startpos`` and perhaps moves, or a ``fen``."""
        self.engine().send(f"position {position}", self.deadline())

    def query(self, question: str) -> str:
        """Return what it responds."""
        self.engine().send(f"query {question}", self.deadline())
        answer = replies(self.engine(), "response", self.deadline())[-1].split()
        return " ".join(answer[1:])

    def expect_rules(self, position: Position) -> None:
        """Compare what it says of the position that was set with what the rules say."""
        truths = {
            "gameover": str(position.result is not None).lower(),
            "p1turn": str(is_first_players_turn(position, self.game)).lower(),
            "result": result_of(position, self.game),
        }
        for question, truth in truths.items():
            if question == "p1turn" and position.result:
                continue  # nobody is to move
            answer = self.query(question)
            if answer != truth:
                shown = self.game.format_position(position)
                raise ProtocolError(f"query {question} is answered by {answer!a} in {shown}; expected {truth}")

    def search(self, position: Position, limits: str) -> list[str]:
        """Return what it says in a search, which must end with a legal move in time.

        No clock limits nodes and depth.
        """
        engine = self.engine()
        engine.send(f"go {limits}", self.deadline())
        return self.expect_move(position, self.deadline() if "time" in limits else engine.move_deadline(Limits()))

    def expect_move(self, position: Position, deadline: float) -> list[str]:
        """Return what it says until its move, which must be legal and come by the deadline."""
        lines = replies(self.engine(), "bestmove", deadline)
        self.move(position, lines)
        return lines

    def move(self, position: Position, lines: Sequence[str]) -> tuple[str, Position]:
        """Return its move and the position after it; raises `ProtocolError` for none that is legal."""
        move = "".join(lines[-1].split()[1:2])
        try:
            return move, read_move(position, move, self.game)[0]
        except (PositionError, IllegalPlacement) as error:
            raise ProtocolError(f"it answers {lines[-1][:60]!a}: {error}") from error

    @property
    def movetime(self) -> str:
        """The time for a move that keeps its answer within the limit."""
        return f"movetime {int(1000 * thinking_time(self.seconds))}"


def _random_game(game: Game, seed: int) -> list[tuple[Position, str]]:
    """Return the positions of a game drawn at random, each after the moves that lead there, to its end."""
    random = Random(seed)
    position, moves = game.start(), list[str]()
    played = [(position, "startpos")]
    while not position.result:
        before, turn = position, list[int]()
        while position.side is before.side and not position.result:
            turn.append(random.choice(position.legal_placements()))
            position = position.play(turn[-1])
        moves.append(format_move(before, tuple(turn), game))
        played.append((position, f"startpos moves {' '.join(moves)}"))
    return played


def _knows_the_rules(run: _Run) -> None:
    for seed in range(_RANDOM_GAMES):
        for position, moves in _random_game(run.game, seed):
            run.set(moves)
            run.expect_rules(position)


def _knows_the_start(run: _Run) -> None:
    run.set("startpos")
    run.expect_rules(run.game.start())


def _middle(run: _Run) -> Position:
    """Return a position from the middle of a game in which the second player is to move."""
    played = _random_game(run.game, 0)
    return played[len(played) // 4 * 2 + 1][0]


def _takes_a_fen(run: _Run) -> None:
    position = _middle(run)
    run.set(f"fen {run.game.format_position(position)}")
    run.expect_rules(position)
    run.search(position, run.movetime)


def _searching(limits: Callable[[_Run], str]) -> Callable[[_Run], object]:
    def search(run: _Run) -> None:
        run.set("startpos")
        run.search(run.game.start(), limits(run))

    return search


def _clocks(run: _Run) -> str:
    milliseconds = int(1000 * run.seconds)
    return f"p1time {milliseconds} p2time {milliseconds} p1inc 0 p2inc 0"


def _can_be_read(run: _Run) -> None:
    run.set("startpos")
    for line in run.search(run.game.start(), run.movetime):
        words = line.split()
        if words[:1] != ["info"] or words[1:2] == ["string"]:
            continue
        for name, value in pairwise(words[: words.index("pv")] if "pv" in words else words):
            if name in _FIGURES and not value.removeprefix("-").isdecimal():
                raise ProtocolError(f"it says {line[:80]!a}; expected a whole number after {name}")
        position = run.game.start()
        for move in words[words.index("pv") + 1 :] if "pv" in words else ():
            _, position = run.move(position, [f"pv {move}"])


def _searches_until_stopped(run: _Run) -> None:
    run.set("startpos")
    engine = run.engine()
    engine.send("go infinite", run.deadline())
    synchronize(engine, run.deadline())
    engine.send("stop", run.deadline())
    run.expect_move(run.game.start(), run.deadline())


def _goes_on_while_it_is_not_stopped(run: _Run) -> None:
    run.set("startpos")
    engine = run.engine()
    engine.send("go infinite", run.deadline())
    end = run.deadline()
    while engine.is_waiting(end):
        line = engine.receive(end)
        if line.split()[:1] == ["bestmove"]:
            raise ProtocolError(f"it says {line[:60]!a} unasked; expected it to search until stop")
    engine.send("stop", run.deadline())
    run.expect_move(run.game.start(), run.deadline())


def _is_not_confused(run: _Run) -> None:
    engine = run.engine()
    for line in ("", "xyzzy", "setoption name Xyzzy value 1", "stop"):
        engine.send(line, run.deadline())
    synchronize(engine, run.deadline())


def _plays_a_game(run: _Run) -> None:
    """Have it play both sides of a game."""
    run.engine().send("uginewgame", run.deadline())
    position, moves = run.game.start(), list[str]()
    while not position.result:
        run.set(" ".join(["startpos", *(["moves", *moves] if moves else [])]))
        lines = run.search(position, f"nodes {_NODES}")
        move, position = run.move(position, lines)
        moves.append(move)
    run.set(f"startpos moves {' '.join(moves)}")
    run.expect_rules(position)


def _quits(run: _Run) -> None:
    engine = run.engine()
    engine.send("quit", run.deadline())
    expect_end(engine, "quit")


STEPS: Sequence[Step[_Run]] = (
    ("starts, says who it is and ugiok, and is ready in its start-up time", lambda run: run.greet()),
    ("says of the start that nobody has won and player 1 is to move", _knows_the_start),
    ("agrees with the rules in every position of some games", _knows_the_rules),
    ("takes a position as a fen, and moves there", _takes_a_fen),
    ("moves within a time", _searching(lambda run: run.movetime)),
    ("moves within what its clock has left", _searching(_clocks)),
    ("moves within a number of nodes", _searching(lambda _: f"nodes {_NODES}")),
    ("moves within a depth", _searching(lambda _: "depth 1")),
    ("tells in info lines, if in any, what can be read", _can_be_read),
    ("hears isready and stop while it searches", _searches_until_stopped),
    ("searches without an end until it is stopped", _goes_on_while_it_is_not_stopped),
    ("writes nothing that it is not asked for", lambda run: expect_quiet(run.engine())),
    ("goes on after commands that it does not know", _is_not_confused),
    ("plays a whole game against itself", _plays_a_game),
    ("ends with status 0 when it is told to quit", _quits),
)

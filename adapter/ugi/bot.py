"""The bot half: an engine that answers on standard output what a host asks on standard input.

One thread reads, so that ``stop``, ``quit`` and ``isready`` are heard at any time; the main thread does all else, in
the order in which it was asked for. What is wrong is told as ``info string error: ...``, and nothing else comes of it.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import BinaryIO, Protocol

from adapter.programs import bot
from adapter.programs.streams import Sink
from adapter.ugi.findings import Findings
from adapter.ugi.notation import is_first_players_turn, read_position, result_of
from adapter.ugi.options import EngineOptions
from adapter.ugi.thinking import Go, Interruptible
from sttt.bounds import wait_until
from sttt.distribution import version
from sttt.errors import ProtocolError, StoppedError, StttError
from sttt.execution.foreign import text_of
from sttt.games.game import Position
from sttt.players.player import Limits, Player

_LONGEST_LINE = 1 << 20
_LONGEST_MESSAGE = 400

COMMANDS = ("ugi", "isready", "setoption", "uginewgame", "position", "query", "go", "stop", "quit")


class UgiSource(Protocol):
    """Where lines come from."""

    def readline(self, size: int, /) -> bytes:
        """Return the next line, at most `size` bytes of it, waiting for it; nothing at the end."""


@dataclass(frozen=True)
class _Command:
    """A line, when it came, and what breaks off the answering of it."""

    words: list[str]
    stop: threading.Event
    came: float = field(default_factory=time.monotonic)


class UgiBot:
    """One conversation."""

    def __init__(self, source: UgiSource, sink: Sink, settings: EngineOptions) -> None:
        """Make it in the main thread, which alone hears of signals."""
        self._source = source
        self._sink = sink
        self._settings = settings
        self._position: Position = settings.game.start()
        self._player: Player | None = None
        self._work = Interruptible()
        self._queue: SimpleQueue[_Command | None] = SimpleQueue()
        self._end = threading.Event()
        self._goes: list[threading.Event] = []
        """The stops of the searches that are under way or wait to begin."""
        self._under_way: tuple[threading.Event, Findings] | None = None

    def run(self) -> None:
        """Answer until ``quit`` or the end of the input, which break off a search."""
        threading.Thread(target=self._read, daemon=True).start()
        try:
            while command := self._queue.get():
                try:
                    self._answer(command)
                except StttError as error:
                    self._complain(error)
                except StoppedError:  # the end has come
                    continue
        finally:
            self._drop_player()

    def _read(self) -> None:
        """Hand the lines over until the end; what ends or stops a search is done at once."""
        with suppress(OSError):  # nobody listens: the end, too
            while line := self._next_line():
                if not self._hear(text_of(line, "replace").split()):
                    break
        self._stop(*self._goes, self._end)
        self._queue.put(None)

    def _next_line(self) -> bytes:
        """Return the next line, none at the end or where the other thread has ended and closed the stream."""
        try:
            return self._source.readline(_LONGEST_LINE)
        except ValueError:
            return b""

    def _hear(self, line: list[str]) -> bool:
        """Take a line; return whether there may be another. Words before a command are skipped, as in UCI."""
        words = next((line[at:] for at, word in enumerate(line) if word in COMMANDS), line)
        match words[:1]:
            case ["quit"]:
                return False
            case ["stop"]:
                self._stop(*self._goes)
            case ["isready"] if self._goes:
                self._say("readyok")
            case ["go"]:
                self._goes.append(threading.Event())
                self._queue.put(_Command(words, self._goes[-1]))
            case [_]:
                self._queue.put(_Command(words, self._end))
        return True

    def _stop(self, *events: threading.Event) -> None:
        """Answer for the search under way at once: it may take its time to end."""
        for event in events:
            event.set()
        under_way = self._under_way
        if under_way and under_way[0].is_set() and under_way[1].has_move:
            with suppress(OSError, ValueError):  # nobody listens, or the stream is closed: the search has to end
                under_way[1].answer()
        self._work.interrupt()

    def _answer(self, command: _Command) -> None:
        name, *words = command.words
        answers: dict[str, Callable[[], None]] = {
            "ugi": self._introduce,
            "isready": lambda: self._make_ready(command.stop),
            "setoption": lambda: self._set_option(words),
            "uginewgame": self._begin_game,
            "position": lambda: self._set_position(words),
            "query": lambda: self._tell(words),
            "go": lambda: self._go(command),
        }
        if name not in answers:
            raise ProtocolError(f"unknown command {name[:60]!r}; expected one of: {', '.join(COMMANDS)}")
        answers[name]()

    def _introduce(self) -> None:
        about = (f"id name sttt {version()}", "id author The sttt developers")
        for line in (*about, *self._settings.offered(), "ugiok"):
            self._say(line)

    def _make_ready(self, stop: threading.Event) -> None:
        """Make the player and load its tables and book, which takes a while.

        That it cannot be made is told, and the answer comes all the same.
        """
        try:
            with self._work.until(stop):
                self._seated()
                with closing(self._settings.make_player()) as other:  # the one that plays stays as it is
                    other.choose(self._settings.game.start(), Limits(time.monotonic()))
        except StttError as error:
            self._complain(error)
        self._say("readyok")

    def _set_option(self, words: Sequence[str]) -> None:
        game = self._settings.game
        self._settings.set(words)
        self._drop_player()
        if self._settings.game is not game:
            self._position = self._settings.game.start()

    def _begin_game(self) -> None:
        self._drop_player()
        self._position = self._settings.game.start()

    def _set_position(self, words: Sequence[str]) -> None:
        self._position = read_position(words, self._settings.game)

    def _tell(self, words: Sequence[str]) -> None:
        position, game = self._position, self._settings.game
        match [word for word in words if word in ("gameover", "p1turn", "result")][:1]:
            case ["gameover"]:
                answer = _truth(holds=position.result is not None)
            case ["p1turn"]:
                answer = _truth(holds=is_first_players_turn(position, game))
            case ["result"]:
                answer = result_of(position, game)
            case _:
                given = " ".join(words)[:60]
                raise ProtocolError(f"cannot tell {given!r}; expected query gameover, query p1turn or query result")
        self._say(f"response {answer}")

    def _go(self, command: _Command) -> None:
        """Search, and answer in any case: whatever goes wrong, a host waits for a move."""
        found = Findings(self._position, self._settings.game, command.came, self._say)
        self._under_way = command.stop, found
        is_broken = True
        try:
            with self._work.until(self._end):  # a move has to come from somebody, whatever the clock says
                self._seated()
            with self._work.until(command.stop):
                self._search(found, command)
            is_broken = False
        except StoppedError:
            pass
        except StttError as error:
            self._complain(error)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a fault in a player costs this answer, not the engine
            self._complain(f"the player failed: {type(error).__name__}: {error}")
        if is_broken:
            self._drop_player()  # broken off anywhere: it is not asked again
        self._look_up(found)
        found.answer()
        self._under_way = None
        self._goes.remove(command.stop)

    def _search(self, found: Findings, command: _Command) -> None:
        if self._position.result:
            raise ProtocolError("the game is over; expected a position in which a move can be made")
        go = Go.read(command.words[1:])
        first = is_first_players_turn(self._position, self._settings.game)
        limits = go.limits(command.came, is_first_player=first)
        with self._cut_off(limits, command.stop):
            for step in go.steps(limits):
                found.take(self._seated().choose(self._position, found.reporting(step)))
                if found.is_idle:
                    break
                if go.is_infinite:
                    command.stop.wait(wait_until(step.bounds[0]))
        if go.is_infinite:
            command.stop.wait()

    def _look_up(self, found: Findings) -> None:
        """Find a move that takes no search where there is none yet: from a book, or by the rules of a player.

        The game's strongest player stands in for one that fails, or that takes longer than a second all the same.
        """
        for make, seconds in ((self._settings.make_player, 1.0), (self._settings.make_strongest, 5.0)):
            if found.has_move or self._position.result:
                return
            late = threading.Event()
            timer = threading.Timer(seconds, self._stop, [late])
            timer.daemon = True
            with suppress(StoppedError, Exception, SystemExit), self._work.until(late), closing(make()) as player:
                timer.start()
                found.take(player.choose(self._position, found.reporting(Limits(time.monotonic()))))
            timer.cancel()

    @contextmanager
    def _cut_off(self, limits: Limits, stop: threading.Event) -> Iterator[None]:
        """Stop a search at the cutoff, whether or not its player looks at the clock."""
        seconds = None if limits.cutoff is None else wait_until(limits.cutoff)
        timer = threading.Timer(seconds or 0.0, self._stop, [stop])
        timer.daemon = True
        if seconds is not None:
            timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _seated(self) -> Player:
        if self._player is None:
            self._player = self._settings.make_player()
        return self._player

    def _drop_player(self) -> None:
        player, self._player = self._player, None
        if player:
            player.close()

    def _complain(self, error: object) -> None:
        self._say(f"info string error: {error}"[:_LONGEST_MESSAGE])

    def _say(self, line: str) -> None:
        """Write a line at once, and whole: two threads do."""
        text = " ".join(line.encode("ascii", "backslashreplace").decode().split())
        self._sink.write(text.encode("ascii") + b"\n")
        self._sink.flush()


def _truth(*, holds: bool) -> str:
    return "true" if holds else "false"


def run(game: str, player: str | None) -> int:
    """Answer on standard output what comes on standard input; return the exit status. Raises `StttError` at start."""
    settings = EngineOptions(game, player)
    return bot.run("ugi", lambda source, sink: _serve(source, sink, settings))


def _serve(source: BinaryIO, sink: BinaryIO, settings: EngineOptions) -> int:
    try:
        UgiBot(source, sink, settings).run()
    except KeyboardInterrupt:
        os._exit(bot.INTERRUPTED)  # nothing else ends a thread that waits for a line
    return 0

"""The remote half: a program with interface files as a `Player`, and the assignment's referee of two such.

As the assignment has it, a program called ``shallow`` finds its files ``shallow.in`` and ``shallow.out`` in the folder
that it is started in. Here that is an empty folder of its own, which goes away with it.
"""

import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Mapping
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from random import Random

from adapter.connect4_files.files import (
    COLORS,
    POLL_SECONDS,
    Watched,
    delete,
    draw,
    format_move,
    is_complete,
    is_there,
    outcome,
    read_move,
    write_whole,
)
from adapter.programs.process import Process, split_command
from sttt.errors import IllegalPlacement, PlayerError, PlayerTimeoutError, ProtocolError
from sttt.games.connect_four.position import Position
from sttt.games.game import Side
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Decision, Limits, ProgramTerms, RefereeTerms

PLACEHOLDER = "NAME"
"""A word of the command that stands for the program's name."""

_REMEMBERED = 200
"""Lines that are kept of what was said."""
_SCREEN = 10_000
"""Characters that are kept of what it prints."""

_LAST_LOOK = 0.3
"""Seconds for which a program that has ended may have left a move behind."""


def _start_line(command: str, directory: Path) -> tuple[str, list[str]]:
    """Return what the program is called, and its command with files by their whole paths.

    The name is that of the first word which is a file here, without its ending; without such a word the command's own.
    """
    words = split_command(command)
    files = {word: directory / word for word in words if (directory / word).is_file()}
    name = Path(next(iter(files), words[0])).stem
    whole = [str(files[word].absolute()) if word in files else word for word in words]
    return name, [name if word == PLACEHOLDER else word for word in whole]


class FileProgram:
    """A running program and its two files."""

    def __init__(self, command: str, terms: ProgramTerms = DEFAULT_PROGRAM_TERMS) -> None:
        """Start it; raises `PlayerError`."""
        stem, words = _start_line(command, terms.directory or Path.cwd())
        self._folder = tempfile.TemporaryDirectory(prefix="connect4-", ignore_cleanup_errors=True)
        folder = Path(self._folder.name)
        self._in, self._out = folder / f"{stem}.in", folder / f"{stem}.out"
        self._death: PlayerError | None = None
        self.transcript: deque[str] = deque(maxlen=_REMEMBERED)
        """The conversation: what was written into its files, and what it wrote there and on its screen."""
        self.screen = ""
        """Its latest output."""
        try:
            confined = None if terms.confined is None else (*terms.confined, terms.directory or Path.cwd())
            own = replace(terms, directory=folder, confined=confined)
            self._process = Process(terms.name or stem, words, own, spoken_to=False)
        except BaseException:
            self._folder.cleanup()
            raise

    @property
    def name(self) -> str:
        """Its name in messages."""
        return self._process.name

    @property
    def running(self) -> bool:
        """Return whether it has not been ended."""
        return self._process.running

    @property
    def inbox(self) -> Path:
        """The file that it reads."""
        return self._in

    def send(self, text: str) -> None:
        """Give it the turn, with a move or with its colour."""
        self._process.renew()
        self.transcript.append(f"> {text}")
        delete(self._out)
        write_whole(self._in, text)

    def receive(self, deadline: float) -> str:
        """Return what it writes into its ``.out``, as soon as that may be a move, by `deadline` on `time.monotonic`.

        A text without an end is returned once it has stood unchanged for a second, or at the deadline. Raises
        `PlayerTimeoutError` and `PlayerError` (it died, or printed too much), after ending it.
        """
        watched = Watched(self._out, is_complete)
        while True:
            text = watched.text()
            if text is not None:
                self.transcript.append(f"< {text.strip()}")
                delete(self._out)
                return text
            if time.monotonic() >= deadline:
                if watched.begun:
                    return watched.begun
                if self._death:
                    raise self._death
                self._process.fail_late()
            if not self._watch(deadline):
                deadline = min(deadline, time.monotonic() + _LAST_LOOK)
                time.sleep(POLL_SECONDS / 2)

    def wait_until_taken(self, deadline: float) -> bool:
        """Wait until it has deleted its ``.in``, as a program does that knows its colour; return whether it has.

        Raises `PlayerError` if it has ended instead.
        """
        while is_there(self._in) and time.monotonic() < deadline and self._watch(deadline):
            pass
        if is_there(self._in) and self._death:
            raise self._death
        return not is_there(self._in)

    def wait_until_ended(self, deadline: float) -> None:
        """Give it time to print who has won, and to end."""
        while time.monotonic() < deadline and self._watch(deadline):
            pass

    def _watch(self, deadline: float) -> bool:
        """Take in what it prints until it is time for the next look at a file; return whether it still runs."""
        until = min(deadline, time.monotonic() + POLL_SECONDS)
        try:
            while self._death is None and time.monotonic() < until:
                self._show(self._process.read(until).decode("latin-1"))
        except PlayerError as error:
            self._death = error
        return self._death is None

    def _show(self, printed: str) -> None:
        self.screen = (self.screen + printed)[-_SCREEN:]
        self.transcript.extend(f"< (screen) {line}" for line in printed.splitlines())

    def close(self) -> None:
        """End it and everything it started, and remove its files; calling it again does nothing."""
        self._process.close()
        try:
            self._folder.cleanup()
        except RecursionError:  # folders within folders, a thousand deep
            subprocess.run(["rm", "-rf", "--", self._folder.name], check=False)  # noqa: S603, S607 - POSIX has it


class FilesPlayer:
    """A program as a player of one game."""

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        self._terms = terms
        self._program = FileProgram(command, terms)
        self._began = False

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Give the program the opponent's last move, or its colour, and read the move that it answers.

        The program follows the game move by move from the start, so `position` must come with the columns played.
        Raises `IllegalPlacement` for a move that is illegal in a way which no column can say, such as by its row.
        """
        start = time.monotonic()
        cutoff = limits.deadline if limits.cutoff is None else limits.cutoff
        deadline = start + self._terms.move_seconds if cutoff is None else cutoff
        if not self._began:
            self._begin(position, start)
        if position.columns:
            self._program.send(last_move(position))
        column = read_move(self._program.receive(deadline), position)
        return Decision((column,), reason=self._program.name, seconds=time.monotonic() - start)

    def _begin(self, position: Position, start: float) -> None:
        """Tell it its colour, which it has to take before it gets a move."""
        self._began = True
        if len(position.columns) > 1:
            raise PlayerError(f"{self._program.name} plays whole games; expected a game from the empty board")
        self._program.send(COLORS[position.side])
        if position.side is Side.O and not self._program.wait_until_taken(start + self._terms.start_seconds):
            raise PlayerError(f"{self._program.name} did not take its colour; expected it to delete its .in")

    def close(self) -> None:
        """End the program and everything it started."""
        self._program.close()


def last_move(position: Position) -> str:
    """Write the move that led to the position."""
    *before, column = position.columns
    earlier = Position()
    for one in before:
        earlier = earlier.play(one)
    return format_move(earlier, column)


FAREWELL_SECONDS = 2.0
"""For the programs to see the last move, to print who has won, and to end."""

ENDED_BY_RULES, ENDED_BY_FAULT = 0, 1
"""Exit statuses."""


def referee(commands: tuple[str, str], terms: RefereeTerms) -> int:
    """Play one game between two commands, and announce how it goes and ends.

    Returns `ENDED_BY_RULES`, or `ENDED_BY_FAULT` if a program lost by an illegal move, by its time or by ending itself.
    Raises `PlayerError` if one does not start.
    """
    if terms.pad:
        raise ProtocolError("connect4 has files and no blocks that could be filled up; expected no --pad")
    with ExitStack() as stack:
        programs = [stack.enter_context(closing(FileProgram(command))) for command in commands]
        white = 0 if terms.colours == "given" else Random(terms.seed).randrange(2)
        for side, number in zip(Side, (white, 1 - white), strict=True):
            terms.say(f"{COLORS[side]} is program {number + 1}, {commands[number]}")
        status = _Table({Side.X: programs[white], Side.O: programs[1 - white]}, terms).play()
        for program in programs:
            program.wait_until_ended(time.monotonic() + FAREWELL_SECONDS)
    return status


class _Table:
    """The game under way."""

    def __init__(self, seats: Mapping[Side, FileProgram], terms: RefereeTerms) -> None:
        self._seats = seats
        self._terms = terms
        self._position = Position()

    def play(self) -> int:
        """Play the game and announce its end; return the exit status."""
        for side, program in self._seats.items():
            try:
                program.send(COLORS[side])
            except ProtocolError as error:
                return self._end_by_fault(side, error)
        given = time.monotonic()
        while not self._position.result:
            try:
                given = self._play_move(self._seats[self._position.side], given + self._terms.seconds)
            except (IllegalPlacement, ProtocolError, PlayerError) as error:
                # after a move, the side to move is the one that does not take it
                return self._end_by_fault(self._position.side, error)
        self._terms.say(outcome(self._position))
        return ENDED_BY_RULES

    def _end_by_fault(self, loser: Side, error: Exception) -> int:
        self._terms.say(f"{COLORS[loser]} has lost: {error}\n{COLORS[loser.other]} has won")
        return ENDED_BY_FAULT

    def _play_move(self, program: FileProgram, deadline: float) -> float:
        """Take the move of the side to move, show it, and give the turn; return the moment when that was."""
        column = read_move(program.receive(deadline), self._position)
        left = deadline - time.monotonic()
        if left < 0:
            raise PlayerTimeoutError(f"{program.name} came {-left:.2f} s late")
        move = format_move(self._position, column)
        self._position = self._position.play(column)
        self._terms.say(f"{move} after {self._terms.seconds - left:.1f} s\n{draw(self._position)}")
        opponent = self._seats[self._position.side]
        if not self._position.result and not opponent.wait_until_taken(time.monotonic() + self._terms.seconds):
            raise PlayerTimeoutError(f"{opponent.name} has not read its file; expected it to be deleted")
        opponent.send(move)
        return time.monotonic()

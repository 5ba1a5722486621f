"""The remote half: a program behind its interface files as a `Player`, and as what the referee talks to.

As the assignment has it, a program called ``shallow`` finds its files ``shallow.in`` and ``shallow.out`` in the folder
that it is started in. Here that is an empty folder of its own, which goes away with it.
"""

import tempfile
import time
from dataclasses import replace
from pathlib import Path

from adapter.command import split_command
from adapter.connect4_files.files import POLL_SECONDS, delete, read_if_there, write_whole
from adapter.connect4_files.move import COLORS, format_move, is_complete, read_move
from adapter.process import Process
from sttt.errors import PlayerError
from sttt.games.connect_four import Position
from sttt.games.game import Side
from sttt.players import DEFAULT_PROGRAM_TERMS, Decision, Limits, ProgramTerms

PLACEHOLDER = "NAME"
"""A word of the command that stands for the program's name."""

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
        try:
            self._process = Process(terms.name or stem, words, replace(terms, directory=folder), spoken_to=False)
        except BaseException:
            self._folder.cleanup()
            raise

    @property
    def name(self) -> str:
        """What messages call it."""
        return self._process.name

    def send(self, text: str) -> None:
        """Give it the turn, with a move or with its colour."""
        self._process.renew()
        delete(self._out)
        write_whole(self._in, text)

    def receive(self, deadline: float) -> str:
        """Return what it writes into its ``.out``, as soon as that may be a move, by `deadline` on `time.monotonic`.

        Half a move that stays so is returned at the deadline. Raises `PlayerTimeoutError` and `PlayerError` (it died,
        or printed too much), after ending it.
        """
        while True:
            text = read_if_there(self._out)
            if text is not None and is_complete(text):
                delete(self._out)
                return text
            if time.monotonic() >= deadline:
                if text:
                    return text
                if self._death:
                    raise self._death
                self._process.fail_late()
            if not self._watch(deadline):
                deadline = min(deadline, time.monotonic() + _LAST_LOOK)
                time.sleep(POLL_SECONDS / 2)

    def wait_until_taken(self, deadline: float) -> bool:
        """Wait until it has deleted its ``.in``, as a program does that knows its colour; return whether it has."""
        while self._in.exists() and time.monotonic() < deadline and self._watch(deadline):
            pass
        return not self._in.exists()

    def wait_until_ended(self, deadline: float) -> None:
        """Give it time to print who has won, and to end."""
        while time.monotonic() < deadline and self._watch(deadline):
            pass

    def _watch(self, deadline: float) -> bool:
        """Take in what it prints until it is time for the next look at a file; return whether it still runs."""
        until = min(deadline, time.monotonic() + POLL_SECONDS)
        try:
            while self._death is None and time.monotonic() < until:
                self._process.read(until)
        except PlayerError as error:
            self._death = error
        return self._death is None

    def close(self) -> None:
        """End it and everything it started, and remove its files; calling it again does nothing."""
        self._process.close()
        self._folder.cleanup()


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

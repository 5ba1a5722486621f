"""A terminal for tests: a command at the other end of a pseudo-terminal, and the screen that it paints."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Self

import pyte
from pyte.screens import Char
from support.command import STTT

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ROWS, COLUMNS = 60, 80
PATIENCE = 150.0


class Screen(pyte.Screen):
    """A screen that is larger than the command is told, so that what is too long for its window shows."""

    def __init__(self) -> None:
        super().__init__(columns=600, lines=300)

    @property
    def shown(self) -> list[str]:
        """Every line down to the cursor or to the last that is not blank, without blanks behind; before the cursor
        they count."""
        lines = [self._line(row) for row in range(max([self.cursor.y, *self.buffer]) + 1)]
        while len(lines) > self.cursor.y + 1 and not lines[-1]:
            lines.pop()
        return lines

    def marked(self, **attributes: object) -> str:
        """Every character that has these attributes now, in reading order."""
        wanted = attributes.items()
        return "".join(cell.data for cell in self.cells() if all(getattr(cell, name) == is_ for name, is_ in wanted))

    def cells(self) -> Iterator[Char]:
        """Every character that was written, in reading order."""
        for row in sorted(self.buffer):
            for column in sorted(self.buffer[row]):
                yield self.buffer[row][column]

    def _line(self, row: int) -> str:
        cells = self.buffer[row]
        written = "".join(cells[column].data for column in range(max(cells, default=-1) + 1)).rstrip()
        return written.ljust(self.cursor.x) if row == self.cursor.y else written


class Terminal:
    """The command ``sttt`` at a terminal of its own."""

    def __init__(
        self, *arguments: str, environment: Mapping[str, str] | None = None, rows: int = ROWS, columns: int = COLUMNS
    ) -> None:
        self._master, slave = pty.openpty()
        self.resize(rows, columns)
        plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [STTT, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=plain | {"TERM": "xterm-256color"} | dict(environment or {}),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - so that Ctrl-C is a signal
        )
        os.close(slave)
        self.screen = Screen()
        self._stream = pyte.ByteStream(self.screen)
        self.written = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def lines(self) -> list[str]:
        return self.screen.shown

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def wait_for(self, text: str, *, times: int = 1) -> None:
        """Read until the screen shows the text that many times."""
        deadline = time.monotonic() + PATIENCE
        while "\n".join(self.lines).count(text) < times:
            assert time.monotonic() < deadline, f"{text!r} is not on the screen:\n" + "\n".join(self.lines)
            assert self._read(), f"{text!r} was never on the screen:\n" + "\n".join(self.lines)

    def leave(self) -> int:
        """Read to the end, and return the exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < deadline, "the command does not end:\n" + "\n".join(self.lines)
        return self.process.wait(PATIENCE)

    def echoes(self) -> bool:
        """Whether the terminal shows what is typed by itself, as it did before the command."""
        return bool(termios.tcgetattr(self._master)[3] & termios.ECHO)

    def _read(self) -> bool:
        if not select.select([self._master], [], [], 1.0)[0]:
            return True
        try:
            read = os.read(self._master, 65536)
        except OSError:  # everybody at the other end has gone
            return False
        self.written += read.decode("utf-8", "replace")
        self._stream.feed(read)
        return bool(read)

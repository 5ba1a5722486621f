"""A terminal for tests: a command at the other end of a pseudo-terminal, and the screen that it paints."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from support.command import STTT

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ROWS, COLUMNS = 60, 80
PATIENCE = 60.0
_SEQUENCE = re.compile(r"\x1b\[\??([\d;]*)([A-Za-z])")
_PREFIX = re.compile(r"\x1b(?:\[\??[\d;]*)?")


class Screen:
    """What a terminal shows that never scrolls: characters, and the numbers of their attributes."""

    def __init__(self) -> None:
        self.rows: list[dict[int, tuple[str, frozenset[str]]]] = [{}]
        self._row = self._column = 0
        self._attributes: frozenset[str] = frozenset()
        self._rest = ""

    @property
    def lines(self) -> list[str]:
        return [
            "".join(row.get(column, (" ", None))[0] for column in range(max(row, default=-1) + 1)) for row in self.rows
        ]

    def marked(self, attribute: str) -> str:
        """Every character that has the attribute now, in reading order."""
        return "".join(row[column][0] for row in self.rows for column in sorted(row) if attribute in row[column][1])

    def feed(self, text: str) -> None:
        text = self._rest + text
        at = 0
        while at < len(text):
            sequence = _SEQUENCE.match(text, at)
            if sequence:
                self._obey(sequence[2], sequence[1])
                at = sequence.end()
            elif _PREFIX.fullmatch(text, at):
                break
            else:
                self._put(text[at])
                at += 1
        self._rest = text[at:]

    def _put(self, character: str) -> None:
        if character == "\r":
            self._column = 0
        elif character == "\n":
            self._row += 1
            if self._row == len(self.rows):
                self.rows.append({})
        elif character.isprintable():
            self.rows[self._row][self._column] = character, self._attributes
            self._column += 1

    def _obey(self, final: str, numbers: str) -> None:
        if final == "m":
            given = [number for number in numbers.split(";") if number not in ("", "0")]
            self._attributes = frozenset(given) if given else frozenset()
        elif final == "A":
            self._row -= int(numbers or 1)
            assert self._row >= 0, "the cursor left the screen"
        elif final == "J":
            self.rows[self._row + 1 :] = []
            self._cut()
        elif final == "K":
            self.rows[self._row] = {}
        elif final not in ("h", "l"):
            raise AssertionError(f"unexpected sequence {numbers}{final}")

    def _cut(self) -> None:
        row = self.rows[self._row]
        self.rows[self._row] = {column: cell for column, cell in row.items() if column < self._column}


class Terminal:
    """The command ``sttt`` at a terminal of its own."""

    def __init__(self, *arguments: str, environment: Mapping[str, str] | None = None, rows: int = ROWS) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, COLUMNS, 0, 0))
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

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def wait_for(self, text: str, *, times: int = 1) -> None:
        """Read until the screen shows the text so many times."""
        deadline = time.monotonic() + PATIENCE
        while "\n".join(self.screen.lines).count(text) < times:
            assert time.monotonic() < deadline, f"{text!r} is not on the screen:\n" + "\n".join(self.screen.lines)
            assert self._read(), f"{text!r} was never on the screen:\n" + "\n".join(self.screen.lines)

    def leave(self) -> int:
        """Read to the end, and return the exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < deadline, "the command does not end:\n" + "\n".join(self.screen.lines)
        return self.process.wait(PATIENCE)

    def echoes(self) -> bool:
        """Whether the terminal shows what is typed by itself, as it did before the command."""
        return bool(termios.tcgetattr(self._master)[3] & termios.ECHO)

    def _read(self) -> bool:
        if not select.select([self._master], [], [], 1.0)[0]:
            return True
        try:
            read = os.read(self._master, 65536).decode("utf-8", "replace")
        except OSError:  # everybody at the other end has gone
            return False
        self.written += read
        self.screen.feed(read)
        return bool(read)

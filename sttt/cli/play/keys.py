"""Single keys from a terminal, as names or characters, without waiting for a line."""

import codecs
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import termios
    import tty
except ImportError:  # no such terminals here: lines will do
    TERMINALS = False
else:
    TERMINALS = True

UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
ENTER, BACKSPACE, ESCAPE, END = "enter", "backspace", "escape", "end"
"""What a key is called; any other is the character that it types."""

_CONTROLS = {"\r": ENTER, "\n": ENTER, "\x7f": BACKSPACE, "\b": BACKSPACE, "\x04": END, "\x15": ESCAPE}
_FINAL_BYTES = {"A": UP, "B": DOWN, "C": RIGHT, "D": LEFT}
_SIGNAL_SECONDS = 0.25
"""How often a wait is broken off: Ctrl-C that comes just before a system call is heard of only behind it."""

_SEQUENCE_SECONDS = 0.05
"""How long the rest of an arrow key's sequence may take; an escape by itself is the Escape key."""


@contextmanager
def single_keys(descriptor: int) -> Iterator[None]:
    """Have the terminal hand over every key at once and show none; Ctrl-C still interrupts."""
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


class Keys:
    """The keys typed at a terminal, one after the other."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._typed = ""

    def next(self) -> str:
        """Wait for a key; keys that have no name and type nothing are passed over. `END` when there is no more."""
        while True:
            while not self._typed:
                if not self._read():
                    return END
            key = self._take()
            if key is not None:
                return key

    def _take(self) -> str | None:
        """Take a key off what was typed."""
        character, self._typed = self._typed[0], self._typed[1:]
        if character == "\x1b":
            return self._take_sequence()
        return _CONTROLS.get(character, character if character.isprintable() else None)

    def _take_sequence(self) -> str | None:
        """Take what follows an escape: ``[`` or ``O``, parameters, and a final byte that names the key."""
        if not self._more() or self._typed[0] not in "[O":
            return ESCAPE
        end = 1
        while self._more(end) and not "@" <= self._typed[end] <= "~":
            end += 1
        final, self._typed = self._typed[end : end + 1], self._typed[end + 1 :]
        return _FINAL_BYTES.get(final)

    def _more(self, index: int = 0) -> bool:
        """Whether a character follows at once."""
        while len(self._typed) <= index:
            if not select.select([self._descriptor], [], [], _SEQUENCE_SECONDS)[0] or not self._read():
                return False
        return True

    def _read(self) -> bool:
        """Wait for more; False when there is no more."""
        try:
            while not select.select([self._descriptor], [], [], _SIGNAL_SECONDS)[0]:
                pass
            typed = os.read(self._descriptor, 1024)
        except OSError:  # the terminal has gone away
            return False
        self._typed += self._decoder.decode(typed)
        return bool(typed)


def at_terminal() -> bool:
    """Whether single keys can be read from standard input and shown on standard output."""
    return TERMINALS and bool(os.environ.get("TERM")) and sys.stdin.isatty() and sys.stdout.isatty()

"""The process of a bot: its streams, the player that it seats, and how it ends, the same for every protocol."""

import codecs
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from typing import TYPE_CHECKING, BinaryIO, cast

from adapter.programs.streams import claim_standard_output
from sttt.errors import StttError
from sttt.execution.foreign import Unmarked
from sttt.execution.installation import warn_if_interpreted_beside_compiled
from sttt.players.player import Player
from sttt.players.registry import check_game, make_player

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

INTERRUPTED = 130
CLOSED = 141
"""The status of a bot to whose answers nobody listens any more; whatever SIGPIPE ends has it, too."""
FAILED = 2


def run(program: str, serve: Callable[[BufferedReader, BinaryIO], int]) -> int:
    """Serve standard input and output, and return the exit status, whatever comes of it.

    `serve` is given standard input, and a standard output that is for answers alone: what a player prints goes to
    standard error. `program` is the name of the bot in messages.
    """
    make_blocking()
    try:
        with cast("BufferedReader", BufferedReader(_Input())) as source, claim_standard_output() as sink:
            warn_if_interpreted_beside_compiled(program)
            return serve(source, sink)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return CLOSED
    except StttError as error:
        sys.stderr.write(f"{program}: {error}\n")
    except OSError as error:
        sys.stderr.write(f"{program}: standard input or output: {error.strerror}; expected open streams\n")
    return FAILED


class _Input(io.RawIOBase):
    """Standard input without a byte order mark."""

    def __init__(self) -> None:
        os.fstat(0)  # raises where it is closed
        self._start = Unmarked()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        with memoryview(buffer) as room:
            while True:
                read = os.read(0, len(room) - len(codecs.BOM_UTF8))
                portion = self._start.feed(read)
                if portion or not read:
                    room[: len(portion)] = portion
                    return len(portion)


def make_blocking() -> None:
    """Make the standard streams wait for each other side.

    Some parents, such as Gambit and Node.js, leave the ends that a child inherits in non-blocking mode: a write to a
    full pipe would be an error then, and end the bot.
    """
    for stream in range(3):
        with suppress(OSError, AttributeError):  # one that is closed; a system that has no such mode
            os.set_blocking(stream, True)


@contextmanager
def seated(name: str, game: str | None, seed: int | None) -> Iterator[Player]:
    """Make a player of a game by its name, and close it in the end; raises `StttError` for another game's."""
    check_game(name, game)
    player = make_player(name, seed)
    try:
        yield player
    finally:
        player.close()

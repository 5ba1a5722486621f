"""``cmd:COMMAND``: any program that answers the stream of s-expressions which `python -m adapter.scheme` answers."""

import shlex
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from adapter.scheme.board import format_request, parse_request
from adapter.scheme.turn import fit_turn, format_turn, parse_reply
from sttt.errors import PlayerError, ProtocolError
from sttt.games.super_ttt import Position, parse_position
from sttt.players import CheckStep, Decision, Limits, Player, ProgramTerms, WireProtocol

FIRST_REQUEST = parse_position("/".join(["xoxxooo..", *["xoxxoooxx"] * 8]) + ":x2")
"""Answered by every program at once, for two squares are left: that it is shows that the program has started."""

_LONGEST_NAME = 60


def split_command(command: str) -> list[str]:
    """Split a command line into words as a shell does, expanding nothing; raises `PlayerError`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"cannot read the command {command!r}: {error}; expected PROGRAM ARGUMENT ...") from error
    if not words:
        raise PlayerError("the command is empty; expected PROGRAM ARGUMENT ...")
    return words


def _shorten(command: str) -> str:
    return command if len(command) <= _LONGEST_NAME else f"{command[: _LONGEST_NAME - 3]}..."


class CommandPlayer:
    """A program in a process of its own, which ends with `close`.

    The protocol has no greeting, so a first request, whose answer counts for nothing, takes its place: only then do
    the clocks of a game run. A program that fails it has started all the same; it fails when its turn comes.
    """

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        from adapter.program import Program  # noqa: PLC0415 - a bot, which must start fast, starts no programs
        from adapter.scheme.stream import Cutter  # noqa: PLC0415 - the same

        self._program = Program(terms.name or _shorten(command), split_command(command), Cutter(), terms)
        self._failure: PlayerError | None = None
        try:
            with suppress(ProtocolError):
                self._program.exchange(format_request(FIRST_REQUEST), self._program.start_deadline())
        except PlayerError as error:
            self._failure = error
        except BaseException:
            self.close()
            raise

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Send the request, and take the reply as the course's referee does."""
        if self._failure:
            raise type(self._failure)(f"the player did not start: {self._failure}") from self._failure
        start = time.monotonic()
        reply = self._program.exchange(format_request(position), self._program.move_deadline(limits))
        turn = fit_turn(parse_reply(reply), position)
        return Decision(turn, reason=self._program.name, seconds=time.monotonic() - start)

    def close(self) -> None:
        """End the program and everything it started."""
        self._program.close()


def _connect(command: str, terms: ProgramTerms) -> Player[Any]:
    return CommandPlayer(command, terms)


def _check(command: str, terms: ProgramTerms, seconds: float) -> Iterator[CheckStep]:
    from adapter.compliance import check  # noqa: PLC0415 - a bot, which must start fast, checks nobody

    return check(split_command(command), terms, seconds)


PROTOCOL = WireProtocol(
    name="cmd",
    summary="a command that answers each (BOARD WHO) line with ((b . l) (b . l)): PROGRAM ARGUMENT ...",
    game="super-ttt",
    connect=_connect,
    parse_position=parse_request,
    format_turn=format_turn,
    check=_check,
)

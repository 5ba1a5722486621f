"""Games in a process that can be killed: a player of ours that never returns, or crashes, costs only its own game.

Each game borrows a host: a process that plays one game after another and keeps a journal, so that a game which ended
with its host is still recorded with all its turns. External programs are bounded by their adapters, and again here, in
case they stop or kill the host.
"""

import signal
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import partial

from sttt.arena.play.answer import Clocks, Terms
from sttt.arena.play.host import HostLost, Patience, borrow_host, return_host
from sttt.arena.play.journal import Event, Phase, turns_of
from sttt.arena.play.match import Pairing, play_pairing
from sttt.arena.play.referee import Observer
from sttt.errors import PlayerError, PlayerTimeoutError, StttError
from sttt.execution.executor import LocalExecutor, in_order
from sttt.execution.supervised import POSSIBLE
from sttt.games.game import Result, Side
from sttt.games.records.record import Ending, Failure, GameRecord, kept_words
from sttt.players.player import DEFAULT_PROGRAM_TERMS, ProgramTerms
from sttt.players.registry import external, game, is_external

MAKE_SECONDS = 30.0
"""Seconds for making a player."""
LATE_SECONDS = 1.0
"""Seconds by which a decision may be late and still be waited for."""
PROGRAM_SECONDS = 20.0
"""Seconds for ending an external program that has exceeded its own limits, with all that it has started."""

_OWN_FAULTS = {one for one in signal.Signals if one.name in ("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT")}
"""Signals by which the code in a process ends that process; those that this system has."""


def play_guarded(pairing: Pairing, terms: Terms) -> GameRecord:
    """Play one game as `play_pairing` does, but kill a player that does not return, where the system allows it.

    Raises `PlayerError` if the process for the game cannot be started.
    """
    absent: dict[Side, PlayerError] = {}
    if not POSSIBLE:
        return play_pairing(pairing, terms)
    while True:
        host = borrow_host()
        try:
            record = host.play(pairing, terms, absent, _patience(pairing, terms))
        except HostLost as lost:
            if not lost.journal:
                raise PlayerError(f"the process that plays games was lost: {lost}; expected it to go on") from lost
            last = lost.journal[-1]
            told = _is_told(pairing, lost, absent)
            if last.phase is Phase.ASKING or not told:
                return _record(pairing, lost, told=told)
            absent[last.side] = PlayerTimeoutError(str(lost)) if lost.hung else PlayerError(str(lost))
        else:
            return_host(host)
            return record


def _patience(pairing: Pairing, terms: Terms) -> Patience:
    programs = {side: _program_terms(pairing.player(side)) for side in Side if is_external(pairing.player(side))}

    def allowed(journal: Sequence[Event]) -> float:
        last = journal[-1]
        program = programs.get(last.side)
        if program:
            most = program.start_seconds + PROGRAM_SECONDS
            return most if last.phase is Phase.SEATING else most + _longest_decision(terms, journal, program)
        return MAKE_SECONDS if last.phase is Phase.SEATING else _longest_decision(terms, journal)

    return allowed


def _program_terms(spec: str) -> ProgramTerms:
    """Return an external player's terms; the defaults if its description is invalid, which the host reports."""
    try:
        program = external(spec)
    except StttError:
        program = None
    return program.terms if program else DEFAULT_PROGRAM_TERMS


def _longest_decision(terms: Terms, journal: Sequence[Event], program: ProgramTerms | None = None) -> float:
    """Return the seconds for which the decision that was asked for last is awaited."""
    clocks = Clocks(terms.clock)
    for turn in turns_of(journal):
        clocks.charge(turn.side, turn.seconds or 0.0)
    clock = terms.seconds if terms.clock is None else clocks.left(journal[-1].side)
    if clock is None:
        return program.move_seconds if program else terms.watchdog
    return clock + LATE_SECONDS


def _is_told(pairing: Pairing, lost: HostLost, absent: Mapping[Side, PlayerError]) -> bool:
    """Return whether the loss of the host is certainly due to the side of the last event.

    A hang or a crash happens in that side's turn. A signal, however, may come from any running program; if the other
    side has an external one too, the sender is unknown.
    """
    own_doing = lost.status is not None and (lost.status >= 0 or -lost.status in _OWN_FAULTS)
    if lost.hung or own_doing:
        return True
    last = lost.journal[-1]
    other = last.side.other
    seated = last.phase is Phase.ASKING or any(event.side is other for event in lost.journal)
    return not (seated and other not in absent and is_external(pairing.player(other)))


def _record(pairing: Pairing, lost: HostLost, *, told: bool) -> GameRecord:
    """Record a game that ended with its host: lost by the side that was asked, or drawn if the cause is unknown."""
    last = lost.journal[-1]
    played = game(pairing.game)
    return GameRecord(
        game=pairing.game,
        x=pairing.x,
        o=pairing.o,
        start=played.format_position(played.start() if pairing.start is None else pairing.start),
        turns=turns_of(lost.journal),
        result=Result.win(last.side.other) if told else Result.DRAW,
        ending=(Ending.TIMEOUT if lost.hung else Ending.CRASH) if told else Ending.HOST_DIED,
        seed=pairing.seed,
        failure=Failure(
            kept_words(str(lost) if told else f"it cannot be told by whom: {lost}"),
            round(time.monotonic() - last.time, 6),
        ),
    )


def play_all(
    pairings: Iterable[Pairing], terms: Terms, jobs: int = 1, observer: Observer | None = None
) -> Generator[GameRecord, None, None]:
    """Play the games and yield their records in order; an observer requires `jobs` to be 1.

    Closing the iterator early, as `KeyboardInterrupt` does, leaves no process running.
    """
    executor = LocalExecutor(jobs)
    if observer:
        return (play_pairing(pairing, terms, observer) for pairing in pairings)
    return in_order(executor.execute(partial(play_guarded, terms=terms), pairings))

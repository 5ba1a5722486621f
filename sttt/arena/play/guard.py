"""Games in a process that can be killed: a player of ours that never returns, or dies, costs its own game only.

Whoever plays a game borrows a host, a process that plays one game after the other and keeps a journal, so that a game
which ended with its host is recorded with all its turns. External programs are bounded by those who speak to them, and
again here, should they stop or end the host.
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
"""For a player to be made."""
LATE_SECONDS = 1.0
"""By how much a decision may come too late and still be waited for."""
PROGRAM_SECONDS = 20.0
"""For an external program's own limits to be enforced: for it to be ended, with all that it has started."""

_OWN_FAULTS = {one for one in signal.Signals if one.name in ("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT")}
"""Signals by which a process ends for what runs in it, as far as the system has them."""


def play_guarded(pairing: Pairing, terms: Terms) -> GameRecord:
    """Play one game as `play_pairing` does, but kill what does not return, where the system lets us.

    Raises `PlayerError` if that process cannot be started.
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
    """Return what an external player may use; a description that cannot be read is for the host to fail at."""
    try:
        program = external(spec)
    except StttError:
        program = None
    return program.terms if program else DEFAULT_PROGRAM_TERMS


def _longest_decision(terms: Terms, journal: Sequence[Event], program: ProgramTerms | None = None) -> float:
    """Return for how many seconds the side that was asked last is waited for."""
    clocks = Clocks(terms.clock)
    for turn in turns_of(journal):
        clocks.charge(turn.side, turn.seconds or 0.0)
    clock = terms.seconds if terms.clock is None else clocks.left(journal[-1].side)
    if clock is None:
        return program.move_seconds if program else terms.watchdog
    return clock + LATE_SECONDS


def _is_told(pairing: Pairing, lost: HostLost, absent: Mapping[Side, PlayerError]) -> bool:
    """Whether it can be told that the side of the last event has lost the host.

    What hangs or breaks does so in that side's turn. A signal may have come from any program that was running, and it
    cannot be told from whom as soon as one of the other side was.
    """
    own_doing = lost.status is not None and (lost.status >= 0 or -lost.status in _OWN_FAULTS)
    if lost.hung or own_doing:
        return True
    last = lost.journal[-1]
    other = last.side.other
    seated = last.phase is Phase.ASKING or any(event.side is other for event in lost.journal)
    return not (seated and other not in absent and is_external(pairing.player(other)))


def _record(pairing: Pairing, lost: HostLost, *, told: bool) -> GameRecord:
    """Record a game that ended with its host: lost by the side that was asked, or drawn if that is not told."""
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
    """Play the games and yield their records in order; an observer needs `jobs` to be 1.

    Closing the iterator early, as `KeyboardInterrupt` does, leaves no process behind.
    """
    executor = LocalExecutor(jobs)
    if observer:
        return (play_pairing(pairing, terms, observer) for pairing in pairings)
    return in_order(executor.execute(partial(play_guarded, terms=terms), pairings))

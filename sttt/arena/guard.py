"""Games in a process that can be killed: a player of ours that never returns, or dies, costs its own game only.

Whoever plays a game borrows a host, a process that plays one game after the other and keeps a journal, so that a game
which ended with its host is recorded with all its turns. External programs are bounded by those who speak to them; of
the host they have that it ends them when whoever borrowed it is gone.
"""

import time
from collections.abc import Sequence

from sttt.arena.answer import Terms
from sttt.arena.clocks import Clocks
from sttt.arena.host import HostLost, Patience, borrow_host, return_host
from sttt.arena.journal import Event, Phase, turns_of
from sttt.arena.match import Pairing
from sttt.errors import PlayerError, PlayerTimeoutError
from sttt.games.ending import Ending
from sttt.games.game import Result, Side
from sttt.games.record import Failure, GameRecord
from sttt.registry import game, is_external

MAKE_SECONDS = 30.0
"""For a player to be made."""
LATE_SECONDS = 1.0
"""By how much a decision may come too late and still be waited for."""


def play_guarded(pairing: Pairing, terms: Terms) -> GameRecord:
    """Play one game as `play_pairing` does, but kill what does not return.

    Raises `PlayerError` if that process cannot be started, or dies when no player of ours was at work in it.
    """
    absent: dict[Side, PlayerError] = {}
    while True:
        host = borrow_host()
        try:
            record = host.play(pairing, terms, absent, _patience(pairing, terms))
        except HostLost as lost:
            last = _blamed(pairing, lost)
            if last.phase is Phase.ASKING:
                return _record(pairing, lost, last)
            absent[last.side] = PlayerTimeoutError(str(lost)) if lost.hung else PlayerError(str(lost))
        else:
            return_host(host)
            return record


def _patience(pairing: Pairing, terms: Terms) -> Patience:
    def allowed(journal: Sequence[Event]) -> float | None:
        last = journal[-1]
        if is_external(pairing.player(last.side)):
            return None
        return MAKE_SECONDS if last.phase is Phase.SEATING else _longest_decision(terms, journal)

    return allowed


def _longest_decision(terms: Terms, journal: Sequence[Event]) -> float:
    """Return for how many seconds the side that was asked last is waited for."""
    clocks = Clocks(terms.clock)
    for turn in turns_of(journal):
        clocks.charge(turn.side, turn.seconds or 0.0)
    clock = terms.seconds if terms.clock is None else clocks.left(journal[-1].side)
    return terms.watchdog if clock is None else clock + LATE_SECONDS


def _blamed(pairing: Pairing, lost: HostLost) -> Event:
    """Return the last event, whose side is the one that never came back from it."""
    if lost.journal and not is_external(pairing.player(lost.journal[-1].side)):
        return lost.journal[-1]
    raise PlayerError(f"the process that plays games was lost: {lost}; expected it to go on") from lost


def _record(pairing: Pairing, lost: HostLost, last: Event) -> GameRecord:
    """Record a game that ended with its host: the side that was asked has lost it."""
    played = game(pairing.game)
    return GameRecord(
        game=pairing.game,
        x=pairing.x,
        o=pairing.o,
        start=played.format_position(played.start() if pairing.start is None else pairing.start),
        turns=turns_of(lost.journal),
        result=Result.win(last.side.other),
        ending=Ending.TIMEOUT if lost.hung else Ending.CRASH,
        seed=pairing.seed,
        failure=Failure(str(lost), round(time.monotonic() - last.time, 6)),
    )

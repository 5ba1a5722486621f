"""The games of a class: each played fairly, told in the groups' names, and with the reason why it was lost."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_guarded
from sttt.arena.play.match import Pairing
from sttt.course.losses import Loss, why_lost
from sttt.course.programs import manifest_of
from sttt.errors import StttError
from sttt.execution.load import LoadWatch, wait_until_calm
from sttt.games.game import Side
from sttt.games.records.record import Ending, Failure, GameRecord, TurnRecord, kept_words

_CALM_SECONDS = 10.0
"""Seconds for the machine to calm down before a game is played again."""


@dataclass(frozen=True)
class ClassGame:
    """A game as it counts."""

    record: GameRecord
    """The players are called by the names of their groups."""
    replayed: tuple[str, ...] = ()
    """Why earlier attempts did not count, each."""
    disputed: str | None = None
    """Why the last attempt might not count either, for a person to decide."""
    loss: Loss | None = None


@dataclass(frozen=True)
class GameTask:
    """A game to be played by groups or benchmark players."""

    pairing: Pairing
    """Its players are called by the names of groups, or of players of ours."""
    folder: Path
    """The folder with the groups' manifests."""
    terms: Terms
    replays: int = 0
    """Times that it is played again at most."""


def play(task: GameTask) -> ClassGame:
    """Play one game; play it again if its loser may have failed because of this machine."""
    pairing = replace(task.pairing, x=_seat(task, task.pairing.x), o=_seat(task, task.pairing.o))
    replayed: list[str] = []
    while True:
        with LoadWatch() as load:
            record = play_guarded(pairing, task.terms)
        why = _fault_of_host(record, load)
        if why is None or len(replayed) == task.replays:
            break
        replayed.append(f"{record.ending}: {why}")
        wait_until_calm(_CALM_SECONDS)
    named = replace(
        record,
        x=task.pairing.x,
        o=task.pairing.o,
        turns=tuple(_without_name(turn, record.player(turn.side), task) for turn in record.turns),
        failure=_plain(record, task),
    )
    loss = None
    with suppress(StttError):
        loss = why_lost(named)
    return ClassGame(named, tuple(replayed), why, loss)


def _seat(task: GameTask, name: str) -> str:
    """Return what a player is made from: a group's manifest, else the name of a player of ours."""
    manifest = manifest_of(task.folder, name)
    return str(manifest) if manifest.exists() else name


def _fault_of_host(record: GameRecord, load: LoadWatch) -> str | None:
    """Say why a failure may be this machine's and not the player's; None if the game counts."""
    if record.ending is Ending.HOST_DIED:
        return "the process that played the game was ended from outside"
    if record.ending is Ending.CRASH and load.memory_ran_out:
        return "the machine ran out of memory"
    if record.ending is Ending.TIMEOUT:
        return load.overload((record.failure and record.failure.seconds) or 1.0)
    return None


def _without_name(turn: TurnRecord, player: str, task: GameTask) -> TurnRecord:
    """Leave out the reason of a program's turn, which is its name."""
    return replace(turn, reason=None) if player.startswith(str(task.folder)) else turn


def _plain(record: GameRecord, task: GameTask) -> Failure | None:
    """Return the failure without the paths of this machine."""
    failure = record.failure
    if failure is None:
        return None
    message = failure.message
    for side in Side:
        name = task.pairing.player(side)
        message = message.replace(f"{task.folder.resolve() / name}/", "")
        message = message.replace(str(manifest_of(task.folder, name)), name)
    return replace(failure, message=kept_words(message.removeprefix("PlayerError: ")))

"""The work of the stages check and grade on one group's program, each a function that any process can be given."""

import time
from dataclasses import dataclass, replace
from itertools import groupby, islice
from pathlib import Path

from sttt.arena.play.answer import Terms
from sttt.arena.play.match import derive_seed, schedule
from sttt.course.games import GameTask
from sttt.course.programs import manifest_of
from sttt.course.settings import ClassSettings
from sttt.errors import StttError
from sttt.execution.load import LoadWatch
from sttt.players import registry
from sttt.players.player import CheckStep

MOST_STEPS = 200
KEPT_LINES, KEPT_CHARACTERS = 12, 200
"""Of the conversation of a step that failed: its last lines, each once, and the beginning of each."""
_OTHER_REFEREES = "(other referees only)"
"""The end of a step's name that is no matter of the assignment."""


@dataclass(frozen=True)
class Steps:
    """The steps of a compliance run, or the questions of an examination."""

    steps: tuple[CheckStep, ...]
    replayed: tuple[str, ...] = ()
    """Why earlier attempts did not count, each."""

    @property
    def passed(self) -> int:
        """Number of steps that passed."""
        return sum(step.problem is None for step in self.steps)


@dataclass(frozen=True)
class StepsTask:
    """A group's program to be checked, or to be examined with `boards` hidden boards."""

    group: str
    folder: Path
    game: str
    seconds: float
    seed: int
    boards: int = 0
    replays: int = 0


def take_steps(task: StepsTask) -> Steps:
    """Take the steps, again where some failed on a machine that was overloaded."""
    replayed: list[str] = []
    while True:
        began = time.monotonic()
        with LoadWatch() as load:
            taken = _take(task)
        why = load.overload(time.monotonic() - began) if taken.passed < len(taken.steps) else None
        if why is None or len(replayed) == task.replays:
            return replace(taken, replayed=tuple(replayed))
        replayed.append(why)


def _take(task: StepsTask) -> Steps:
    """Take the steps once; a program that cannot be asked has failed the only one."""
    try:
        described = registry.external(str(manifest_of(task.folder, task.group)))
        if described is None:
            return Steps(())
        told = described.playing(task.game)
        if task.boards:
            if told.protocol.examine is None:
                return Steps(())
            asked = told.protocol.examine(told.command, told.terms, task.seconds, task.seed, task.boards)
        elif told.protocol.check is None:
            return Steps(())
        else:
            asked = told.protocol.check(told.command, told.terms, task.seconds)
        taken = [one for one in islice(asked, MOST_STEPS) if not one.name.endswith(_OTHER_REFEREES)]
    except StttError as error:
        return Steps((CheckStep("starts", _without(task, str(error))),))
    return Steps(tuple(_bounded(task, one) for one in taken))


def _bounded(task: StepsTask, step: CheckStep) -> CheckStep:
    once = [line for line, _ in groupby(step.transcript)] if step.problem else []
    lines = tuple(_without(task, line[:KEPT_CHARACTERS]) for line in once[-KEPT_LINES:])
    return replace(step, problem=step.problem and _without(task, step.problem[:1000]), transcript=lines)


def _without(task: StepsTask, text: str) -> str:
    """Leave out where the class lies on this machine."""
    return text.replace(f"{(task.folder / task.group).resolve()}/", "").replace(str(task.folder.resolve()), "")


LEGAL_OPPONENT = "uniform"
LEGAL_GAMES = 2
"""Number of games in which turns are looked at, against a player that any legal turn is equally likely of."""


def legal_games(group: str, settings: ClassSettings, folder: Path, terms: Terms) -> dict[str, GameTask]:
    """List the games whose turns have to be legal to the end."""
    return _against(group, settings, {LEGAL_OPPONENT: LEGAL_GAMES}, folder, terms)


def benchmark_games(group: str, settings: ClassSettings, folder: Path, terms: Terms) -> dict[str, GameTask]:
    """List the games against the benchmark players, in the order and with the seeds of `sttt grade`."""
    if settings.benchmark is None:
        return {}
    own = replace(terms, nodes=settings.benchmark.nodes)
    return _against(group, settings, settings.benchmark.games, folder, own)


def _against(
    group: str, settings: ClassSettings, opponents: dict[str, int], folder: Path, terms: Terms
) -> dict[str, GameTask]:
    """List games with the sides alternating, or all of them as the one side that a program can play."""
    sides = settings.programs.sides
    listed = {}
    for opponent, games in opponents.items():
        series = schedule(settings.game, (group, opponent), games, derive_seed(settings.seed, opponent))
        for number, pairing in enumerate(series):
            if sides == "x":
                pairing = replace(pairing, x=group, o=opponent)  # noqa: PLW2901 - the same game, seated otherwise
            elif sides == "o":
                pairing = replace(pairing, x=opponent, o=group)  # noqa: PLW2901 - the same
            listed[f"{opponent}/{number}"] = GameTask(pairing, folder, terms, settings.programs.replays)
    return listed

"""The stages of a class: build, check, grade, tournament; what a stage's journal has is not done again."""

import hashlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec

from sttt.arena.play.answer import Terms
from sttt.arena.tournaments.plan import GameOutcome
from sttt.course.games import ClassGame, GameTask, play
from sttt.course.grades import GroupResult, is_clean, never_started
from sttt.course.journal import Journal, carry_out
from sttt.course.programs import Build, BuildTask, build, manifest_of
from sttt.course.settings import FILE, ClassSettings, Programs, StudentGroup, read_roster, read_settings
from sttt.course.submissions import Submission, gather
from sttt.course.tasks import Steps, StepsTask, benchmark_games, legal_games, take_steps
from sttt.course.tournament import ClassTournament
from sttt.errors import CourseError
from sttt.execution.executor import Executor
from sttt.execution.foreign import replacing
from sttt.execution.load import machine_factor
from sttt.execution.locked import LockFile

STAGES = ("build", "check", "grade", "tournament")
_Item = TypeVar("_Item")
_Done = TypeVar("_Done")


@dataclass(frozen=True)
class Progress:
    """The state of a stage: the number of pieces of work that are done, and how many there are as far as is known."""

    stage: str
    done: int
    total: int


class Course:
    """A class's folder, and all that has been found out so far."""

    def __init__(self, folder: Path) -> None:
        """Read settings, roster, submissions and journals; raises `CourseError`."""
        self.folder = folder.resolve()
        self.settings: ClassSettings = read_settings(folder)
        self.groups: dict[str, StudentGroup] = read_roster(folder / self.settings.roster)
        self.submissions, self.strangers = gather(folder / self.settings.submissions, self.groups)
        self._work = self.folder / "work"
        self.programs = self._work / "programs"
        self._journals: list[Journal[object]] = []
        self._build = self._journal("build", Build)
        self._check = self._journal("check", Steps)
        self._legal = self._journal("legal", ClassGame)
        self._benchmark = self._journal("benchmark", ClassGame)
        self._examination = self._journal("examination", Steps)
        self._tournament = self._journal("tournament", ClassGame)

    def _journal(self, name: str, kind: type[_Done]) -> Journal[_Done]:
        journal = Journal(self._work / f"{name}.jsonl", kind)
        self._journals.append(journal)  # type: ignore[arg-type] # to be closed
        return journal

    def close(self) -> None:
        """Close the journals."""
        while self._journals:
            self._journals.pop().close()

    @cached_property
    def factor(self) -> float:
        """The factor by which limits grow on this machine; measured once, so that a resumed class keeps it."""
        if not self.settings.programs.scaled:
            return 1.0
        kept = self._work / "machine.json"
        if not kept.exists():
            with replacing(kept) as file:
                file.write(msgspec.json.encode({"machine_factor": machine_factor()}))
        return float(msgspec.json.decode(kept.read_bytes(), type=dict[str, float])["machine_factor"])

    @property
    def terms(self) -> Terms:
        """The limit of a turn."""
        return Terms(round(self.settings.programs.seconds * self.factor, 3))

    @contextmanager
    def claimed(self) -> Iterator[None]:
        """Keep other processes from running the same class; raises `CourseError` while one does."""
        try:
            lock = LockFile(self._work / "lock")
        except BlockingIOError as error:
            raise CourseError(f"another process runs the class in {self.folder}; expected it to have ended") from error
        try:
            yield
        finally:
            lock.release()

    def run(self, executor: Executor, stages: Sequence[str] = STAGES) -> Generator[Progress, None, None]:
        """Do the work of the stages that is due, and yield where each stands whenever something is done."""
        self.programs.mkdir(parents=True, exist_ok=True)
        works: dict[str, Callable[[Executor], Iterator[Progress]]] = {
            "build": self._run_build,
            "check": self._run_check,
            "grade": self._run_grade,
            "tournament": self._run_tournament,
        }
        for stage in stages:
            yield from works[stage](executor)

    def _carry_out(
        self,
        stage: str,
        journal: Journal[_Done],
        executor: Executor,
        work: Callable[[_Item], _Done],
        items: Mapping[str, _Item],
    ) -> Iterator[Progress]:
        done = sum(key in journal.done for key in items)
        yield Progress(stage, done, len(items))
        for _ in carry_out(journal, executor, work, items):
            done += 1
            yield Progress(stage, done, len(items))

    # The keys of journals name all that a result depends on: an exchanged submission is built and played again.

    @property
    def _rules(self) -> Programs:
        """The settings of programs that decide a result: not how often a trouble of the machine is replayed."""
        return msgspec.structs.replace(self.settings.programs, replays=0)

    def _build_key(self, group: str) -> str:
        submission = self.submissions[group]
        return f"{group}@{_digest(_signature(submission), self._rules, self.factor)}"

    def build_of(self, group: str) -> Build | None:
        """Return how a group's program was built; None if that has not been tried or there is none."""
        if group not in self.submissions:
            return Build(group, problem="no submission")
        made = self._build.done.get(self._build_key(group))
        there = made is not None and (made.problem is not None or manifest_of(self.programs, group).exists())
        return made if there else None

    def _run_build(self, executor: Executor) -> Iterator[Progress]:
        names = tuple(self.groups)
        due = {}
        for name in names:
            if name in self.submissions:
                others = tuple(other for other in names if other != name)
                key = self._build_key(name)
                due[key] = BuildTask(
                    self.groups[name], self.submissions[name], self.settings, self.factor, self.programs, others
                )
                if self.build_of(name) is None:
                    self._build.done.pop(key, None)
        yield from self._carry_out("build", self._build, executor, build, due)

    def _playing(self) -> Iterator[tuple[str, Build]]:
        """Yield the groups that have a player."""
        for name in self.groups:
            made = self.build_of(name)
            if made and made.problem is None:
                yield name, made

    def _key(self, made: Build, *parts: object) -> str:
        return f"{made.group}@{_digest(made.checksum, made.start, self._rules, self.settings.seed, *parts)}"

    def _steps_task(self, group: str, boards: int = 0) -> StepsTask:
        settings = self.settings
        seconds, replays = self.terms.seconds or 1.0, settings.programs.replays
        return StepsTask(group, self.programs, settings.game, seconds, settings.seed, boards, replays)

    def _check_items(self) -> dict[str, StepsTask]:
        return {self._key(made): self._steps_task(name) for name, made in self._playing()}

    def _started(self) -> Iterator[tuple[str, Build]]:
        """Yield the groups whose program has made a turn, or failed at it: whoever does not start plays no more."""
        for name, made in self._playing():
            games = self._done(self._legal, self._legal_items(name, made))
            if games and never_started([game.record for game in games], name) is None:
                yield name, made

    def _legal_items(self, name: str, made: Build) -> dict[str, GameTask]:
        listed = legal_games(name, self.settings, self.programs, self.terms)
        return {f"{self._key(made)}/{key}": task for key, task in listed.items()}

    def _run_check(self, executor: Executor) -> Iterator[Progress]:
        yield from self._carry_out("check", self._check, executor, take_steps, self._check_items())
        games: dict[str, GameTask] = {}
        for name, made in self._playing():
            games |= self._legal_items(name, made)
        yield from self._carry_out("check: legal games", self._legal, executor, play, games)

    def _is_graded(self, made: Build) -> bool:
        return made.form is None or made.form.part != "tournament"

    def _benchmark_items(self, name: str, made: Build) -> dict[str, GameTask]:
        listed = benchmark_games(name, self.settings, self.programs, self.terms) if self._is_graded(made) else {}
        return {f"{self._key(made, self.settings.benchmark)}/{key}": task for key, task in listed.items()}

    def _examination_items(self) -> dict[str, StepsTask]:
        exam = self.settings.examination
        if exam is None:
            return {}
        return {self._key(made, exam): self._steps_task(name, exam.boards) for name, made in self._started()}

    def _run_grade(self, executor: Executor) -> Iterator[Progress]:
        games: dict[str, GameTask] = {}
        for name, made in self._started():
            games |= self._benchmark_items(name, made)
        if games:
            yield from self._carry_out("grade", self._benchmark, executor, play, games)
        boards = self._examination_items()
        if boards:
            yield from self._carry_out("grade: hidden boards", self._examination, executor, take_steps, boards)

    def entered(self) -> dict[str, list[str]]:
        """Return the groups that enter the tournament, by section: those whose turns were legal to the end.

        Raises `CourseError` before that is known.
        """
        found: dict[str, list[str]] = {}
        for name, made in self._playing():
            games = [self._legal.done.get(key) for key in self._legal_items(name, made)]
            if None in games:
                raise CourseError(f"{name} has not been checked; expected the stage check to be done first")
            wanted = made.form is None or made.form.part != "regular"
            if wanted and all(game is not None and is_clean(game.record, name) for game in games):
                found.setdefault(self.groups[name].section, []).append(name)
        return dict(sorted(found.items()))

    def tournament(self) -> tuple[ClassTournament, str] | None:
        """Return the tournament as far as it was played, and the key of its games; None if the class has none."""
        terms = self.settings.tournament
        if terms is None:
            return None
        entered = self.entered()
        held = ClassTournament.of(self.settings.game, entered, terms, self.settings.seed)
        made = {name: build for name, build in self._started() if name in held.groups}
        digest = _digest({name: self._key(one) for name, one in made.items()}, entered, terms)
        for key, game in self._tournament.done.items():
            whose, _, number = key.partition("/")
            if whose == digest:
                held.played[int(number)] = _outcome(game)
        held.due()
        return held, digest

    def _run_tournament(self, executor: Executor) -> Iterator[Progress]:
        found = self.tournament()
        if found is None:
            return
        held, digest = found
        while due := held.due():
            first = len(held.played)
            where, replays = (self.programs, self.terms), self.settings.programs.replays
            tasks = {number: GameTask(pairing, *where, replays) for number, pairing in due.items()}
            items = {f"{digest}/{number}": task for number, task in tasks.items()}
            yield Progress("tournament", first, first + len(due))
            for done, key in enumerate(carry_out(self._tournament, executor, play, items), start=1):
                held.played[int(key.partition("/")[2])] = _outcome(self._tournament.done[key])
                yield Progress("tournament", first + done, first + len(due))
        yield Progress("tournament", len(held.played), len(held.played))

    def status(self) -> list[Progress]:
        """Return where each stage stands, as far as the stages before it let that be known."""
        started = list(self._started())
        built = sum(self.build_of(name) is not None for name in self.submissions)
        found = [Progress("build", built, len(self.submissions))]
        legal = [key for name, made in self._playing() for key in self._legal_items(name, made)]
        games = [key for name, made in started for key in self._benchmark_items(name, made)]
        found.append(_progress("check", (self._check, list(self._check_items())), (self._legal, legal)))
        boards = list(self._examination_items())
        found.append(_progress("grade", (self._benchmark, games), (self._examination, boards)))
        if self.settings.tournament is not None and found[1].done == found[1].total and built == len(self.submissions):
            held = self.tournament()
            if held:
                played = len(held[0].played)
                found.append(Progress("tournament", played, played + len(held[0].due())))
        return found

    def results(self) -> list[GroupResult]:
        """Return what is known of each group so far."""
        found = self._held()
        games = self._games_of(found)
        bonus = found[0].bonus() if found else {}
        return [self._result(group, games, bonus.get(name)) for name, group in self.groups.items()]

    def _result(self, group: StudentGroup, games: Sequence[ClassGame], reached: list[str] | None) -> GroupResult:
        made = self.build_of(group.name) or Build(group.name, problem="has not been built yet")
        if made.problem is not None:
            return GroupResult(group, self.settings, made)
        return GroupResult(
            group,
            self.settings,
            made,
            self._check.done.get(self._key(made)),
            self._done(self._legal, self._legal_items(group.name, made)),
            self._done(self._benchmark, self._benchmark_items(group.name, made)),
            self._examination.done.get(self._key(made, self.settings.examination)),
            [game for game in games if group.name in (game.record.x, game.record.o)],
            reached,
        )

    def tournament_games(self) -> list[ClassGame]:
        """Return the games of the tournament by number."""
        return self._games_of(self._held())

    def _held(self) -> tuple[ClassTournament, str] | None:
        """Return the tournament once it is known who enters it."""
        return self.tournament() if all(one.done == one.total for one in self.status()[:2]) else None

    def _games_of(self, found: tuple[ClassTournament, str] | None) -> list[ClassGame]:
        if found is None:
            return []
        held, digest = found
        return [self._tournament.done[f"{digest}/{number}"] for number in sorted(held.played)]

    def _done(self, journal: Journal[ClassGame], keys: Mapping[str, GameTask]) -> list[ClassGame]:
        return [journal.done[key] for key in keys if key in journal.done]


def _progress(stage: str, *parts: "tuple[Journal[ClassGame] | Journal[Steps], Sequence[str]]") -> Progress:
    done = sum(key in journal.done for journal, keys in parts for key in keys)
    return Progress(stage, done, sum(len(keys) for _, keys in parts))


def _outcome(game: ClassGame) -> GameOutcome:
    return GameOutcome(game.record.x, game.record.o, game.record.result, game.record.start)


def _digest(*parts: object) -> str:
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:12]


def _signature(submission: Submission) -> str:
    """Return a checksum of a submission as it lies there, unpacked or not."""
    whole = hashlib.sha256()
    path = submission.path
    for one in sorted(path.rglob("*")) if path.is_dir() else [path]:
        found = one.lstat()
        whole.update(f"{one.relative_to(path.parent)}\0{found.st_mode}\0{found.st_size}\0{found.st_mtime_ns}".encode())
    return whole.hexdigest()[:16]


def begin_class(preset: str, folder: Path, text: str) -> Path:
    """Write the settings of a new class into a folder, which may exist but holds none; raises `CourseError`."""
    path = folder / FILE
    if path.exists():
        raise CourseError(f"{path} exists, and is left as it is; expected another folder for the new class of {preset}")
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path

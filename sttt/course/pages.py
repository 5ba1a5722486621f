"""The pages of a class: one for everybody, one for the staff, and one for each group with its own log alone."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sttt.arena.play.match import derive_seed
from sttt.arena.report.page import render
from sttt.board.palette import page_palette
from sttt.board.picture import picture
from sttt.course.games import ClassGame
from sttt.course.grades import GroupResult, is_clean, side_of
from sttt.course.stages import Course
from sttt.course.submissions import alike
from sttt.course.tables import score_of
from sttt.execution.confined import describe_confinement
from sttt.games.game import Game
from sttt.games.records.record import GameRecord
from sttt.players import registry

HERE = Path(__file__).parent
_MOST_LOSSES = 60
"""Losses of a group that are explained on its page."""
_MOST_FAILURES = 3
"""Failures of a group in words on the page of the class; the others are counted."""


class Pages:
    """The pages of a class as it stands."""

    def __init__(self, course: Course, results: Sequence[GroupResult], *, blind: bool) -> None:
        self._course = course
        self._results = results
        self._game: Game = registry.game(course.settings.game)
        self._names = _numbers(list(course.groups), course.settings.seed) if blind else {}

    def _name(self, player: str) -> str:
        return self._names.get(player, player)

    def _said(self, text: str, own: str = "") -> str:
        """Return a text about a failure, in which a blind page names no group but the page's own."""
        for name, number in self._names.items():
            if name != own:
                text = re.sub(rf"\b{name}\b", number, text)
        return text

    @cached_property
    def _environment(self) -> Environment:
        environment = Environment(
            loader=FileSystemLoader(HERE),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.globals["number"] = "{:g}".format
        return environment

    def _render(self, template: str, heading: str, **fields: object) -> str:
        shape = self._game.shape
        style = page_palette() + (HERE / "course.css").read_text(encoding="utf-8")
        return self._environment.get_template(f"{template}.html.jinja").render(
            title=self._course.settings.title,
            heading=heading,
            sides="-".join(shape.sides).lower() if shape else "",
            style=Markup(style),  # noqa: S704 - our own
            **fields,
        )

    def of_class(self) -> str:
        """Return the page for everybody: standings, bracket and failures, without grades."""
        found = self._course.tournament() if any(one.reached is not None for one in self._results) else None
        return self._render(
            "class",
            "Tournament" if found else "Class",
            results=self._results,
            held=found[0] if found else None,
            names={name: self._name(name) for name in self._course.groups},
            failures=[
                (one.group.name, [self._said(text) for text in said])
                for one in self._results
                if (said := failures(one))
            ],
            has_games=bool(self._course.tournament_games()),
        )

    def of_staff(self) -> str:
        """Return the page for the staff: grades, what has to be looked at, and what the machine did."""
        games = {id(game): game for one in self._results for game in one.games}.values()
        return self._render(
            "staff",
            "Grades, for the staff",
            results=self._results,
            alike=alike({one.group.name: one.build.contents for one in self._results}),
            strangers=self._course.strangers,
            factor=self._course.factor,
            terms=self._course.terms,
            confinement=describe_confinement(),
            troubled=[game for game in games if game.replayed or game.disputed],
        )

    def of_group(self, result: GroupResult) -> str:
        """Return the page of a group."""
        name = result.group.name
        stages = [(stage, game) for stage in ("legal", "benchmark", "tournament") for game in getattr(result, stage)]
        games = [self._line(name, stage, game) for stage, game in stages]
        lost = [
            self._loss(result, number, game)
            for number, (_, game) in enumerate(stages, start=1)
            if game.loss and score_of(game.record, name) == "lost"
        ]
        own_notes = [note for note in result.build.notes if " replaces " in note or " came late" in note]
        if result.build.form and result.build.form.problem:
            own_notes.append(result.build.form.problem)
        return self._render("group", name, result=result, games=games, lost=lost[:_MOST_LOSSES], own_notes=own_notes)

    def _line(self, name: str, stage: str, game: ClassGame) -> Mapping[str, object]:
        own = side_of(game.record, name)
        ending = game.record.ending
        return {
            "stage": stage,
            "side": own.value.upper(),
            "opponent": self._name(game.record.player(own.other)),
            "result": score_of(game.record, name),
            "ending": ending.value if ending.has_description else "",
            "replayed": bool(game.replayed),
            "turns": len(game.record.turns),
        }

    def _loss(self, result: GroupResult, number: int, game: ClassGame) -> Mapping[str, object]:
        own = side_of(game.record, result.group.name)
        position = self._game.parse_position(game.loss.position if game.loss else "")
        return {
            "number": number,
            "side": own.value.upper(),
            "opponent": self._name(game.record.player(own.other)),
            "loss": game.loss,
            "picture": Markup(picture(self._game, position, alone=True)) if self._game.shape else "",  # noqa: S704
        }

    def games_of_class(self) -> str | None:
        """Return the page on which all games of the tournament are replayed; None without any."""
        return self._replayed(self._course.tournament_games(), f"{self._course.settings.title}: the tournament")

    def games_of_group(self, result: GroupResult) -> str | None:
        """Return the page on which all games of a group are replayed; None without any."""
        own = result.group.name
        return self._replayed(result.games, f"The games of {own}", own)

    def _replayed(self, games: Sequence[ClassGame], title: str, own: str = "") -> str | None:
        records = [self._called(game.record, own) for game in games]
        return render(records, self._game, title) if records else None

    def _called(self, record: GameRecord, own: str) -> GameRecord:
        x, o = (name if name == own else self._name(name) for name in (record.x, record.o))
        failure = record.failure
        return replace(record, x=x, o=o, failure=failure and replace(failure, message=self._said(failure.message, own)))


def _numbers(groups: Sequence[str], seed: int) -> dict[str, str]:
    """Return a name for each group that does not give it away."""
    drawn = Random(derive_seed(seed, "numbers")).sample(range(1, len(groups) + 1), len(groups))
    return {group: f"group {number:02}" for group, number in zip(groups, drawn, strict=True)}


def failures(result: GroupResult) -> list[str]:
    """Say in plain words how a group's program failed; nothing if it never did."""
    if result.trouble:
        return [result.trouble]
    said = []
    name = result.group.name
    for game in result.games:
        record = game.record
        if is_clean(record, name):
            continue
        if record.failure:
            said.append(f"{record.ending}: {record.failure.message}")
        else:
            own = side_of(record, name)
            faults = (
                f"forfeited a placement: {turn.fault}" for turn in record.turns if turn.side is own and turn.fault
            )
            said.append(next(faults, "both sides passed to the end"))
    kept = list(dict.fromkeys(said))[:_MOST_FAILURES]
    return [*kept, f"in {len(said)} of {len(result.games)} games"] if kept else []

"""``sttt class``: submissions to grades, by stages that go on where they were broken off."""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from sttt.cli.options import Workplace, json_option, workplace_options
from sttt.cli.output.tables import new_table, standard_error, standard_output
from sttt.course.examples import write_examples
from sttt.course.output import write_results
from sttt.course.settings import preset_text
from sttt.course.stages import STAGES, Course, Progress, begin_class
from sttt.errors import CourseError

_folder = click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path), default=".")


@click.group("class", short_help="Grade a class: build, check, grade, tournament, pages.")
def class_() -> None:
    """Grade the submissions of a class by its assignment's rules, and hold its tournament."""


@class_.command()
@click.argument("preset", metavar="PRESET")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def new(*, preset: str, folder: Path) -> None:
    """Begin a class in DIR: class.toml with comments, and an example submission in each language.

    PRESET is an assignment: cs4341-2001, cs4341-2003, cs540, cs6613 or csci1901-2004.
    """
    try:
        path = begin_class(preset, folder, preset_text(preset))
        write_examples(preset, folder)
    except OSError as error:
        raise CourseError(f"{error.filename or folder}: {error.strerror}; expected a folder to write to") from error
    standard_output().say(f"{path}: set it up, put the submissions beside it, then `sttt class run {folder}`")


@contextmanager
def _opened(folder: Path) -> Iterator[Course]:
    if not folder.is_dir():
        raise CourseError(f"there is no folder {folder}; expected that of a class, as `sttt class new` makes one")
    try:
        with closing(Course(folder)) as course:
            yield course
    except OSError as error:
        raise CourseError(f"{error.filename or folder}: {error.strerror}; expected a folder to write to") from error


@class_.command()
@_folder
@click.option(
    "--stage",
    "stages",
    multiple=True,
    type=click.Choice(STAGES),
    help="Only this stage; may be repeated.  [default: all]",
)
@click.option("--blind", is_flag=True, help="Call groups by numbers on the page of the class.")
@workplace_options
@json_option
def run(*, folder: Path, stages: tuple[str, ...], blind: bool, workplace: Workplace, as_json: bool) -> None:
    """Run all stages of the class in DIR, or go on where they were broken off, and write its results.

    Results are in DIR/results: index.html, a page for each group, grades.csv, and Gradescope's results.json for each.
    """
    executor = workplace.executor()
    with _opened(folder) as course, course.claimed():
        for strange in course.strangers:
            standard_error().say(f"{strange} belongs to no group of the roster, and is left out")
        chosen = [stage for stage in STAGES if not stages or stage in stages]
        with closing(course.run(executor, chosen)) as progress:
            _follow(progress)
        written = write_results(course, blind=blind)
        if as_json:
            click.echo(json.dumps(_status_json(course)))
        else:
            _print_status(course.status())
            standard_output().say(f" {written}")


def _follow(progress: Iterable[Progress]) -> None:
    """Say where the stages stand: on one line of a terminal, else at the beginning and the end of each."""
    console = standard_error()
    before: Progress | None = None
    with console.status("") as line:
        for one in progress:
            line.update(f"{one.stage}: {one.done} of {one.total}")
            if not console.is_terminal and (before is None or one.stage != before.stage or one.done == one.total):
                console.say(f"{one.stage}: {one.done} of {one.total}")
            before = one


@class_.command()
@_folder
@json_option
def status(*, folder: Path, as_json: bool) -> None:
    """Say where the class in DIR stands."""
    with _opened(folder) as course:
        if as_json:
            click.echo(json.dumps(_status_json(course)))
        else:
            _print_status(course.status())


def _print_status(stages: Iterable[Progress]) -> None:
    table = new_table("stages", "stage", "done", "of")
    for one in stages:
        table.add_row(one.stage, str(one.done), str(one.total))
    standard_output().print(table)


def _status_json(course: Course) -> dict[str, object]:
    results = course.results()
    return {
        "assignment": course.settings.assignment,
        "stages": [{"stage": one.stage, "done": one.done, "of": one.total} for one in course.status()],
        "groups": [
            {
                "group": one.group.name,
                "section": one.group.section,
                "problem": one.trouble,
                **{grade.item: grade.points for grade in one.grades},
                "bonus": one.bonus,
                "total": one.total,
            }
            for one in results
        ],
    }


@class_.command("grade-one")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.argument("submission", metavar="SUBMISSION", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the results.  [default: standard output]",
)
@workplace_options
def grade_one(*, folder: Path, submission: Path, output: Path | None, workplace: Workplace) -> None:
    """Grade one SUBMISSION as the class in DIR is graded, without a tournament, into Gradescope's results.json."""
    from sttt.course.gradescope import grade_one as grade  # noqa: PLC0415 - for this alone

    text = json.dumps(grade(folder, submission, workplace.executor()), indent=1)
    if output is None:
        click.echo(text)
        return
    try:
        output.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise CourseError(f"cannot write {output}: {error.strerror}; expected to write the results there") from error


@class_.command()
@_folder
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False, path_type=Path), default="autograder.zip", show_default=True
)
def gradescope(*, folder: Path, output: Path) -> None:
    """Write the zip of an autograder for Gradescope, which grades a submission on upload as `sttt class run` does."""
    from sttt.course.gradescope import write_autograder  # noqa: PLC0415 - for this alone

    with _opened(folder) as course:
        write_autograder(course, output)
    standard_output().say(str(output))

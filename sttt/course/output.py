"""The results of a class, written into its folder: tables and pages."""

import json
from pathlib import Path

from sttt.course.pages import Pages
from sttt.course.stages import Course
from sttt.course.tables import grade_book, gradescope
from sttt.execution.foreign import replacing


def write_results(course: Course, *, blind: bool = False) -> Path:
    """Write all results as far as the class has come, and return the path of the class's page.

    With `blind`, only a group's own page and the staff's call a group by its name.
    """
    folder = course.folder / "results"
    results = course.results()
    pages = Pages(course, results, blind=blind)
    _write(folder / "grades.csv", grade_book(results))
    _write(folder / "staff.html", pages.of_staff())
    _write(folder / "games.html", pages.games_of_class())
    for result in results:
        own = folder / "groups" / result.group.name
        _write(own / "results.json", json.dumps(gradescope(result), indent=1) + "\n")
        _write(own / "index.html", pages.of_group(result))
        _write(own / "games.html", pages.games_of_group(result))
    _write(folder / "index.html", pages.of_class())
    return folder / "index.html"


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))

"""The tables that come out of a class: the CSV for a grade book, and Gradescope's results."""

import csv
import io
from collections.abc import Sequence

from sttt.course.games import ClassGame
from sttt.course.grades import GroupResult, side_of
from sttt.games.records.record import GameRecord


def grade_book(results: Sequence[GroupResult]) -> str:
    """Return a line for each student, in the order of the roster."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    items = [grade.item for grade in results[0].grades] if results else []
    lines.writerow(["student", "group", "section", *items, "bonus", "total", "remark"])
    for one in results:
        points = [f"{grade.points:g}" for grade in one.grades]
        left_out = one.settings.tournament is not None and one.reached is None
        remark = one.trouble or ("not in the tournament" if left_out else "")
        for student in one.group.students:
            cells = [student, one.group.name, one.group.section, *points, f"{one.bonus:g}", f"{one.total:g}", remark]
            lines.writerow([_harmless(cell) for cell in cells])
    return text.getvalue()


def _harmless(cell: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def gradescope(result: GroupResult) -> dict[str, object]:
    """Return a group's results as Gradescope reads them: score, tests with output and visibility, leaderboard."""
    tests: list[dict[str, object]] = [
        {"name": "build", "status": "failed" if result.build.problem else "passed", "output": _build_output(result)}
    ]
    tests += [
        {"name": grade.item, "score": grade.points, "max_score": grade.worth, "output": grade.why}
        for grade in result.grades
    ]
    for step in result.check.steps if result.check else ():
        output = "\n".join([step.problem, *step.transcript]) if step.problem else ""
        tests.append({"name": step.name, "status": "failed" if step.problem else "passed", "output": output})
    for number, game in enumerate(result.games, start=1):
        tests.append(_game(result, number, game))
    for number, step in enumerate(result.examination.steps if result.examination else (), start=1):
        told = "answered otherwise than expected" if step.problem else ""
        hidden = {"name": f"hidden board {number}", "status": "failed" if step.problem else "passed", "output": told}
        tests.append({**hidden, "visibility": "after_published"})
    won, drawn, lost = result.counts(result.games)
    return {
        "score": result.total,
        "output": "; ".join(result.build.notes),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [{"visibility": "visible", **test} for test in tests],
        "leaderboard": [
            {"name": "Points", "value": result.total},
            {"name": "Won", "value": won},
            {"name": "Drawn", "value": drawn},
            {"name": "Lost", "value": lost, "order": "asc"},
        ],
    }


def _build_output(result: GroupResult) -> str:
    parts = [result.build.problem or "builds", result.build.command and f"$ {result.build.command}", result.build.log]
    return "\n".join(part for part in parts if part)


def _game(result: GroupResult, number: int, game: ClassGame) -> dict[str, object]:
    name = result.group.name
    own = side_of(game.record, name)
    output = score_of(game.record, name)
    if game.loss and output == "lost":
        output = f"lost: {game.loss.words}"
    return {"name": f"game {number} as {own.value.upper()} against {game.record.player(own.other)}", "output": output}


def score_of(record: GameRecord, group: str) -> str:
    """Say how a game ended for a group."""
    winner = record.result and record.result.winner
    return "drawn" if winner is None else "won" if winner is side_of(record, group) else "lost"

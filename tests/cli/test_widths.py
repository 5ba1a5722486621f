"""Tables in windows of several widths, measured as they are drawn: every name is there whole, or by its label."""

import io
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import RenderableType
from support.command import sttt_here
from support.games import random_game

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.statistics.head_to_head import summarize_match
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Format, Plan
from sttt.arena.tournaments.results import TournamentResults
from sttt.arena.tournaments.tournament import Tournament, begin
from sttt.cli.commands.doctor import _parts_table
from sttt.cli.output.match import MatchWatch
from sttt.cli.output.tables import HouseConsole, drawn, new_table
from sttt.markup import Sheet
from sttt.players import registry

WIDTHS = [60, 80, 120]
LONG = "cmd:python3 /home/somebody/bots/first-try/bot.py --fast --level"
SHORT_NAMES = [f"player-{number}" for number in range(20)]
NAMES = {
    "short": SHORT_NAMES,
    "same beginning": [f"alpha-beta-budget-100000-{number}" for number in range(20)],
    "commands": [f"{LONG} {number}" for number in range(20)],
    "one command": [*SHORT_NAMES[:18], LONG, *SHORT_NAMES[19:]],
    "wide": ["\u4e2d" * (number + 1) for number in range(20)],
    "letters": [*(chr(ord("A") + number) for number in range(19)), LONG],
}
GAME = random_game(1)


def shown(draw: RenderableType, width: int) -> str:
    file = io.StringIO()
    HouseConsole(file=file, width=width).print(draw)
    return file.getvalue()


def check(text: str, names: list[str], width: int) -> None:
    """Fail if a name is not there, or a line that is neither title nor legend is wider than the window."""
    legend = dict(re.findall(r"^ ([A-Z]+) = (.*)$", text, re.MULTILINE))
    assert len(set(legend.values())) == len(legend)
    assert not set(legend) & set(names)
    body = [line for line in text.splitlines() if not re.match(r" [A-Z]+ = |\w", line)]
    assert max(map(cell_len, body)) <= width
    by_name = {name: label for label, name in legend.items()}
    rows = "\n".join(body)
    for name in names:
        assert re.search(rf"(?<!\S){re.escape(by_name.get(name, name))}(?![^\s,])", rows), (name, text)
    assert "\u2026" not in text


def results_of(names: list[str]) -> TournamentResults:
    plan = Plan("super-ttt", Format.ROUND_ROBIN, tuple(names), 2, 0, Terms(nodes=5), 1, "")
    with Archive(None) as archive:
        results = TournamentResults(begin(plan, archive))
    for x, o in combinations(names, 2):
        results.add(replace(GAME, x=x, o=o))
    return results


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 7, 10, 11, 20])
@pytest.mark.parametrize("kind", NAMES)
def test_standings_and_cross_table_name_everybody(kind: str, count: int) -> None:
    names = NAMES[kind][-count:]
    for sheet in results_of(names).sheets():
        for width in WIDTHS:
            text = shown(drawn(replace(sheet, notes=())), width)
            check(text, names, width)
            assert {word for heading in sheet.columns for word in heading.split()} <= set(text.split())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", NAMES)
def test_a_match_and_an_archive_name_both_players(
    kind: str, width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, o = NAMES[kind][-2:]
    monkeypatch.setenv("COLUMNS", str(width))
    summary = summarize_match((x, o), [replace(GAME, x=x, o=o)])
    check(shown(drawn(replace(summary.sheets()[1], notes=())), width), [x, o], width)
    file = tmp_path / "games.db"
    with Archive(file) as archive:
        archive.begin(Plan("super-ttt", Format.ROUND_ROBIN, tuple(NAMES[kind]), 2, 0, Terms(nodes=5), 1, ""))
        archive.add(1, [FinishedGame(0, replace(GAME, x=x, o=o), "")])
    check(sttt_here("archive", str(file), "list").stdout, [x, o], width)
    check(sttt_here("archive", str(file), "tournaments").stdout, NAMES[kind], width)


def test_a_summary_into_a_pipe_has_its_title_whole(capsys: pytest.CaptureFixture[str]) -> None:
    names = (f"{LONG} 1", f"{LONG} 2")
    plan = Plan("super-ttt", Format.ROUND_ROBIN, names, 1, 0, Terms(), 1, "build")
    with Archive(None) as archive:
        watch = MatchWatch(Tournament(plan, archive, archive.begin(plan)))
        game = FinishedGame(0, replace(GAME, x=names[0], o=names[1]), "build")
        assert list(watch.taking(one for one in [game])) == [game.record]
    watch.print()
    assert f"{names[0]} against {names[1]}\n" in capsys.readouterr().out


@pytest.mark.parametrize("width", WIDTHS)
def test_players_and_a_grade_are_listed_without_a_broken_name(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    check(sttt_here("players").stdout, [one.name for one in (*registry.strategies(), *registry.protocols())], width)
    graded = sttt_here("grade", "random", "--nodes", "1", "--jobs", "1").stdout
    assert {"random", "offensive", "as", "x", "o", "seed", "points"} <= set(graded.split())
    assert max(map(cell_len, graded.splitlines())) <= width


@pytest.mark.parametrize("width", range(20, 130, 10))
def test_no_word_of_any_table_is_broken(width: int) -> None:
    headings = [f"heading{number} of it" for number in range(9)]
    table = new_table("", "first", *headings)
    table.add_row("name-of-the-row", *(f"cell{number} ({number})" for number in range(9)))
    text = shown(table, width)
    words = {word for heading in headings for word in heading.split()} | {f"cell{number}" for number in range(9)}
    assert words | {"first", "name-of-the-row"} <= set(text.split())
    assert width < 35 or max(map(cell_len, text.splitlines())) <= width


def test_a_table_that_fits_is_drawn_as_it_is() -> None:
    sheet = Sheet("title", ("player", "points"), [("a", "1"), ("bc", "20")], ["note"], names=(0,))
    assert [line.rstrip() for line in shown(drawn(sheet), 80).splitlines()] == [
        "title",
        "",
        " player   points",
        f" {15 * chr(0x2500)}",
        " a             1",
        " bc           20",
        "",
        " note",
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_doctor_says_each_state_beside_the_name_of_its_part(width: int) -> None:
    module = "strategies.four_by_four.players"
    names = {f"state-{number}": f"a-player-of-somebody-{number}" for number in range(3)}
    told = [
        {"group": "sttt.experiments", "name": name, "module": module, "problem": f"{state} {LONG}"}
        for state, name in names.items()
    ]
    text = shown(_parts_table([dict(part) for part in told]), width)
    labels = {name: label for label, name in re.findall(r"^ ([A-Z]) = (.*)$", text, re.MULTILINE)}
    for state, name in names.items():
        (line,) = [line for line in text.splitlines() if state in line]
        assert labels.get(name, name) in line.split()

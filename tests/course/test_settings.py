"""The settings of a class and its roster: what the presets say, and how a mistake is told."""

from pathlib import Path

import pytest

from sttt.course.settings import preset_names, preset_text, read_roster, read_settings
from sttt.errors import CourseError
from sttt.players import registry


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_is_a_whole_file_of_settings(tmp_path: Path, name: str) -> None:
    (tmp_path / "class.toml").write_text(preset_text(name))
    settings = read_settings(tmp_path)
    assert settings.assignment == name
    known = {registry.protocol(one).game for one in settings.programs.protocols}
    assert known == {settings.game}
    opponents = settings.benchmark.games if settings.benchmark else {}
    assert set(opponents) <= set(registry.player_names(settings.game))
    assert bool(settings.points.benchmark) == (settings.benchmark is not None)
    assert bool(settings.points.examination) == (settings.examination is not None)
    assert not settings.points.bonus or settings.tournament is not None


def test_what_a_class_says_stands_over_its_preset(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text('assignment = "csci1901-2004"\n[benchmark]\ngames = { random = 2 }\n')
    settings = read_settings(tmp_path)
    assert settings.benchmark is not None
    assert (settings.benchmark.games, settings.benchmark.base) == ({"random": 2}, 14)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title = 'x'\n", "class.toml: assignment is missing; expected one of: cs4341-2001, "),
        ("# a class\nassignment = 'cs1'\n", "class.toml, line 2, assignment: unknown assignment 'cs1'; expected one"),
        ("assignment = \n", "class.toml is not TOML: "),
        (
            "assignment = 'cs540'\n\n[programs]\nseconds = 'two'\n",
            "class.toml, line 4, programs.seconds: Expected `float`, got `str`",
        ),
        ("assignment = 'cs540'\n[programs]\nsecond = 2\n", "line 3, programs.second: Object contains unknown field"),
        ("assignment = 'cs540'\n[points]\nlegal = -1\n", "line 3, points.legal: Expected `float` >= 0"),
        ("assignment = 'cs540'\nroster = '/etc/passwd'\n", "line 2, roster: Expected `str` matching"),
        ("assignment = 'cs540'\nsubmissions = 'a/../b'\n", "line 2, submissions: Expected `str` matching"),
    ],
)
def test_a_mistake_is_told_by_line_and_field(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "class.toml").write_text(text)
    with pytest.raises(CourseError) as raised:
        read_settings(tmp_path)
    assert complaint in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_class_without_settings_is_told_where_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"cannot read .* `sttt class new PRESET"):
        read_settings(tmp_path)


def test_a_roster_gives_groups_their_students_and_section(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("section,student,group\n1,Ada,fish\n1,Bob,fish\n2,Cyd,newt\n,,\n")
    groups = read_roster(tmp_path / "roster.csv")
    assert {name: (one.section, one.students) for name, one in groups.items()} == {
        "fish": ("1", ("Ada", "Bob")),
        "newt": ("2", ("Cyd",)),
    }


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("student,section\nAda,1\n", "line 1: no column group"),
        ("student,group,section\nAda,../fish,1\n", "line 2, group: '../fish'; expected up to 40 letters"),
        (
            "student,group,section\nAda,fish,1\nBob,fish,2\n",
            "line 3, section: fish is in section 2, and on line 2 in 1",
        ),
        ("student,group,section\n,fish,1\n", "line 2, student: ''; expected a name"),
        ("student,group,section\n", "0 groups; expected 1 to 1000"),
    ],
)
def test_a_mistake_in_the_roster_is_told_by_line_and_column(tmp_path: Path, lines: str, complaint: str) -> None:
    (tmp_path / "roster.csv").write_text(lines)
    with pytest.raises(CourseError) as raised:
        read_roster(tmp_path / "roster.csv")
    assert complaint in str(raised.value)

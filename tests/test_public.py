"""The names that `import sttt` offers: few, promised by a page, loaded when asked for, and no folder's name."""

import re
import subprocess
import sys
from importlib import import_module, reload
from pathlib import Path
from time import perf_counter

import pytest
from support import house

import sttt

PAGE = (house.ROOT / "docs" / "stability.md").read_text(encoding="utf-8")
SECONDS = 0.02
"""The longest that `import sttt` takes."""


def python(script: str) -> str:
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True, timeout=100)
    return done.stdout.strip()


def test_the_names_are_those_that_the_page_promises() -> None:
    firsts = " ".join(re.findall(r"^\|(.+?)\|", PAGE.partition("### From outside")[0], re.MULTILINE))
    promised = set(re.findall(r"`sttt\.(\w+)`", firsts))
    assert set(sttt.__all__) == promised
    assert list(sttt.__all__) == sorted(sttt.__all__)


def test_what_is_said_of_a_class_is_there() -> None:
    for row in re.findall(r"^\| `sttt\.(Position|Limits|Decision|Player)` \| (.+) \|$", PAGE, re.MULTILINE):
        cls = getattr(sttt, row[0])
        known = {*dir(cls), *getattr(cls, "__dataclass_fields__", ())}
        assert set(re.findall(r"`(\w+)`", row[1])) - {"str"} <= known, row[0]


@pytest.mark.parametrize("name", sttt.__all__)
def test_a_name_is_there_and_listed(name: str) -> None:
    assert getattr(sttt, name) is getattr(sttt, name)
    assert name in dir(sttt)


def test_no_name_is_that_of_a_folder_which_would_take_its_place_once_imported() -> None:
    assert not {f"sttt.{name}" for name in sttt.__all__} & set(house.MODULES)


def test_any_other_name_is_refused() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'Postion'; expected one of: Decision, Limits"):
        sttt.Postion  # noqa: B018
    names = "sorted({*dir(sttt)} ^ {*sttt.__all__})"
    assert python(f"import sttt; print([name for name in {names} if name[0] != '_'])") == "[]"


def test_the_type_checker_is_told_the_places_that_are_loaded_from() -> None:
    told = re.findall(r"from (\S+) import (\w+) as \2", Path(sttt.__file__).read_text(encoding="utf-8"))
    assert {name: module for module, name in told} == sttt._PLACES
    for module, name in told:
        assert getattr(import_module(module), name) is getattr(sttt, name)


def test_the_door_loads_nothing_of_ours_and_opens_at_once() -> None:
    assert python("import sttt, sys; print([one for one in sys.modules if one.startswith('sttt.')])") == "[]"
    times = []
    for _ in range(5):
        started = perf_counter()
        reload(sttt)
        times.append(perf_counter() - started)
    assert min(times) < SECONDS


def test_a_position_loads_no_command_line_and_no_table() -> None:
    heavy = "{'click', 'rich', 'sqlite3', 'asyncio', 'numpy', 'sttt.arena', 'sttt.cli'}"
    assert python(f"import sttt, sys; sttt.Position, sttt.Limits; print(sorted({heavy} & set(sys.modules)))") == "[]"


def test_python_m_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-P", "-m", "sttt", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"sttt {sttt.__version__}, ")


def test_the_players_of_a_game_are_those_that_can_play_it() -> None:
    assert set(sttt.player_names("connect-four")) < set(sttt.player_names())
    assert {"connect-four", "uniform"} < set(sttt.player_names("connect-four"))
    assert "alpha-beta" not in sttt.player_names("connect-four")
    assert "super-ttt" in sttt.game_names()

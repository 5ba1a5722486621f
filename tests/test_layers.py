"""Who may import whom, and how large rooms and modules may be; ``tests/support/house.py`` prints the figures."""

import ast
import re
import subprocess
import sys
from collections import Counter

import pytest
from support import house

ROWS = (
    ("sttt.errors", "sttt.bounds"),
    ("sttt.kernel",),
    ("sttt.execution",),
    ("sttt.games", "sttt.board"),
    ("sttt.search",),
    ("sttt.players", "sttt.puzzles"),
    ("sttt.workshop",),
    ("strategies", "adapter"),
    ("sttt.arena",),
    ("sttt.batch",),
    ("sttt.course",),
    ("sttt.web", "sttt.cli", "sttt.environments"),
    ("sttt.notebook",),
)
INSIDE_A_GAME = (
    ("position", "text", "symmetry", "shape", "game"),
    ("classes",),
    ("search",),
    ("analysis",),
    ("book", "certificate"),
)
"""The layers inside a game's folder; a game has those that it needs."""

GAMES = sorted(path.name for path in (house.ROOT / "sttt" / "games").iterdir() if (path / "game.py").exists())
COMMANDS = "sttt/cli/commands"
MOST_MODULES, MOST_COMMANDS, MOST_LINES, MOST_ANY = 15, 20, 400, 80


def row_of(module: str, rows: tuple[tuple[str, ...], ...]) -> int | None:
    found = [row for row, packages in enumerate(rows) for one in packages if f"{module}.".startswith(f"{one}.")]
    return found[0] if found else None


@pytest.mark.parametrize("name", sorted(house.MODULES))
def test_a_module_imports_from_its_own_row_and_from_rows_above(name: str) -> None:
    own = row_of(name, ROWS)
    for one in house.imported_names(house.TREES[name]):
        row = row_of(one, ROWS)
        if own is not None and row is not None:
            assert row <= own, f"{name} imports {one}"


@pytest.mark.parametrize("name", sorted(name for name in house.MODULES if name.startswith("sttt")))
def test_sttt_finds_strategies_and_adapters_by_entry_point_alone(name: str) -> None:
    assert not [one for one in house.imported_names(house.TREES[name]) if one.startswith(("strategies", "adapter"))]


@pytest.mark.slow
def test_what_makes_shipped_data_is_imported_by_the_command_line_and_by_tunings_alone() -> None:
    for name in house.MODULES:
        if not re.match(r"sttt\.(workshop|cli)\.|strategies\.\w+\.tuning$", name):
            assert not [one for one in house.imported_names(house.TREES[name]) if one.startswith("sttt.workshop")], name
        assert not [one for one in house.imported_modules(name) if re.match(r"strategies.*\.tuning$", one)], name


@pytest.mark.parametrize("game", GAMES)
def test_inside_a_game_the_layers_keep_their_order(game: str) -> None:
    room = f"sttt.games.{game}"
    for name in house.MODULES:
        own = row_of(name.removeprefix(f"{room}."), INSIDE_A_GAME) if name.startswith(f"{room}.") else None
        for one in house.imported_modules(name) if own is not None else ():
            row = row_of(one.removeprefix(f"{room}."), INSIDE_A_GAME) if one.startswith(f"{room}.") else None
            assert row is None or row <= own, f"{name} imports {one}"


@pytest.mark.parametrize("game", GAMES)
def test_no_game_looks_into_the_room_of_another(game: str) -> None:
    others = tuple(f"sttt.games.{other}." for other in GAMES if other != game)
    for name in house.MODULES:
        if f"{name}.".startswith((f"sttt.games.{game}.", f"strategies.{game}.")):
            assert not [one for one in house.imported_modules(name) if one.startswith(others)], name


def test_what_is_true_of_any_game_knows_none_of_them() -> None:
    rooms = tuple(f"sttt.games.{game}." for game in GAMES)
    general = re.compile(
        r"sttt\.(kernel|execution|board|search|players|arena|batch|web|games\.\w+$|games\.(records|grid)\.)"
    )
    for name in house.MODULES:
        if general.match(name):
            assert not [one for one in house.imported_modules(name) if one.startswith(rooms)], name


@pytest.mark.parametrize("name", sorted(house.MODULES))
def test_a_module_reads_the_files_of_its_own_room_alone(name: str) -> None:
    calls = [node for node in ast.walk(house.TREES[name]) if isinstance(node, ast.Call)]
    rooms = [ast.literal_eval(call.args[0]) for call in calls if ast.unparse(call.func) == "files" and call.args]
    assert [room for room in rooms if not name.startswith(f"{room}.")] == []


@pytest.mark.slow
def test_no_module_imports_itself_in_a_circle() -> None:
    assert house.circle() == []


def test_no_folder_and_no_module_is_too_large_to_be_looked_over() -> None:
    large = {folder: count for folder, count in house.folders().items() if count > MOST_MODULES}
    assert {folder: count for folder, count in large.items() if folder != COMMANDS or count > MOST_COMMANDS} == {}
    assert {name: lines for name in house.MODULES if (lines := house.lines_of(name)) > MOST_LINES} == {}


def test_one_class_name_means_one_class() -> None:
    named = Counter(
        node.name
        for tree in house.TREES.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in named.items() if times > 1 and name != "Position"] == []  # each game has its own


def test_no_script_of_the_page_is_too_large_to_be_looked_over() -> None:
    lines = {path.name: path.read_text(encoding="utf-8").count("\n") for path in house.ROOT.glob("sttt/*/static/*.js")}
    assert "app.js" in lines
    assert {name: number for name, number in lines.items() if number > MOST_LINES} == {}


@pytest.mark.slow
def test_docstrings_begin_with_a_thing_or_an_order() -> None:
    assert house.vague_docstrings() == []


@pytest.mark.slow
def test_few_types_are_left_open() -> None:
    assert house.uses_of_any() <= MOST_ANY


def test_the_process_that_a_referee_starts_loads_no_command_line_or_table_library() -> None:
    script = (
        "import sys, adapter.scheme.__main__, sttt.players.registry;"
        "sttt.players.registry.make_player('alpha-beta').close();"
        "heavy = {'click', 'rich', 'asyncio', 'multiprocessing', 'numpy', 'scipy', 'prompt_toolkit', 'psutil'};"
        "heavy |= {'sttt.board', 'fastapi', 'pydantic', 'uvicorn', 'websockets', 'typing_extensions'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=200)
    assert done.stdout == "[]\n"

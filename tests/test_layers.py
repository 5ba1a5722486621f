"""Who may import whom: a module imports only from its own row and from the rows above it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

ROWS = (
    ("sttt.errors",),
    ("sttt.games",),
    ("sttt.kernel",),
    ("sttt.search",),
    ("sttt.players", "sttt.manifest", "sttt.registry", "sttt.strays", "sttt.book"),
    ("strategies", "adapter"),
    ("sttt.arena",),
    ("sttt.web", "sttt.cli"),
)
MODULES = sorted(path for package in ("sttt", "strategies", "adapter") for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def row_of(module: str) -> int | None:
    rows = [row for row, packages in enumerate(ROWS) for one in packages if f"{module}.".startswith(f"{one}.")]
    return rows[0] if rows else None


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_from_its_own_row_and_from_rows_above(path: Path) -> None:
    own = row_of(name_of(path))
    for name in imported(path):
        row = row_of(name)
        if own is not None and row is not None:
            assert row <= own, f"{name_of(path)} imports {name}"


@pytest.mark.parametrize("path", [path for path in MODULES if name_of(path).startswith("sttt")], ids=name_of)
def test_sttt_finds_strategies_and_adapters_by_entry_point_alone(path: Path) -> None:
    assert not [name for name in imported(path) if name.startswith(("strategies", "adapter"))]


def test_the_process_that_a_referee_starts_loads_no_command_line_or_table_library() -> None:
    script = (
        "import sys, adapter.scheme.__main__, sttt.registry;"
        "sttt.registry.make_player('alpha-beta').close();"
        "print(sorted({'click', 'rich', 'asyncio', 'multiprocessing', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"

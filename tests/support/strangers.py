"""Packages of strangers, installed for one test and the processes that it starts."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from sttt.execution.provenance import provenance

Points = Mapping[str, Mapping[str, str]]
"""Targets by name by group, as in a ``pyproject.toml``."""


def write(folder: Path, package: str, points: Points, modules: Mapping[str, str] | None = None) -> None:
    """Put into a folder what pip would: modules by file name, and the names under which they are found."""
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = []
    for group, named in points.items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in named.items())]
    (info / "entry_points.txt").write_text("\n".join([*lines, ""]))
    for name, content in (modules or {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)


def use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the folder on the path of this process and of those it starts."""
    provenance.cache_clear()  # this process has other parts from now on
    for module in folder.glob("*.py"):  # another test's package may have had a module of that name
        monkeypatch.delitem(sys.modules, module.stem, raising=False)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)

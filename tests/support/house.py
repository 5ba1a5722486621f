"""The figures of the house: files, lines, folders, import circles, uses of `Any`. ``python tests/support/house.py``."""
# ruff: noqa: T201 - a script that prints

import ast
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("sttt", "adapter", "strategies")


def name_of(path: Path) -> str:
    """Return a module's dotted name; a package's is its folder's."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): path for package in PRODUCT for path in sorted((ROOT / package).rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Yield what a module names in its imports: modules, and whatever is taken from them, dotted."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported_modules(name: str) -> set[str]:
    """Return the product's modules that a module imports, those within functions included."""
    named = (max((one, one.rpartition(".")[0]), key=MODULES.__contains__) for one in imported_names(TREES[name]))
    return {one for one in named if one in MODULES and one != name}


def circle() -> list[str]:
    """Return the modules of an import circle in order, the first of them again at the end; nothing without one."""
    try:
        TopologicalSorter({name: imported_modules(name) for name in MODULES}).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def lines_of(name: str) -> int:
    """Count a module's lines."""
    return MODULES[name].read_text(encoding="utf-8").count("\n")


def folders() -> Counter[str]:
    """Count the modules of each folder, its ``__init__`` not among them."""
    files = (path.relative_to(ROOT) for path in MODULES.values() if path.name != "__init__.py")
    return Counter(path.parent.as_posix() for path in files)


def uses_of_any() -> int:
    """Count the places where `Any` is written, imports left out."""
    return sum(isinstance(node, ast.Name) and node.id == "Any" for tree in TREES.values() for node in ast.walk(tree))


def main() -> None:
    """Print the figures."""
    folder, most = folders().most_common(1)[0]
    longest = max(MODULES, key=lines_of)
    print(f"product files   {len(MODULES)}")
    print(f"product lines   {sum(map(lines_of, MODULES)):,}")
    print(f"largest folder  {most} modules, {folder}")
    print(f"longest file    {lines_of(longest)} lines, {longest}")
    print(f"import circles  {' -> '.join(circle()) or 'none'}")
    print(f"uses of Any     {uses_of_any()}")


if __name__ == "__main__":
    main()

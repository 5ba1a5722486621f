"""The figures of the house: files, lines, folders, circles, comments, words. ``python tests/support/house.py``."""
# ruff: noqa: T201 - a script that prints

import ast
import re
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


DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
VAGUE = re.compile(r"(What|Whether|How)\b")
"""Words that a docstring does not begin with: it names a thing, or says what to do."""
DIRECTIVE = re.compile(r"# (?:ruff|mypy|noqa|type|fmt|cython|pragma)\b")


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield every docstring with the module that holds it, those of attributes included."""
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED):
                held = [part.value for part in node.body if isinstance(part, ast.Expr)]
                yield from ((name, one.value) for one in held if isinstance(one, ast.Constant) and _is_text(one.value))


def _is_text(constant: object) -> bool:
    return isinstance(constant, str)


def vague_docstrings() -> list[str]:
    """Return the first lines of docstrings that begin with no thing's name and no imperative, with modules."""
    return [f"{name}: {text.partition(chr(10))[0]}" for name, text in docstrings() if VAGUE.match(text)]


def comments() -> int:
    """Count the lines that hold a comment alone, directives to tools left out."""
    lines = (line.strip() for path in MODULES.values() for line in path.read_text(encoding="utf-8").splitlines())
    return sum(line.startswith("# ") and not DIRECTIVE.match(line) for line in lines)


def helpers_used_once() -> list[str]:
    """Return the private functions of one statement that their own module names a single time."""
    found = []
    for name, tree in TREES.items():
        named = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
        named.update(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and re.match(r"_[a-z]", node.name) and named[node.name] == 1:
                body = [part for part in node.body if not isinstance(part, ast.Expr) or not _is_docstring(part)]
                if len(body) == 1 and isinstance(body[0], ast.Return | ast.Expr) and not node.decorator_list:
                    found.append(f"{name}.{node.name}")
    return found


def _is_docstring(part: ast.Expr) -> bool:
    return isinstance(part.value, ast.Constant) and _is_text(part.value.value)


MAIN_ROOM = "sttt.games.super_ttt."
FORM = re.compile(r"^\| (position|turn|who can win) \| [^|]+ \| `([\w.]+)` \|", re.MULTILINE)


def forms() -> dict[str, list[str]]:
    """Return the names that ``docs/architecture.md`` gives for the forms of a position, a turn and who can win."""
    found: dict[str, list[str]] = {}
    for thing, name in FORM.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")):
        found.setdefault(thing, []).append(name if name.startswith("sttt.") else MAIN_ROOM + name)
    return found


def called_positions() -> list[str]:
    """Return the types of the main game's room that say of themselves that they are a position."""
    says = re.compile(r"(A|The) (\w+ )?position\b(?!s)(?! in which| to )|The key of a position|\w+'s and O's marks")
    return [
        f"{name}.{node}"
        for name, tree in TREES.items()
        if name.startswith(MAIN_ROOM)
        for node, text in _described(tree)
        if says.match(text)
    ]


def _described(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the classes and aliases of a module with their docstrings."""
    for node, after in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
        match node, after:
            case ast.ClassDef(), _:
                yield node.name, ast.get_docstring(node) or ""
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(text))):
                if re.match(r"[A-Z][a-z]", name):
                    yield name, text


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
    print(f"comments        {comments()} lines of their own")
    print(f"docstrings      {len(list(docstrings())):,}, {len(vague_docstrings())} begin with What, Whether or How")
    print(f"forms           {', '.join(f'{len(names)} of {thing}' for thing, names in forms().items())}")
    print(f"helpers         {len(helpers_used_once())} of one line, used once")


if __name__ == "__main__":
    main()

"""Change the code in one place at a time and see whether a test notices: a sample of mutants, the same for each seed.

    pip install '.[mutation]'
    nice python benchmarks/mutants.py --sample 60 --seed 1 --minutes 20 --output mutants.jsonl

Everything happens in a fresh clone of what is committed, with an environment and a build of its own; of a compiled
module's mutant that module alone is compiled. The sample takes lines of code and changes each in one way. Each mutant
meets the test files that name its module, else the nearest folder's. They first have to pass without a mutant: a test
that fails then is left out. What kills a mutant runs once more without it, so that a test that fails now and then kills
nothing. With `--whole` those still alive meet the whole suite, as far as the minutes go. The limits in time and memory
that the suite sets for each test end mutants that hang or grow.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator, operator_names

PACKAGES = ("sttt", "adapter", "strategies")
BUILD = ("setup.py", "-q", "build_ext", "--inplace")
TEST_SECONDS = 60
"""Limit of one test: less than the suite's own, as a mutant that hangs is killed only then."""
DUMP_SECONDS = 90
"""Limit of a test that hangs in compiled code, where the first limit cannot interrupt it."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Mutant:
    """One change of a module."""

    path: Path
    operator: str
    place: tuple[int, int]

    def made(self) -> AbstractContextManager[tuple[str, str]]:
        """Have the change in the file as long as the context lasts, which is given the codes before and after."""
        operator = get_operator(self.operator)()
        nodes = ast_nodes(get_ast_from_path(self.path))
        places = [place for node in nodes for place, _ in operator.mutation_positions(node)]
        return use_mutation(self.path, operator, places.index(self.place))


def main() -> int:
    """Make the sample, run it, print each mutant that is still alive and the score."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        python = _prepare(Path(folder))
        sample = _sample(options.sample, options.seed)
        commit = _call("git", "rev-parse", "--short", "HEAD")
        print(f"{len(sample)} mutants, seed {options.seed}, commit {commit}", flush=True)
        found = [_record(mutant) for mutant in sample]
        tests = Tests(python, time.monotonic() + 60 * options.minutes)
        for whole in (False, True) if options.whole else (False,):
            for number, mutant in enumerate(sample):
                if found[number]["outcome"] != "killed" and tests.seconds_left > 0:
                    found[number] |= tests.meet(mutant, ("tests",) if whole else _direct_tests(mutant.path))
                    print(f"{number + 1:3} {_told(found[number])}", flush=True)
                    _write(options.output, found)
    return _report(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run a sample of mutants against the tests.")
    parser.add_argument("--sample", type=int, default=60, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--minutes", type=float, default=20, help="no test runs any longer, from the build on")
    parser.add_argument("--whole", action="store_true", help="survivors meet the whole suite")
    parser.add_argument("--output", type=Path, default=Path("mutants.jsonl"), help="file for what was found")
    options = parser.parse_args()
    options.output = options.output.absolute()
    return options


def _prepare(folder: Path) -> Path:
    """Clone the repository and install it with its tests; return the interpreter of that environment."""
    root, clone, python = Path(__file__).parents[1], folder / "clone", folder / "venv" / "bin" / "python"
    _call("git", "clone", "--quiet", root, clone)
    _call(sys.executable, "-m", "venv", folder / "venv")
    os.chdir(clone)
    if shutil.which("ccache"):
        os.environ.setdefault("CC", "ccache gcc")  # what is put back need not be compiled again
    _call(python, "-m", "pip", "install", "--quiet", "cython>=3.3", "setuptools>=77")
    interpreted = {"STTT_BUILD": "interpreted"}  # pip would compile in a folder of its own, where a mutant is not
    _call(python, "-m", "pip", "install", "--quiet", "--editable", ".[test]", **interpreted)
    _call(python, *BUILD)
    return python


def _sample(size: int, seed: int) -> list[Mutant]:
    """Return one mutant of each of a number of lines; an annotation is no code."""
    paths = sorted(path for package in PACKAGES for path in Path(package).rglob("*.py"))
    lines = [(path, line + 1) for path in paths for line in range(len(path.read_text(encoding="utf-8").splitlines()))]
    lots = random.Random(seed)
    sample: list[Mutant] = []
    for path, line in lots.sample(lines, len(lines)):
        if len(sample) == size:
            break
        mutants = sorted(set(_mutants(path, line)))
        sample += [lots.choice(mutants)] if mutants else []
    return sample


def _mutants(path: Path, line: int) -> Iterator[Mutant]:
    """Yield each change of one line; only the nodes that reach into it are looked at."""
    annotations = set(_annotations(path))
    nodes = [node for node in ast_nodes(get_ast_from_path(path)) if node.start_pos[0] <= line <= node.end_pos[0]]
    for name in operator_names():
        if not get_operator(name).arguments():
            for place in (place for node in nodes for place, _ in get_operator(name)().mutation_positions(node)):
                if place[0] == line and place not in annotations:
                    yield Mutant(path, name, place)


def _annotations(path: Path) -> Iterator[tuple[int, int]]:
    """Yield every place, as line and column, inside an annotation."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for name in ("annotation", "returns"):
            noted = getattr(node, name, None)
            if isinstance(noted, ast.expr):
                for line in range(noted.lineno, (noted.end_lineno or noted.lineno) + 1):
                    last = noted.end_col_offset or 0
                    yield from ((line, column) for column in range(noted.col_offset, last + 1))


class Tests:
    """Runs tests as long as there is time."""

    def __init__(self, python: Path, end: float) -> None:
        self._python = python
        self._end = end
        self._failing: dict[str, tuple[str, ...]] = {}

    @property
    def seconds_left(self) -> float:
        """How long tests may still run."""
        return self._end - time.monotonic()

    def meet(self, mutant: Mutant, files: tuple[str, ...]) -> dict[str, Any]:
        """Run test files against a mutant; return its outcome, its difference and what ran."""
        started = time.monotonic()
        if not files:
            return {"outcome": "survived", "met": "no test that names it", "difference": self._with(mutant, ())[2]}
        left_out = self._failing_alone(files)
        while True:
            output, status, difference = self._with(mutant, (*files, "-x", *(f"--deselect={one}" for one in left_out)))
            outcome = {None: "out of time", 0: "survived", 5: "survived"}.get(status, "killed")
            killer = FAILED.search(output)
            if outcome == "killed" and killer and killer[1] not in left_out and self._run((killer[1],))[1] == 1:
                left_out += (killer[1],)
                continue
            return {
                "outcome": outcome,
                "met": f"{len(files)} test files" if files != ("tests",) else "the whole suite",
                "left_out": left_out,
                "killed_by": (killer[1] if killer else output[-300:]) if outcome == "killed" else None,
                "seconds": round(time.monotonic() - started, 1),
                "difference": difference,
            }

    def _failing_alone(self, files: tuple[str, ...]) -> tuple[str, ...]:
        """Return the tests that fail without a mutant; each file runs once."""
        new = [file for file in files if file not in self._failing]
        output = self._run(tuple(new))[0] if new else ""
        for file in new:
            self._failing[file] = tuple(one for one in FAILED.findall(output) if one.startswith(file))
        return tuple(one for file in files for one in self._failing[file])

    def _with(self, mutant: Mutant, tests: tuple[str, ...]) -> tuple[str, int | None, str]:
        """Return the output, the status (None out of time) and the mutant's difference."""
        path = mutant.path
        compiled = next(path.parent.glob(f"{path.stem}.*.so"), None)
        with mutant.made() as codes:
            if compiled and tests:
                compiled.unlink()
                _call(self._python, *BUILD)
            output, status = self._run(tests) if tests else ("", 0)
        if compiled and tests:
            _call(self._python, *BUILD)
        difference = unified_diff(*(code.splitlines() for code in codes), str(path), str(path), n=1, lineterm="")
        return output, status, "\n".join(difference)

    def _run(self, tests: tuple[str, ...]) -> tuple[str, int | None]:
        limits = ("--timeout", str(TEST_SECONDS), "-o", f"faulthandler_timeout={DUMP_SECONDS}")
        command = [self._python, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--tb=line", *limits, *tests]
        process = subprocess.Popen(  # noqa: S603 - ours
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
        )
        try:
            return process.communicate(timeout=max(0.0, self.seconds_left))[0], process.returncode
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return process.communicate()[0], None


@cache
def _direct_tests(module: Path) -> tuple[str, ...]:
    """Return the test files that import or call a module, or have its name in theirs, else the nearest folder's."""
    parent, name = ".".join(module.parent.parts), module.stem
    name = module.parent.name if name == "__init__" else name
    dotted = parent if module.stem == "__init__" else f"{parent}.{name}"
    imports = re.compile(rf"\b{re.escape(dotted)}\b(?!\.\w)|\bfrom {re.escape(parent)} import .*\b{name}\b")
    asked = re.compile(rf'"{name}"') if module.parent.name == "commands" else imports
    rooms = set(module.parent.parts)
    folders = [Path("tests", *module.parent.parts[1:stop]) for stop in range(len(module.parent.parts), 0, -1)]
    found = [
        path
        for path in Path("tests").rglob("test_*.py")
        for text in [path.read_text(encoding="utf-8")]
        if imports.search(text) or asked.search(text) or name in path.stem
    ] or next(filter(None, ([*folder.glob("test_*.py")] for folder in folders)), [])
    found.sort(key=lambda path: (path.stem != f"test_{name}", -len(rooms & set(path.parts)), str(path)))
    return tuple(map(str, found))


def _record(mutant: Mutant) -> dict[str, Any]:
    return {
        "module": str(mutant.path),
        "line": mutant.place[0],
        "operator": mutant.operator.removeprefix("core/"),
        "outcome": "not run",
    }


def _told(found: dict[str, Any]) -> str:
    return "{module}:{line} {operator}: {outcome}, {met}, {seconds} s".format_map({"seconds": 0, **found})


def _write(output: Path, found: list[dict[str, Any]]) -> None:
    output.write_text("".join(json.dumps(one) + "\n" for one in found), encoding="utf-8")


def _call(*command: str | Path, **environment: str) -> str:
    environment = {**os.environ, **environment}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)  # noqa: S603 - ours
    return done.stdout.strip()


def _report(found: list[dict[str, Any]]) -> int:
    alive = [one for one in found if one["outcome"] == "survived"]
    for one in alive:
        print(f"\nalive: {_told(one)}\n{one.get('difference', '')}")
    run = [one for one in found if one["outcome"] in {"killed", "survived"}]
    print(f"\n{len(run) - len(alive)} of {len(run)} killed; {len(found) - len(run)} not run to the end")
    return 0


if __name__ == "__main__":
    sys.exit(main())

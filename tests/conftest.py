"""Shared pytest configuration: which tests run, what those share that need other programs, and limits of each."""

import gc
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
from hypothesis import settings

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

MEMORY = 2 << 30
"""Bytes by which a test or its fixtures may let a process grow, this one or any that it starts."""

TESTS = Path(__file__).parent
sys.path.insert(0, str(TESTS))

if sys.flags.safe_path:  # the installed package is under test, whatever lies in the folder one stands in
    os.environ["PYTHONSAFEPATH"] = "1"
else:  # as with `python -m pytest`: else tests/strategies and tests/adapter would hide what is installed to be edited
    sys.path.insert(0, str(TESTS.parent))

settings.register_profile("sttt", deadline=None)  # a busy machine is no failure
settings.load_profile("sttt")

EXTRAS = {
    "cli/play/test_terminal.py": ("pyte",),
    "cli/test_hostile_text.py": ("pyte",),
    "cli/test_live.py": ("pyte",),
    "cli/test_main.py": ("pyte",),
    "cli/test_tune.py": ("matplotlib", "numpy", "scipy"),
    "environments": ("gymnasium", "numpy", "pettingzoo", "PIL"),
    "environments/open_spiel": ("pyspiel",),
    "execution/test_cluster_setups.py": ("distributed",),
    "execution/test_dask.py": ("distributed",),
    "games/records/test_schema.py": ("jsonschema",),
    "strategies/test_learned.py": ("numpy", "scipy"),
    "test_one_verdict.py": ("gymnasium", "numpy", "pettingzoo", "PIL"),
    "workshop/learning/test_regression.py": ("numpy", "scipy"),
    "notebook": ("anywidget", "traitlets"),
    "notebook/test_examples.py": ("nbclient", "nbformat"),
}
"""The modules of extras without which the tests of a folder or file cannot be read."""

absent = {path: [name for name in names if not find_spec(name)] for path, names in EXTRAS.items()}
collect_ignore = [path for path, names in absent.items() if names and os.environ.get("CI") != "true"]


def pytest_report_header() -> list[str]:
    return [f"left out: tests/{path}, which needs {', '.join(absent[path])}" for path in collect_ignore]


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let a worker of pytest-xdist take whole files: what a file sets up, such as a server, is then set up once."""
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "loadfile"
        config.option.loadscopereorder = False  # the order is that of `pytest_collection_modifyitems`
    worker = getattr(config, "workerinput", None)
    if worker and config.option.all and [_path_of(config, word) for word in config.args] == [TESTS]:
        config.args = _read_from(int(worker["workerid"].removeprefix("gw")) / worker["workercount"])


def _read_from(share: float) -> list[str]:
    """Return all there is to collect, from a share of it on: what one worker has compiled the others find compiled."""
    parts = sorted(path for path in TESTS.iterdir() if path.is_dir() or path.match("test_*.py"))
    first = int(share * len(parts))
    return [str(path) for path in parts[first:] + parts[:first] if path.name != "__pycache__"]


def pytest_collection() -> None:
    """Collect without looking for garbage, of which there is little among some million objects that stay."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.enable()


NEEDED = {"browser": "browser", "require_interpreter": "scheme"}
"""The marker that a test has by using a fixture."""
COST = {"browser": 4, "slow": 1, "program": 1, "scheme": 1}
"""The markers of tests that take long, and about how long in comparison."""
BEYOND_THE_CORE = COST.keys()
"""The markers whose tests run when asked for: with `--all`, by `-m`, or by their file."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the tests marked slow, program, browser or scheme too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that need other programs, and leave all beyond the core out of a run of folders.

    Files with most of such tests come first: none is left to one worker when the others are done. Those that start
    browsers, which mostly wait, take turns with the others, which keep the processors busy meanwhile.
    """
    from support.starting import starts_programs  # noqa: PLC0415 - found on the path that is set above

    unnamed = [item.nodeid for item in items if _is_numbered(item)]
    if unnamed:
        raise pytest.UsageError(f"tests named by a number; expected words, as by `ids=`: {', '.join(unnamed[:9])}")
    for item in items:
        if starts_programs(item):
            item.add_marker("program")
        for fixture in NEEDED.keys() & getattr(item, "fixturenames", ()):
            item.add_marker(NEEDED[fixture])
    cost, waiting = Counter[Path](), set[Path]()
    for item in items:
        markers = {marker.name for marker in item.iter_markers()}
        cost[item.path] += sum(COST.get(name, 0) for name in markers)
        if "browser" in markers:
            waiting.add(item.path)
    place: dict[Path, int] = {}
    for some in (waiting, cost.keys() - waiting):
        place |= {path: number for number, path in enumerate(sorted(some, key=lambda path: (-cost[path], path)))}
    items.sort(key=lambda one: (place[one.path], one.path))
    if config.option.all or config.option.markexpr:
        return
    named = {path for word in config.args if (path := _path_of(config, word)).is_file()}
    left_out = [
        one for one in items if one.path not in named and BEYOND_THE_CORE & {m.name for m in one.iter_markers()}
    ]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def _is_numbered(item: pytest.Item) -> bool:
    """Return whether a test's name tells of a value no more than its number among the others."""
    given = getattr(item, "callspec", None)
    names = "|".join(map(re.escape, given.params)) if given else ""
    return bool(names) and re.search(rf"[-\[]((?:{names})\d+|<lambda>\d*)[-\]]", item.nodeid) is not None


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:  # noqa: ARG001 - the hook's
    """Name a test by its values as a person would."""
    from support.ids import readable_id  # noqa: PLC0415 - found on the path that is set above

    return readable_id(val)


def _path_of(config: pytest.Config, word: str) -> Path:
    """Return the path in a word of the command line, which may go on with a test's name."""
    return config.invocation_params.dir / word.partition("::")[0]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Run a browser for the tests of a file."""
    from support.browser import chromium  # noqa: PLC0415 - found on the path that is set above

    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def require_interpreter() -> Callable[[str], str]:
    """Give a function that skips the test, with its reason, where a Scheme interpreter is missing."""
    from support.missing import require_program  # noqa: PLC0415 - the same
    from support.scheme_programs import INTERPRETERS  # noqa: PLC0415 - the same

    def require(name: str) -> str:
        require_program(INTERPRETERS[name][0])
        return name

    return require


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell leaves it to what it starts in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # or the commands under test would ignore Ctrl-C too


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call() -> Iterator[None]:
    """Limit the memory of each test: one that eats it fails, and is not ended with all others by the machine.

    What counts is writable memory of one's own (`RLIMIT_DATA`), as interpreters reserve far more address space than
    they ever use. Only the browser is excepted (`support.browser`). The report of a failure is not limited: it is made
    while the test's frames still hold what was eaten.
    """
    if resource is None:
        return (yield)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_writable_memory() + MEMORY, before[1]))
    try:
        return (yield)
    except BaseException as error:
        _give_lines(error)
        raise
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


pytest_runtest_setup = pytest_runtest_teardown = pytest_runtest_call  # fixtures are limited in the same way


def _give_lines(error: BaseException | None) -> None:
    """Give every entry of an exception's tracebacks a line: pytest itself fails, and all tests end, if one has none.

    Python has none for some steps of its own, as back to the head of a loop, and it is there that time is up.
    """
    while error:
        entries, entry = [], error.__traceback__
        while entry:
            entries.append(entry)
            entry = entry.tb_next
        whole: TracebackType | None = None
        for entry in reversed(entries):
            line = entry.tb_lineno or entry.tb_frame.f_code.co_firstlineno
            whole = TracebackType(whole, entry.tb_frame, entry.tb_lasti, line)
        error = error.with_traceback(whole).__context__


def _writable_memory() -> int:
    """Return the bytes of writable memory that this process has; 0 where the system does not tell."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmData:"))

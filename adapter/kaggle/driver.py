"""Run as a script in the agent's process: load its file, and answer a line of JSON with the column that it returns.

As on Kaggle, the agent is the last callable that the file defines, and is given as many of observation and
configuration as it takes. What it prints goes to standard error. Nothing of ours is imported here.
"""

import inspect
import json
import operator
import os
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TextIO


class Struct(dict):  # type: ignore[type-arg] # of whatever is in it
    """A mapping whose values are attributes as well."""

    def __getattr__(self, name: str) -> object:
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error


Agent = Callable[..., object]
_MAGIC = re.compile(rb"\A\s*%%(?=writefile\b)")
"""The beginning of a cell of a notebook that writes an agent's file, copied with the cell."""


def load(path: Path) -> Agent:
    """Run a file, and return its last callable; raises whatever the file raises, and `LookupError` without one."""
    names: dict[str, object] = {"__name__": "agent", "__file__": str(path)}
    sys.path.insert(0, str(path.parent))
    text = _MAGIC.sub(b"#", path.read_bytes(), count=1)
    exec(compile(text, str(path), "exec"), names)  # noqa: S102 - an agent is such a file
    found = [value for name, value in names.items() if callable(value) and name != "__builtins__"]
    if not found:
        raise LookupError("the file defines no function")
    return found[-1]


def arguments(agent: Agent) -> int:
    """Return how many arguments an agent is given: at most two."""
    try:
        kinds = [one.kind for one in inspect.signature(agent).parameters.values()]
    except (TypeError, ValueError):
        return 2
    placed = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return 2 if inspect.Parameter.VAR_POSITIONAL in kinds else min(2, sum(kind in placed for kind in kinds))


def main() -> None:
    """Serve standard input until it ends."""
    answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="ascii")
    os.dup2(2, 1)
    try:
        agent = load(Path(sys.argv[1]))
    except BaseException as error:  # noqa: BLE001 - whatever the file raises
        _say(answers, f"{type(error).__name__}: {error}")
        return
    taken = arguments(agent)
    _say(answers, "ready")
    for line in sys.stdin:
        told = json.loads(line)
        both = (Struct(told["observation"]), Struct(told["configuration"]))
        try:
            _say(answers, str(operator.index(agent(*both[:taken]))))  # type: ignore[arg-type] # or it raises
        except Exception as error:  # noqa: BLE001 - its own loss
            traceback.print_exc()
            _say(answers, f"error {type(error).__name__}: {error}")


def _say(answers: TextIO, text: str) -> None:
    answers.write(" ".join(text.encode("ascii", "backslashreplace").decode().split())[:900] + "\n")


if __name__ == "__main__":
    main()

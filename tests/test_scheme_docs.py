"""The Python example in docs/scheme.md runs and prints what its comments say."""

import re
import subprocess
import sys
from pathlib import Path

DOCUMENT = Path(__file__).parents[1] / "docs" / "scheme.md"


def test_the_python_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, timeout=60, check=True)
    board, parsed, written, answered = done.stdout.splitlines()
    assert board.startswith("(big (little () ")
    assert parsed == "(40, 36)"
    assert written == "((9 . 9) ())"
    assert re.fullmatch(r"\(\([1-9] \. [1-9]\) \([1-9] \. [1-9]\)\)", answered)

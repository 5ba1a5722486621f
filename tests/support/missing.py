"""What to do in a test where something that it needs is not there."""

import os
import shutil
from typing import NoReturn

import pytest


def missing(what: str) -> NoReturn:
    """Skip the test, with its reason; with CI=true all is there, as .ci/run sees to it, and it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what}; expected with CI=true, for which .ci/run asks for it")
    pytest.skip(what)


def require_program(*names: str) -> str:
    """Return where a program is; of several that would do, the first that is there."""
    return next(filter(None, map(shutil.which, names)), None) or missing(f"{' or '.join(names)} is not installed")

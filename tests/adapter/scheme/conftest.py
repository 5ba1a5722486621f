"""Each Scheme interpreter in turn, or a certain one; a test is skipped, with its reason, where that one is missing."""

from collections.abc import Callable

import pytest
from support.scheme_programs import INTERPRETERS


@pytest.fixture(params=sorted(INTERPRETERS))
def interpreter(request: pytest.FixtureRequest, require_interpreter: Callable[[str], str]) -> str:
    return require_interpreter(request.param)


@pytest.fixture
def guile(require_interpreter: Callable[[str], str]) -> str:
    return require_interpreter("guile")


@pytest.fixture
def mit(require_interpreter: Callable[[str], str]) -> str:
    return require_interpreter("mit")

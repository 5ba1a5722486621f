"""The fixtures of the page's tests: a tab that must be free of errors in the end."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import Server
from support.tab import Tab


@pytest.fixture
def tab(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Tab]:
    opened = Tab(browser, server, **getattr(request, "param", {}))
    yield opened
    opened.context.close()
    assert opened.errors == []

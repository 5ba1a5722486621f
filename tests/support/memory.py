"""The limit in memory that tests/conftest.py sets for each test."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_memory_limit() -> Iterator[None]:
    """Lift the test's limit from what is started in the block.

    A browser claims writable memory that it never uses; a run of tests sets limits of its own.
    """
    limits = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (limits[1], limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, limits)

"""Copies of what can be stored."""

import pickle
from typing import TypeVar

T = TypeVar("T")


def pickled(value: T) -> T:
    """Return a value as it is after it was stored and read again."""
    copy: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - ours
    return copy

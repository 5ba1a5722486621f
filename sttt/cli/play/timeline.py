"""Undo and redo: the present, the states in which somebody decided something, and those that were taken back."""

from typing import Generic, TypeVar

State = TypeVar("State")


class Timeline(Generic[State]):
    """The present state of anything that people change one decision after the other."""

    def __init__(self, now: State) -> None:
        self.now = now
        self._past: list[State] = []
        self._future: list[State] = []

    def decide(self, after: State) -> None:
        """Go on to `after` by a person's decision, which `undo` takes back. What was taken back before is forgotten."""
        self._past.append(self.now)
        self.follow(after)

    def follow(self, after: State) -> None:
        """Go on to `after` by what follows from the last decision, and is taken back with it."""
        self._future.clear()
        self.now = after

    def undo(self) -> bool:
        """Go back to before the last decision; False if there is none."""
        return self._move(self._past, self._future)

    def redo(self) -> bool:
        """Go forward again to before the last `undo`; False if nothing was taken back since the last decision."""
        return self._move(self._future, self._past)

    def _move(self, source: list[State], target: list[State]) -> bool:
        if not source:
            return False
        target.append(self.now)
        self.now = source.pop()
        return True

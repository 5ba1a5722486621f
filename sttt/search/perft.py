"""Perft: how many distinct sequences of placements a position allows, the standard check of a game's rules.

A finished game adds nothing beyond its end: a sequence that ends the game early is not counted at a greater depth.
"""

from sttt.games.game import Position


def perft(position: Position, depth: int) -> int:
    """Count the distinct sequences of exactly `depth` placements (none forfeited) from `position`; 1 at depth 0."""
    return _Counter().count(position, depth)


def divide(position: Position, depth: int) -> dict[int, int]:
    """Split `perft` by first placement: how many of the sequences of `depth` >= 1 placements start with each."""
    counter = _Counter()
    return {placement: counter.count(position.play(placement), depth - 1) for placement in position.legal_placements()}


class _Counter:
    """Counts with a memory: the placements of a turn lead to the same position in either order."""

    def __init__(self) -> None:
        self._known: dict[tuple[Position, int], int] = {}

    def count(self, position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return len(position.legal_placements())
        known = self._known.get((position, depth))
        if known is None:
            known = sum(self.count(position.play(placement), depth - 1) for placement in position.legal_placements())
            self._known[position, depth] = known
        return known

"""Plain minimax: every position down to the end of the game or to the depth limit."""

import math

from sttt.search.textbook import P, TextbookSearch


class Minimax(TextbookSearch[P]):
    """Minimax; it has the arguments of alpha-beta but takes no notice of the window."""

    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        """MAX-VALUE without alpha and beta."""
        leaf = self._leaf(state, depth)
        if leaf is not None:
            return leaf
        v = -math.inf
        for a in state.legal_placements():
            value = self.min_value(state.play(a), alpha, beta, depth + 1)
            if value > v:
                v = value
                if depth == 0:
                    self._action = a
        return v

    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        """MIN-VALUE without alpha and beta."""
        leaf = self._leaf(state, depth)
        if leaf is not None:
            return leaf
        v = math.inf
        for a in state.legal_placements():
            value = self.max_value(state.play(a), alpha, beta, depth + 1)
            if value < v:
                v = value
                if depth == 0:
                    self._action = a
        return v

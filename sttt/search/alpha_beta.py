"""The ALPHA-BETA-SEARCH of the textbook, as CS 6613 prints it in its Figure 2, with a cut-off and statistics.

What is beyond the figure: the depth and its limit, the two counters of early returns, and that the root keeps the
action whose value became `v`. `search` is the figure's first function; where MIN is to move it calls MIN-VALUE.
"""

import math

from sttt.search.textbook import P, TextbookSearch


class AlphaBeta(TextbookSearch[P]):
    """Figure 2, line by line. The value is exact within the window, so the root's value always is."""

    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        """Return a utility value: function MAX-VALUE(state, alpha, beta)."""
        leaf = self._leaf(state, depth)
        if leaf is not None:  # TERMINAL-TEST or cut-off
            return leaf
        v = -math.inf
        for a in state.legal_placements():
            value = self.min_value(state.play(a), alpha, beta, depth + 1)
            if value > v:
                v = value
                if depth == 0:
                    self._action = a
            if v >= beta:
                self.prune_max += 1
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        """Return a utility value: function MIN-VALUE(state, alpha, beta)."""
        leaf = self._leaf(state, depth)
        if leaf is not None:  # TERMINAL-TEST or cut-off
            return leaf
        v = math.inf
        for a in state.legal_placements():
            value = self.max_value(state.play(a), alpha, beta, depth + 1)
            if value < v:
                v = value
                if depth == 0:
                    self._action = a
            if v <= alpha:
                self.prune_min += 1
                return v
            beta = min(beta, v)
        return v

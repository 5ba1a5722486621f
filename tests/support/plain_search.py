"""A slow, obvious search to compare the engine with: placement by placement, no table, no ordering, no dominance.

Scores: `WIN - n` for a game that the side to move wins in n placements, `n - WIN` for one it loses.
"""

from sttt.games.super_ttt.analysis.rules import SuperTTTState
from sttt.games.super_ttt.classes.costs import IMPOSSIBLE, TEMPO, cheapest, lines_value, lines_within

WIN = 1_000_000
DECIDED = WIN - 1000
"""Scores beyond this, either way, are wins and losses."""


def verdict(state: SuperTTTState) -> int | None:
    """Return the exact score where the line costs alone tell it."""
    own, other = state.words[state.side], state.words[1 - state.side]
    if lines_within(own, state.left):
        return WIN - cheapest(own)
    possible = lines_within(own, IMPOSSIBLE - 1) or lines_within(other, IMPOSSIBLE - 1)
    return None if state.open_squares and possible else 0


def evaluate(state: SuperTTTState) -> int:
    """Return the evaluation from the side to move's point of view."""
    return lines_value(state.words[state.side]) - lines_value(state.words[1 - state.side]) + TEMPO


def plain_score(state: SuperTTTState, turns: int, alpha: int = -WIN, beta: int = WIN) -> int:
    """Return the score `turns` turns deep."""
    known = verdict(state)
    if known is not None:
        return known
    if turns == 0:
        return evaluate(state)
    best = -WIN
    for option in state.options():
        side = state.side
        low, high = nearer(max(alpha, best)), nearer(beta)
        state.push(option)
        if state.side == side:
            score = plain_score(state, turns, low, high)
        else:
            score = -plain_score(state, turns - 1, -high, -low)
        state.pop()
        best = max(best, further(score))
        if best >= beta:
            break
    return best


def further(score: int) -> int:
    """Return the parent's score for a child's: wins and losses are one ply further off."""
    return score - (score > DECIDED) + (score < -DECIDED)


def nearer(score: int) -> int:
    """Return the child's score for a parent's: the inverse of `further`."""
    return score + (score >= DECIDED) - (score <= -DECIDED)

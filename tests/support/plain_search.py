"""A slow, obvious search to compare the engine with: placement by placement, no table, no ordering, no dominance."""

from sttt.kernel.scores import WIN, further, nearer
from sttt.kernel.super_ttt_state import SuperTTTState


def plain_score(state: SuperTTTState, turns: int, alpha: int = -WIN, beta: int = WIN, extensions: int = 8) -> int:
    """Return the score `turns` turns deep, going on where a win must be stopped; wins are counted in placements."""
    verdict = state.verdict()
    if verdict is not None:
        return verdict
    if turns == 0:
        if not (state.threats and extensions):
            return state.evaluate()
        turns, extensions = 1, extensions - 1
    best = -WIN
    for option in state.options():
        side = state.side
        low, high = nearer(max(alpha, best)), nearer(beta)
        state.push(option)
        if state.side == side:
            score = plain_score(state, turns, low, high, extensions)
        else:
            score = -plain_score(state, turns - 1, -high, -low, extensions)
        state.pop()
        best = max(best, further(score))
        if best >= beta:
            break
    return best

"""Scores of decided games, the same in every search: the sooner a win and the later a loss, the better."""

WIN = 1_000_000
"""The score of a game won on the spot; one won in n plies scores `WIN - n`, one lost in n plies `n - WIN`."""

DECIDED = WIN - 1000
"""Scores beyond this, either way, are wins and losses; all others are estimates."""


def further(score: int) -> int:
    """Return the parent's score for a child's: wins and losses are one ply further off."""
    return score - (score > DECIDED) + (score < -DECIDED)


def nearer(score: int) -> int:
    """Return the child's score for a parent's: the inverse of `further`."""
    return score + (score >= DECIDED) - (score <= -DECIDED)

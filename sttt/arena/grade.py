"""The course's grade: a fixed schedule of games against its two benchmark players. Source: CSci 1901, Spring 2004."""

from sttt.arena.match import Pairing, derive_seed, schedule
from sttt.arena.statistics import Tally

GAME = "super-ttt"

OPPONENTS = {"random": 12, "offensive": 6}
"""Games against each benchmark player, half of them as X."""

GAMES = sum(OPPONENTS.values())

BASE_POINTS = 14
WIN_POINTS = 2
DRAW_POINTS = 1
BEST_GRADE = BASE_POINTS + WIN_POINTS * GAMES


def grade_schedule(player: str, seed: int) -> list[Pairing]:
    """List the 18 games: as X and as O in turn, the twelve against `random` first."""
    pairings = []
    for opponent, games in OPPONENTS.items():
        pairings += schedule(GAME, (player, opponent), games, derive_seed(seed, opponent))
    return pairings


def grade_points(result: Tally) -> int:
    """Return the points for the games of one schedule, at most `BEST_GRADE`."""
    return BASE_POINTS + WIN_POINTS * result.won + DRAW_POINTS * result.drawn

"""The review of a game: in small games compared with a search of every line, in Super Tic-Tac-Toe with known cases."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from sttt.games.game import Position, Result, Side, Turn
from sttt.games.judging import Judgement
from sttt.games.knowledge import Knowledge
from sttt.games.verdict import NOTHING, Ground, Verdict, exactly
from sttt.players import registry
from sttt.players.reviewing import Review, review


@cache
def worth(position: Any) -> tuple[int, int]:
    """Return the value for X, 1, 0 or -1, by trying every line, and the placements to a win with best play."""
    if position.result:
        return {Result.X_WINS: 1, Result.O_WINS: -1}.get(position.result, 0), 0
    sign = 1 if position.side is Side.X else -1
    after = [worth(position.play(placement)) for placement in position.legal_placements()]
    best = max(sign * value for value, _ in after)
    pick = max if best < 0 else min
    return sign * best, 1 + pick(plies for value, plies in after if sign * value == best)


def judged(position: Any, turn: Turn) -> str:
    """Return what a turn of one placement deserves, by trying every line."""
    sign = 1 if position.side is Side.X else -1
    before, after = sign * worth(position)[0], sign * worth(position.play(turn[0]))[0]
    if before < 0:
        return "lost"
    if after < before:
        return {(1, 0): "gave-win", (1, -1): "gave-all", (0, -1): "gave-draw"}[before, after]
    others = [sign * worth(position.play(other))[0] for other in position.legal_placements() if other != turn[0]]
    return "only" if all(other < before for other in others) else "kept-win" if before else "kept-draw"


def endings(name: str, number: int, empty: int) -> Any:
    """Yield the starts of random games with so many squares left, and their turns."""
    game, random = registry.game(name), Random(name)
    for _ in range(number):
        position = game.start()
        while len(position.legal_placements()) > empty and not position.result:
            position = position.play(random.choice(position.legal_placements()))
        start, turns = position, []
        while not position.result:
            turns.append((random.choice(position.legal_placements()),))
            position = position.play(turns[-1][0])
        yield game, start, turns


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number", "empty"), [("three-by-four", 12, 9), ("four-by-four", 12, 9)])
def test_every_turn_of_a_solved_game_is_judged_as_a_search_of_every_line_judges_it(
    name: str, number: int, empty: int
) -> None:
    seen: Counter[str] = Counter()
    for game, start, turns in endings(name, number, empty):
        found = review(game, start, turns, Knowledge(game), seconds=30)
        reviewed = found.reviewed()
        for one in reviewed:
            wanted = judged(one.position, one.turn)
            twins = {game.canonical(one.position.play(placement)) for placement in one.position.legal_placements()}
            if wanted.startswith("kept") and one.judgement is Judgement.ONLY:  # the other turns that keep it are twins
                assert len(twins) < len(one.position.legal_placements())
            else:
                assert one.judgement.value == wanted, (game.format_position(one.position), one.turn)
            check_better(one.position, one.turn, one.better)
            seen[one.judgement] += 1
        given = [at for at, one in enumerate(reviewed) if one.judgement.gives]
        assert found.turning_point() == (given[-1] if given else None)
    assert {"lost", "gave-draw", "only"} <= set(seen)


def check_better(position: Any, turn: Turn, better: tuple[Turn, ...]) -> None:
    """Check that a better turn is better, in value or in how long a loss takes, and told where value was lost."""
    sign = 1 if position.side is Side.X else -1
    value, plies = worth(position.play(turn[0]))
    if better:
        other, longer = worth(position.play(better[0][0]))
        assert sign * other > sign * value or (sign * other == sign * value == -1 and longer > plies)
        for placement, *_ in better:
            position = position.play(placement)
    else:
        assert sign * worth(position)[0] == sign * value


def super_review(turns: str, seconds: float) -> Review[Any]:
    game = registry.game("super-ttt")
    return review(
        game, game.start(), [game.parse_turn(turn) for turn in turns.split()], Knowledge(game), seconds=seconds
    )


@pytest.mark.slow
def test_the_turn_after_which_the_solver_proves_a_win_gave_away_the_draw() -> None:
    found = super_review("55+59 85+25", 8)
    first, second = found.reviewed()
    assert (first.judgement, second.judgement) == (Judgement.KEPT_DRAW, Judgement.GAVE_DRAW)
    assert (second.played.value, second.played.turns) == (Result.X_WINS, 6)
    assert second.better
    assert found.turning_point() == 1
    assert len(found.refutation) > 1


@pytest.mark.slow
def test_proofs_are_carried_back_and_distances_count_from_before_the_turn() -> None:
    found = super_review("11+12 91+92 13+21 81+82 22+23 71+72 31+32 93+83 55+51 73", 20)
    reviewed = found.reviewed()
    assert [one.judgement.value for one in reviewed[5:]] == ["gave-draw", "kept-win", "lost", "gave-all", "kept-win"]
    assert found.turning_point() == 8
    assert [one.turns for one in (reviewed[6].before, reviewed[6].played)] == [2, 2]
    assert found.reviewed()[8].better[0] == (20,)
    assert not any(one.better for one in reviewed if one.judgement.keeps)


def test_what_a_turn_cannot_change_is_known_after_it() -> None:
    """A lost position stays lost by any turn, also where nobody looks at what follows."""
    game = registry.game("four-by-four")
    lost = game.start()
    for placement in (0, 5, 1, 6, 4, 10, 2, 15, 8):
        lost = lost.play(placement)

    class OfTheFirst(Knowledge[Any]):
        """Knows the first position alone."""

        def alone(self, position: Position) -> Verdict:
            return exactly(Result.X_WINS, Ground.TABLE, 1) if position == lost else NOTHING

    found = Review(game, lost, [(3,)], OfTheFirst(game))
    assert [verdict.value for verdict in found.verdicts] == [Result.X_WINS] * 2


@pytest.mark.slow
def test_what_a_game_without_proofs_gets_adds_up() -> None:
    game, random = registry.game("super-ttt"), Random(3)
    position, turns = game.start(), []
    for _ in range(4):
        turns.append(tuple(random.sample(position.legal_placements(), position.left)))
        position, _turn = game.enter_turn(position, turns[-1])
    reviewed = review(game, game.start(), turns, Knowledge(game), seconds=0.5).reviewed()
    assert sum(Counter(one.judgement for one in reviewed).values()) == len(turns)

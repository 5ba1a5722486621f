"""The engine against a plain search, against itself interpreted, and against the rules."""

import math
import re
import signal
import threading
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.plain_search import DECIDED, plain_score, verdict
from support.play import play_randomly, unfinished_positions

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.rules import SuperTTTState
from sttt.games.super_ttt.classes.costs import line_costs
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import NONE, ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search import engine
from sttt.games.super_ttt.search.engine import DECIDED_SCORE, Engine
from sttt.games.super_ttt.symmetry import SYMMETRIES, Symmetry
from sttt.kernel import builds
from sttt.kernel.builds import interpreted
from sttt.players.player import Limits

TABLES = load()
PLAIN = interpreted("sttt.games.super_ttt.search.engine")
COMPILED_SOURCES = [header.with_suffix(".py") for header in sorted(Path(builds.__file__).parents[1].rglob("*.pxd"))]
ENGINE = Engine(TABLES, 14)


def stand(searcher: Engine, position: Position, nodes: int = 10**9) -> Engine:
    searcher.forget()
    ClassView(position).set_up(searcher)
    searcher.begin(math.inf, nodes)
    return searcher


def score(position: Position, turns: int, extensions: int = 8) -> int:
    """Return the engine's score after iterative deepening."""
    stand(ENGINE, position)
    found = 0
    for depth in range(1, turns + 1):
        found, _, complete = ENGINE.search(depth, extensions)
        assert complete
    return found


@pytest.mark.parametrize(("turns", "plies"), [(1, 0), (1, 20), (1, 40), (2, 56), (2, 64)])
def test_it_scores_as_a_plain_search_does(turns: int, plies: int) -> None:
    """Without extensions: they ask for threats, which dominated placements may make where better ones do not."""
    for seed in range(12):
        position = play_randomly(plies + seed % 4, seed)
        expected = plain_score(SuperTTTState(position), turns)
        found = score(position, turns, extensions=0)
        if abs(expected) > DECIDED:
            assert abs(found) > DECIDED_SCORE
            assert (found > 0) == (expected > 0)
        else:
            assert found == expected


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(
    unfinished_positions(60), st.sampled_from(SYMMETRIES), st.lists(st.sampled_from(SYMMETRIES), min_size=9, max_size=9)
)
def test_symmetric_positions_have_the_same_score(
    position: Position, big: tuple[int, ...], little: list[tuple[int, ...]]
) -> None:
    mirrored = Symmetry(big, tuple(little)).position(position)
    assert score(mirrored, 2) == score(position, 2)


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(unfinished_positions(70))
def test_compiled_and_interpreted_builds_visit_the_same_nodes(position: Position) -> None:
    results = []
    for searcher in (stand(Engine(TABLES, 12), position), stand(PLAIN.Engine(TABLES, 12), position)):
        iterations = [searcher.search(turns) for turns in (1, 2, 3)]
        results.append((iterations, searcher.nodes))
    assert results[0] == results[1]


def test_the_interpreted_build_is_interpreted() -> None:
    assert not PLAIN.COMPILED
    assert engine.__file__.endswith(".so") == engine.COMPILED


@pytest.mark.parametrize("source", COMPILED_SOURCES, ids=lambda source: source.stem)
def test_no_literal_is_shifted_in_what_is_compiled(source: Path) -> None:
    """A literal's C type is too narrow for the result: such a shift is silently wrong in the compiled build."""
    code = re.sub("``.*?``", "", source.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.findall(r"\b\d+ ?<<", code)


@settings(deadline=None, max_examples=60)
@given(unfinished_positions(75))
def test_its_turns_can_be_played(position: Position) -> None:
    stand(ENGINE, position)
    _, turn, _ = ENGINE.search(2)
    for square in ClassView(position).squares(turn):
        position = position.play(square)


def outcome_by_trying_everything(position: Position) -> int:
    """Return 1, 0 or -1 for the side to move, every legal placement tried to the end of the game."""
    best = -1
    for square in position.legal_placements():
        after = position.play(square)
        if after.result:
            outcome = 0 if after.result.winner is None else 1
        else:
            outcome = outcome_by_trying_everything(after) * (1 if after.side is position.side else -1)
        best = max(best, outcome)
        if best == 1:
            break
    return best


def undecided_endings(count: int) -> list[Position]:
    """Collect positions with few open squares whose outcome the line costs alone do not tell."""
    found: list[Position] = []
    for seed in range(40_000):
        random, position = Random(seed), play_randomly(60, seed)
        while not position.result and position.open_squares.bit_count() >= 3:
            if position.open_squares.bit_count() <= 8 and verdict(SuperTTTState(position)) is None:
                found.append(position)
                break
            position = position.play(random.choice(position.legal_placements()))
        if len(found) == count:
            break
    return found


@pytest.mark.slow
def test_it_finds_the_outcome_that_trying_everything_finds() -> None:
    """Every square is tried there: what classes, dominance and idle boards leave out is seen to lose nothing."""
    outcomes = []
    for position in undecided_endings(150):
        found = score(position, 6)
        expected = outcome_by_trying_everything(position)
        assert (found > DECIDED_SCORE, found < -DECIDED_SCORE) == (expected > 0, expected < 0)
        outcomes.append(expected)
    assert len(outcomes) == 150
    assert set(outcomes) >= {0, -1}


def can_win_now(position: Position) -> bool:
    costs = [cost for cost in line_costs(position, position.side) if cost is not None]
    return min(costs, default=99) <= position.left


def every_reply(position: Position) -> list[Position]:
    """Play every turn of the side to move, by the rules alone."""
    found = []
    for first in position.legal_placements():
        after = position.play(first)
        if after.side is not position.side or after.result:
            found.append(after)
        else:
            found += [after.play(second) for second in after.legal_placements() if second > first or after.left == 1]
    return found


@pytest.mark.slow
def test_a_win_claimed_in_two_turns_stands_against_every_reply() -> None:
    player = AlphaBetaPlayer()
    verified = 0
    for seed in range(150):
        position = play_randomly(28, seed, forfeits=0)
        decision = player.choose(position, Limits(depth=6))
        if decision.reason != "proof: wins with its turn 2":
            continue
        after = position
        for square in decision.turn:
            after = after.play(square if square is not None else None)
        assert not can_win_now(after)
        assert all(can_win_now(reply) for reply in every_reply(after))
        verified += 1
        if verified == 8:
            break
    assert verified == 8


def test_a_node_limit_is_kept_and_repeats_itself() -> None:
    def run() -> list[object]:
        stand(ENGINE, Position(), nodes=5000)
        return [ENGINE.search(turns) for turns in range(1, 7)] + [ENGINE.nodes]

    assert run() == run()
    assert ENGINE.nodes <= 5000 + 6


def test_a_deadline_in_the_past_stops_it_at_once_and_yields_no_turn() -> None:
    stand(ENGINE, Position())
    ENGINE.begin(time.monotonic() - 1, 10**9)
    score, turn, complete = ENGINE.search(9)
    assert not complete
    assert turn == NONE or score > -DECIDED_SCORE
    assert ENGINE.nodes <= 2048


def test_a_position_in_which_no_line_can_be_won_is_a_draw() -> None:
    x = sum(0o007 << 9 * board for board in (0, 4, 5, 6, 7))
    o = sum(0o007 << 9 * board for board in (1, 2, 3, 8)) ^ 0o001 << 72
    position = Position.from_marks(x, o, Side.X)
    assert score(position, 3) == 0


class StruckError(Exception):
    pass


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="has no timer that strikes between two instructions")
def test_a_signal_that_comes_while_turns_are_listed_is_not_lost() -> None:
    def strike(*_: object) -> None:
        raise StruckError

    stand(ENGINE, Position())
    before = signal.signal(signal.SIGVTALRM, strike)
    try:
        for moment in range(200):
            with pytest.raises(StruckError):  # noqa: PT012 - the moment is anywhere in it
                signal.setitimer(signal.ITIMER_VIRTUAL, 0.001 + moment * 1e-5)
                deadline = time.process_time() + 1
                while time.process_time() < deadline:
                    ENGINE.root_turns()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def test_ctrl_c_breaks_off_a_search_and_leaves_the_engine_usable() -> None:
    stand(ENGINE, Position())
    timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ENGINE.search(40)
    timer.join()
    assert score(Position(), 2) == 49

"""Learned evaluations and the players that have them."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import sttt

from strategies.connect_four.learned import shipped_network
from strategies.connect_four.network import CELLS, ENTRIES, MIRRORED, NTupleNetwork, states
from strategies.connect_four.training import Network, SelfPlay, random_tuples
from strategies.four_by_four.learned import CROSSINGS, code, crossings, learned_worth
from strategies.four_by_four.tuning import features as grid_features
from strategies.qubic.evaluation import learned
from strategies.qubic.tuning import features, side_features
from sttt.games.connect_four.game import GAME as CONNECT_FOUR
from sttt.games.connect_four.position import ROWS
from sttt.games.four_by_four.game import SYMMETRIES as GRID_SYMMETRIES
from sttt.games.four_by_four.game import Position as GridPosition
from sttt.games.game import Result, Side
from sttt.games.qubic.game import GAME as QUBIC
from sttt.games.qubic.position import BITS, LINE_MASKS, squares
from sttt.games.qubic.search.engine import QubicEngine
from sttt.games.qubic.search.evaluation import HAND_MADE
from sttt.games.qubic.symmetry import SYMMETRIES
from sttt.players.player import Limits
from sttt.players.registry import make_player

seeds = st.integers(0, 10**6)


def cube(seed: int) -> tuple[int, int]:
    """Marks by lot, of either side."""
    random = Random(seed)
    chosen = random.sample(range(64), random.randint(0, 30))
    half = len(chosen) // 2
    return sum(BITS[one] for one in chosen[:half]), sum(BITS[one] for one in chosen[half:])


def grid(seed: int) -> tuple[int, int]:
    """The same on a small board."""
    random = Random(seed)
    chosen = random.sample(range(16), random.randint(0, 12))
    half = len(chosen) // 2
    return sum(1 << one for one in chosen[:half]), sum(1 << one for one in chosen[half:])


def moved(marks: int, to: tuple[int, ...]) -> int:
    return sum(1 << to[square] for square in range(len(to)) if marks >> square & 1)


@pytest.mark.slow
@given(seeds, st.integers(0, 191))
def test_equal_cubes_have_equal_values(seed: int, symmetry: int) -> None:
    engine, (own, other), to = QubicEngine(4, 4, learned()), cube(seed), SYMMETRIES[symmetry]
    assert engine.evaluation(moved(own, to), moved(other, to)) == engine.evaluation(own, other)


@pytest.mark.slow
@given(seeds)
def test_what_one_side_of_the_cube_gains_the_other_loses(seed: int) -> None:
    engine, (own, other) = QubicEngine(4, 4, learned()), cube(seed)
    assert engine.evaluation(own, other) + engine.evaluation(other, own) == 2 * learned().tempo


@given(seeds)
def test_what_is_learned_of_the_cube_is_what_the_search_counts(seed: int) -> None:
    own, other = cube(seed)
    weights = learned()
    if any((line & own).bit_count() > 2 or (line & other).bit_count() > 2 for line in LINE_MASKS):
        return
    numbers = (weights.tempo, *weights.lines[1:3], *weights.crossings)
    counted = sum(a * b for a, b in zip(numbers, features(own, other), strict=True))
    assert QubicEngine(4, 4, weights).evaluation(own, other) == counted


def test_the_weights_of_the_cube_grow_with_the_marks() -> None:
    lines = learned().lines
    assert 0 <= lines[1] <= lines[2] <= lines[3]
    assert min(learned().crossings) >= 0


def test_crossings_of_the_cube_are_counted_where_lines_meet() -> None:
    corner_lines = [mask for mask in LINE_MASKS if mask & 1]
    own = sum(min(BITS[square] for square in squares(mask & ~1)) for mask in corner_lines[:3])
    assert side_features(own, 0)[0] >= 3
    assert (
        QubicEngine(4, 4, HAND_MADE).evaluation(own, 0) == 6 + side_features(own, 0)[0] + 6 * side_features(own, 0)[1]
    )


@given(seeds, st.integers(0, 31))
def test_equal_grids_have_equal_values(seed: int, symmetry: int) -> None:
    (x, o), to = grid(seed), GRID_SYMMETRIES.permutations[symmetry]
    evaluate = learned_worth().evaluate
    value = evaluate(GridPosition(x, o, Side.X))
    assert evaluate(GridPosition(moved(x, to), moved(o, to), Side.X)) == value
    assert evaluate(GridPosition(o, x, Side.O)) == -value


@given(seeds)
def test_crossings_of_a_grid_are_those_that_are_learned_of(seed: int) -> None:
    own, other = grid(seed)
    counts = [0] * len(CROSSINGS)
    for sign, codes in ((1, crossings(own, other)), (-1, crossings(other, own))):
        for number, kind in enumerate(CROSSINGS):
            counts[number] += sign * codes.count(code(kind))
    assert grid_features(own, other) == (1, *counts)


def test_a_mirrored_position_of_connect_four_has_the_same_value() -> None:
    random, network = Random(5), shipped_network()
    for _ in range(20):
        position = mirror = CONNECT_FOUR.start()
        for _ in range(random.randint(0, 12)):
            column = random.choice(position.legal_placements())
            if position.play(column).result is None:
                position, mirror = position.play(column), mirror.play(6 - column)
        assert network.value(position) == network.value(mirror)
        assert states(mirror) == [states(position)[MIRRORED[cell]] for cell in range(CELLS)]


def test_a_network_adds_up_its_tables() -> None:
    tables = [0] * (2 * ENTRIES)
    tables[0] = 3
    tables[ENTRIES + 0] = 5
    network = NTupleNetwork([[5, 11, 17, 23, 29, 35]], tables)
    assert network.value(CONNECT_FOUR.start()) == 2 * 3
    assert network.value(CONNECT_FOUR.start().play(0)) == 2 * 5


@pytest.mark.parametrize("seed", range(3), ids=["one-game", "another-game", "a-third-game"])
def test_a_network_looks_up_while_it_learns_what_it_does_when_it_plays(seed: int) -> None:
    random, position = Random(seed), CONNECT_FOUR.start()
    network = Network(random_tuples(np.random.default_rng(seed)))
    network.weights[:] = np.random.default_rng(seed).integers(-9, 10, len(network.weights))
    player, entries = NTupleNetwork(network.tuples, network.weights.astype(int).tolist()), network.empty
    while not position.result:
        assert network.weights[entries].sum() == player.value(position)
        column = random.choice(position.legal_placements())
        side, cell = list(Side).index(position.side), ROWS * column + position.height(column)
        entries = entries + network.change[side, cell]
        position = position.play(column)


def test_games_against_itself_go_by_the_rules() -> None:
    play = SelfPlay(Network(random_tuples(np.random.default_rng(1))), np.random.default_rng(1), 8)
    positions, finished = [CONNECT_FOUR.start()] * 8, 0
    for _ in range(120):
        before = play.heights.copy()
        play.step()
        for game, position in enumerate(positions):
            grown = np.flatnonzero(play.heights[game] > before[game])
            after = position.play(int(grown[0])) if grown.size else None
            if after is None or after.result:  # the last stone is not seen: the game has begun again
                assert not play.heights[game].any()
                assert after is None
                assert any(position.play(column).result for column in position.legal_placements())
                finished += 1
                after = CONNECT_FOUR.start()
            positions[game] = after
    assert play.finished == finished > 8


@pytest.mark.parametrize("name", ["learned"])
def test_the_learned_player_wins_and_blocks_at_once(name: str) -> None:
    player = make_player(name, 1)
    assert player.choose(CONNECT_FOUR.parse_position("112233"), Limits()).turn == (3,)
    assert player.choose(CONNECT_FOUR.parse_position("11223"), Limits()).turn == (3,)
    assert CONNECT_FOUR.parse_position("112233").play(3).result is Result.X_WINS


@pytest.mark.parametrize(
    ("player", "game", "limit"),
    [
        ("learned", CONNECT_FOUR.name, ("--nodes", "100")),
        ("qubic-alpha-beta", QUBIC.name, ("--nodes", "300")),
    ],
)
def test_learned_players_beat_one_that_plays_at_random(player: str, game: str, limit: tuple[str, str]) -> None:
    done = sttt(
        "match", player, "uniform", "--game", game, "--games", "6", *limit, "--seed", "1", "--jobs", "1", "--json"
    )
    assert '"won": 6' in done.stdout, done.stdout

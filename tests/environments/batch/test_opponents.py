"""Opponents in arrays against a slow look at every placement, and against the player `rules`."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from games.grid.test_lines import GAME as MISERE
from hypothesis import given, settings
from hypothesis import strategies as st
from support.copies import pickled
from support.episodes import NAMES

from sttt.environments.batch import BatchEnv, Opponent, batch, by_lot, by_network, by_rules, random_actions, rule_names
from sttt.environments.batch.line_rules import LineRules
from sttt.environments.planes import Planes
from sttt.errors import IllegalPlacement, PlayerError, UnknownNameError
from sttt.games.game import Game, Side
from sttt.games.super_ttt.analysis.rules import RULES, best_placement
from sttt.players import registry
from sttt.players.player import Limits

LINE_GAMES = [name for name in NAMES if name != "super-ttt"]
DRAWS = 100
"""So many that each of four equally likely actions is among them."""


def completes(game: Game, position: Any, side: Side, action: int) -> bool:
    """Whether the side has a line through the cell in which its mark would land, were it to move."""
    marks = game.shape.marks(position)
    cells = [number for number, cell in enumerate(game.shape.cells) if cell.placement == action]
    lands = min((cell for cell in cells if marks[cell] is None), key=lambda cell: game.shape.bits[cell])
    after = [side if number == lands else mark for number, mark in enumerate(marks)]
    return any(lands in line and all(after[cell] is side for cell in line) for line in game.shape.lines)


def wins(game: Game, position: Any, side: Side) -> list[int]:
    """List the placements that would win for the side, were it to move."""
    if game.name == "three-by-four":  # a whole row is no line
        sided = type(position)(position.x, position.o, side)
        return [one for one in position.legal_placements() if sided.play(one).result == side.value]
    return [one for one in position.legal_placements() if completes(game, position, side, one)]


def expected(game: Game, position: Any, level: int) -> set[int]:
    """Return the actions among which so many rules draw, found one by one."""
    side, legal = position.side, position.legal_placements()
    found = wins(game, position, side)
    if not found and level > 1:
        found = wins(game, position, side.other)
    if not found and level > 2:
        after = {action: position.play(action) for action in legal}
        found = [action for action, one in after.items() if action not in wins(game, one, side.other)]
    return set(found or legal)


def random_positions(game: Game, seed: int) -> Iterator[Any]:
    random, position = np.random.default_rng(seed), game.start()
    while not position.result:
        yield position
        position = position.play(int(random.choice(position.legal_placements())))


def drawn(game: Game, position: Any, opponent: Opponent) -> set[int]:
    planes = Planes(game)
    seen, mask = planes.observe(position, position.side), planes.mask(position)
    asked = (np.repeat(one[None], DRAWS, axis=0) for one in (seen, mask))
    return set(opponent(*asked, np.random.default_rng(1)).tolist())


@pytest.mark.slow
@pytest.mark.parametrize("name", LINE_GAMES)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_the_rules_of_lines_draw_among_what_a_look_at_every_placement_finds(name: str, seed: int) -> None:
    game = registry.game(name)
    for level in range(1, 1 + len(rule_names(name))):
        opponent = by_rules(name, level)
        for position in random_positions(game, seed):
            found, chosen = expected(game, position, level), drawn(game, position, opponent)
            assert chosen <= found
            assert len(found) > 4 or chosen == found


@pytest.mark.parametrize(
    ("columns", "level", "chosen"),
    [
        ("121213", 1, {0}),  # X completes its column
        ("121", 1, set(range(7))),
        ("11", 3, set(range(7))),
        ("12121", 2, {0}),  # O blocks
        ("12121", 1, set(range(7))),
        ("4455", 2, set(range(7))),
        ("12234334541", 2, {3}),  # X's diagonal
    ],
    ids=["wins", "two-are-no-threat", "nothing-to-say", "blocks", "knows-no-blocks", "open-two", "blocks-a-diagonal"],
)
def test_connect_four_by_hand(columns: str, level: int, chosen: set[int]) -> None:
    game = registry.game("connect-four")
    assert drawn(game, game.parse_position(columns), by_rules("connect-four", level)) == chosen


def test_the_rules_of_4x4x4_are_those_of_its_player() -> None:
    game = registry.game("qubic")
    player, opponent = registry.make_player("qubic-blocks", 1, "qubic"), by_rules("qubic")
    reasons = set()
    for seed in range(4):
        for position in random_positions(game, seed):
            decision = player.choose(position, Limits())
            reasons.add(decision.reason)
            if decision.reason != "any square":
                assert decision.turn[0] in drawn(game, position, opponent)
    assert reasons == {"wins", "blocks", "any square"}


def test_where_lines_lose_it_completes_none_unless_it_must() -> None:
    rules = LineRules(MISERE)
    assert tuple(rules.rules) == ("completes no line",)

    def opponent(*asked: Any) -> np.ndarray:
        return rules.choose(*asked, level=1)

    for seed in range(5):
        for position in random_positions(MISERE, seed):
            legal = position.legal_placements()
            safe = {one for one in legal if position.play(one).result in (None, "draw")}
            found = drawn(MISERE, position, opponent)
            assert found <= (safe or set(legal))
            assert len(safe) > 4 or found == (safe or set(legal))


@pytest.mark.slow
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32), lots=st.floats(0, 1))
def test_in_super_tic_tac_toe_it_plays_as_the_player_rules(seed: int, lots: float) -> None:
    game, boards, random = registry.game("super-ttt"), batch("super-ttt", 8), np.random.default_rng(seed)
    positions, whole = [game.start()] * 8, by_rules("super-ttt")
    for _ in range(85):
        seen, masks = boards.observe(), boards.mask()
        actions = whole(seen, masks, random)
        level = int(random.integers(1, len(RULES)))
        chosen = by_rules("super-ttt", level)(seen, masks, random)
        for number, position in enumerate(positions):
            square, rule = best_placement(position)
            assert actions[number] == square
            assert chosen[number] == square or (RULES.index(rule) >= level and masks[number, chosen[number]])
        actions = np.where(random.random(8) < lots, random_actions(masks, random), actions)
        over = boards.step(actions).over
        positions = [one.play(int(action)) for one, action in zip(positions, actions, strict=True)]
        boards.reset(over)
        positions = [game.start() if one.result else one for one in positions]


def test_a_level_more_is_stronger() -> None:
    won = []
    for level in (1, 2, 3):
        env, random = BatchEnv("connect-four", 200, opponent=by_rules("connect-four", level)), np.random.default_rng(1)
        _, infos = env.reset(seed=1)
        rewards = []
        for _ in range(40):
            _, reward, *_, infos = env.step(random_actions(infos["action_mask"], random))
            rewards += reward[reward != 0].tolist()
        won.append(np.mean(np.array(rewards) > 0))
    assert won[0] < 0.4
    assert won[1] < won[0] / 2


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_a_name_and_levels_that_there_are_not_are_refused(name: str) -> None:
    names = rule_names(name)
    assert len(set(names)) == len(names) > 1
    for level in (0, len(names) + 1, -1, 1.5, True):
        with pytest.raises(ValueError, match="expected"):
            by_rules(name, level)
    with pytest.raises(UnknownNameError):
        by_rules("chess")


def test_a_game_with_rules_of_its_own_is_refused() -> None:
    with pytest.raises(PlayerError, match="rules of its own"):
        LineRules(registry.game("super-ttt"))


MASKS = np.array([[1, 0, 1, 1], [0, 1, 0, 0]], np.int8)
SEEN = np.zeros((2, 2, 2, 3), np.int8)


class Tensor:
    """An array of another library."""

    def __array__(self, *_args: Any, **_options: Any) -> np.ndarray:
        return np.array([[0.0, 9.0, 5.0, 1.0], [9.0, -9.0, 9.0, 9.0]])


def test_a_networks_greatest_legal_logit_is_taken() -> None:
    opponent = by_network(lambda _seen, _masks: Tensor(), draws=False)
    assert opponent(SEEN, MASKS, np.random.default_rng(1)).tolist() == [2, 1]


def test_actions_are_drawn_with_the_softmax_of_legal_logits() -> None:
    logits = np.log([[1.0, 50.0, 2.0, 5.0]])
    opponent = by_network(lambda seen, _masks: np.repeat(logits, len(seen), axis=0))
    many = 8_000
    chosen = opponent(np.repeat(SEEN[:1], many, axis=0), np.repeat(MASKS[:1], many, axis=0), np.random.default_rng(1))
    shares = np.bincount(chosen, minlength=4) / many
    assert shares[1] == 0
    assert np.abs(shares - np.array([1, 0, 2, 5]) / 8).max() < 0.02


def test_a_networks_actions_are_taken_as_they_are() -> None:
    opponent = by_network(lambda _seen, masks: masks.argmax(axis=1))
    assert opponent(SEEN, MASKS, np.random.default_rng(1)).tolist() == [0, 1]
    env = BatchEnv("connect-four", 3, opponent=by_network(lambda seen, _masks: np.full(len(seen), 9)))
    with pytest.raises(IllegalPlacement):
        env.reset(seed=1)  # where it begins


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 4, 1)], ids=str)
def test_what_is_neither_actions_nor_logits_is_refused(shape: tuple[int, ...]) -> None:
    opponent = by_network(lambda _seen, _masks: np.zeros(shape))
    with pytest.raises(ValueError, match=r"expected \(2,\) or \(2, 4\)"):
        opponent(SEEN, MASKS, np.random.default_rng(1))


def first(_: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return masks.argmax(axis=1)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled])
@pytest.mark.parametrize(
    "opponent", [by_lot, by_rules("connect-four"), by_network(first)], ids=["lot", "rules", "network"]
)
def test_an_opponent_is_copied_with_its_environment(
    opponent: Opponent, duplicate: Callable[[BatchEnv], BatchEnv]
) -> None:
    env = BatchEnv("connect-four", 4, opponent=opponent)
    _, infos = env.reset(seed=5)
    other = duplicate(env)
    for _ in range(20):
        action = random_actions(infos["action_mask"], np.random.default_rng(1))
        told, (_, _, _, _, infos) = other.step(action), env.step(action)
        assert (told[4]["action_mask"] == infos["action_mask"]).all()

"""The textbook search against plain minimax: on toy trees of every shape, and on the real game near its end."""

import time
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.play import play_randomly

from strategies.alpha_beta import RuledState
from sttt.games.super_ttt import Position
from sttt.kernel.scores import DECIDED, WIN
from sttt.kernel.super_ttt_state import SuperTTTState
from sttt.search.alpha_beta import AlphaBeta


@dataclass
class Tree:
    """A node of a toy game: who moves, its children, its estimate, and its exact score if it is decided."""

    side: int
    left: int
    estimate: int
    exact: int | None = None
    children: list["Tree"] = field(default_factory=list)
    threatened: bool = False


def grow(random: Random, turns: int, side: int = 0, left: int = 2) -> Tree:
    """Grow a random tree of whole turns, one or two placements each, some branches of which end early."""
    node = Tree(side, left, random.randint(-50, 50))
    if random.random() < 0.08:
        node.exact = random.choice((0, WIN - left, 3 - WIN))
    elif turns:
        for _ in range(random.randint(0, 4)):
            if left == 2:
                node.children.append(grow(random, turns, side, 1))
            else:
                node.children.append(grow(random, turns - 1, 1 - side, random.choice((1, 2))))
    return node


class TreeState:
    """Walks a tree as the search asks."""

    def __init__(self, root: Tree) -> None:
        self.path = [root]

    @property
    def side(self) -> int:
        return self.path[-1].side

    @property
    def left(self) -> int:
        return self.path[-1].left

    @property
    def key(self) -> int:
        return id(self.path[-1])

    def verdict(self) -> int | None:
        return self.path[-1].exact

    def must_answer(self) -> bool:
        return self.path[-1].threatened

    def evaluate(self) -> int:
        return self.path[-1].estimate

    def moves(self) -> list[int]:
        return list(range(len(self.path[-1].children)))

    def lost(self) -> int:
        return 2 - WIN

    def push(self, move: int) -> None:
        self.path.append(self.path[-1].children[move])

    def pop(self) -> None:
        self.path.pop()


def minimax(node: Tree, turns: int) -> int:
    """Return the score by the definition: no window, no table."""
    if node.exact is not None:
        return node.exact
    if turns == 0:
        return node.estimate
    if not node.children:
        return 2 - WIN
    scores = []
    for child in node.children:
        same = child.side == node.side
        score = minimax(child, turns if same else turns - 1) * (1 if same else -1)
        scores.append(score - (score > DECIDED) + (score < -DECIDED))
    return max(scores)


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_every_iteration_scores_as_minimax_does(seed: int, turns: int) -> None:
    root = grow(Random(seed), turns)
    state = TreeState(root)
    for iteration in AlphaBeta(state).deepen(turns):
        expected = minimax(root, iteration.turns)
        decided = abs(expected) > DECIDED
        assert iteration.score == expected or (decided and abs(iteration.score) > DECIDED)
        assert (iteration.score > 0) == (expected > 0)
    assert state.path == [root]


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 2**32))
def test_the_principal_variation_leads_to_the_score(seed: int) -> None:
    root = grow(Random(seed), 3)
    (*_, last) = AlphaBeta(TreeState(root)).deepen(1)
    node, sign, plies = root, 1, 0
    for move in last.pv:
        child = node.children[move]
        sign *= 1 if child.side == node.side else -1
        node, plies = child, plies + 1
    leaf = node.exact if node.exact is not None else node.estimate if plies and node.side != root.side else 2 - WIN
    if abs(leaf) > DECIDED:
        leaf -= plies if leaf > 0 else -plies
    assert last.score == sign * leaf


def test_the_search_goes_on_where_a_threat_must_be_answered() -> None:
    """At the horizon the estimate is fine, but the threat cannot be answered."""
    reply = Tree(side=1, left=1, estimate=-10, threatened=True)
    root = Tree(side=0, left=1, estimate=0, children=[reply])
    (only,) = AlphaBeta(TreeState(root)).deepen(1)
    assert only.score == WIN - 3


def state_at(plies: int, seed: int) -> RuledState:
    return RuledState(play_randomly(plies, seed))


def best_by_rules(position: Position) -> int:
    """Return 1, 0 or -1: the outcome for the side to move, every legal placement tried to the end of the game."""
    best = -1
    for square in position.legal_placements():
        after = position.play(square)
        if after.result:
            outcome = 0 if after.result.winner is None else 1
        else:
            outcome = best_by_rules(after) * (1 if after.side is position.side else -1)
        best = max(best, outcome)
        if best == 1:
            break
    return best


def undecided_endings(count: int) -> list[Position]:
    """Collect positions with few open squares whose outcome the line costs alone do not tell."""
    found: list[Position] = []
    for seed in range(20_000):
        position = play_randomly(66 + seed % 12, seed)
        if 3 <= position.open_squares.bit_count() <= 8 and SuperTTTState(position).verdict() is None:
            found.append(position)
            if len(found) == count:
                break
    return found


def test_it_finds_the_outcome_that_trying_everything_finds() -> None:
    """Every square is tried there, idle ones included, so that what the state leaves out is seen to lose nothing."""
    outcomes = []
    for position in undecided_endings(80):
        (*_, last) = AlphaBeta(RuledState(position)).deepen(20)
        expected = best_by_rules(position)
        assert (last.score > DECIDED, last.score < -DECIDED) == (expected > 0, expected < 0)
        outcomes.append(expected)
    assert len(outcomes) == 80
    assert set(outcomes) == {0, -1}


@pytest.mark.parametrize("budget", [1, 50, 3000])
def test_a_node_budget_is_kept_and_gives_the_same_answer_twice(budget: int) -> None:
    def run() -> tuple[int, list[tuple[int, int, int]]]:
        search = AlphaBeta(state_at(12, 5), max_nodes=budget)
        found = [(iteration.turns, iteration.score, len(iteration.pv)) for iteration in search.deepen(9)]
        return search.nodes, found

    nodes, found = run()
    assert nodes == budget + 1
    assert (nodes, found) == run()


def test_a_search_that_is_cut_off_leaves_its_state_as_it_was() -> None:
    state = state_at(10, 3)
    before = (state.key, list(state.boards), list(state.words))
    list(AlphaBeta(state, max_nodes=777).deepen(9))
    assert (state.key, list(state.boards), list(state.words)) == before


def test_a_deadline_in_the_past_stops_the_search_at_its_first_look_at_the_clock() -> None:
    search = AlphaBeta(state_at(4, 1), deadline=time.monotonic() - 1)
    list(search.deepen(9))
    assert search.nodes <= 32

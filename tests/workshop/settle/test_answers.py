"""O's answers to X's second turn: whether one holds, in what order they are asked about, and with how many nodes."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.endings import filled_position, late_position
from support.plain_solver import shortest_win

from sttt.games.claim import EVER, Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import most_turns
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.solver import CUT_OFF
from sttt.workshop.settle import answers
from sttt.workshop.settle.answers import FIRST_NODES, HELD, HELD_ALIKE, PARTS, AnswerHistory, AnswerSearch
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, O, Turn, X

JUDGE = Judge(16)
ANSWERS = [Turn(100 + number, bytes([number]), ((number % 9, number, 1), (8, 80, 1))) for number in range(60)]
HOPELESS = 10**12


def turn(number: int) -> Turn:
    return Turn(number, b"", ((0, number, 1), (number % 9, 7, 1)))


class Scripted(Judge):
    """A judge to whom an answer takes so many nodes to decide, and X's turn alone more than it ever gets."""

    def __init__(self, needs: dict[int, int], held: set[int]) -> None:
        self.nodes = 0
        self.needs, self.held = needs, held
        self.asked: list[tuple[int, int]] = []

    def turns(self, _classes: bytes, side: int) -> list[Turn]:
        return [answer for answer in ANSWERS if answer.key in self.needs] if side == O else []

    def turn_to(self, key: int, classes: bytes, side: int) -> Turn | None:
        return next((answer for answer in self.turns(classes, side) if answer.key == key), None)

    def judge(self, _classes: bytes, side: int, budget: int) -> tuple[Claim | None, int]:
        assert (side, budget > 0) == (O, True)
        self.nodes += budget
        return None, budget

    def bound(self, classes: bytes, side: int, turns: int, budget: int, attacker: int = X) -> tuple[int, int]:
        assert (side, attacker, budget > 0) == (X, X, True)
        key = 100 + classes[0]
        if turns < 4:
            return -turns, 0
        self.asked.append((key, budget))
        spent = min(budget, self.needs[key])
        self.nodes += spent
        if spent < self.needs[key]:
            return CUT_OFF, spent
        return (-EVER if key in self.held else turns), spent


def o_to_move(make: Callable[[int, int, int], Position], seed: int) -> Position:
    while True:
        position = make(seed, 5, 7)
        if position.left == 2 and position.side is Side.O and not position.result:
            return position
        seed += 1_000_003


@pytest.mark.slow
@settings(max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from([filled_position, late_position]))
def test_it_decides_as_a_search_on_plain_squares_does(seed: int, make: Callable[[int, int, int], Position]) -> None:
    position = o_to_move(make, seed)
    stands = Turn(JUDGE.key(position), JUDGE.classes(position), ())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "QUICK", 0)  # so that the answers decide
        claim, answer = AnswerSearch(JUDGE, AnswerHistory()).decide("11+13", stands, 10_000_000)
    held = shortest_win(position, Side.X, most_turns(position, Side.X)) is None
    if JUDGE.turns(stands.classes, O):
        assert claim == (X_NEVER_WINS if held else X_WINS)
        assert (answer is not None) == held
    if answer:
        assert answer.turn in JUDGE.turns(stands.classes, O)
        assert JUDGE.bound(answer.turn.classes, X, 19, 10_000_000)[0] < 0


@given(
    st.dictionaries(st.sampled_from([one.key for one in ANSWERS]), st.integers(1, 3_000_000), min_size=1),
    st.data(),
)
def test_one_that_holds_is_found_whatever_each_takes(needs: dict[int, int], data: st.DataObject) -> None:
    held = data.draw(st.sets(st.sampled_from(sorted(needs))))
    judge = Scripted(needs, held)
    claim, answer = AnswerSearch(judge, AnswerHistory()).decide("11+13", turn(1), HOPELESS)
    assert claim == (X_NEVER_WINS if held else X_WINS)
    assert answer is None if not held else answer is not None and answer.turn.key in held
    # The most nodes are never far more than what the one that takes least takes.
    if held:
        assert max(nodes for _, nodes in judge.asked) <= max(FIRST_NODES, 64 * 4 * min(needs[key] for key in held))


@given(st.integers(1, 5_000_000))
def test_it_stops_at_its_nodes(nodes: int) -> None:
    judge = Scripted({one.key: HOPELESS for one in ANSWERS}, set())
    assert AnswerSearch(judge, AnswerHistory()).decide("11+13", turn(1), nodes) == (None, None)
    assert judge.nodes == nodes


def test_without_an_answer_nothing_is_said() -> None:
    assert AnswerSearch(Scripted({}, set()), AnswerHistory()).decide("11+13", turn(1), HOPELESS) == (None, None)


def test_every_answer_gets_few_nodes_before_those_that_promise_most_get_more() -> None:
    judge = Scripted({one.key: HOPELESS for one in ANSWERS}, set())
    AnswerSearch(judge, AnswerHistory()).decide("11+13", turn(1), FIRST_NODES * 12)
    keys = [one.key for one in ANSWERS]
    expected = [(key, FIRST_NODES // part) for most, part in PARTS for key in keys[:most]]
    assert judge.asked[: len(expected)] == expected


@pytest.mark.parametrize(
    ("before", "parts"),
    [(turn(1), HELD_ALIKE), (turn(10), HELD_ALIKE), (turn(2), HELD)],
    ids=["the same turn", "one half like it", "any turn"],
)
def test_an_answer_that_has_held_before_comes_first(before: Turn, parts: tuple[tuple[int, int], ...]) -> None:
    history = AnswerHistory()
    history.credit("11+13", before, ANSWERS[40])
    history.credit("11+15", turn(1), ANSWERS[50])
    judge = Scripted({one.key: HOPELESS for one in ANSWERS}, set())
    AnswerSearch(judge, history).decide("11+13", turn(1), FIRST_NODES * 2)
    assert judge.asked[0] == (ANSWERS[40].key, FIRST_NODES // parts[0][1])
    own = [nodes for key, nodes in judge.asked if key == ANSWERS[40].key]
    assert own[: len(parts)] == [FIRST_NODES // part for _, part in parts]


def test_what_an_earlier_run_has_found_comes_first_as_if_found_in_this_one_and_counts_once() -> None:
    judge, history = Scripted({one.key: HOPELESS for one in ANSWERS}, set()), AnswerHistory()
    search = AnswerSearch(judge, history)
    for _ in range(3):
        search.recall("11+13", turn(1), ANSWERS[40].key)
    search.recall("11+13", turn(2), 10**9)  # of an answer that is not listed
    once = AnswerHistory()
    once.credit("11+13", turn(1), ANSWERS[40])
    assert history.against_any("11+13", ANSWERS[40]) == once.against_any("11+13", ANSWERS[40])
    search.decide("11+13", turn(3), FIRST_NODES * 2)
    assert judge.asked[0] == (ANSWERS[40].key, FIRST_NODES // HELD[0][1])


def test_the_same_turn_counts_more_than_others_and_the_whole_answer_more_than_a_half() -> None:
    history = AnswerHistory()
    history.credit("11+13", turn(1), ANSWERS[40])
    for _ in range(3):
        history.credit("11+13", turn(2), ANSWERS[41])
    against = [history.against("11+13", turn(1), ANSWERS[number]) for number in (40, 41, 42)]
    assert against[0] > against[1] == against[2] > 0  # each has the half that marks the last board
    any_ = [history.against_any("11+13", ANSWERS[number]) for number in (40, 41, 42)]
    assert any_[1] > any_[0] > any_[2] > 0


def test_turns_are_listed_as_the_tree_lists_them_where_they_are() -> None:
    for seed in range(20):
        position = o_to_move(filled_position, seed)
        classes = JUDGE.classes(position)
        listed = JUDGE.turns(classes, O)
        branches = JUDGE.branches.of(classes, O) or []
        assert [one.key for one in listed] == [key for key, _ in branches if key != JUDGE.branches.key(classes, X)]
        for one in listed:
            assert JUDGE.branches.key(one.classes, X) == one.key

"""The agenda of replies: what is worked on next, by what the work so far has yielded."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sttt.games.super_ttt.position import Position
from sttt.workshop.settle.findings import NOTHING, Finding
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS
from sttt.workshop.settle.replies import Reply
from sttt.workshop.settle.reply_agenda import ROUNDS, TURN_BY_TURN, ReplyAgenda, _is_in_the_middle
from sttt.workshop.settle.reply_search import SOON

FIRSTS = ("12+15", "21+45")
NAMES = ("31+55", "11+51", "13+51", "31+33", "71+95", "35+85")
MANY = 100
"""Turns of X's left to decide: so many that a round's nodes are none too many for them."""

FINISHED = Finding(X_NEVER_WINS, 0, 0)


def reply(number: int) -> Reply:
    first, name = divmod(number, len(NAMES))
    return Reply(FIRSTS[first], NAMES[name], number, b"", Position())


REPLIES = [reply(number) for number in range(len(FIRSTS) * len(NAMES))]


def worked_off(needed: dict[int, int], known: dict[int, Finding]) -> list[tuple[int, int]]:
    """Work off an agenda where a reply is finished by as many nodes as it needs; return the keys and the nodes."""
    agenda, done = ReplyAgenda(), []
    for one in REPLIES:
        agenda.add(one, known.get(one.key, NOTHING), MANY)
    while errand := agenda.take():
        key, nodes = errand.reply.key, errand.nodes
        done.append((key, nodes))
        enough = needed[key] <= nodes
        agenda.give_back(
            errand, FINISHED if enough else Finding(None, nodes, nodes), needed[key] if enough else nodes, MANY
        )
    return done


@given(st.lists(st.integers(0, 2 * ROUNDS[-1]), min_size=len(REPLIES), max_size=len(REPLIES)))
def test_each_reply_gets_round_after_round_until_it_is_finished(needs: list[int]) -> None:
    done = worked_off(dict(enumerate(needs)), {})
    for key, need in enumerate(needs):
        expected = [nodes for before, nodes in pairwise((0, *ROUNDS)) if need > before or nodes == ROUNDS[0]]
        assert [nodes for one, nodes in done if one == key] == expected


@given(st.lists(st.sampled_from((0, *ROUNDS)), min_size=len(REPLIES), max_size=len(REPLIES)))
def test_what_had_its_nodes_in_an_earlier_run_gets_more_and_what_is_finished_nothing(budgets: list[int]) -> None:
    known = {key: Finding(None, budget, 1) if budget else FINISHED for key, budget in enumerate(budgets)}
    done = worked_off(dict.fromkeys(range(len(REPLIES)), 0), known)
    assert sorted(done) == [
        (key, next(nodes for nodes in ROUNDS if nodes > budget))
        for key, budget in enumerate(budgets)
        if 0 < budget < ROUNDS[-1]
    ]


def test_replies_like_those_that_were_finished_come_first() -> None:
    middle = [one.key for one in REPLIES if one.first == "12+15" and "5" in (one.name[0], one.name[3])]
    needed = dict.fromkeys(range(len(REPLIES)), ROUNDS[-1]) | dict.fromkeys(middle, 100)
    done = [key for key, _ in worked_off(needed, {})]
    first = done.index(middle[0])
    assert len(middle) == 3
    assert done[first : first + 3] == middle


def test_where_nothing_is_finished_others_come_first() -> None:
    """However many nodes it takes: with four times as many each, one that nobody has asked about promises as much."""
    barren, fresh = "12+15", "21+45"
    needed = {one.key: 2 * ROUNDS[-1] if one.first == barren else ROUNDS[1] for one in REPLIES}
    done = worked_off(needed, {})
    last = max(number for number, (key, _) in enumerate(done) if REPLIES[key].first == fresh)
    assert [key for key, nodes in done[:last] if REPLIES[key].first == barren and nodes > ROUNDS[1]] == []


def test_how_fast_x_wins_is_a_question_of_its_own() -> None:
    """Where that is soon told, no nodes more go to replies like those of which nothing is known."""
    won = {0, 3}  # one with a mark on the middle board, one without
    known = {key: Finding(X_WINS, ROUNDS[0] - 1, 1, 7, fails=6, wins=8) for key in won}
    barren = {one.key for one in REPLIES if one.first == "12+15"} - won
    needed = {one.key: 2 * ROUNDS[-1] if one.key in barren else 100 for one in REPLIES}
    done = [key for key, _ in worked_off(needed, known)]
    others = {one.key for one in REPLIES if one.first == "21+45"}
    last = max(done.index(key) for key in others)
    assert len(barren & set(done[:last])) == 2  # the first of each kind


def test_a_reply_that_is_lost_counts_however_fast_x_wins() -> None:
    agenda = ReplyAgenda()
    for one in REPLIES:
        agenda.add(one, NOTHING, MANY)
    for _ in range(3):
        errand = agenda.take()
        assert errand
        assert _is_in_the_middle(errand.reply)
        assert errand.reply.first == REPLIES[0].first
        agenda.give_back(errand, Finding(X_WINS, ROUNDS[0], 1, 7, fails=6, wins=8), ROUNDS[0], MANY)


@given(st.integers(0, SOON + 2))
def test_where_x_does_not_win_soon_its_turns_are_decided_and_that_begins_with_more_nodes(fails: int) -> None:
    agenda = ReplyAgenda()
    agenda.add(REPLIES[0], Finding(None, ROUNDS[0] - 1, 1, fails=fails), MANY)
    errand = agenda.take()
    assert errand
    assert errand.nodes == (ROUNDS[0] if fails < SOON else TURN_BY_TURN)


@given(st.permutations(range(1, 5)))
def test_of_replies_that_are_alike_those_with_fewest_turns_left_come_first(left: list[int]) -> None:
    agenda = ReplyAgenda()
    for key, some in enumerate(left):
        agenda.add(Reply("12+15", "31+33", key, b"", Position()), Finding(None, TURN_BY_TURN, 1, fails=SOON), some)
    errands = [agenda.take() for _ in left]
    assert [left[errand.reply.key] for errand in errands if errand] == [1, 2, 3, 4]


def test_where_little_is_left_more_nodes_promise_as_much_as_a_beginning() -> None:
    """One turn left, with an eighth of four times the nodes, before a reply that is like no other."""
    agenda = ReplyAgenda()
    agenda.add(Reply("12+15", "31+33", 1, b"", Position()), Finding(None, 0, 0, fails=SOON), MANY)
    agenda.add(Reply("21+45", "31+33", 2, b"", Position()), Finding(None, TURN_BY_TURN, 1, fails=SOON), 1)
    errand = agenda.take()
    assert errand
    assert (errand.reply.key, errand.nodes) == (2, 4 * TURN_BY_TURN)
    agenda.give_back(errand, FINISHED, errand.nodes, 0)
    errand = agenda.take()
    assert errand
    assert (errand.reply.key, agenda.take()) == (1, None)

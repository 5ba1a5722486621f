"""The search in a thread of its own: what it finds, that it ends, and how its findings join those made beside it."""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from support.endings import filled_position
from support.plain_solver import shortest_win, wins_within

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer
from sttt.games.claim import EVER
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.analysis.second_search import SecondSearch
from sttt.games.super_ttt.analysis.turn_proofs import TurnProofs
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.bounds import bound_table
from sttt.games.super_ttt.text import parse_position
from sttt.kernel.limits import COMPILED, NO_NODE_LIMIT
from sttt.players.player import Decision, Limits

TABLE_BITS = 16

MOST_TURNS = 6
"""More than either side has in the endings here."""


def searched(second: SecondSearch, position: Position, most_turns: int) -> TurnProofs:
    """What it finds when it is given all the time it wants."""
    with second.beside(ClassView(position), math.inf, most_turns):
        while any(thread.name == SecondSearch.THREAD for thread in threading.enumerate()):
            time.sleep(0.001)
    return second.proofs


@pytest.mark.slow
def test_it_finds_who_wins_and_with_which_turn() -> None:
    second, seen = SecondSearch(bound_table(TABLE_BITS)), []
    for seed in range(120):
        position = filled_position(seed, 9, 11)
        if position.result:
            continue
        side, other = position.side, position.side.other
        proofs = searched(second, position, MOST_TURNS)
        win, loss = shortest_win(position, side, MOST_TURNS), shortest_win(position, other, MOST_TURNS)
        turn = proofs.winning if win else proofs.firmest(min(proofs.bounds, default=-1))
        after, _ = enter_turn(position, rules.completed(position, ClassView(position).squares(turn)))
        if win:
            seen.append("won")
            assert proofs.wins_in >= win
            assert wins_within(after, side, proofs.wins_in - 1)
        elif loss:
            seen.append("lost")
            assert (proofs.wins_in, proofs.is_lost) == (0, True) or loss == 1
        else:
            seen.append("drawn")
            assert proofs.wins_in == 0
            assert after.result or not wins_within(after, other, MOST_TURNS)
    assert min(seen.count(kind) for kind in ("won", "lost", "drawn")) >= 5


@pytest.mark.slow
def test_it_ends_with_the_block_however_it_is_left() -> None:
    second = SecondSearch(bound_table(TABLE_BITS))
    for _ in range(50):
        with pytest.raises(KeyError), second.beside(ClassView(Position()), math.inf, 20):
            raise KeyError
    assert not [thread for thread in threading.enumerate() if thread.name == SecondSearch.THREAD]


def test_it_keeps_its_deadline() -> None:
    second = SecondSearch(bound_table(TABLE_BITS))
    with second.beside(ClassView(Position()), time.monotonic() + 0.05, 20):
        thread = next(thread for thread in threading.enumerate() if thread.name == SecondSearch.THREAD)
        thread.join(20)
        assert not thread.is_alive()


def test_what_goes_wrong_in_it_is_raised_where_it_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Prover, "seek", fail)
    with (
        pytest.raises(ZeroDivisionError),
        SecondSearch(bound_table(TABLE_BITS)).beside(ClassView(Position()), math.inf, 20),
    ):
        pass


def test_a_stopped_prover_asks_nothing_more_until_it_begins_again() -> None:
    prover = Prover()
    prover.begin(math.inf, NO_NODE_LIMIT)
    prover.stop()
    assert prover.seek(ClassView(Position()), TurnProofs(), 20) == TurnProofs()
    prover.begin(math.inf, 1_000)
    assert prover.seek(ClassView(Position()), TurnProofs(), 1).denied >= 1


def test_proofs_of_one_position_are_put_together_the_stronger_of_each_kind() -> None:
    here = TurnProofs(denied=3, bounds={1: -3, 2: 6, 3: -2, 4: 5})
    there = TurnProofs(denied=EVER, bounds={1: -EVER, 2: -4, 3: 4, 5: -1}, is_whole=True)
    both = TurnProofs(denied=EVER, bounds={1: -EVER, 2: 6, 3: 4, 4: 5, 5: -1}, is_whole=True)
    assert here | there == there | here == both


def test_the_shorter_of_two_wins_is_kept() -> None:
    long, short = TurnProofs(wins_in=6, winning=10), TurnProofs(wins_in=4, winning=20)
    assert long | short == short | long == short
    assert TurnProofs(denied=2) | long == TurnProofs(wins_in=6, winning=10, denied=2)


EARLY = parse_position("........./.x......./x......../..x....../x......../........./........./........./.o..o....:o2")
"""Its outcome takes the solver millions of nodes; it looks no better than even for O."""


class Knowing(SecondSearch):
    """Has found out something before it begins."""

    def __init__(self, proofs: TurnProofs) -> None:
        super().__init__(bound_table(TABLE_BITS))
        self.proofs = proofs

    @contextmanager
    def beside(self, *_: object) -> Iterator[None]:
        yield


def chosen_knowing(proofs: TurnProofs) -> Decision:
    player = AlphaBetaPlayer()
    player._second = Knowing(proofs)
    return player.choose(EARLY, Limits.within(0.1))


def early_turn() -> int:
    """One of the engine's turns that nobody would choose."""
    prover = Prover()
    prover.begin(math.inf, 100_000)
    return max(prover.prove(ClassView(EARLY), 1).bounds)


@pytest.mark.skipif(not COMPILED, reason="one thread, without a compiler")
def test_the_player_plays_a_win_that_the_second_search_has_found() -> None:
    turn = early_turn()
    decision = chosen_knowing(TurnProofs(wins_in=9, winning=turn))
    assert decision.reason == "proof: wins with its turn 9"
    assert set(ClassView(EARLY).squares(turn)) <= set(decision.turn)


@pytest.mark.skipif(not COMPILED, reason="one thread, without a compiler")
def test_the_player_keeps_to_a_turn_that_the_second_search_knows_to_hold() -> None:
    turn = early_turn()
    decision = chosen_knowing(TurnProofs(bounds={turn: -EVER}))
    assert decision.reason == "proof: x never wins"
    assert set(ClassView(EARLY).squares(turn)) <= set(decision.turn)


def test_without_a_limit_of_time_alone_nothing_is_searched_beside() -> None:
    player = AlphaBetaPlayer()
    player.choose(EARLY, Limits(nodes=3_000))
    assert player._second.nodes == 0

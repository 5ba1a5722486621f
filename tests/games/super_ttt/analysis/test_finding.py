"""The default player's choice by proof, against answers found on plain squares."""

import math
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from support.endings import filled_position
from support.plain_solver import shortest_win, wins_within

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer
from sttt.games.claim import EVER, Claim
from sttt.games.game import Side, Turn
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.analysis.finding import proven_choice
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.analysis.turn_proofs import Bounds, TurnProofs
from sttt.games.super_ttt.classes.view import NONE, ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import parse_position, parse_turn
from sttt.players.player import Limits

MOST_TURNS = 6
"""More than either side has in the positions here."""


class Replies(Prover):
    """A prover that knows the turns there are and the replies to a few, and nothing else."""

    def __init__(self, known: dict[int, Bounds], turns: Iterable[int]) -> None:
        super().__init__(4)
        self._known = known
        self._turns = frozenset(turns)
        self.asked: list[tuple[int, int]] = []

    def stopping_turns(self, view: ClassView) -> frozenset[int]:
        del view
        return self._turns

    def replies(self, view: ClassView, turns: Iterable[int], attacker: int, within: int) -> dict[int, Bounds]:
        del view
        self.asked.append((attacker, within))
        return {turn: self._known[turn] for turn in turns if turn in self._known}


@pytest.mark.slow
def test_it_wins_soonest_never_slips_and_loses_last() -> None:
    player = AlphaBetaPlayer()
    seen = []
    for seed in range(80):
        position = filled_position(seed, 8, 10)
        decision = player.choose(position, Limits(nodes=20_000))
        after, _ = enter_turn(position, decision.turn)
        side, other = position.side, position.side.other
        win, loss = shortest_win(position, side, MOST_TURNS), shortest_win(position, other, MOST_TURNS)
        if win:
            seen.append("won")
            assert decision.reason == f"proof: wins with its turn {win}"
            assert wins_within(after, side, win - 1)
        elif loss:
            seen.append("lost")
            assert after.result or shortest_win(after, other, MOST_TURNS) == loss
        else:
            seen.append("drawn")
            assert not wins_within(after, other, MOST_TURNS)
    assert min(seen.count(kind) for kind in ("won", "lost", "drawn")) >= 3


def test_a_lost_position_is_played_for_the_longest_game_and_then_for_the_fewest_ways_to_lose_it() -> None:
    proofs = TurnProofs(denied=4, bounds={1: 2, 2: 3, 3: 3, 4: 1}, is_whole=True)
    prover = Replies({2: {10: 3, 11: 3, 12: -3}, 3: {10: 3, 11: -3, 12: -4}}, proofs.bounds)
    choice = proven_choice(ClassView(Position()), proofs, prover, 9)
    assert (choice.turns, choice.why) == ({3}, "loses to turn 3 from now, to 1 replies")
    assert prover.asked == [(1, 3)]


def test_a_draw_is_played_for_the_fewest_replies_that_hold_as_well() -> None:
    proofs = TurnProofs(denied=EVER, bounds={1: -EVER, 2: -EVER, 3: -EVER, 4: 2, 5: -4}, is_whole=True)
    replies = {1: {10: 2, 11: -EVER}, 2: {10: -EVER, 11: -EVER}, 3: {10: -EVER, 11: 3, 12: 2}}
    choice = proven_choice(ClassView(Position()), proofs, Replies(replies, proofs.bounds), 9)
    assert (choice.turns, choice.score) == ({1, 3}, 0)


def test_turns_of_which_nothing_is_proven_are_not_made_in_a_draw() -> None:
    proofs = TurnProofs(denied=EVER, bounds={1: -EVER, 2: -EVER, 3: 2})
    choice = proven_choice(ClassView(Position()), proofs, Replies({}, range(1, 6)), 9)
    assert (choice.turns, choice.excluded) == ({1, 2}, {3, 4, 5})


def test_what_is_not_counted_to_the_end_does_not_count() -> None:
    proofs = TurnProofs(denied=EVER, bounds={1: -EVER, 2: -EVER}, is_whole=True)
    assert proven_choice(ClassView(Position()), proofs, Replies({1: {10: -2}}, proofs.bounds), 9).turns == {1, 2}


def test_without_a_decision_only_turns_that_lose_are_ruled_out() -> None:
    proofs = TurnProofs(denied=3, bounds={1: -3, 2: 4, 3: -EVER}, is_whole=True)
    choice = proven_choice(ClassView(Position()), proofs, Replies({}, proofs.bounds), 9)
    assert (choice.turns, choice.score, choice.only()) == ({1, 3}, None, None)


def test_the_limit_of_nodes_that_is_set_later_holds_for_all_nodes_of_a_position() -> None:
    position = filled_position(10, 12, 14)
    view = ClassView(position)
    prover = Prover()
    turns = prover_turns(prover, position)
    prover.forget()
    prover.begin(math.inf, 3)
    assert len(prover.replies(view, turns, view.side, 3)) < len(turns)
    spent = prover.nodes
    assert spent > 1
    prover.extend(math.inf, 1)
    assert prover.replies(view, turns, view.side, 3) == {}
    assert prover.nodes > spent
    prover.extend(math.inf, 1_000_000)
    assert set(prover.replies(view, turns, view.side, 3)) == set(turns)
    assert prover.nodes > spent


def prover_turns(prover: Prover, position: Position) -> list[int]:
    """The turns that leave the opponent no win at once."""
    prover.begin(math.inf, 1_000_000)
    return list(prover.prove(ClassView(position), 1).bounds)


LOSES_IN_SIX = parse_position(
    "........./........./........./........./xxx....../.....o.../x......../..o....../.........:o2"
)
"""With 15+35, which the value search likes, O loses to X's sixth turn; 35+91 holds."""

X_WINS_IN_SIX = parse_position(
    "........o/........./........./........./x......../o...o..xo/x......../.....x.../.........:x2"
)


def looked_behind(position: Position, turn: Turn, before: TurnProofs) -> tuple[TurnProofs, int]:
    """What looking behind a turn proves, and the engine's turn."""
    prover = Prover()
    prover.begin(math.inf, 3_000_000)
    view = ClassView(position)
    after = ClassView(enter_turn(position, turn)[0]).classes
    engine_turn = next(one for one in before.bounds if view.after(one) == after)
    return prover.look_past(view, before, engine_turn, MOST_TURNS), engine_turn


@pytest.mark.slow
def test_a_turn_that_loses_beyond_what_is_proven_of_all_turns_is_seen_to_lose() -> None:
    prover = Prover()
    prover.begin(math.inf, 10_000_000)
    before = prover.prove(ClassView(LOSES_IN_SIX), 3)
    found, turn = looked_behind(LOSES_IN_SIX, parse_turn("15+35"), before)
    assert (before.bounds[turn], found.bounds[turn]) == (-3, 6)
    assert found.losing == before.losing | {turn}


def test_a_win_of_its_own_is_found_while_it_looks_behind_a_turn() -> None:
    prover = Prover()
    prover.begin(math.inf, 10_000_000)
    before = prover.prove(ClassView(X_WINS_IN_SIX), 3)
    found, _ = looked_behind(X_WINS_IN_SIX, parse_turn("52+53"), before)
    assert (before.wins_in, found.wins_in) == (0, 6)


@pytest.mark.slow
def test_the_player_chooses_again_where_the_turn_it_likes_loses() -> None:
    decision = AlphaBetaPlayer().choose(LOSES_IN_SIX, Limits(nodes=1_500_000))
    after = enter_turn(LOSES_IN_SIX, decision.turn)[0]
    proofs = list(Prover(20).deepen(after, Side.X, MOST_TURNS))
    assert not proofs[-1].claim.wins, decision


@pytest.mark.slow
def test_one_turn_that_holds_is_found_where_there_is_one_and_that_all_lose_where_they_do() -> None:
    prover, seen = Prover(), []
    for seed in range(300):
        position = filled_position(seed, 9, 11)
        other = position.side.other
        prover.begin(math.inf, 1_000_000)
        before = prover.prove(ClassView(position), 1)
        if before.wins_in or not before.bounds:
            continue
        found = prover.seek(ClassView(position), before, MOST_TURNS)
        loss = shortest_win(position, other, MOST_TURNS)
        if loss:
            seen.append("lost")
            assert (found.is_lost, found.longest) == (True, loss)
        else:
            seen.append("holds")
            turn = rules.completed(position, ClassView(position).squares(found.firmest(NONE)))
            assert not wins_within(enter_turn(position, turn)[0], other, MOST_TURNS)
    assert min(seen.count(kind) for kind in ("lost", "holds")) >= 5


def test_the_turn_proven_to_hold_for_longest_is_the_one_given_if_it_is_among_them() -> None:
    proofs = TurnProofs(bounds={1: -3, 2: -5, 3: 4, 4: -5})
    assert [proofs.firmest(turn) for turn in (1, 2, 3, 4)] == [2, 2, 2, 4]


EARLY = parse_position("........./......x../xxx....../........./o.o....../........./........./........./.........:o2")
"""11+13 holds; what the value search likes is not proven to within its effort."""


@pytest.mark.slow
def test_an_early_turn_that_is_proven_to_hold_goes_before_one_that_looks_no_better_than_even() -> None:
    decision = AlphaBetaPlayer().choose(EARLY, Limits(nodes=500_000))
    assert (str(decision.denied), decision.reason) == ("x never wins", "proof: x never wins")
    last = list(Prover(20).deepen(enter_turn(EARLY, decision.turn)[0], Side.X, 20))[-1]
    assert last.claim == Claim(Side.X, wins=False)


class Interrupted(Prover):
    """A prover that is cut off somewhere while it proves bounds of all turns, and proves nothing else."""

    def __init__(self, seed: int) -> None:
        super().__init__(12)
        self._random = Random(seed)

    def prove(self, view: ClassView, most_turns: int) -> TurnProofs:
        self.begin(math.inf, 1_000_000)
        proofs = super().prove(view, most_turns)
        known = self._random.sample(sorted(proofs.bounds.items()), self._random.randint(0, len(proofs.bounds)))
        return TurnProofs(denied=self._random.choice((0, proofs.denied)), bounds=dict(known))

    def seek(self, view: ClassView, proofs: TurnProofs, *_: object) -> TurnProofs:
        del view
        return proofs

    def look_past(self, view: ClassView, proofs: TurnProofs, *_: object) -> TurnProofs:
        del view
        return proofs

    def recalled(self, view: ClassView, proofs: TurnProofs) -> TurnProofs:
        del view
        return proofs


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [100, 20_000])
def test_whatever_bounds_are_known_nothing_false_is_said_and_its_turn_keeps_what_is_said(nodes: int) -> None:
    said = {True: 0, False: 0}
    for seed in range(250):
        position = filled_position(seed, 7, 10)
        player = AlphaBetaPlayer()
        player._prover = Interrupted(seed)  # what the clock does by chance, by a seed
        decision = player.choose(position, Limits(nodes=nodes))
        after, _ = enter_turn(position, decision.turn)
        for claim in decision.claims:
            said[claim.wins] += 1
            assert holds(claim, position), (seed, claim, decision)
            if claim.claimant is position.side and not after.result:
                left = claim.turns - (claim.is_bounded and claim.attacker is position.side)
                assert holds(replace(claim, turns=left), after), (seed, claim, decision)
    assert min(said.values()) > 5


def holds(claim: Claim, position: Position) -> bool:
    """Whether plain squares say so, too."""
    wins = shortest_win(position, claim.attacker, MOST_TURNS)
    return bool(wins and wins <= claim.turns) if claim.wins else not wins or wins > claim.turns

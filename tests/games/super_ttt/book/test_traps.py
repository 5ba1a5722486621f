"""Traps: what X begins with is hard to answer, and what the book says wins against wrong replies does win."""

import math
from random import Random

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.book.book import Book, canonical
from sttt.games.super_ttt.book.traps import TRAP_FILE, book_with_traps, draw_trap, traps
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import parse_turn
from sttt.players.player import Limits
from sttt.players.registry import make_player
from sttt.workshop.books.super_ttt import tables_fingerprint

BOOK = Book.load(TRAP_FILE)


def behind(first: str, reply: str) -> Position:
    return enter_turn(enter_turn(Position(), parse_turn(first))[0], parse_turn(reply))[0]


def key(turn: tuple[int, ...]) -> str:
    return canonical(enter_turn(Position(), turn)[0], load()).key


def test_x_begins_with_each_of_the_traps_and_equal_seeds_draw_equal_turns() -> None:
    random = Random(1)
    drawn = [draw_trap(random) for _ in range(60)]
    assert {key(trap.turn) for trap in drawn} == {key(trap.turn) for trap in traps()}
    assert len({trap.turn for trap in drawn}) > len(traps())
    turns = [make_player("alpha-beta", 7).choose(Position(), Limits()).turn for _ in range(2)]
    assert turns[0] == turns[1] == AlphaBetaPlayer(BOOK, 7).choose(Position(), Limits()).turn


def test_no_first_turn_that_sets_more_traps_is_left_out() -> None:
    lost = BOOK.origin["lost"]
    assert BOOK.origin["tables"] == tables_fingerprint()
    assert traps()[0].lost == max(lost.values()) > 0.5
    assert len(lost) == 37


def test_a_trap_that_has_caught_is_a_proven_win() -> None:
    prover = Prover()
    for first, reply in (("11+51", "31+33"), ("15+55", "11+13"), ("15+51", "91+93")):
        position = behind(first, reply)
        found = book_with_traps().lookup(position)
        assert found is not None
        assert found.entry.wins_in is not None
        decision = AlphaBetaPlayer(BOOK).choose(position, Limits())
        assert (decision.turn, decision.distance, str(decision.value)) == (found.turn, found.entry.wins_in, "x")
        turns = (found.entry.wins_in + 1) // 2
        after = enter_turn(position, found.turn)[0]
        proof = prover.work_on(Question(after, Side.X, turns - 1), math.inf)
        assert proof is not None
        assert proof.claim.wins

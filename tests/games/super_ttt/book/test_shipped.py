"""The book that ships: complete, legal, and nothing in it loses that a search can see."""

import math
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer
from sttt.games.claim import EVER
from sttt.games.game import Side
from sttt.games.super_ttt.book.book import DATA_FILE, PROVEN_FILE, WON_FILE, Book, canonical, shipped_book
from sttt.games.super_ttt.certificate.check import parse_line
from sttt.games.super_ttt.certificate.file import read_certificate
from sttt.games.super_ttt.certificate.line import Kind
from sttt.games.super_ttt.classes import groups
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.solver import Solver
from sttt.games.super_ttt.text import parse_position, parse_turn
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players.player import Limits
from sttt.workshop.books.super_ttt import tables_fingerprint
from sttt.workshop.books.super_ttt_search import BookPosition, layers, replies, undominated
from sttt.workshop.settle.judge import X_NEVER_WINS, Judge, O

CERTIFICATES = Path(__file__).parents[4] / "docs" / "certificates"
BOOK = shipped_book()
TABLES = load()


def met(turns: int) -> list[BookPosition]:
    return [one for side in Side for layer in layers(BOOK, side, turns) for one in layer]


@cache
def in_book() -> list[Position]:
    return [one.position for one in met(2) if BOOK.lookup(one.position)]


def some() -> list[Position]:
    """Return the start, what is behind first turns, and some of what is behind second ones."""
    return [one for one in in_book() if one.open_squares.bit_count() > 77] + in_book()[1::25]


def turn_of(position: Position) -> tuple[int, ...]:
    found = BOOK.lookup(position)
    assert found is not None
    return found.turn


def test_it_answers_the_start_and_every_first_turn_of_x() -> None:
    complete = [*layers(BOOK, Side.X, 1), *layers(BOOK, Side.O, 1)]
    assert len(complete) == 2
    assert all(BOOK.lookup(one.position) for layer in complete for one in layer)


@pytest.mark.slow
def test_its_positions_are_those_of_its_own_lines_and_no_others() -> None:
    early = [entry for entry in BOOK.entries() if entry.turns_before <= 3]
    assert len({canonical(position, TABLES).key for position in in_book()}) == len(in_book()) == len(early)


@pytest.mark.slow
def test_every_undominated_second_turn_is_answered_by_proof() -> None:
    judge, found = Judge(20), Counter[str]()
    firsts = [one.position for one in replies([BookPosition(Position())], TABLES) if not one.dominated]
    behind = [BookPosition(enter_turn(position, turn_of(position))[0]) for position in firsts]
    for second in (one.position for first in behind for one in replies([first], TABLES) if not one.dominated):
        known = BOOK.lookup(second)
        found["book"] += known is not None and known.entry.proof == EVER
        found["solver"] += known is None and is_held(judge, second, 20_000)
        found["all"] += 1
    assert len(firsts) == 37
    assert found["book"] + found["solver"] == found["all"] > 3_000


def is_held(judge: Judge, position: Position, nodes: int) -> bool:
    judge.solver.forget()
    return judge.judge(judge.classes(position), O, nodes)[0] == X_NEVER_WINS


@pytest.mark.slow
def test_replies_to_third_turns_are_those_of_the_certificates_but_where_the_solver_needs_none() -> None:
    """In the first certificate by name: others may have another reply for a position that it has, too."""
    file, judge, found = read_certificate(CERTIFICATES / "11+13.xz"), Judge(20), Counter[str]()
    third = [text for text in file.lines() if text.count("x") == 6 and " reply " in text]
    for line in (parse_line(text, file.header.claim) for text in third[::20]):
        position = parse_position(line.position)
        reply = parse_turn(line.evidence.removeprefix("reply "))
        known = BOOK.lookup(position)
        turns = {canonical(enter_turn(position, turn)[0], TABLES).key for turn in (known.turn if known else (), reply)}
        found["book" if len(turns) == 1 else "solver"] += 1
        assert len(turns) == 1 or is_held(judge, position, 100_000)
    assert min(found["book"], found["solver"]) > 3


@pytest.mark.slow
def test_where_x_wins_late_it_has_the_turns_of_the_certificate() -> None:
    file, won = read_certificate(CERTIFICATES / "replies" / "won.xz"), Book.load(WON_FILE)
    lines = [parse_line(text, file.header.claim) for text in file.lines()]
    # Of X's third and fourth turn, an x more being that of the side to move: later no book is asked.
    later = [line for line in lines if line.kind == Kind.REPLY and 4 < line.position.count("x") < 8]
    assert len(later) == len(won) > 100
    assert won.origin["tables"] == tables_fingerprint()
    judge = Judge(20)
    for index, line in enumerate(sorted(later, key=lambda line: line.turns)):
        position, turn = parse_position(line.position), parse_turn(line.evidence.removeprefix("reply "))
        known = BOOK.lookup(position)
        assert known is not None
        assert known.entry.wins_in == 2 * line.turns - 1
        after = enter_turn(position, known.turn)[0]
        assert canonical(after, TABLES).key == canonical(enter_turn(position, turn)[0], TABLES).key
        # The first ones are cheap: their number of turns is shown again.
        assert index >= 20 or 0 < judge.bound(judge.classes(after), O, line.turns - 1, NO_NODE_LIMIT)[0] < line.turns


@pytest.mark.slow
def test_every_turn_is_legal_whole_and_undominated() -> None:
    for position in in_book():
        turn = turn_of(position)
        assert len(turn) == 2
        assert enter_turn(position, turn)[1] == turn
        view = ClassView(position)
        assert undominated(view.changes_of(turn), view)


def test_it_is_written_in_the_class_tables_that_ship_and_says_where_it_comes_from() -> None:
    assert BOOK.origin["tables"] == tables_fingerprint()
    assert sum(run["positions"] for run in BOOK.origin["runs"]) == len(Book.load())
    assert DATA_FILE.stat().st_size + PROVEN_FILE.stat().st_size < 2_000_000


@pytest.mark.slow
def test_after_no_turn_of_it_does_the_opponent_win_within_four_turns() -> None:
    solver = Solver(TABLES, groups.load(), 14)
    for position in some():
        found = BOOK.lookup(position)
        assert found is not None
        assert found.entry.proof >= 0
        after = ClassView(enter_turn(position, found.turn)[0])
        solver.forget()
        solver.begin(math.inf, NO_NODE_LIMIT)
        after.set_up(solver)
        assert solver.bound(after.side, 4) < 0


@pytest.mark.slow
def test_replies_of_o_that_are_proven_to_hold_replace_those_that_were_searched() -> None:
    proven = Book.load(PROVEN_FILE)
    early = [entry for entry in proven.entries() if entry.turns_before <= 3]
    assert sum(proven.lookup(position) is not None for position in in_book()) == len(early) > 0
    player = AlphaBetaPlayer(BOOK)
    for position in filter(proven.lookup, some()):
        decision = player.choose(position, Limits())
        found = proven.lookup(position)
        assert found is not None
        assert (decision.turn, decision.score) == (found.turn, 0)
        assert decision.reason == "book: proven, the opponent cannot win at all"
    assert proven.origin["tables"] == tables_fingerprint()


@pytest.mark.slow
def test_the_default_player_answers_from_it_with_any_limits_and_says_so() -> None:
    player = AlphaBetaPlayer(BOOK)
    for limits in (Limits(), Limits(nodes=1), Limits(depth=2)):
        decision = player.choose(in_book()[-1], limits)
        assert decision.turn == turn_of(in_book()[-1])
        assert decision.reason.startswith("book: ")
        assert decision.nodes == 0


def test_half_a_turn_is_searched() -> None:
    position = Position().play(turn_of(Position())[0])
    assert not AlphaBetaPlayer(BOOK).choose(position, Limits(nodes=500)).reason.startswith("book: ")

"""What goes into a book: a position's turn, and what is proved of it."""

import math

import pytest
from support.play import play_randomly

from sttt.errors import BookError
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.book.book import Book
from sttt.games.super_ttt.classes import groups
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.solver import Solver
from sttt.games.super_ttt.text import parse_position
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.workshop.books.super_ttt_search import BookPosition, Searched, SearchEffort, bound_of_mover, search

TABLES = load()
TINY = SearchEffort(nodes=60, table_mb=1)
"""So little that the player often chooses a turn that loses."""


def solved(position: Position, turns: int) -> int:
    """The bound of the side to move, asked of a solver of its own without limits."""
    view = ClassView(position)
    solver = Solver(TABLES, groups.load(), 14)
    solver.begin(math.inf, NO_NODE_LIMIT)
    view.set_up(solver)
    return solver.bound(view.side, turns)


@pytest.fixture(scope="module")
def searched() -> list[Searched]:
    positions = (play_randomly(20 + 2 * (seed % 8), seed, forfeits=0) for seed in range(40))
    return [search(BookPosition(position), TINY) for position in positions if position.left == 2]


@pytest.mark.slow
def test_a_refuted_turn_gives_way_to_the_next_that_is_not(searched: list[Searched]) -> None:
    kept = [one for one in searched if one.refuted and one.proof > 0]
    assert kept
    for one in kept:
        after, counted = enter_turn(one.position, one.turn)
        assert counted == one.turn
        assert solved(after, min(one.proof, 4)) < 0


def test_where_every_turn_loses_the_entry_says_how_soon(searched: list[Searched]) -> None:
    lost = [one for one in searched if one.proof < 0]
    assert lost
    for one in lost:
        after, _ = enter_turn(one.position, one.turn)
        assert solved(after, -one.proof) == -one.proof
        assert solved(after, -one.proof - 1) < 0 or one.proof == -1


def test_a_proof_says_how_far_the_limits_allowed_it_to_look() -> None:
    prover = Prover(16)
    replied = Position().play(40).play(36).play(0).play(8)
    bounds = [bound_of_mover(prover, replied, (math.inf, nodes)) for nodes in (1, 10_000)]
    assert bounds[0] > bounds[1]
    assert bounds[1] <= -4


def test_a_turn_that_only_some_equivalent_positions_have_is_refused() -> None:
    edges = Searched((1, 3), 0, 2, 9, position=Position(), proof=0, refuted=0, seconds=0.1)
    with pytest.raises(BookError, match=r"^12\+14 is dominated in \.{9}/"):
        edges.enter_into(Book(TABLES))


def test_a_won_position_is_entered_with_its_win() -> None:
    position = parse_position(
        "xxx....../xxx....../xx......./oo......./oo......./........./........./........./.........:x2"
    )
    one = search(BookPosition(position), SearchEffort(nodes=2000, table_mb=1))
    book = Book(TABLES)
    one.enter_into(book)
    found = book.lookup(position)
    assert found is not None
    assert found.entry.describe() == "wins with its turn 1"

"""The players of 4x4x4 tic-tac-toe, the winning book, and the check that looks for holes in it."""

import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from support.command import fails_as_wrong_input, sttt

from strategies.qubic.defence import Defence
from sttt.arena.play.openings import random_openings
from sttt.errors import BookError, RefutedClaimError
from sttt.games.game import Result, Side
from sttt.games.qubic.book.book import QubicBook, plan, shipped_book
from sttt.games.qubic.book.check import check
from sttt.games.qubic.game import GAME
from sttt.games.qubic.position import BITS, Position, squares, winning_squares
from sttt.games.qubic.search.prover import QubicProver
from sttt.games.qubic.search.threats import QubicThreats
from sttt.games.qubic.symmetry import SYMMETRIES, canonical
from sttt.games.qubic.text import parse_position
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players.player import Limits
from sttt.players.registry import make_player

THREATENED = parse_position("RRR............./BB.............B/................/................").play(40)


def test_blocks_wins_then_blocks() -> None:
    player = make_player("qubic-blocks", 1)
    assert player.choose(THREATENED, Limits()).turn == (3,)
    both = parse_position("RRR............./BBB............./................/................")
    assert player.choose(both, Limits()).turn == (3,)
    assert player.choose(both.play(40), Limits()).turn == (19,)


def test_the_strong_player_wins_by_threats_and_blocks() -> None:
    player, limits = make_player("qubic"), Limits(nodes=200_000)  # of which 30,000 are for threats
    assert player.choose(THREATENED, limits).turn == (3,)
    threats = parse_position("R..R...B.......B/....B.........../................/R....B......R...")
    decision = player.choose(threats, limits)
    assert "threats" in decision.reason
    position = threats
    for square in decision.pv:
        position = position.play(square)
    assert position.result is Result.X_WINS
    assert decision.value is Result.X_WINS
    moves = position.x.bit_count() - threats.x.bit_count()
    assert (moves > 1, decision.reason) == (True, f"wins by threats with its move {moves}")


@pytest.mark.parametrize("seed", range(3))
def test_as_first_player_it_wins_by_its_book_against_moves_by_lot(seed: int) -> None:
    book, threats, random = shipped_book(), QubicThreats(), Random(seed)
    position = Position()
    while not position.result:
        threats.begin(math.inf, NO_NODE_LIMIT)
        position = position.play(plan(position, book, threats)[0])
        if not position.result:
            must = winning_squares(position, Side.X)
            position = position.play(random.choice(must or position.legal_placements()))
    assert position.result is Result.X_WINS


def test_the_longest_search_by_threats_that_the_book_needs_is_made_by_a_searcher_that_remembers_nothing() -> None:
    position = parse_position("R..R.B........../......B........./..R.......RB..../...............B")
    assert shipped_book().lookup(position) is None
    moves = plan(position, shipped_book(), QubicThreats())
    assert len(moves) > 1
    decision = make_player("qubic").choose(position, Limits(nodes=200_000))  # of which 30,000 are for threats
    assert decision.turn == moves[:1]
    assert "threats" in decision.reason


@pytest.mark.slow
def test_node_limits_make_decisions_repeatable() -> None:
    position = Position().play(0).play(21).play(63)
    first, second = (make_player("qubic").choose(position, Limits(nodes=20_000)) for _ in range(2))
    assert (first.turn, first.score, first.nodes) == (second.turn, second.score, second.nodes)


def test_the_book_finds_positions_however_the_cube_is_turned() -> None:
    book = QubicBook({})
    position = Position().play(0).play(6)
    book.enter(position, 63)
    played = canonical(Position(1 | 1 << 63, 1 << 6))
    for to in SYMMETRIES[::7]:
        image = Position(1 << to[0], 1 << to[6])
        found = book.lookup(image)
        assert found is not None
        assert canonical(image.play(found)) == played
    assert book.lookup(Position().play(0).play(63)) is None
    assert list(book.positions()) != []


def test_a_book_survives_its_file(tmp_path: Path) -> None:
    book = QubicBook({"command": "test"})
    book.enter(Position(), 0)
    path = tmp_path / "book.txt"
    path.write_text(book.dumps(), encoding="ascii")
    read = QubicBook.load(path)
    assert (read.origin, len(read), read.lookup(Position())) == ({"command": "test"}, 1, book.lookup(Position()))
    path.write_text("no book", encoding="ascii")
    with pytest.raises(BookError, match="expected a book"):
        QubicBook.load(path)


def claim(*moves: Sequence[int]) -> RefutedClaimError:
    """What the check says of a claimant that answers so, one answer after the other."""
    answers = iter(moves)
    with pytest.raises(RefutedClaimError) as caught:
        for _ in check(lambda _position: next(answers)):
            pass
    return caught.value


def test_the_check_refuses_claims_that_do_not_stand() -> None:
    assert "there is no move" in str(claim(()))
    assert "breaks the rules" in str(claim((64,)))
    assert "does not threaten" in str(claim((0, 1)))
    assert "breaks the rules" in str(claim((0,), (0,)))


def test_the_check_counts_every_reply() -> None:
    answers = iter([(0,)])
    counts = next(check(lambda _position: next(answers)))
    assert (counts.positions, counts.replies) == (1, 63)
    assert counts.pending == 12


def test_analyze_tells_value_move_and_evaluation() -> None:
    text = "RRR............./BB.............B/................/................"
    told = json.loads(sttt("analyze", "--game", "qubic", "--json", "--nodes", "200000", text).stdout)
    assert (told["to_move"], told["value"], told["best"]) == ("R", "R wins", "3,0,0")
    assert told["threats"]["R"] == ["3,0,0"]
    over = json.loads(
        sttt(
            "analyze",
            "--game",
            "qubic",
            "--json",
            "RRRR............/BBB............./................/................",
        ).stdout
    )
    assert (over["value"], over["best"]) == ("R wins", None)


def test_wrong_input_is_one_line() -> None:
    assert "3 layers" in fails_as_wrong_input("analyze", "--game", "qubic", "././.")


@pytest.mark.slow
def test_the_defence_leaves_out_moves_that_lose_and_keeps_at_least_one() -> None:
    left_out = 0
    for seed in range(6):
        (position,) = random_openings(GAME, 9, 1, seed)
        moves = position.empty
        kept = Defence(14).hardest(position, moves, math.inf, 60_000)
        assert kept
        assert kept & ~moves == 0
        judge = QubicProver(16)
        for square in squares(moves & ~kept):
            judge.begin(math.inf, NO_NODE_LIMIT)
            assert judge.prove(position.marks(position.side.other), position.marks(position.side) | BITS[square])
            left_out += 1
    assert left_out > 20


def test_the_defence_keeps_to_its_nodes_and_its_deadline() -> None:
    (position,) = random_openings(GAME, 7, 1, 1)
    defence = Defence(14)
    defence.hardest(position, position.empty, math.inf, 5_000)
    assert 0 < defence.nodes <= 5_000
    assert defence.hardest(position, position.empty, time.monotonic() - 1, 5_000) == position.empty

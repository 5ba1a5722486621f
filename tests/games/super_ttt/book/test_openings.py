"""The openings that ship: complete, proven where a search can tell, read from any side, and played by the player."""

import json
import math
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer
from sttt.errors import BookError
from sttt.games.game import Result, Side
from sttt.games.super_ttt.analysis.proofs import Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.book.book import shipped_book
from sttt.games.super_ttt.book.known import known
from sttt.games.super_ttt.book.openings import (
    DATA_FILE,
    Opening,
    OpeningTable,
    ReplyWorth,
    known_opening,
    shipped_openings,
    winning_move,
)
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.symmetry import SYMMETRIES, Symmetry
from sttt.games.super_ttt.text import parse_turn
from sttt.players.player import Limits
from sttt.workshop.books.super_ttt import tables_fingerprint
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import Judge
from sttt.workshop.settle.replies import Reply, replies_to

JUDGE = Judge(4)
HEADER = json.dumps({"origin": "a test", "format": 1})
KEY = "104.277.292.292.292.292.292.292.292"


@cache
def every_reply() -> list[Reply]:
    return [reply for first in first_turns(JUDGE) for reply in replies_to(JUDGE, first)]


def after(*turns: str) -> Position:
    position = Position()
    for turn in turns:
        position = enter_turn(position, parse_turn(turn))[0]
    return position


def won(count: int) -> list[Reply]:
    known = [(reply, known_opening(reply.position)) for reply in every_reply()]
    return Random(1).sample([reply for reply, one in known if one and one.wins == one.fails + 1 == 6], count)


@pytest.mark.slow
def test_every_reply_has_a_line_and_one_to_each_first_turn_holds() -> None:
    shipped = shipped_openings()
    assert len(shipped) == len(every_reply())
    assert DATA_FILE.stat().st_size <= 300_000
    assert shipped.origin["tables"] == tables_fingerprint()
    assert "sttt settle --replies" in shipped.origin["origin"]
    held = Counter[str]()
    for reply in every_reply():
        known = known_opening(reply.position)
        assert known is not None
        held[reply.first] += known.worth is ReplyWorth.HELD
    assert len(held) == 37
    assert min(held.values()) > 0


def test_what_the_book_has_proven_is_held() -> None:
    for first in first_turns(JUDGE):
        position = after(first.name)
        move = shipped_book().lookup(position)
        assert move is not None
        known = known_opening(enter_turn(position, move.turn)[0])
        assert known is not None
        assert known.worth is ReplyWorth.HELD


@pytest.mark.slow
def test_a_win_is_one_within_so_many_turns_and_not_within_fewer() -> None:
    prover = Prover()
    for reply in won(3):
        known, move = known_opening(reply.position), winning_move(reply.position)
        assert known is not None
        assert move is not None
        behind = enter_turn(reply.position, move.turn)[0]
        proof = prover.work_on(Question(behind, Side.X, known.wins - 1), math.inf)
        assert proof is not None
        assert proof.claim.wins
        proof = prover.work_on(Question(reply.position, Side.X, known.fails), math.inf)
        assert proof is not None
        assert not proof.claim.wins


def test_a_position_is_known_from_every_side() -> None:
    turns = ("11+15", "22+25")
    seen = set()
    for number, big in enumerate(SYMMETRIES):
        symmetry = Symmetry(big, tuple(SYMMETRIES[(board + number) % 8] for board in range(9)))
        position = Position()
        for turn in turns:
            squares = tuple(symmetry.square(square) for square in parse_turn(turn) if square is not None)
            position = enter_turn(position, squares)[0]
        move = winning_move(position)
        assert move is not None
        enter_turn(position, move.turn)
        seen.add((known_opening(position), move.entry))
    assert len(seen) == 1


def test_what_is_no_position_after_two_turns_is_not_looked_up() -> None:
    for position in (after(), after("11+15"), after("11+15", "22+25", "19+51"), after("11+15").play(20)):
        assert known_opening(position) is winning_move(position) is None
    assert winning_move(after("11+55", "13+51")) is None  # held


@pytest.mark.parametrize(
    "line",
    [
        f"{KEY}", f"{KEY} ", f"{KEY} lost", f"{KEY} held 5", f"{KEY} open", f"{KEY} open x", f"{KEY} won 5 6",
        f"{KEY} won 5 6 0:1", f"{KEY} won 5 6 1:1+", f"{KEY} won 5 6 1:1+2:2+3:3", f"{KEY[4:]} held", f"{KEY}:o held",
        f"{KEY} held 65 66", f"{KEY} held 65 1:70+5:102", f"{KEY} held 65 66 0:1", f"{KEY} open 6 1:70",
        f"{KEY} open 123", f"{KEY} open \N{ARABIC-INDIC DIGIT FIVE}", "",
    ],
)  # fmt: skip
def test_a_line_that_is_no_position_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(f"{HEADER}\n{KEY} held\n{line}\n", encoding="utf-8")
    with pytest.raises(BookError, match=r"openings\.txt.*expected") as refused:
        OpeningTable.load(path)
    assert "line 3" in str(refused.value) or not line.isascii()


@pytest.mark.parametrize("header", ["", "{}", '{"format": 2}', "[]", "held", "[" * 100_000])
def test_a_file_without_a_header_of_this_format_is_refused(tmp_path: Path, header: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(f"{header}\n{KEY} held\n", encoding="ascii")
    with pytest.raises(BookError, match="expected"):
        OpeningTable.load(path)
    with pytest.raises(BookError, match="expected a file of openings"):
        OpeningTable.load(tmp_path / "none.txt")


def test_a_turn_of_another_position_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    position = after("11+15", "22+25")
    openings = OpeningTable(load(), {"origin": "a test"})
    openings.add(position, Opening(ReplyWorth.WON, 5, 6, ((0, 292, 1), (1, 292, 1))))
    path.write_text(openings.dumps(), encoding="ascii")
    with pytest.raises(BookError, match="expected one of its own"):
        OpeningTable.load(path).move(position)


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(b"\xef\xbb\xbf" + DATA_FILE.read_bytes())
    assert OpeningTable.load(path).dumps() == shipped_openings().dumps()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(shipped_openings().dumps(), encoding="ascii")
    assert path.read_bytes() == DATA_FILE.read_bytes()
    assert list(OpeningTable.load(path).known()) == list(shipped_openings().known())


@pytest.mark.slow
def test_the_player_as_x_plays_the_win_and_says_so() -> None:
    for reply in won(3):
        move = winning_move(reply.position)
        decision = AlphaBetaPlayer(shipped_book()).choose(reply.position, Limits())
        assert move is not None
        assert (decision.turn, decision.value, decision.distance) == (move.turn, Result.X_WINS, move.entry.wins_in)
        assert decision.nodes == 0


def test_what_is_held_is_known_to_be_a_draw_without_a_turn() -> None:
    verdict = known(after("11+55", "13+51"))
    assert (verdict.value, verdict.turn(Side.X)) == (Result.DRAW, ())


def test_the_openings_are_read_when_a_position_after_two_turns_is_met_and_not_before() -> None:
    script = (
        "from sttt.players.registry import make_player; from sttt.players.player import Limits;"
        "from sttt.games.super_ttt.position import Position, enter_turn;"
        "from sttt.games.super_ttt.book import openings;"
        "from sttt.games.super_ttt.text import parse_turn;"
        "player = make_player('alpha-beta', 1); position = Position(); read = openings.shipped_openings.cache_info;"
        "player.choose(position, Limits());"
        "position = enter_turn(position, parse_turn('11+15'))[0]; player.choose(position, Limits());"
        "print(read().currsize);"
        "position = enter_turn(position, parse_turn('22+25'))[0]; player.choose(position, Limits());"
        "print(read().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "1"]

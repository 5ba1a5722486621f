"""The answers that ship: proven where a search can tell, read from any side, copied where X is worse off, and used."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random

import pytest
from support.slow_order import at_most

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer
from sttt.errors import BookError
from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.book.answers import DATA_FILE, AnswerTable, holding_answer, shipped_answers
from sttt.games.super_ttt.book.book import canonical, shipped_book
from sttt.games.super_ttt.book.known import known
from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening, shipped_openings
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.symmetry import SYMMETRIES, Symmetry
from sttt.games.super_ttt.text import parse_position
from sttt.games.verdict import Ground
from sttt.players.player import Limits
from sttt.workshop.books.super_ttt import tables_fingerprint
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, Turn, X
from sttt.workshop.settle.replies import Reply, replies_to

JUDGE = Judge(4)
NODES = 1_000_000
"""The solver's for a position: what it does not tell within them stays open."""
HEADER = json.dumps({"origin": "a test", "format": 1})
KEY = "104.277.292.292.292.292.292.292.292"
HARD = parse_position("x......../....x..../o......../x......../....x..../........./........./........./o........:o2")
"""The player without the answers loses here, with 2.4 million nodes."""


@cache
def held() -> list[Reply]:
    replies = [reply for first in first_turns(JUDGE) for reply in replies_to(JUDGE, first)]
    known = ((reply, known_opening(reply.position)) for reply in replies)
    return [reply for reply, one in known if one and one.worth is ReplyWorth.HELD]


def after_turn(reply: Reply, turn: Turn) -> Position:
    view = ClassView(reply.position)
    squares = view.turn_to(turn.key, JUDGE.branches)
    assert squares is not None
    return reply.position.play_all(view.filled(squares))


def some(count: int, seed: int) -> Iterator[Position]:
    """Yield positions after undominated turns of X's."""
    random = Random(seed)
    for _ in range(count):
        reply = random.choice(held())
        yield after_turn(reply, random.choice(JUDGE.turns(reply.classes, X)))


def noisy(count: int, seed: int) -> Iterator[Position]:
    """Yield positions after any turns of X's where O's reply holds."""
    random = Random(seed)
    for _ in range(count):
        position = random.choice(held()).position
        yield enter_turn(position, tuple(random.sample(position.legal_placements(), 2)))[0]


def proven(position: Position, answer: tuple[int, ...]) -> bool:
    """Say whether a search proves that X never wins after an answer; that it wins is an error."""
    after, counted = enter_turn(position, answer)
    assert counted == answer
    assert len(answer) == 2
    claim, _ = Judge(16).judge(ClassView(after).packed, X, NODES)
    assert claim != X_WINS
    return claim == X_NEVER_WINS


@pytest.mark.slow
def test_every_reply_that_holds_has_a_line_and_nearly_every_turn_an_answer() -> None:
    table = shipped_answers()
    openings = shipped_openings().dumps().splitlines()[1:]
    lines = {line.partition(" ")[0] for line in table.dumps().splitlines()[1:]}
    held_lines, open_lines = (
        {line.partition(" ")[0] for line in openings if word in line} for word in (" held", " open")
    )
    assert held_lines <= lines <= held_lines | open_lines
    assert len(held_lines) == len(held())
    assert table.origin["tables"] == tables_fingerprint()
    assert DATA_FILE.stat().st_size <= 450_000
    answered = [holding_answer(position) is not None for position in some(200, seed=1)]
    assert sum(answered) >= 190


@pytest.mark.slow
def test_after_an_answer_x_never_wins() -> None:
    found = [(position, holding_answer(position)) for position in some(24, seed=2)]
    assert sum(proven(position, answer) for position, answer in found if answer) >= 12


@pytest.mark.slow
def test_nor_does_it_after_an_answer_that_is_copied_from_where_x_is_better_off() -> None:
    found = [(position, holding_answer(position)) for position in noisy(24, seed=3)]
    assert sum(answer is not None for _, answer in found) >= 22
    assert sum(proven(position, answer) for position, answer in found if answer) >= 12


@pytest.mark.slow
def test_its_items_are_each_answer_that_is_found_by_its_position() -> None:
    items, found = dict(shipped_answers().items()), 0
    for position in some(60, seed=6):
        key, answer = JUDGE.key(position), holding_answer(position)
        assert (key in items) == (answer is not None)
        if answer:
            assert items[key] == JUDGE.key(position.play_all(answer))
            found += 1
    assert found >= 50


def test_a_position_is_answered_alike_from_every_side() -> None:
    seen = set()
    for number, big in enumerate(SYMMETRIES):
        symmetry = Symmetry(big, tuple(SYMMETRIES[(board + number) % 8] for board in range(9)))
        position = symmetry.position(HARD)
        answer = holding_answer(position)
        assert answer is not None
        seen.add(canonical(position.play_all(answer), load()).key)
    assert len(seen) == 1


@pytest.mark.slow
def test_threads_that_ask_at_once_get_the_same_answers() -> None:
    positions = list(some(12, seed=5))
    alone, interval = [holding_answer(position) for position in positions], sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(holding_answer, positions * 60))
    finally:
        sys.setswitchinterval(interval)
    assert together == alone * 60


@pytest.mark.slow
def test_what_is_answered_follows_from_an_answer_and_hardly_any_that_follows_is_missed() -> None:
    table, random, stored = AnswerTable(load()), Random(4), []
    replies = random.sample(held(), 12)
    for reply in replies:
        turns = random.sample(JUDGE.turns(reply.classes, X), 12)
        answers = {}
        for turn in turns:
            position = after_turn(reply, turn)
            if answer := holding_answer(position):
                answers[turn.key] = JUDGE.key(position.play_all(answer))
                stored.append(ClassView(position).classes)
        table.add(reply.position, answers)
    outcomes = Counter[tuple[bool, bool]]()
    for reply in (*replies * 30, *held()[::20]):
        position = enter_turn(reply.position, tuple(random.sample(reply.position.legal_placements(), 2)))[0]
        follows = any(at_most(ClassView(position).classes, classes) for classes in stored)
        outcomes[follows, table.find(position) is not None] += 1
    # The table looks where X was at most as well off before its turn, too, which hardly any of these miss.
    assert outcomes[False, True] == 0
    assert 20 * outcomes[True, False] <= outcomes[True, True]
    assert outcomes[True, True] >= 20
    assert outcomes[False, False] >= 20


def test_what_is_no_position_after_three_turns_is_not_looked_up() -> None:
    assert holding_answer(Position()) is None
    assert holding_answer(HARD.play(80)) is None
    assert holding_answer(Position.from_marks(HARD.x, HARD.o, Side.X)) is None


def test_it_is_known_that_x_never_wins_and_that_no_certificate_says_so() -> None:
    denied = known(HARD).find(Side.X, wins=False)
    assert denied is not None
    assert (denied.claim, denied.ground) == (Claim(Side.X, wins=False), Ground.BOOK)
    assert denied.turn == holding_answer(HARD)


@pytest.mark.slow
def test_the_player_plays_a_turn_that_holds_where_it_finds_none_itself() -> None:
    nodes = Limits(nodes=60_000)
    with_book, without = AlphaBetaPlayer(shipped_book(), 1), AlphaBetaPlayer(None, 1)
    never = Claim(Side.X, wins=False)
    assert without.choose(HARD, nodes).denied != never
    assert with_book.choose(HARD, nodes).denied == never


@pytest.mark.parametrize(
    "line",
    [
        f"{KEY}", f"{KEY} ", f"{KEY} 0", f"{KEY} 0a0", f"{KEY} 0a,", f"{KEY[4:]} 0a", f"{KEY}:x 0a",
        f"{KEY} 0\N{ARABIC-INDIC DIGIT FIVE}", "",
    ],
)  # fmt: skip
def test_a_line_that_names_no_answers_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "answers.txt"
    path.write_text(f"{HEADER}\n{KEY} 0a\n{line}\n", encoding="utf-8")
    with pytest.raises(BookError, match=r"answers\.txt.*expected") as refused:
        AnswerTable.load(path)
    assert "line 3" in str(refused.value) or not line.isascii()


@pytest.mark.parametrize("header", ["", "{}", '{"format": 2}', "[]"])
def test_a_file_without_a_header_of_this_format_is_refused(tmp_path: Path, header: str) -> None:
    path = tmp_path / "answers.txt"
    path.write_text(f"{header}\n{KEY} 0a\n", encoding="ascii")
    with pytest.raises(BookError, match="expected"):
        AnswerTable.load(path)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [(r"^(\.|..)", "expected one to each of"), (r"\.|..", "expected the number of an answer")],
    ids=["an answer too few", "answers that there are not"],
)
def test_a_line_of_another_position_is_refused(tmp_path: Path, pattern: str, expected: str) -> None:
    path, instead = tmp_path / "answers.txt", "" if "^" in pattern else "--"
    _, *lines = shipped_answers().dumps().splitlines()
    words = (line.partition(" ") for line in lines)
    path.write_text(
        "\n".join([HEADER, *(f"{key} {re.sub(pattern, instead, some)}" for key, _, some in words)]), encoding="ascii"
    )
    with pytest.raises(BookError, match=expected):
        AnswerTable.load(path).find(HARD)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "answers.txt"
    path.write_text(shipped_answers().dumps(), encoding="ascii")
    assert path.read_bytes() == DATA_FILE.read_bytes()
    assert AnswerTable.load(path).dumps() == shipped_answers().dumps()

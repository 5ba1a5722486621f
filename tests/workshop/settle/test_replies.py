"""Settling O's replies: the work list, the search against plain search, what is told and brought back."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.endings import filled_position, late_position
from support.plain_solver import shortest_win

from sttt.errors import CertificateError, PositionError
from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import most_turns
from sttt.games.super_ttt.book.openings import known_opening
from sttt.games.super_ttt.certificate.file import EACH_LINE, Header, write_certificate
from sttt.games.super_ttt.certificate.line import Kind, Line
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_squares
from sttt.workshop.settle import reply_search
from sttt.workshop.settle.answers import AnswerHistory, AnswerSearch, AskedAnswer
from sttt.workshop.settle.certified import NAME, take_over
from sttt.workshop.settle.findings import (
    NOTHING,
    SIZE,
    Finding,
    FindingFile,
    SettleError,
    combined,
    merge,
    read_findings,
)
from sttt.workshop.settle.first_turn import digest, first_turns
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, O, Turn, X
from sttt.workshop.settle.replies import Reply, replies_to
from sttt.workshop.settle.reply_agenda import ROUNDS
from sttt.workshop.settle.reply_search import ReplySearch, is_finished
from sttt.workshop.settle.reply_status import ReplyStatus, read_reply_status, status_of
from sttt.workshop.settle.reply_task import (
    CLAIM,
    ReplyTask,
    book_findings,
    reply_findings,
    settle_replies,
    shared_out,
    take_replies_back,
)

JUDGE = Judge(16)
CERTIFICATES = Path(__file__).parents[3] / "docs" / "certificates"


def reply_of(position: Position) -> Reply:
    """A position as if two turns had led there."""
    return Reply("11+13", "12+55", JUDGE.key(position), JUDGE.classes(position), position)


def x_to_move(make: Callable[[int, int, int], Position], seed: int) -> Position:
    while True:
        position = make(seed, 5, 7)
        if position.left == 2 and position.side is Side.X and not position.result:
            return position
        seed += 1_000_003


def named(first: str, name: str) -> Reply:
    turn = next(turn for turn in first_turns(JUDGE) if turn.name == first)
    return next(reply for reply in replies_to(JUDGE, turn) if reply.name == name)


@pytest.mark.slow
def test_the_work_list_has_3639_positions_each_once_and_named_by_squares_that_lead_there() -> None:
    replies = [reply for first in first_turns(JUDGE) for reply in replies_to(JUDGE, first)]
    assert len(replies) == len({reply.key for reply in replies}) == 3_639
    for reply in replies[::50]:
        after = Position().play_all(parse_squares(reply.first))
        assert JUDGE.key(after.play_all(parse_squares(reply.name))) == reply.key == JUDGE.key(reply.position)


@pytest.mark.slow
@settings(max_examples=12)
@given(st.integers(0, 2**32), st.sampled_from([filled_position, late_position]))
def test_with_more_and_more_nodes_it_finds_what_a_search_on_plain_squares_finds(
    tmp_path_factory: pytest.TempPathFactory, seed: int, make: Callable[[int, int, int], Position]
) -> None:
    position = x_to_move(make, seed)
    with FindingFile(tmp_path_factory.mktemp("replies") / "a.journal", digest()) as findings:
        search = ReplySearch(JUDGE, findings, {})
        reply, finding = reply_of(position), NOTHING
        for doubled in range(2, 20):
            if is_finished(finding):
                break
            finding = search.work_on(reply, 2**doubled)
        assert search.known(reply) == finding
    most = most_turns(position, Side.X)
    expected = shortest_win(position, Side.X, most)
    assert is_finished(finding)
    assert (finding.wins or None) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "name", "expected"),
    [
        ("11+15", "65+85", Finding(X_WINS, 0, 0, fails=5, wins=6)),
        ("11+55", "91+93", Finding(X_WINS, 0, 0, fails=5, wins=6)),
        ("25+45", "15+55", Finding(X_NEVER_WINS, 0, 0, fails=6)),
    ],
    ids=["won by a turn that looks best", "won by another", "held"],
)
def test_the_first_round_decides_what_is_easy(tmp_path: Path, first: str, name: str, expected: Finding) -> None:
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        search = ReplySearch(Judge(16), findings, {})  # one that nothing else has filled
        found = search.work_on(named(first, name), ROUNDS[0])
        assert found.reply if expected.claim == X_WINS else not found.reply
        assert 0 < found.nodes <= found.budget == ROUNDS[0]
        assert found._replace(budget=0, nodes=0, reply=0) == expected


@pytest.mark.slow
def test_of_a_turn_that_wins_the_fewest_turns_are_told_that_are_asked_about(tmp_path: Path) -> None:
    """Asked for "ever" the solver may answer 14, a longer win that it finds first."""
    reply = named("21+23", "71+75")
    after = reply.position.play_all(parse_squares("11+22"))
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        search = ReplySearch(Judge(20), findings, {})
        assert search._wins_within(Turn(JUDGE.key(after), JUDGE.classes(after), ()), 30_000_000) == 8


@pytest.mark.slow
@settings(max_examples=12)
@given(st.integers(0, 2**32), st.sampled_from([filled_position, late_position]))
def test_turn_by_turn_it_finds_what_a_search_on_plain_squares_finds_and_what_it_follows_from(
    tmp_path_factory: pytest.TempPathFactory, seed: int, make: Callable[[int, int, int], Position]
) -> None:
    position = x_to_move(make, seed)
    reply, path = reply_of(position), tmp_path_factory.mktemp("replies") / "a.journal"
    with FindingFile(path, digest()) as findings, pytest.MonkeyPatch.context() as patch:
        patch.setattr(reply_search, "SOON", 1)
        finding = ReplySearch(JUDGE, findings, {}).work_on(reply, 10_000_000)
    expected = shortest_win(position, Side.X, most_turns(position, Side.X))
    assert is_finished(finding)
    assert (finding.wins or None) == expected
    known = read_findings(path, digest())
    if expected is None and finding.fails == 1:
        for turn in JUDGE.turns(reply.classes, X):
            assert known[turn.key].claim == X_NEVER_WINS
            if answer := known[turn.key].reply:
                assert answer in {after.key for after in JUDGE.turns(turn.classes, O)}
                assert known[answer].claim == X_NEVER_WINS


@pytest.mark.slow
@pytest.mark.parametrize("make", [filled_position, late_position], ids=["few squares left", "late in a game"])
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000))
def test_an_answer_is_named_to_each_turn_that_a_search_on_plain_squares_finds_held(
    tmp_path_factory: pytest.TempPathFactory, seed: int, make: Callable[[int, int, int], Position]
) -> None:
    position = x_to_move(make, seed)
    reply, path = reply_of(position), tmp_path_factory.mktemp("replies") / "a.journal"
    with FindingFile(path, digest()) as findings:
        search = ReplySearch(JUDGE, findings, {})
        search.answer_turns(reply, 10_000_000)
        nodes = search.nodes
        search.answer_turns(reply, 10_000_000)
    known, view = read_findings(path, digest()), ClassView(position)
    unnamed = 0
    for turn in JUDGE.turns(reply.classes, X):
        after = position.play_all(view.filled(view.turn_to(turn.key, JUDGE.branches) or ()))
        expected = shortest_win(after, Side.X, most_turns(after, Side.X))
        assert known[turn.key].claim == (X_WINS if expected else X_NEVER_WINS)
        answers = {answer.key for answer in JUDGE.turns(turn.classes, O)}
        if expected is None and answers:
            assert known[turn.key].reply in answers
            assert known[known[turn.key].reply].claim == X_NEVER_WINS
        else:
            unnamed += 1
    assert search.nodes == nodes or unnamed


@pytest.mark.slow
def test_turns_that_are_decided_are_not_asked_about_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply that holds: not shown with the first nodes, but by some of X's turns; shown with more by the others."""
    asked: dict[int, list[Claim | None]] = {}

    class Noted(AnswerSearch):
        """A search that notes what it is asked about, and what it says."""

        def decide(self, first: str, turn: Turn, nodes: int) -> tuple[Claim | None, AskedAnswer | None]:
            said = super().decide(first, turn, nodes)
            asked.setdefault(turn.key, []).append(said[0])
            return said

    monkeypatch.setattr(reply_search, "AnswerSearch", Noted)
    reply = named("11+15", "35+75")
    turns = [turn.key for turn in JUDGE.turns(JUDGE.classes(reply.position), X)]
    is_open = set(turns[:60:5])
    known = {key: Finding(X_NEVER_WINS, 0, 0) for key in turns if key not in is_open}
    known[reply.key] = Finding(None, 0, 0, fails=8)
    claims, decided = [], []
    for nodes in (500_000, 8_000_000):
        with FindingFile(tmp_path / "a.journal", digest()) as findings:
            claims.append(ReplySearch(Judge(18), findings, known).work_on(reply, nodes).claim)
        decided.append(sum(said[-1] is not None for said in asked.values()))
    assert claims == [None, X_NEVER_WINS]
    assert asked.keys() == is_open
    assert 0 < decided[0] < decided[1] == len(asked)
    for said in asked.values():
        assert said == [None] * (len(said) - 1) + [X_NEVER_WINS]
    assert max(map(len, asked.values())) > 2  # some of them with more and more nodes


def with_one_mark_moved(position: Position) -> Iterator[Position]:
    """The unfinished positions with one mark on another square of the same little board."""
    marked = position.x | position.o
    for at, to in product(range(81), repeat=2):
        if at // 9 == to // 9 and marked >> at & 1 and not marked >> to & 1:
            step = 2**at | 2**to
            x, o = (marks ^ step if marks >> at & 1 else marks for marks in (position.x, position.o))
            with suppress(PositionError):
                moved = Position.from_marks(x, o, position.side, position.left)
                if not moved.result:
                    yield moved


@pytest.mark.slow
def test_where_x_is_said_to_be_as_well_off_it_wins_as_soon() -> None:
    compared = won = 0
    for seed, make in product(range(40), (filled_position, late_position)):
        position = make(seed, 5, 7)
        if position.left < 2:
            continue
        side = X if position.side is Side.X else O
        own, *better = JUDGE.as_good_for_x(JUDGE.classes(position), side)
        assert own == JUDGE.key(position)
        wins = shortest_win(position, Side.X, most_turns(position, Side.X)) if better else None
        for other in with_one_mark_moved(position) if better else ():
            if JUDGE.key(other) in better:
                compared += 1
                won += bool(wins)
                assert not wins or shortest_win(other, Side.X, wins)
    assert compared > 200
    assert won > 10


@pytest.mark.slow
@pytest.mark.parametrize("of_whom", [X, O], ids=["after O's answer", "after X's turn"])
def test_what_follows_from_other_positions_is_not_searched(tmp_path: Path, of_whom: int) -> None:
    """Known are positions with a board better for X than in those after the turns or answers, where there is one."""
    reply, judge = named("25+45", "15+55"), Judge(4)
    known = {reply.key: Finding(None, 0, 0, fails=8)}
    answers = {turn: judge.turns(turn.classes, O) for turn in judge.turns(judge.classes(reply.position), X)}
    for number, (turn, some) in enumerate(answers.items()):
        there = turn if of_whom == O else some[number % len(some)]
        *_, key = judge.as_good_for_x(there.classes, of_whom)
        known[key] = Finding(X_NEVER_WINS, 5, 5)
    path = tmp_path / "a.journal"
    with FindingFile(path, digest()) as findings:
        search = ReplySearch(judge, findings, known)
        assert search.work_on(reply, 1_000).claim == X_NEVER_WINS
        assert search.nodes == search.turns_left(reply) == 0
    found = known | read_findings(path, digest())
    for turn, some in answers.items():
        assert found[turn.key].claim == X_NEVER_WINS
        if of_whom == X:
            assert found[turn.key].reply in {answer.key for answer in some}
            assert found[found[turn.key].reply].claim == X_NEVER_WINS


def test_what_is_told_counts_wins_by_their_turns() -> None:
    won, open_, held = X_WINS, None, X_NEVER_WINS
    findings = [
        Finding(won, 9, 3, 1, fails=5, wins=6),
        Finding(won, 9, 3, 1, fails=5, wins=7),
        Finding(held, 0, 0),
        Finding(open_, 8, 3),
        Finding(open_, 9, 3),
    ]
    status = status_of("51+55", findings)
    assert asdict(status) == {
        "first": "51+55", "replies": 5, "held": 1, "won": {"6": 1, "?": 1}, "open": 2, "budget": 8, "nodes": 12,
        "seconds": 0.0,
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_stops_at_its_nodes_and_goes_on_from_what_it_has_found(tmp_path: Path, threads: int) -> None:
    def run() -> ReplyStatus:
        task = ReplyTask("a", ("21+23",), tmp_path, 14, nodes=300_000, threads=threads, from_scratch=True)
        return settle_replies(task)[0]

    first = run()
    before = read_findings(tmp_path / "a.journal", digest())
    second = run()
    assert read_reply_status(tmp_path, "21+23") == second
    assert second.nodes > first.nodes
    after = read_findings(tmp_path / "a.journal", digest())
    for key, known in before.items():
        assert combined(after[key], known) == after[key]
        assert known.claim or after[key].budget >= known.budget


@pytest.mark.slow
def test_from_scratch_a_run_knows_nothing_of_what_ships(tmp_path: Path) -> None:
    turn = next(one for one in first_turns(JUDGE) if one.name == "21+23")
    shipped = [known_opening(reply.position) for reply in replies_to(JUDGE, turn)]
    held = sum(one is not None and one.worth == "held" for one in shipped)
    for from_scratch, known in ((False, held), (True, 0)):
        task = ReplyTask("a", ("21+23",), tmp_path, 14, nodes=1, from_scratch=from_scratch)
        assert settle_replies(task)[0].held == known


@pytest.mark.slow
def test_a_run_begins_with_what_ships() -> None:
    found = reply_findings(JUDGE, {})
    for name in ("11+13", "51+55"):
        first = next(one for one in first_turns(JUDGE) if one.name == name)
        for reply in replies_to(JUDGE, first):
            shipped, known = known_opening(reply.position), found.get(reply.key, NOTHING)
            assert shipped
            assert (known.claim, known.fails, known.wins) == (CLAIM[shipped.worth], shipped.fails, shipped.wins)
            won_by = ClassView(reply.position).turn_to(known.reply, JUDGE.branches)
            assert (won_by is not None) == (known.claim == X_WINS)


@pytest.mark.slow
def test_an_answer_that_ships_is_known_and_comes_first_against_turns_alike(tmp_path: Path) -> None:
    found, history = reply_findings(JUDGE, {}), AnswerHistory()
    first = next(one for one in first_turns(JUDGE) if one.name == "51+55")
    held = [reply for reply in replies_to(JUDGE, first) if found[reply.key].claim == X_NEVER_WINS]
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        ReplySearch(JUDGE, findings, found, history).recall(held[:2])
    answered = 0
    for reply in held[:2]:
        for turn in JUDGE.turns(reply.classes, X):
            key = found[turn.key].reply if turn.key in found else 0
            assert history.has(turn) == (key != 0)
            if key:
                answer = JUDGE.turn_to(key, turn.classes, O)
                assert answer is not None
                assert found[key].claim == X_NEVER_WINS
                assert history.against("51+55", turn, answer) > 0
                answered += 1
    assert answered > 40


@given(st.integers(0, 9), st.integers(0, 9), st.integers(1, 9))
def test_two_findings_say_together_what_each_says(one: int, other: int, wins: int) -> None:
    open_, won = Finding(None, 5, 5, 0, one), Finding(X_WINS, 3, 3, 7, min(other, wins - 1), wins)
    later = won._replace(wins=wins + 1, reply=8)
    for both in (combined(open_, won), combined(won, open_), combined(won, later), combined(later, won)):
        assert (both.claim, both.reply, both.wins) == (X_WINS, 7, wins)
    assert combined(open_, Finding(None, 1, 1, 0, other)).fails == max(one, other)
    with pytest.raises(SettleError, match="expected them to agree"):
        combined(won, Finding(X_NEVER_WINS, 1, 1))


def test_a_work_file_is_bounded_and_keeps_what_was_dear_or_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with FindingFile(path, digest()) as findings:
        for round_ in range(3):
            for key in range(100):
                findings.add(key, Finding(None, round_, key))
        findings.forget({0, 1}, most=100)
        assert len(findings.known) == 100
        findings.add(100, Finding(None, 2, 100))
        findings.forget({0, 1}, most=100)
        findings.compact_if_worn()
        assert set(findings.known) == {0, 1, *range(51, 101)}
        known = dict(findings.known)
    assert read_findings(path, digest()) == known
    size = len(path.read_bytes())
    with FindingFile(path, digest()) as findings:
        findings.compact_if_worn()
        assert findings.known == known
    assert len(path.read_bytes()) == size < 60 * SIZE


def test_each_machine_gets_a_first_turn() -> None:
    task = ReplyTask("replies", ("a", "b"), Path("work"), 14, 5, threads=2)
    assert shared_out(task) == [
        ReplyTask("replies-a", ("a",), Path("work"), 14, 5),
        ReplyTask("replies-b", ("b",), Path("work"), 14, 5),
    ]


def test_replies_that_come_back_from_another_machine_add_to_what_is_known_here(tmp_path: Path) -> None:
    here = ReplyTask("a", ("51+55",), tmp_path / "here")
    there = ReplyTask("a", ("51+55",), tmp_path / "there")
    for task, finding in (
        (here, Finding(None, 9, 9)),
        (there, Finding(X_WINS, 9, 9, 7, 5, 6)),
    ):
        with FindingFile(task.work_file, digest()) as findings:
            findings.add(1, finding)
    for _ in range(2):
        take_replies_back(here, [ReplyStatus("51+55", replies=31, seconds=2.0)], there.work_file.read_bytes())
    assert read_findings(here.work_file, digest()) == {1: Finding(X_WINS, 9, 9, 7, 5, 6)}
    assert read_reply_status(here.folder, "51+55") == ReplyStatus("51+55", replies=31, seconds=4.0)


def test_a_status_that_makes_no_sense_counts_as_none(tmp_path: Path) -> None:
    path = tmp_path / "51+55.replies.json"
    told = asdict(ReplyStatus("51+55", 31, 1, {"6": 2}, 28, 9, 9, 1.0))
    path.write_text(json.dumps(told))
    assert asdict(read_reply_status(tmp_path, "51+55")) == told
    for content in (
        b"",
        b"[]",
        b"\xff",
        json.dumps(told | {"won": 3}).encode(),
        json.dumps(told | {"open": "3"}).encode(),
    ):
        path.write_bytes(content)
        assert read_reply_status(tmp_path, "51+55") == ReplyStatus("51+55")


def test_bounds_are_kept_and_closer_ones_win(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    won = Finding(X_WINS, 9, 9, 7, fails=5, wins=7)
    with FindingFile(path, "tables") as findings:
        findings.add(1, won)
    assert read_findings(path, "tables") == {1: won}
    for one, other, expected in (
        (won, won._replace(fails=6), won._replace(fails=6)),
        (won._replace(wins=6), won, won._replace(wins=6)),
        (won._replace(wins=0), won, won),
    ):
        for pair in ((one, other), (other, one)):
            found = {1: pair[0]}
            merge(found, {1: pair[1]})
            assert found == {1: expected}


@pytest.mark.slow
def test_what_a_certificate_holds_counts_as_known(tmp_path: Path) -> None:
    (tmp_path / "certificates").mkdir()
    (tmp_path / "certificates" / "11+55.xz").symlink_to(CERTIFICATES / "11+55.xz")
    for _ in range(2):
        take_over(JUDGE, tmp_path / "certificates", tmp_path)
    found = read_findings(tmp_path / NAME, digest())
    first = JUDGE.key(Position().play_all(parse_squares("11+55")))
    assert found[first].claim is found[found[first].reply].claim == X_NEVER_WINS
    assert found[first].reply == book_findings()[first].reply
    assert len(found) > 1_000


@pytest.mark.parametrize(
    ("position", "squares"),
    [
        ("......../........./........./........./........./........./........./........./.........:o2", "11+12"),
        ("o.o....../x......../x......../x......../x......../........./........./........./.........:o2", "12+19"),
        ("o.o....../x......../x......../x......../x......../........./........./........./.........:o2", "21+19"),
    ],
    ids=["no position", "the first mark closes the board of the second", "a square that is taken"],
)
def test_a_certificate_whose_reply_cannot_be_played_is_named_with_the_line(
    tmp_path: Path, position: str, squares: str
) -> None:
    (tmp_path / "certificates").mkdir()
    path = tmp_path / "certificates" / "11+55.xz"
    header = Header(X_NEVER_WINS, EACH_LINE, 1_000, "a test")
    write_certificate(path, header, [Line(position, f"{Kind.REPLY} {squares}")])
    with pytest.raises(CertificateError, match=r"11\+55\.xz: line \d+: .*expected"):
        take_over(JUDGE, tmp_path / "certificates", tmp_path)

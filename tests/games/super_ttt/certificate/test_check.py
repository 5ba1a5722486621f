"""The checker of certificates: against a naive one, against the solver's tables, and against forgers."""

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest
from support import house, naive_certificate
from support.certificates import certificate, claims_of, mutations, refusals, total
from support.endings import filled_position, late_position

from sttt.games.claim import EVER, Claim
from sttt.games.game import Side
from sttt.games.super_ttt.certificate.check import parse_line
from sttt.games.super_ttt.certificate.line import Line, groups, reply, search
from sttt.games.super_ttt.certificate.pieces import check, pieces_for, shared_checker
from sttt.games.super_ttt.classes import groups as shipped_groups
from sttt.games.super_ttt.classes import tables as shipped_tables
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position, parse_position
from sttt.kernel.builds import interpreted
from sttt.workshop.certify.builder import CheckEffort

HELD = "ooo....../xox....../.o..o..o./........./xxx....../........./........./ox......./x......x.:x2"
X_WINS = "..x....../x......../ooo.o..x./......x../x..x..x../........./........./.o......./ooo...x..:x2"
ALL = CheckEffort(1, 0)
"""A line for every position that costs and groups do not settle."""
PARTS = 4
"""Into how many tests the forgeries are cut: all of them take minutes."""


@cache
def small_certificates() -> list[str]:
    """Sixty true certificates of positions with few open squares, of six lines and more."""
    found: list[str] = []
    seed = 0
    while len(found) < 60:
        seed += 1
        position = (late_position, filled_position)[seed % 2](seed, 10, 13)
        for attacker, effort in product(Side, (ALL, CheckEffort(1, 3))):
            texts = [certificate(position, claim, effort) for claim in claims_of(position, attacker)]
            found += [text for text in texts if text.count("\n") > 15]
    return found


@pytest.mark.slow
def test_the_order_and_the_groups_are_those_that_the_solver_was_given() -> None:
    ours, theirs = shared_checker().tables, shipped_tables.load()
    same: dict[int, int] = {}
    for board, one in ours.class_of.items():
        x, o = (sum(2**square for square in range(9) if board[square] == mark) for mark in "xo")
        other = theirs.class_of[shipped_tables.raw_index(x, o)]
        assert other < 0 or same.setdefault(one, other) == other
    for side, one in product((0, 1), list(same)):
        assert same.setdefault(ours.only[side][one], theirs.only[side][same[one]]) == theirs.only[side][same[one]]
    assert len(same) == len(set(same.values())) == len(theirs.costs[0])
    for side, (one, other) in product((0, 1), same.items()):
        assert ours.costs[side][one] == theirs.costs[side][other]
        assert {same[after] for after in ours.singles[side][one]} == set(theirs.singles[side][other])
        assert {same[after] for after in ours.doubles[side][one]} == set(theirs.doubles[side][other])
    assert sum(shared_checker().denial.table) == sum(byte.bit_count() for byte in shipped_groups.load().denied)


@pytest.mark.parametrize("seed", range(40))
def test_the_search_agrees_with_a_naive_one(seed: int) -> None:
    checker = shared_checker()
    position = (late_position, filled_position)[seed % 2](1000 + seed, 5, 8)
    if position.left == 1:
        position = Position.from_marks(position.x, position.o, position.side)
    boards, side, left = naive_certificate.read(format_position(position))
    for attacker in Side:
        checker.begin(Claim(attacker, wins=False), 0, [])
        for turns in (1, 2, 3, EVER):
            checker.search.forget(10)
            bound = checker.search.decide(checker.classes(position), checker.side(position), turns, 10**6)
            wins = naive_certificate.wins(boards, side, left, attacker.value, min(turns, naive_certificate.EVER))
            assert (bound > 0) == wins, (position, attacker, turns)
            assert bound


@pytest.mark.slow
def test_true_certificates_are_accepted_by_both_checkers(tmp_path: Path) -> None:
    kinds: Counter[str] = Counter()
    for text in small_certificates():
        assert refusals(text, tmp_path) == []
        assert naive_certificate.false_statements(text) == []
        kinds += Counter({kind: text.count(f" {kind} ") for kind in ("reply", "search")})
        kinds[text.splitlines()[2].split(" ", 2)[2][:3]] += 1
    assert min(kinds[name] for name in ("reply", "search", "nev", "win", "can")) > 3, kinds


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_forgery_that_makes_a_statement_false_is_accepted(part: int, tmp_path: Path) -> None:
    """Whatever the checker accepts of some thousand changed certificates, the naive one finds true to the last line."""
    random = Random(15 + part)
    refused: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    for text in small_certificates()[part::PARTS]:
        for name, forged in mutations(text, random, 35):
            wrong = refusals(forged, tmp_path)
            if wrong:
                refused[name] += 1
                assert "certificate.txt: " in wrong[0]
            else:
                accepted[name] += 1
                assert naive_certificate.false_statements(forged) == [], name
    assert refused.total() > 1000 / PARTS, (refused, accepted)
    assert accepted["count changed"] == 0
    assert accepted["cut off"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("given", [HELD, X_WINS])
def test_a_certificate_is_made_and_checked_for_each_claim(given: str, tmp_path: Path) -> None:
    for attacker in Side:
        for claim in claims_of(parse_position(given), attacker):
            text = certificate(parse_position(given), claim, CheckEffort(20, 200))
            assert refusals(text, tmp_path) == []
            assert total(text, tmp_path).lines == text.partition("\n\n")[2].count("\n")


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "nodes"), [(367, 200), (654, 50), (761, 50), (1108, 100)])
def test_what_one_line_demands_last_leaves_no_other_line_undecided(seed: int, nodes: int, tmp_path: Path) -> None:
    """What becomes a line is searched no more, so that the table lacks what had decided turns of earlier lines."""
    claim = Claim(Side.O, wins=False)
    text = certificate(late_position(seed, 40, 56), claim, CheckEffort(nodes, 2 * nodes))
    assert refusals(text, tmp_path) == []


@pytest.mark.slow
def test_every_line_that_is_needed_is_missed_where_it_is_needed(tmp_path: Path) -> None:
    text = certificate(parse_position(HELD), Claim(Side.X, wins=False), CheckEffort(1, 200))
    head, body = text.partition("\n\n")[0].splitlines(), text.partition("\n\n")[2].splitlines()
    for at in range(0, len(body), max(1, len(body) // 12)):
        fewer = body[:at] + body[at + 1 :]
        counts = [f"{kind} {sum(f' {kind} ' in line for line in fewer)}" for kind in ("reply", "groups", "search")]
        forged = "\n".join([*head[:5], *counts, head[8], "", *fewer, ""])
        wrong = refusals(forged, tmp_path)
        assert wrong
        assert all("nothing is listed" in one or "root" in one for one in wrong)


def test_a_reply_that_loses_is_refused_with_its_line_and_what_refutes_it() -> None:
    position = parse_position(X_WINS)
    claim = Claim(Side.X, wins=True, turns=5)
    shared_checker().begin(claim, 100_000, [])
    name = format_position(position)
    assert shared_checker().check_line(Line(name, reply((3, 4)), 1)) == "14+15 does not win, and no turn is left"
    assert "cannot win within" in str(shared_checker().check_line(Line(name, reply((3, 4)), 2)))
    assert "not open" in str(shared_checker().check_line(Line(name, reply((2, 3)), 5)))
    assert "not complete" in str(shared_checker().check_line(Line(name, reply((3,)), 5)))
    assert shared_checker().check_line(Line(name, search(100_000), 5)) is None
    assert "cannot win within" in str(shared_checker().check_line(Line(name, search(100_000), 2)))
    started = Line(format_position(position.play(0)), search(100_000), 5)
    assert shared_checker().check_line(started) == "a search of a started turn; expected a reply"


def test_groups_are_checked_one_by_one() -> None:
    """X has a line of three left at most: boards 1 2 3, of which 2 and 3 are untouched."""
    position = parse_position(f"xxx....../........./........./{'/'.join(['xoxxoooxo'] * 6)}:x2")
    shared_checker().begin(Claim(Side.X, wins=False), 0, [])
    name = format_position(position)
    assert shared_checker().check_line(Line(name, groups([(1, 2)]))) is None
    assert shared_checker().check_line(Line(name, groups([(0, 1, 2)]))) is None
    assert "no denied group" in str(shared_checker().check_line(Line(name, groups([(0, 1)]))))
    assert "no denied group" in str(shared_checker().check_line(Line(name, groups([(3, 4)]))))
    assert "share a board" in str(shared_checker().check_line(Line(name, groups([(1, 2), (2, 3)]))))


def test_a_line_that_the_search_does_not_decide_in_time_is_refused() -> None:
    claim = Claim(Side.X, wins=False)
    shared_checker().begin(claim, 0, [])
    assert shared_checker().check_line(Line(HELD, search(3))) == "3 nodes do not decide it"
    assert shared_checker().check_line(parse_line(f"{HELD} search 1000000", claim)) is None


@pytest.mark.slow
def test_both_builds_check_alike(tmp_path: Path) -> None:
    text = certificate(parse_position(HELD), Claim(Side.O, wins=False), CheckEffort(5, 50))
    plain = interpreted("sttt.games.super_ttt.certificate.pieces")
    path = tmp_path / "certificate.txt"
    path.write_text(text, encoding="ascii")
    job = pieces_for(path)[0]
    ours, theirs = check(job), plain.check(plain.Piece(job.path, job.sha256, job.start, job.stop))
    assert (ours.lines, ours.nodes, ours.refusals) == (theirs.lines, theirs.nodes, [])


def test_the_checker_imports_the_rules_and_nothing_else_of_the_game() -> None:
    room = "sttt.games.super_ttt."
    allowed = {f"{room}{name}" for name in ("position", "text", "symmetry")}
    for name in house.MODULES:
        if name.startswith(f"{room}certificate"):
            of_the_game = {one for one in house.imported_modules(name) if one.startswith(room)}
            assert {one for one in of_the_game - allowed if not one.startswith(f"{room}certificate.")} == set(), name

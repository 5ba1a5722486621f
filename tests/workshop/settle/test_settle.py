"""Settling: the proof tree against plain search, the findings against damage, the turns against the rules."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.endings import filled_position, late_position
from support.plain_solver import shortest_win

from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import most_turns
from sttt.games.super_ttt.classes import tables
from sttt.games.super_ttt.classes.view import CLASSES, ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.branches import Branch, Branches
from sttt.games.super_ttt.text import parse_squares
from sttt.kernel.builds import interpreted
from sttt.workshop.settle.findings import NUMBERS, SIZE, Finding, FindingFile, SettleError, merge, read_findings
from sttt.workshop.settle.first_turn import FirstTurnSearch, FirstTurnStatus, digest, first_turns
from sttt.workshop.settle.first_turn_task import SettleTask, book_replies, read_status, take_back
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, O, X
from sttt.workshop.settle.node import INFINITE, Node
from sttt.workshop.settle.proof_tree import Effort, ProofTree

JUDGE = Judge(12)
HARDLY_ANY = Effort(budgets=((2,), (2,)))
"""So few nodes that the tree has to find out nearly everything itself."""
LATE = Effort(budgets=((2,), (2,)), late=(5, 20), late_after=50)
"""Soon the solver gets more nodes where X is to move."""

O_WINS = Claim(Side.O, wins=True)


def branch_of(position: Position) -> tuple[Branch, int]:
    classes = JUDGE.classes(position)
    return (JUDGE.key(position), classes), X if position.side is Side.X else O


def whole_turn_position(make: Callable[[int, int, int], Position], seed: int, most: int) -> Position:
    """A position after whole turns in which the side to move does not win at once."""
    while True:
        position = make(seed, 5, most)
        if position.left == 2:
            return position
        seed += 1_000_003


def settled(tree: ProofTree, steps: int = 100_000) -> Claim | None:
    for _ in range(steps):
        if tree.root.claim is not None:
            break
        tree.step()
    return tree.root.claim


def tree_of(position: Position, findings: FindingFile, effort: Effort = HARDLY_ANY) -> ProofTree:
    root, side = branch_of(position)
    return ProofTree(root, JUDGE, findings, side=side, effort=effort)


@pytest.mark.slow
@settings(max_examples=80)
@given(
    st.integers(0, 2**32),
    st.sampled_from([filled_position, late_position]),
    st.sampled_from([HARDLY_ANY, LATE]),
)
def test_the_tree_proves_what_a_search_on_plain_squares_finds(
    tmp_path_factory: pytest.TempPathFactory, seed: int, make: Callable[[int, int, int], Position], effort: Effort
) -> None:
    position = whole_turn_position(make, seed, 9)
    wins = shortest_win(position, Side.X, most_turns(position, Side.X))
    with FindingFile(tmp_path_factory.mktemp("work") / "a.journal", digest()) as findings:
        assert settled(tree_of(position, findings, effort)) == (X_WINS if wins else X_NEVER_WINS)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> ProofTree:
    """A tree below a first turn, far from settled."""
    position = Position().play_all(parse_squares("15+55"))
    with FindingFile(tmp_path_factory.mktemp("work") / "a.journal", digest()) as findings:
        tree = tree_of(position, findings, Effort(budgets=((20,), (20, 200))))
        for _ in range(400):
            tree.step()
        return tree


def inner_nodes(tree: ProofTree) -> list[Node]:
    return [node for node in tree._nodes.values() if node.children]


@pytest.mark.slow
def test_the_numbers_of_every_node_follow_from_its_childrens(grown: ProofTree) -> None:
    assert len(inner_nodes(grown)) > 20
    for node in inner_nodes(grown):
        proofs, disproofs = ([getattr(child, name) for child in node.children] for name in ("proof", "disproof"))
        if node.side == X:
            assert (node.proof, node.disproof) == (sum(proofs), min(disproofs))
        else:
            more = len(node.unopened)
            least = min(proofs)
            if least == INFINITE and more:
                least = node.patience * len(node.children) + 1
            assert (node.proof, node.disproof) == (least, sum(disproofs) + more)


def test_children_know_their_parents_and_what_is_decided_has_let_go_of_its_children(grown: ProofTree) -> None:
    for node in inner_nodes(grown):
        assert node.claim is None
        assert all(node in child.parents for child in node.children)


@pytest.mark.slow
def test_a_position_that_leaves_o_fewer_replies_is_easier_to_disprove(grown: ProofTree) -> None:
    leaves = [node for node in grown._nodes.values() if node.side == O and node.budget and not node.children]
    undecided = [leaf for leaf in leaves if leaf.claim is None]
    for leaf in undecided:
        assert leaf.disproof >= max(1, len(JUDGE.branches.of(leaf.classes, O) or []) // Effort.replies_a_leaf)
    assert len({leaf.disproof for leaf in undecided}) > 5


def test_turns_are_counted_as_they_are_listed() -> None:
    for seed in range(40):
        (_, classes), side = branch_of(whole_turn_position(late_position, seed, 30))
        listed, count = JUDGE.branches.of(classes, side), JUDGE.branches.count(classes, side)
        if count:
            assert listed
            assert len(listed) <= count
        else:
            assert listed is None or len(listed) == 1


def test_a_reply_that_is_known_to_hold_is_tried_first(tmp_path: Path) -> None:
    position = Position().play_all(parse_squares("15+55"))
    branches = JUDGE.branches.of(branch_of(position)[0][1], O) or []
    lost, held = (key for key, _ in (branches[0], branches[-1]))
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        findings.add(lost, Finding(X_WINS, 1, 1))
        tree = tree_of(position, findings)
        tree.expand_root()
        assert lost not in {child.key for child in tree.root.children}
        findings.add(held, Finding(X_NEVER_WINS, 1, 1))
        tree = tree_of(position, findings)
        tree.expand_root()
        assert (tree.root.claim, tree.reply(), tree.judged) == (X_NEVER_WINS, held, 0)


def test_a_reply_that_is_said_to_be_good_is_opened_alone_before_what_the_table_ranks_higher(tmp_path: Path) -> None:
    root, _ = branch_of(Position().play_all(parse_squares("15+55")))
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        plain = ProofTree(root, JUDGE, findings, effort=HARDLY_ANY)
        plain.expand_root()
        good = plain.root.unopened[-1][0]
        tree = ProofTree(root, JUDGE, findings, effort=HARDLY_ANY, replies={root[0]: good})
        tree.expand_root()
    assert [child.key for child in tree.root.children] == [good]
    assert len(tree.root.unopened) == len(plain.root.children) + len(plain.root.unopened) - 1


def test_a_reply_that_is_known_to_hold_is_tried_before_one_that_is_said_to_be_good(tmp_path: Path) -> None:
    root, _ = branch_of(Position().play_all(parse_squares("15+55")))
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        good, *_, held = (key for key, _ in JUDGE.branches.of(root[1], O) or [])
        findings.add(held, Finding(X_NEVER_WINS, 20, 5))
        tree = ProofTree(root, JUDGE, findings, effort=HARDLY_ANY, replies={root[0]: good})
        tree.expand_root()
        assert (tree.root.claim, tree.reply(), tree.judged) == (X_NEVER_WINS, held, 0)


@pytest.mark.slow
def test_the_book_has_a_reply_of_o_to_each_first_turn_and_to_turns_behind_those() -> None:
    replies = book_replies()
    firsts = dict(first.branch for first in first_turns(JUDGE))
    assert firsts.keys() < replies.keys()
    for key, classes in firsts.items():
        behind = dict(JUDGE.branches.of(classes, O) or [])[replies[key]]
        met = [(one, after) for one, after in JUDGE.branches.of(behind, X) or [] if one in replies]
        assert met
        for one, after in met:
            assert replies[one] in dict(JUDGE.branches.of(after, O) or [])


def test_replies_of_o_are_opened_a_few_at_a_time(grown: ProofTree) -> None:
    opened = [len(node.children) for node in inner_nodes(grown) if node.side == O and node.unopened]
    assert opened
    assert all(count % 6 == 0 for count in opened)


@pytest.mark.slow
@pytest.mark.parametrize("spent", [0, 10**8])
def test_x_to_move_gets_more_nodes_before_it_is_expanded_when_the_work_file_has_cost_much(
    tmp_path: Path, spent: int
) -> None:
    first = next(one for one in first_turns(JUDGE) if one.name == "15+55")
    effort = Effort(budgets=((20,), (20, 200)), late=(300,), late_after=10**8)
    with FindingFile(tmp_path / "15+55.journal", digest()) as findings:
        findings.add(1, Finding(None, 1, spent))
    search = FirstTurnSearch(first, JUDGE, tmp_path, effort=effort)
    with closing(search.run()) as running:
        while next(running).judged < 2_000:
            pass
    budgets = {finding.budget for finding in search.findings.known.values()}
    assert (300 in budgets) is bool(spent)


def test_a_search_that_goes_on_asks_the_solver_nothing_again(tmp_path: Path) -> None:
    position = whole_turn_position(filled_position, 7, 12)
    paths = tmp_path / "whole.journal", tmp_path / "broken.journal"
    with FindingFile(paths[0], digest()) as findings:
        whole = tree_of(position, findings)
        verdict = settled(whole)
    judged = 0
    for steps in (3, 5, 100_000):
        with FindingFile(paths[1], digest()) as findings:
            tree = tree_of(position, findings)
            settled(tree, steps)
            judged += tree.judged
    assert tree.root.claim is verdict
    assert judged <= whole.judged + 1


def test_what_memory_has_no_room_for_is_swept_and_the_search_goes_on(tmp_path: Path) -> None:
    position = whole_turn_position(filled_position, 7, 12)
    with FindingFile(tmp_path / "a.journal", digest()) as findings:
        expected = settled(tree_of(position, findings))
    with FindingFile(tmp_path / "b.journal", digest()) as findings:
        tree = tree_of(position, findings, Effort(budgets=((2,), (2,)), room=1))
        while tree.root.claim is None:
            tree.step()
            tree.sweep()
        assert tree.root.claim is expected


# --- The findings -----------------------------------------------------------------------------------------------------

FINDINGS = {
    1: Finding(X_NEVER_WINS, 0, 0, 2**64 - 1),
    2**64 - 1: Finding(None, 500, 500),
    3: Finding(X_WINS, 9, 4),
}


def written(path: Path) -> bytes:
    with FindingFile(path, "tables") as findings:
        for key, finding in FINDINGS.items():
            findings.add(key, finding)
    return path.read_bytes()


def known(path: Path) -> dict[int, Finding]:
    with FindingFile(path, "tables") as findings:
        return findings.known


def test_a_journal_cut_off_anywhere_keeps_its_whole_records_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    content = written(path)
    head = len(content) - 3 * SIZE
    for end in range(len(content)):
        path.write_bytes(content[:end])
        with FindingFile(path, "tables") as findings:
            assert len(findings.known) == max(0, end - head) // SIZE
            findings.add(7, FINDINGS[3])
        assert known(path)[7] == FINDINGS[3]
        assert path.stat().st_size == head + (max(0, end - head) // SIZE + 1) * SIZE


def test_a_damaged_record_is_left_out_and_the_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    content = written(path)
    for at in range(len(content) - 3 * SIZE, len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 16]) + content[at + 1 :])
        lost = list(FINDINGS)[(at - (len(content) - 3 * SIZE)) // SIZE]
        assert known(path) == {key: finding for key, finding in FINDINGS.items() if key != lost}


def test_a_compacted_journal_holds_the_last_finding_of_each_position(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    written(path)
    with FindingFile(path, "tables") as findings:
        findings.add(2**64 - 1, FINDINGS[1])
        findings.compact()
        findings.add(5, FINDINGS[3])
        expected = dict(findings.known)
    assert known(path) == expected == FINDINGS | {2**64 - 1: FINDINGS[1], 5: FINDINGS[3]}
    assert (path.stat().st_size - len(path.read_bytes().partition(b"\n")[0]) - 1) == 4 * SIZE


def test_a_journal_of_other_tables_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    content = written(path)
    with pytest.raises(SettleError, match="no work file of these tables"):
        FindingFile(path, "others")
    assert path.read_bytes() == content
    assert read_findings(path, "others") == {}


def test_a_journal_that_is_being_written_is_no_other_searchs(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    written(path)
    with FindingFile(path, "tables") as findings:
        for _ in range(2):
            with pytest.raises(SettleError, match="another process"):
                FindingFile(path, "tables")
            findings.compact()


def test_merging_prefers_what_is_decided_then_a_reply_or_the_greater_effort() -> None:
    unknown, more, held = (
        Finding(None, 5, 5),
        Finding(None, 9, 9),
        Finding(X_NEVER_WINS, 5, 3),
    )
    replied = Finding(X_NEVER_WINS, 0, 0, 7)
    for first, second, expected in (
        (held, replied, replied),
        (replied, held, replied),
        (unknown, more, more),
        (more, unknown, more),
        (held, more, held),
        (more, held, held),
    ):
        found = {1: first}
        merge(found, {1: second})
        assert found == {1: expected}


def test_what_was_told_of_a_first_turn_is_read_again_and_what_makes_no_sense_is_not(tmp_path: Path) -> None:
    path = tmp_path / "51+55.status.json"
    new = read_status(tmp_path, "51+55")
    assert (new.claim, new.proof, new.disproof, new.nodes) == (None, 1, 1, 0)
    told = {"first": "51+55", "verdict": 1, "proof": 3, "disproof": 4, "nodes": 5, "seconds": 6, "reply": "11+12"}
    path.write_text(json.dumps(told))
    assert asdict(read_status(tmp_path, "51+55")).items() >= told.items()
    for wrong in ({"verdict": 3}, {"verdict": "won"}, {"nodes": "5"}, {"seconds": None}, {"reply": 7}, {"first": 1}):
        path.write_text(json.dumps(told | wrong))
        assert read_status(tmp_path, "51+55") == new
    for content in (b"", b"{}", b"[]", b"5", b"\xff", b"[" * 100_000):
        path.write_bytes(content)
        assert read_status(tmp_path, "51+55") == new


def test_a_finding_of_no_known_claim_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.journal"
    monkeypatch.setitem(NUMBERS, O_WINS, 7)  # as a stranger's file may say
    with FindingFile(path, "tables") as findings:
        findings.add(1, Finding(X_NEVER_WINS, 5, 3))
        findings.add(2, Finding(O_WINS, 5, 3))
        findings.add(3, Finding(None, 5, 3))
    found = read_findings(path, "tables")
    assert {key: finding.claim for key, finding in found.items()} == {1: X_NEVER_WINS, 3: None}


# --- Turns -----------------------------------------------------------------------------------------------------------


def test_x_has_37_first_turns_and_each_is_named_by_squares_that_make_it() -> None:
    found = first_turns(JUDGE)
    assert len({first.branch[0] for first in found}) == len(found) == 37
    assert all(JUDGE.key(Position().play_all(parse_squares(first.name))) == first.branch[0] for first in found)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from([filled_position, late_position]))
def test_every_branch_is_a_position_behind_a_turn_of_the_rules(
    seed: int, make: Callable[[int, int, int], Position]
) -> None:
    position = whole_turn_position(make, seed, 9)
    (_, classes), side = branch_of(position)
    once = [position.play(square) for square in position.legal_placements()]
    begun = [after for after in once if not after.result and after.side is position.side]
    ended = {after.play(square) for after in begun for square in (None, *after.legal_placements())}
    legal = {JUDGE.key(after) for after in ended.union(once) - set(begun)}
    branches = JUDGE.branches.of(classes, side) or []
    assert {key for key, _ in branches} <= legal | {JUDGE.branches.key(classes, 1 - side)}
    for key, arranged in branches:
        assert JUDGE.branches.key(arranged, 1 - side) == key


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from([filled_position, late_position]), st.integers(7, 60))
def test_squares_are_found_for_the_turn_to_every_branch(
    seed: int, make: Callable[[int, int, int], Position], most: int
) -> None:
    position = whole_turn_position(make, seed, most)
    (key, classes), side = branch_of(position)
    for behind, _ in JUDGE.branches.of(classes, side) or []:
        squares = ClassView(position).turn_to(behind, JUDGE.branches)
        if squares is None:
            assert behind == JUDGE.branches.key(classes, 1 - side)  # a pass: no mark of this side's matters
        else:
            assert JUDGE.branches.key(JUDGE.classes(position.play_all(squares)), 1 - side) == behind
    assert ClassView(position).turn_to(key, JUDGE.branches) is None


def test_both_builds_list_the_same_branches() -> None:
    plain = interpreted("sttt.games.super_ttt.search.branches").Branches(tables.load())
    compiled = Branches(tables.load())
    for turns in ("15+55", "51+55", "11+13"):
        (_, classes), side = branch_of(Position().play_all(parse_squares(turns)))
        assert plain.of(classes, side) == compiled.of(classes, side)
        for branches in (plain, compiled):
            branches.set_position(list(CLASSES.unpack(classes)), side, 2)
        assert plain.turns_by_key() == compiled.turns_by_key()


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(7, 60))
def test_a_key_goes_with_the_first_turn_to_its_position(seed: int, most: int) -> None:
    view = ClassView(whole_turn_position(filled_position, seed, most))
    found = view.turns_by_key(JUDGE.branches)
    turns = JUDGE.branches.root_turns()
    expected: dict[int, int] = {}
    for turn in turns:
        expected.setdefault(JUDGE.branches.key(CLASSES.pack(*view.after(turn)), 1 - view.side), turn)
    assert found == expected


def test_the_judge_reads_from_the_table_what_it_has_just_found_out() -> None:
    judge = Judge(16)
    position = whole_turn_position(filled_position, 11, 12)
    (key, classes), side = branch_of(position)
    judge.judge(classes, side, 10**6)
    fails, wins = judge.remembered(key, side)
    assert fails or wins


def test_what_comes_back_from_another_machine_adds_to_what_is_known_here(tmp_path: Path) -> None:
    here, there = SettleTask("51+55", tmp_path / "here"), SettleTask("51+55", tmp_path / "there")
    with FindingFile(here.work_file, digest()) as findings:
        findings.add(1, Finding(X_NEVER_WINS, 500, 30))
        findings.add(2, Finding(None, 500, 500))
    with FindingFile(there.work_file, digest()) as findings:
        findings.add(1, Finding(None, 20_000, 20_000))
        findings.add(2, Finding(X_WINS, 20_000, 700))
        findings.add(3, Finding(X_NEVER_WINS, 20, 5))
    for _ in range(2):
        take_back(here, FirstTurnStatus("51+55", nodes=1_000, seconds=2.0), there.work_file.read_bytes())
    found = read_findings(here.work_file, digest())
    assert [found[key].claim for key in (1, 2, 3)] == [X_NEVER_WINS, X_WINS, X_NEVER_WINS]
    assert found[1].budget == 500
    assert (read_status(here.folder, "51+55").nodes, read_status(here.folder, "51+55").seconds) == (2_000, 4.0)

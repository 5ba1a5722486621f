"""From a search for the value to a certificate that the checker accepts."""

import json
import lzma
from pathlib import Path

import pytest
from support.command import sttt_here

from sttt.errors import BookError
from sttt.games.claim import Claim
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_position, parse_squares
from sttt.workshop.certify.builder import CheckEffort
from sttt.workshop.certify.certify import CertificateTask, Witness, certify
from sttt.workshop.certify.made_lines import count_lines
from sttt.workshop.settle import proof_tree
from sttt.workshop.settle.first_turn import FirstTurn, FirstTurnSearch
from sttt.workshop.settle.judge import X_NEVER_WINS, Judge

HELD = parse_position("ooo....../........./.o..o..o./........./xxx....../........./........./.x......./x......x.:x2")
LITTLE = CheckEffort(30, 300)
"""So little is left to the checker that a certificate needs many lines."""


def settled(turn: str, folder: Path, effort: proof_tree.Effort) -> Claim | None:
    """Leave a work file that holds whether X never wins after a turn."""
    judge, after = Judge(12), HELD.play_all(parse_squares(turn))
    first = FirstTurn(turn, (judge.key(after), judge.classes(after)))
    *_, status = FirstTurnSearch(first, judge, folder, effort=effort).run()
    return status.claim


def order_for(turn: str, folder: Path, effort: CheckEffort = LITTLE) -> CertificateTask:
    return CertificateTask(turn, folder, folder / "certificates", effort, table_bits=12, warm_turns=0, start=HELD)


def certified(turn: str, folder: Path) -> Path:
    order = order_for(turn, folder)
    assert certify(order) > 10
    return order.path


def verified(path: Path) -> dict[str, object]:
    done = sttt_here("verify", str(path), "--json", "--jobs", "1")
    report: dict[str, object] = json.loads(done.stdout)
    assert (done.returncode == 0) == report["proven"]
    return report


@pytest.mark.slow
@pytest.mark.parametrize("budget", [2, 20_000])
def test_what_is_settled_is_certified_and_verified(budget: int, tmp_path: Path) -> None:
    """With few nodes the work file names the replies; with many the solver has judged alone, and they are found out."""
    assert settled("21+23", tmp_path, proof_tree.Effort(budgets=((budget,), (budget,)))) == X_NEVER_WINS
    path = certified("21+23", tmp_path)
    report = verified(path)
    assert (report["claim"], report["proven"]) == ("x never wins", True)
    whole = path.read_bytes()
    certified("21+23", tmp_path)
    assert path.read_bytes() == whole


def watched(monkeypatch: pytest.MonkeyPatch, most: int) -> list[Position]:
    """Positions whose replies are asked for from now on; Ctrl-C comes after so many."""
    asked: list[Position] = []
    whole = Witness.__call__

    def witness(self: Witness, position: Position, turns: int) -> tuple[int, ...]:
        if len(asked) == most:
            raise KeyboardInterrupt
        asked.append(position)
        return whole(self, position, turns)

    monkeypatch.setattr(Witness, "__call__", witness)
    return asked


@pytest.mark.slow
@pytest.mark.parametrize("replies", [0, 1, 4, 9])
def test_a_certificate_broken_off_goes_on_from_the_lines_it_has(
    replies: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settled("21+23", tmp_path, proof_tree.Effort(budgets=((2,), (2,)))) == X_NEVER_WINS
    with monkeypatch.context() as patch:
        before = watched(patch, replies)
        with pytest.raises(KeyboardInterrupt):
            certified("21+23", tmp_path)
    made = order_for("21+23", tmp_path).made
    lines = set(made.read_text(encoding="ascii").splitlines()[1:])
    assert len(lines) == count_lines(made) >= len(before) == replies
    with made.open("ab") as file:
        file.write(b"........./........./")  # what a killed run was writing

    after = watched(monkeypatch, 1_000)
    path = certified("21+23", tmp_path)
    assert verified(path)["proven"]
    assert lines <= set(lzma.decompress(path.read_bytes()).decode("ascii").splitlines())
    assert after
    assert not set(before) & set(after)
    assert not made.exists()


@pytest.mark.slow
def test_lines_of_another_effort_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settled("21+23", tmp_path, proof_tree.Effort(budgets=((2,), (2,)))) == X_NEVER_WINS
    watched(monkeypatch, 1)
    with pytest.raises(KeyboardInterrupt):
        certify(order_for("21+23", tmp_path))
    with pytest.raises(BookError, match=r"line 1 is .* expected .*31 and 300 nodes"):
        certify(order_for("21+23", tmp_path, CheckEffort(31, 300)))

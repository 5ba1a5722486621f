"""From a search for the value to a certificate that the checker accepts."""

import json
from pathlib import Path

import pytest
from support.command import sttt_here

from sttt.games.super_ttt.certificate.build import CheckEffort
from sttt.games.super_ttt.settle import proof_tree
from sttt.games.super_ttt.settle.certify import CertificateTask, certify
from sttt.games.super_ttt.settle.judge import Judge, SettleVerdict
from sttt.games.super_ttt.settle.shard import FirstTurn, Shard, key_of, play
from sttt.games.super_ttt.text import parse_position, parse_squares

HELD = parse_position("ooo....../........./.o..o..o./........./xxx....../........./........./.x......./x......x.:x2")
LITTLE = CheckEffort(30, 300)
"""So little is left to the checker that a certificate needs many lines."""


def settled(turn: str, folder: Path, effort: proof_tree.Effort) -> SettleVerdict:
    """Leave a work file that holds whether X never wins after a turn."""
    judge, after = Judge(12), play(HELD, parse_squares(turn))
    first = FirstTurn(turn, (key_of(judge, after), judge.classes(after)))
    *_, status = Shard(first, judge, folder, effort=effort).run()
    return status.verdict


def certified(turn: str, folder: Path) -> Path:
    order = CertificateTask(turn, folder, folder / "certificates", LITTLE, table_bits=12, warm_turns=0, start=HELD)
    assert certify(order) > 10
    return order.path


def verified(path: Path) -> dict[str, object]:
    done = sttt_here("verify", str(path), "--json", "--jobs", "1")
    report: dict[str, object] = json.loads(done.stdout)
    assert (done.returncode == 0) == report["proven"]
    return report


@pytest.mark.parametrize("budget", [2, 20_000])
def test_what_is_settled_is_certified_and_verified(budget: int, tmp_path: Path) -> None:
    """With few nodes the work file names the replies; with many the solver has judged alone, and they are found out."""
    assert settled("21+23", tmp_path, proof_tree.Effort(budgets=((budget,), (budget,)))) is SettleVerdict.HELD
    path = certified("21+23", tmp_path)
    report = verified(path)
    assert (report["claim"], report["proven"]) == ("x never wins", True)
    whole = path.read_bytes()
    certified("21+23", tmp_path)
    assert path.read_bytes() == whole

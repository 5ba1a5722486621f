"""``sttt solve`` as a user runs it."""

import json
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from support.command import STTT, fails_as_wrong_input, sttt
from support.processes import interrupted

from sttt.errors import TableFileError
from sttt.games.claim import Claim
from sttt.games.super_ttt.analysis import table_file
from sttt.games.super_ttt.analysis.proofs import Proof
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.analysis.table_file import SavedTable
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.engine import COMPILED
from sttt.games.super_ttt.text import parse_position

X_IN_3 = "ox..x.x../ox..oo.xx/x...x..../..o.x.o.x/x.....x../ox.o.o.x./xo....o../o.oxx.xo./o.o..xoo.:x1"
DRAW = "xoxxooox./" + "/".join(["xoxxoooxo"] * 7) + "/oxooxxxo.:x2"
OPEN = "x......../........./........./........./....xo.../........./........./........./o.......x:o1"
"""A position of which nothing is settled by what ships, nor by a short search."""
DEEP = 6 if COMPILED else 5
"""Turns from the start that take long enough to be broken off, and not too long."""


def solved(*arguments: str) -> dict[str, Any]:
    done = sttt("solve", *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_a_win_is_told_with_its_proofs_its_line_and_a_check() -> None:
    shown = sttt("solve", X_IN_3, "--verify").stdout.splitlines()
    rows, facts = shown[: shown.index("")], shown[shown.index("") + 1 :]
    words = [re.split(r"  +", row)[0] for row in rows]
    assert words == [
        "x cannot win within 1",
        "o cannot win within 1",
        "x cannot win within 2",
        "o never wins",
        "x wins within 3",
    ]
    told = dict(fact.split(maxsplit=1) for fact in facts)
    assert told["proven"] == "x wins within 3"
    assert re.fullmatch(r"Proven: X wins in 3 turns\. A search has proven it\.", told["verdict"])
    assert re.fullmatch(r"x \d\d, o \d\d\+\d\d, x \d\d\+\d\d, o \d\d\+\d\d, x \d\d(\+\d\d)?", told["line"])
    assert re.fullmatch(r"by replaying every reply \([\d,]+ positions, [\d,]+ replies\)", told["verified"])


def test_json_holds_the_value_the_answers_and_the_line() -> None:
    report = solved(X_IN_3)
    assert (report["position"], report["value"]) == (X_IN_3, "x")
    assert [(one["side"], one["verdict"], one["turns"]) for one in report["answers"]] == [("x", "wins", 3)]
    position = parse_position(X_IN_3)
    for name in report["line"]:
        position = position.play(9 * int(name[0]) + int(name[1]) - 10)
    assert position.result == "x"
    assert (report["unfinished"], report["verified"], report["holding_turn"]) == (None, None, None)
    assert report["nodes"] == sum(one["nodes"] for one in report["proofs"])


def test_a_draw_is_proven_and_checked_by_trying_everything() -> None:
    report = solved(DRAW, "--verify")
    assert report["value"] == "draw"
    assert [(one["side"], one["verdict"]) for one in report["answers"]] == [("x", "never"), ("o", "never")]
    assert report["verified"]["how"] == "by trying everything"
    assert "x never wins, o never wins" in sttt("solve", DRAW).stdout


def test_one_side_alone_is_asked_about_up_to_a_limit() -> None:
    report = solved("--for", "x", "--max-turns", "4", "--verify")
    assert [(one["side"], one["verdict"], one["turns"]) for one in report["proofs"]] == [("x", "held", 4)]
    assert (report["value"], report["verdict"]["words"]) == ("draw", "Proven: a draw.")
    assert report["verified"]["how"] == "not: more than 12 squares are open"


def test_the_time_is_kept_and_what_was_cut_off_is_told() -> None:
    done = sttt("solve", OPEN, "--time", "0.4")
    assert done.returncode == 0
    assert re.search(r"^cut off  [xo] within \d, after [\d,]+ nodes$", done.stdout, re.MULTILINE)


def test_the_side_to_move_gets_a_turn_that_holds() -> None:
    o_to_hold = X_IN_3.replace(":x1", ":o2")
    assert re.fullmatch(r"\d\d\+\d\d", solved(o_to_hold, "--for", "x", "--max-turns", "2")["holding_turn"])


def start_deep_run(path: Path) -> subprocess.Popen[str]:
    options = ["--for", "x", "--max-turns", str(DEEP), "--table-mb", "4", "--checkpoint-every", "0.1"]
    return subprocess.Popen(
        [STTT, "solve", "--table", path, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def read(path: Path) -> SavedTable:
    return table_file.read(path, lambda saved: Prover(saved.table_bits).solver)


def wait_for_progress(path: Path) -> SavedTable:
    """Wait until the file tells of a question half done."""
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        try:
            saved = read(path)
        except TableFileError:
            time.sleep(0.02)
            continue
        known = saved.known.get(Position())
        if known and known.unfinished and known.unfinished.turns == DEEP and known.unfinished.nodes:
            return saved
        time.sleep(0.02)
    raise AssertionError("no checkpoint within a minute")


def test_a_killed_run_goes_on_from_its_file_with_the_same_answers(tmp_path: Path) -> None:
    path = tmp_path / "table"
    run = start_deep_run(path)
    saved = wait_for_progress(path)
    run.send_signal(signal.SIGKILL)
    run.communicate()
    resumed = solved("--for", "x", "--max-turns", str(DEEP), "--table", str(path))
    answers = [(one["side"], one["verdict"], one["turns"]) for one in resumed["proofs"]]
    assert answers == [("x", "held", turns) for turns in range(4, DEEP + 1)]
    unfinished = saved.known[Position()].unfinished
    assert unfinished is not None
    assert resumed["proofs"][-1]["nodes"] > unfinished.nodes
    finished = saved.known[Position()].proofs
    assert [(one["nodes"], one["seconds"]) for one in resumed["proofs"][:-1]] == [
        (p.nodes, p.seconds) for p in finished
    ]
    assert not (tmp_path / "table.part").exists()


def test_ctrl_c_writes_the_file_and_leaves_with_130(tmp_path: Path) -> None:
    path = tmp_path / "table"
    run = start_deep_run(path)
    wait_for_progress(path)
    _, errors = interrupted(run)
    assert (run.returncode, errors.strip()) == (130, "interrupted")
    assert read(path).known[Position()].unfinished


def test_one_file_serves_several_positions_and_remembers_their_answers(tmp_path: Path) -> None:
    path = str(tmp_path / "table")
    first = solved(X_IN_3, "--table", path, "--table-mb", "1")
    solved(DRAW, "--table", path)
    again = solved(X_IN_3, "--table", path)
    assert again["proofs"] == first["proofs"]
    assert len(read(Path(path)).known) == 2


def test_what_rests_on_a_file_is_claimed_until_it_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "table"
    assert not solved(X_IN_3, "--table", str(path), "--table-mb", "1")["claimed"]
    assert "proven   x wins within 3" in sttt("solve", X_IN_3).stdout
    shown = sttt("solve", X_IN_3, "--table", str(path)).stdout
    assert "claimed  x wins within 3" in shown
    assert "proven" not in shown
    assert solved(X_IN_3, "--table", str(path))["claimed"]
    assert "proven   x wins within 3" in sttt("solve", X_IN_3, "--table", str(path), "--verify").stdout
    assert not solved(X_IN_3, "--table", str(path), "--verify")["claimed"]


def test_a_forged_verdict_is_claimed_and_does_not_stand_checking(tmp_path: Path) -> None:
    path = tmp_path / "table"
    solved(X_IN_3, "--table", str(path), "--table-mb", "1")
    saved = read(path)
    known = saved.known[parse_position(X_IN_3)]
    known.proofs[:] = [Proof(Claim.parse("o wins within 1"), 1, 1, 0.0), *known.proofs[:1]]
    table_file.save(path, saved, Prover(saved.table_bits).solver)
    assert "claimed  o wins within 1" in sttt("solve", X_IN_3, "--table", str(path)).stdout
    done = sttt("solve", X_IN_3, "--table", str(path), "--verify")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "proven" not in done.stdout


def test_a_table_of_another_size_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "table")
    solved(DRAW, "--table", path, "--table-mb", "1")
    complaint = fails_as_wrong_input("solve", DRAW, "--table", path, "--table-mb", "2")
    assert complaint == f"sttt: {path} holds a table of 1 MB; expected --table-mb 1, not 2\n"


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "letter"
    other.write_text("Dear Sir,\n")
    assert "is no solver table" in fails_as_wrong_input("solve", DRAW, "--table", str(other))
    assert other.read_text() == "Dear Sir,\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no"], "'no' is not a position"),
        (["xxx....../" * 3 + "/".join(["........."] * 6) + ":o2"], "the game is over, x has won"),
        (["--max-turns", "0"], "--max-turns"),
        (["--for", "z"], "--for"),
        (["--time", "0"], "--time"),
        (["--table", "/nowhere/table"], "cannot write /nowhere/table: No such file or directory"),
    ],
)
def test_wrong_input_is_one_line_and_exit_status_2(arguments: list[str], words: str) -> None:
    assert words in fails_as_wrong_input("solve", *arguments)

"""``sttt verify``, and the certificates that ``sttt solve`` writes, as a user runs them."""

import json
from dataclasses import replace
from pathlib import Path

from support.command import fails_as_wrong_input, sttt, sttt_here

from sttt.games.connect_four.search.solver import LEAST_TABLE_BITS
from sttt.games.connect_four.text import parse_position
from sttt.workshop.books.connect_four import solve

HELD = "ooo....../xox....../.o..o..o./........./xxx....../........./........./ox......./x......x.:x2"
X_IN_3 = "ox..x.x../ox..oo.xx/x...x..../..o.x.o.x/x.....x../ox.o.o.x./xo....o../o.oxx.xo./o.o..xoo.:x1"


def solved(folder: Path, position: str, side: str, *more: str) -> Path:
    path = folder / "certificate.txt"
    done = sttt_here("solve", position, "--for", side, "--certificate", str(path), *more)
    assert (done.returncode, done.stderr) == (0, "")
    return path


def test_a_win_a_bound_and_a_never_are_written_and_verified(tmp_path: Path) -> None:
    for position, side, more, claim in (
        (X_IN_3, "x", (), "x wins within 3"),
        (HELD, "x", ("--max-turns", "3"), "x cannot win within 3"),
        (HELD, "o", (), "o never wins"),
    ):
        path = solved(tmp_path, position, side, *more)
        shown = sttt_here("verify", str(path), "--jobs", "1").stdout
        assert f"claim    {claim}\n" in shown
        assert shown.endswith("verdict  proven\n")


def test_a_list_claims_what_each_of_its_lines_says(tmp_path: Path) -> None:
    path = solved(tmp_path, X_IN_3, "x")
    text = path.read_text(encoding="ascii")
    root = next(line for line in text.splitlines() if line.startswith("root "))
    path.write_text(text.replace(root, "root each line"), encoding="ascii")
    shown = sttt_here("verify", str(path), "--jobs", "1").stdout
    count = len(text.partition("\n\n")[2].splitlines())
    assert f"claim    x wins within 3 in each of {count} positions\n" in shown
    assert shown.endswith("verdict  proven\n")


def test_what_does_not_stand_is_told_with_its_place_and_status_1(tmp_path: Path) -> None:
    path = solved(tmp_path, X_IN_3, "x")
    path.write_text(path.read_text(encoding="ascii").replace("reply 54", "reply 55"), encoding="ascii")
    done = sttt("verify", str(path), "--json", "--jobs", "1")
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr, report["proven"]) == (1, "", False)
    assert report["refusals"][0]["place"].endswith("certificate.txt: line 11")


def test_a_check_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    path, work = solved(tmp_path, HELD, "o"), tmp_path / "work"
    first = json.loads(sttt_here("verify", str(path), "--json", "--work", str(work)).stdout)
    resumed = sttt_here("verify", str(path), "--json", "--work", str(work))
    again = json.loads(resumed.stdout)
    assert (first["counts"]["resumed"], again["counts"]["resumed"]) == (0, again["counts"]["lines"])
    assert (first["verdict"], first["proven"]) == ("proven", True)
    assert (again["verdict"], again["proven"], resumed.returncode) == ("claimed", False, 3)  # it is anybody's word
    assert "verdict  claimed: " in sttt_here("verify", str(path), "--work", str(work)).stdout
    path.write_text(path.read_text(encoding="ascii").replace("origin ", "origin other "), encoding="ascii")
    assert "expected a piece of what is checked" in fails_as_wrong_input("verify", str(path), "--work", str(work))
    work.write_text("something else\n", encoding="ascii")
    assert "line 1 is 'something else'" in fails_as_wrong_input("verify", str(path), "--work", str(work))


def test_what_is_no_file_of_proofs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("nothing\n", encoding="ascii")
    assert "line 1 is 'nothing'; expected 'sttt-certificate 1'" in fails_as_wrong_input("verify", str(path))
    assert "manifest.txt" in fails_as_wrong_input("verify", str(tmp_path))
    assert "expected --for x or --for o" in fails_as_wrong_input("solve", HELD, "--certificate", str(path))


def test_a_qubic_book_with_a_wrong_move_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text('# {"command": "sttt book qubic build"}\n/:0\n', encoding="ascii")
    done = sttt_here("verify", str(path))
    assert done.returncode == 1
    assert "refused" in done.stdout
    assert "there is no move for R" in done.stdout


def test_lines_of_a_connect_four_book_follow_from_the_rules_or_are_solved_anew(tmp_path: Path) -> None:
    late = "44444455555522222277"
    path = tmp_path / "book.txt"
    path.write_text(_solved_line(late), encoding="ascii")
    done = sttt_here("verify", str(path), "--jobs", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("verdict  proven\n")
    path.write_text(_solved_line(late, worse=1), encoding="ascii")
    done = sttt_here("verify", str(path), "--jobs", "1")
    assert done.returncode == 1
    assert "searching finds another score" in done.stdout


def test_a_check_of_a_connect_four_book_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    path, work = tmp_path / "book.txt", tmp_path / "work"
    path.write_text(_solved_line("44444455555522222277"), encoding="ascii")
    runs = [sttt_here("verify", str(path), "--json", "--work", str(work)) for _ in range(2)]
    told = [json.loads(one.stdout) for one in runs]
    assert [(one["counts"]["resumed"], one["verdict"]) for one in told] == [(0, "proven"), (1, "claimed")]
    assert [one.returncode for one in runs] == [0, 3]
    path.write_text(_solved_line("44444455555522222277", worse=1), encoding="ascii")
    assert "expected a line of the book" in fails_as_wrong_input("verify", str(path), "--work", str(work))
    certificate = solved(tmp_path, HELD, "o")
    assert "sttt-verify connect-four 1" in fails_as_wrong_input("verify", str(certificate), "--work", str(work))


def test_a_qubic_book_has_no_work_to_go_on_from(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text('# {"command": "sttt book qubic build"}\n/:0\n', encoding="ascii")
    assert "in one go" in fails_as_wrong_input("verify", str(path), "--work", str(tmp_path / "work"))
    assert not (tmp_path / "work").exists()


def _solved_line(columns: str, worse: int = 0) -> str:
    """A line of a book, or one whose scores are wrong by so much."""
    solved = solve(parse_position(columns), exact=True, table_bits=LEAST_TABLE_BITS)
    wrong = replace(solved, least=solved.least + worse, most=solved.most + worse)
    return f"{wrong.format()}\n"

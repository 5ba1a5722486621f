"""What docs/scheme.md and the README show of Scheme runs as it is printed there."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import STTT, fails_as_wrong_input, sttt
from support.scheme_programs import INTERPRETERS, SHIMS, run_scheme, start_scheme

from adapter.scheme import parse_turn

ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs" / "scheme.md"
BOARD = "(big " + "(little () () () () () () () () ())" * 9 + ")"


def blocks(file: Path, language: str) -> list[str]:
    """Return a document's code blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", file.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("document", [DOCUMENT, ROOT / "README.md"], ids=lambda path: path.name)
def test_the_lines_for_a_referee_play_in_every_interpreter(
    interpreter: str, document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (copy,) = [block for block in blocks(document, "sh") if "sttt scheme-path" in block]
    path = f"{STTT.parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["sh", "-c", copy.replace("guile", interpreter)], env={**os.environ, "PATH": path}, check=True)
    lines = blocks(document, "scheme")[0]
    leave = "(%exit 0)" if interpreter == "mit" else "(exit 0)"
    Path("game.scm").write_text(f"{lines}\n(write (my-ai '{BOARD} 'x)) (newline) {leave}\n")
    assert len(parse_turn(run_scheme(interpreter, Path("game.scm")))) == 2


COURSE = """
(define (random-ai board who) '((1 . 1) (1 . 2)))
(define (tstart! x o) (for-each (lambda (ai who) (write (ai BOARD who)) (newline)) (list x o) '(x o)))
(define (start! x o) (if driver (car driver)) (tstart! x o))
(define (grader mode) (for-each (lambda (name make) (write name) (write ((make) BOARD 'x)) (newline)) ai-names ai-list))
(define (print-results) (newline))
"""
"""What stands in for the course's referee: as in the file of 2004, `start!` wants a `driver` that nobody defines there,
and the grader takes makers. The file itself draws in a window of STk's."""


def test_the_lines_for_the_courses_referee_play_and_are_graded(
    interpreter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play, grade = (block for block in blocks(DOCUMENT, "scheme") if "start!" in block or "grader" in block)
    Path("gttt.scm").write_text(COURSE.replace("BOARD", f"'{BOARD}"))
    Path("sttt-ai.scm").write_bytes((SHIMS / f"{interpreter}.scm").read_bytes())
    leave = "(%exit 0)" if interpreter == "mit" else "(exit 0)"
    Path("game.scm").write_text(f"{play}\n{grade}\n{leave}\n")
    ours, theirs, graded = run_scheme(interpreter, Path("game.scm")).split("\n")[:3]
    assert len(parse_turn(ours)) == 2
    assert parse_turn(theirs) == (0, 1)
    assert len(parse_turn(graded.removeprefix('"bot"'))) == 2


def test_an_empty_list_without_a_quote_is_an_error_in_all_but_mit_scheme(interpreter: str, tmp_path: Path) -> None:
    (tmp_path / "old.scm").write_text('(define last ())\n(display "goes on")\n(exit 0)\n')
    done = start_scheme(interpreter, tmp_path / "old.scm")
    assert ("goes on" in done.stdout) == (interpreter == "mit")


@pytest.mark.usefixtures("guile")
def test_another_player_is_chosen_as_the_document_says(tmp_path: Path) -> None:
    (change,) = [block for block in blocks(DOCUMENT, "scheme") if "set! sttt-command" in block]
    game = tmp_path / "game.scm"
    game.write_text(f"(load \"{SHIMS}/guile.scm\") {change} (write (cdr sttt-command)) ((make-sttt-ai) '{BOARD} 'x)")
    assert run_scheme("guile", game).endswith('"--keep-on-interrupt" "--player" "random" "--time" "2")')


@pytest.mark.usefixtures("mit")
def test_a_file_for_stk_plays_in_mit_scheme_behind_the_definitions_of_the_document(tmp_path: Path) -> None:
    (prelude,) = [block for block in blocks(DOCUMENT, "scheme") if "their-ai.scm" in block]
    (tmp_path / "old.scm").write_text(prelude)
    (tmp_path / "their-ai.scm").write_text("""
        (define (make-ai)
          (define last ())
          (define (AI board who)
            (if (null? last) (set! last nil))
            (list (cons (1+ 4) (1- 6)) (cons (-1+ 6) 1)))
          AI)""")
    done = sttt("move", "--player", f"scheme:{tmp_path}/old.scm,interpreter=mit", given=f"({BOARD} x)")
    assert parse_turn(done.stdout) == (40, 36)


def test_the_paths_of_all_shims_are_listed() -> None:
    shims = {path.stem: str(path.resolve()) for path in SHIMS.glob("*.scm")}
    assert dict(line.split() for line in sttt("scheme-path").stdout.splitlines()) == shims
    assert json.loads(sttt("scheme-path", "--json").stdout) == shims
    assert sttt("scheme-path", "stk").stdout == f"{shims['stk']}\n"


def test_a_copy_of_a_shim_knows_its_python(interpreter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STTT_BOT", raising=False)
    copy = tmp_path / "sttt-ai.scm"
    assert sttt("scheme-path", interpreter, "--copy", str(copy)).stdout == ""
    leave = "(%exit 0)" if interpreter == "mit" else "(exit 0)"
    (tmp_path / "game.scm").write_text(f"(load \"{copy}\") (write ((make-sttt-ai) '{BOARD} 'x)) (newline) {leave}\n")
    done = subprocess.run(
        [*INTERPRETERS[interpreter], str(tmp_path / "game.scm")],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    assert len(parse_turn(done.stdout)) == 2


def test_a_copy_goes_to_one_file_that_can_be_written(tmp_path: Path) -> None:
    assert "expected one of: chez, chicken, " in fails_as_wrong_input("scheme-path", "--copy", str(tmp_path / "ai.scm"))
    assert "no-such-folder" in fails_as_wrong_input("scheme-path", "guile", "--copy", "no-such-folder/ai.scm")


def test_an_unknown_system_is_named_beside_those_there_are() -> None:
    assert "'lisp'; expected one of: chez, chicken, " in fails_as_wrong_input("scheme-path", "lisp")


def test_the_python_example_runs() -> None:
    (example,) = blocks(DOCUMENT, "python")
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, timeout=200, check=True)
    board, parsed, written, answered = done.stdout.splitlines()
    assert board.startswith("(big (little () ")
    assert parsed == "(40, 36)"
    assert written == "((9 . 9) ())"
    assert re.fullmatch(r"\(\([1-9] \. [1-9]\) \([1-9] \. [1-9]\)\)", answered)

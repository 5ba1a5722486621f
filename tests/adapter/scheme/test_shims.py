"""Each shim in its real interpreter: whole games through a Scheme referee, and what happens when the bot is gone.

The shims of STk and STklos, which no distribution packages, are only checked for their common parts.
"""

import re
import shlex
import sys
from pathlib import Path

import pytest
from support.scheme_programs import INTERPRETERS, SHIMS, run_scheme, start_scheme

from adapter.scheme import PROTOCOL, parse_turn
from sttt.games.super_ttt.position import Position, enter_turn

REFEREE = Path(__file__).parents[2] / "support" / "referee.scm"

ATTEMPT = """
(define (attempt thunk)
  (call-with-current-continuation
   (lambda (return) (with-exception-handler (lambda (condition) (return 'caught)) thunk))))
(define (show value) (write value) (newline))
"""


def run(interpreter: str, file: Path, source: str) -> list[str]:
    """Run Scheme text after the interpreter's shim and return the lines it printed."""
    leave = "(%exit 0)" if interpreter == "mit" else "(exit 0)"
    file.write_text(f'(load "{SHIMS / interpreter}.scm")\n{source}\n{leave}\n')
    return run_scheme(interpreter, file).splitlines()


def command(*words: str) -> str:
    """Return Scheme text that makes the shim start another command."""
    quoted = " ".join('"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in words)
    return f"(set! sttt-command (list {quoted}))"


def replay(lines: list[str]) -> str:
    """Play what the Scheme referee printed by the Python rules, every turn legal; return the result it printed."""
    position = Position()
    for line in lines:
        form = re.fullmatch(r"\((turn ([xo]) (.*)|result (\w+))\)", line)
        assert form, line
        if form[4]:
            assert position.result == form[4]
            return form[4]
        assert form[2] == position.side
        turn = parse_turn(form[3])
        position, counted = enter_turn(position, turn)
        assert counted == turn
    raise AssertionError("the game has no result")


def test_the_bot_plays_whole_games_behind_the_shim(interpreter: str, tmp_path: Path) -> None:
    lines = run(
        interpreter,
        tmp_path / "games.scm",
        f"""(load "{REFEREE}")
        (set! sttt-command (append sttt-command (list "--player" "random" "--seed" "1")))
        (referee-play make-sttt-ai make-first-open-ai)
        (referee-play make-first-open-ai make-sttt-ai)
        (referee-play make-sttt-ai make-sttt-ai)""",
    )
    ends = [index + 1 for index, line in enumerate(lines) if line.startswith("(result")]
    assert len(ends) == 3
    for start, end in zip([0, *ends], ends, strict=False):
        replay(lines[start:end])


def test_all_makers_share_one_process(interpreter: str, tmp_path: Path) -> None:
    source = "import os\nwhile input(): print(f'((1 . 1) {os.getpid()})', flush=True)"
    lines = run(
        interpreter,
        tmp_path / "shared.scm",
        f"""{ATTEMPT} {command(sys.executable, "-c", source)}
        (define one (make-sttt-ai)) (define two (make-sttt-ai))
        (show (one '(big) 'x)) (show (two '(big) 'o)) (show (one '(big) 'x))""",
    )
    assert len(lines) == 3
    assert len(set(lines)) == 1


def test_a_bot_that_is_gone_is_a_scheme_error_and_the_next_move_starts_another(
    interpreter: str, tmp_path: Path
) -> None:
    once = "input(); print('((5 . 5) (5 . 1))', flush=True)"
    lines = run(
        interpreter,
        tmp_path / "gone.scm",
        f"""{ATTEMPT} {command(sys.executable, "-c", once)}
        (define ai (make-sttt-ai))
        (define (move) (ai '(big) 'x))
        (show (attempt move)) (show (attempt move)) (show (attempt move)) (show (attempt move)) (show 'alive)""",
    )
    answer = "((5 . 5) (5 . 1))"
    assert lines == [answer, "caught", answer, "caught", "alive"]


def test_a_bot_that_is_killed_while_idle_is_a_scheme_error(interpreter: str, tmp_path: Path) -> None:
    closing = "import os; input(); os.close(0); print('((5 . 5) (5 . 1))', flush=True)"
    lines = run(
        interpreter,
        tmp_path / "killed.scm",
        f"""{ATTEMPT} {command(sys.executable, "-c", closing)}
        (define ai (make-sttt-ai))
        (define (move) (ai '(big) 'x))
        (show (attempt move)) (show (attempt move)) (show 'alive)""",
    )
    assert lines == ["((5 . 5) (5 . 1))", "caught", "alive"]


def test_a_bot_that_cannot_start_is_a_scheme_error(interpreter: str, tmp_path: Path) -> None:
    lines = run(
        interpreter,
        tmp_path / "none.scm",
        f"""{ATTEMPT} {command("/nowhere/python")}
        (show (attempt (lambda () ((make-sttt-ai) '(big) 'x)))) (show 'alive)""",
    )
    assert lines == ["caught", "alive"]


def test_a_reply_that_cannot_be_read_is_a_scheme_error_and_what_follows_it_is_never_read(
    interpreter: str, tmp_path: Path
) -> None:
    source = (
        "import os, sys\nsecond = os.path.exists(sys.argv[1]); open(sys.argv[1], 'w').close()\n"
        "while input(): print('(ok)' if second else ') (1 . . 2) ((1 . 1) (1 . 2))', flush=True)"
    )
    lines = run(
        interpreter,
        tmp_path / "unreadable.scm",
        f"""{ATTEMPT} {command(sys.executable, "-c", source, str(tmp_path / "second"))}
        (define ai (make-sttt-ai))
        (define (move) (ai '(big) 'x))
        (show (attempt move)) (show (attempt move))""",
    )
    assert lines == ["caught", "(ok)"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("/nowhere/python", "-m", "adapter.scheme"), "/nowhere/python"),
        ((sys.executable, "-P", "-m", "no_such_module"), "No module named no_such_module"),
    ],
)
def test_a_bot_that_cannot_start_is_told_with_its_command_and_the_reason(
    interpreter: str, words: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "none.scm"
    file.write_text(f"""(load "{SHIMS / interpreter}.scm") {command(*words)} ((make-sttt-ai) '(big) 'x)""")
    done = start_scheme(interpreter, file)
    said = " ".join((done.stdout + done.stderr).split())
    assert "STTT_BOT" in said
    assert f"sttt scheme-path {interpreter} --copy FILE" in said
    assert reason in said
    for word in words:
        assert f'"{word}"' in said


def test_what_the_bot_refuses_is_told_where_there_is_no_terminal(interpreter: str, tmp_path: Path) -> None:
    file = tmp_path / "refused.scm"
    file.write_text(f"""(load "{SHIMS / interpreter}.scm") ((make-sttt-ai) '(big) 'x)""")
    done = start_scheme(interpreter, file)
    assert "the board has 0 little boards; expected 9" in " ".join((done.stdout + done.stderr).split())


def test_an_error_reply_is_a_scheme_error(interpreter: str, tmp_path: Path) -> None:
    lines = run(
        interpreter,
        tmp_path / "error.scm",
        f"""{ATTEMPT} (set! sttt-command (append sttt-command (list "--player" "random")))
        (show (attempt (lambda () ((make-sttt-ai) '(big) 'x)))) (show 'alive)""",
    )
    assert lines == ["caught", "alive"]


def test_words_of_the_command_reach_the_program_as_they_are(interpreter: str, tmp_path: Path) -> None:
    word = 'it\'s $HOME; "a" \\ b'
    source = (
        "import sys; input(); print('(ok)' if sys.argv[1] == sys.argv[2].replace('_', ' ') else '(bad)', flush=True)"
    )
    lines = run(
        interpreter,
        tmp_path / "words.scm",
        f"""{ATTEMPT} {command(sys.executable, "-c", source, word, word.replace(" ", "_"))}
        (show ((make-sttt-ai) '(big) 'x))""",
    )
    assert lines == ["(ok)"], shlex.quote(word)


def test_a_flood_on_standard_error_between_moves_does_not_stop_the_bot(interpreter: str, tmp_path: Path) -> None:
    # Gambit hands standard error on without waiting; a bot that writes much has to wait for its reader, as ours does.
    source = (
        "import os, sys\nos.set_blocking(2, True)\n"
        "while input(): print('(ok)', flush=True); sys.stderr.write('e' * 50000)"
    )
    lines = run(
        interpreter,
        tmp_path / "flood.scm",
        f"""{ATTEMPT} {command(sys.executable, "-c", source)}
        (define ai (make-sttt-ai))
        (do ((i 0 (+ i 1))) ((= i 5)) (show (ai '(big) 'x)))""",
    )
    assert lines == ["(ok)"] * 5


@pytest.mark.parametrize("shim", sorted(path.name for path in SHIMS.glob("*.scm")))
def test_every_shim_is_short_and_offers_the_same(shim: str) -> None:
    text = (SHIMS / shim).read_text()
    assert len(text.splitlines()) <= 60
    assert PROTOCOL.shims
    for part in (
        "(define (make-sttt-ai)",
        "(define sttt-command",
        '"STTT_BOT"',
        " ".join(f'"{word}"' for word in PROTOCOL.shims.command),
        "(sttt-gone)",
    ):
        assert part in text
    code = re.sub(r'"(?:[^"\\]|\\.)*"|;.*|#\\.', "", text)
    assert code.count("(") == code.count(")")


def test_there_is_a_shim_for_every_scheme() -> None:
    assert {path.stem for path in SHIMS.glob("*.scm")} == {*INTERPRETERS, "stk", "stklos"}

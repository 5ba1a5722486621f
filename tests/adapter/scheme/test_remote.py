"""The remote half: a Scheme file's AI as a player, in every interpreter, and every way in which one can fail."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from support.scheme_programs import INTERPRETERS, SHIMS

from adapter.scheme import PROTOCOL
from adapter.scheme.remote import SchemePlayer, connect, parse_description
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError
from sttt.games.game import Side, Turn
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Limits
from sttt.players.registry import make_player

PLAYERS = Path(__file__).parents[2] / "support" / "scheme_players.scm"
GUARD = 150.0

Connect = Callable[[str], AbstractContextManager[SchemePlayer]]


@pytest.fixture
def started(interpreter: str) -> Connect:
    """Start a player of `PLAYERS` in each interpreter in turn."""
    return lambda options: closing(connect(f"{PLAYERS},{options},interpreter={interpreter}"))


@pytest.fixture
def in_guile(guile: str) -> Connect:
    """Start a player of `PLAYERS` in Guile."""
    return lambda options: closing(connect(f"{PLAYERS},{options},interpreter={guile}"))


def turn_of(player: SchemePlayer, position: Position | None = None) -> Turn:
    return player.choose(position or Position(), Limits.within(GUARD)).turn


def test_the_maker_is_called_once_and_its_ai_each_turn(started: Connect) -> None:
    with started("maker=make-ai") as player:
        assert turn_of(player) == (0, 80)
        assert turn_of(player, Position.from_marks(3, 0, Side.O)) == (10, 80)
        assert turn_of(player) == (18, 80)


def test_a_named_procedure_is_the_ai_itself_and_gets_a_private_board(started: Connect) -> None:
    with started("procedure=plain-ai") as player:
        assert turn_of(player) == (40, 36)
        assert turn_of(player) == (40, 36)


def test_an_error_in_the_ai_is_its_message_and_the_program_lives_on(started: Connect) -> None:
    with started("maker=make-raising-ai") as player:
        for _ in range(2):
            with pytest.raises(PlayerError, match=r"error: .*I give up:"):
                turn_of(player)
    with started("maker=make-broken-ai") as player, pytest.raises(PlayerError, match=r"error: .*\bcar\b"):
        turn_of(player)


def test_an_endless_ai_is_ended_at_its_deadline(started: Connect) -> None:
    with started("maker=make-endless-ai") as player:
        with pytest.raises(PlayerTimeoutError, match="did not answer in time"):
            player.choose(Position(), Limits.within(0.2))
        with pytest.raises(PlayerError, match="has ended"):
            turn_of(player)


def test_an_ai_that_exits_is_reported_with_its_status(started: Connect) -> None:
    with started("maker=make-leaving-ai") as player, pytest.raises(PlayerError, match="ended with exit status 7"):
        turn_of(player)


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        ("empty", (None, None)),
        ("false", (None, None)),
        ("symbol", (None, None)),
        ("procedure", (None, None)),
        ("text", (None, None)),
        ("single", (None, None)),
        ("dotted", (None, None)),
        ("pair", (None, None)),
        ("error-list", (None, None)),
        ("third", (40, 36)),
        ("improper", (40, None)),
        ("list", (None, 36)),
        ("far", (None, None)),
        ("quoted", (None, None)),
        ("rational", (None, 36)),
        ("float-list", (None, 36)),
        ("null", (None, 80)),
        ("circular", (40, 36)),
    ],
)
def test_a_malformed_reply_counts_as_the_referee_counts_it(in_guile: Connect, name: str, turn: Turn) -> None:
    with in_guile(f"maker=make-{name}-ai") as player:
        assert turn_of(player) == turn


def test_a_float_index_loses_in_every_interpreter(started: Connect) -> None:
    with started("maker=make-float-ai") as player, pytest.raises(ProtocolError, match="expected an exact integer"):
        turn_of(player)


def test_a_circular_reply_ends_in_every_interpreter(started: Connect) -> None:
    with started("maker=make-circular-ai") as player:
        assert turn_of(player) == (40, 36)


@pytest.mark.usefixtures("guile")
def test_make_ai_in_guile_is_the_default() -> None:
    with closing(make_player(f"scheme:{PLAYERS}")) as player:
        assert player.choose(Position(), Limits()).turn == (0, 80)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("maker=make-none", "make-none"),
        ("maker=plain-ai", "error"),
        ("maker=make-nothing", "the AI is not a procedure"),
        ("procedure=not-a-procedure", "the AI is not a procedure"),
    ],
)
def test_a_file_without_that_ai_does_not_start(started: Connect, options: str, complaint: str) -> None:
    with pytest.raises(PlayerError, match=complaint):
        started(options)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ('(display "half a file" (current-error-port)) (define (make-ai', "error"),
        ("(car 5)", "error"),
        ('(display "bye" (current-error-port)) (exit 3)', "ended with exit status 3.*last words: bye"),
        ("(define (unrelated) 1)", "make-ai"),
    ],
)
@pytest.mark.usefixtures("guile")
def test_a_file_that_does_not_load_does_not_start(tmp_path: Path, source: str, complaint: str) -> None:
    (tmp_path / "bad.scm").write_text(source)
    with pytest.raises(PlayerError, match=complaint):
        connect(str(tmp_path / "bad.scm"))


def test_a_file_loads_others_beside_it_and_may_redefine_what_it_likes(tmp_path: Path, interpreter: str) -> None:
    (tmp_path / 'a "b" c').mkdir()
    file = tmp_path / 'a "b" c' / "ai.scm"
    file.write_text('(define (list . rest) 5) (define (pair? it) #f) (define (sttt-serve) 1) (load "more.scm")')
    (file.parent / "more.scm").write_text("(define (make-ai) (lambda (b w) (cons '(5 . 5) (cons '(5 . 1) '()))))")
    with closing(connect(f"{file},interpreter={interpreter}")) as player:
        assert turn_of(player) == (40, 36)


OLD_STYLE = """
(define (make-ai)
  (lambda (board who)
    (list (cons 5 5) ())))
"""
"""A player that writes the null placement as the assignment's text does."""


@pytest.mark.parametrize("interpreter", sorted(set(INTERPRETERS) - {"mit"}), indirect=True)
def test_a_null_without_a_quote_is_named_with_its_line_and_what_runs_it(interpreter: str, tmp_path: Path) -> None:
    file = tmp_path / "old.scm"
    file.write_text(OLD_STYLE)
    refused = f"{file}, line 4: () stands without a quote, which {interpreter} refuses"
    advice = f"{refused}; expected '() there, or interpreter=mit"
    with pytest.raises(PlayerError, match=re.escape(advice)):
        connect(f"{file},interpreter={interpreter}")


@pytest.mark.usefixtures("mit")
def test_a_null_without_a_quote_plays_in_mit_scheme(tmp_path: Path) -> None:
    (tmp_path / "old.scm").write_text(OLD_STYLE)
    with closing(connect(f"{tmp_path}/old.scm,interpreter=mit")) as player:
        assert turn_of(player) == (40, None)


SYSTEM = """#!{python}
import os, sys
assert sys.argv[1:-1] == {options}, sys.argv
assert os.path.dirname(sys.argv[-1]) == os.path.dirname(os.environ["STTT_SERVE"])
for file in (sys.argv[-1], os.environ["STTT_SERVE"]):
    text = open(file).read()
    assert text.count("(") == text.count(")")
assert os.read(3, 1000).endswith(b'old.scm" maker make-ai)\\n')
open("/dev/fd/4", "w").write("(ready)\\n")
assert os.read(3, 10000).startswith(b"((big (little ")
open("/dev/fd/4", "w").write("((5 . 5) ())\\n")
"""
"""What stands in for a Scheme that no distribution packages: it must be started so that its driver finds the rest."""


@pytest.mark.parametrize(
    ("name", "program", "options"),
    [("stk", "snow", ["-file"]), ("stklos", "stklos", ["--no-init-file", "-f"])],
    ids=["stk", "stklos"],
)
def test_a_system_built_from_source_is_given_its_driver_and_the_common_part(
    name: str, program: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old.scm").write_text(OLD_STYLE)
    (tmp_path / program).write_text(SYSTEM.format(python=sys.executable, options=options))
    (tmp_path / program).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with closing(connect(f"{tmp_path}/old.scm,interpreter={name}")) as player:
        assert turn_of(player) == (40, None)


@pytest.fixture
def beats(tmp_path: Path) -> Iterator[Path]:
    """Return a file whose AI starts a background process that keeps appending to ``beats`` beside it, then hangs."""
    file = tmp_path / "ai.scm"
    file.write_text(
        '(define (make-ai) (system "(while :; do echo >> beats; sleep 0.02; done) &")'
        " (lambda (board who) (let loop () (loop))))"
    )
    yield file
    (tmp_path / "beats").unlink(missing_ok=True)


@pytest.mark.slow
def test_closing_ends_everything_that_the_ai_started(beats: Path) -> None:
    player = connect(str(beats))
    with pytest.raises(PlayerTimeoutError):
        player.choose(Position(), Limits.within(0.3))
    written = (beats.parent / "beats").stat().st_size
    assert written > 0
    time.sleep(0.3)
    assert (beats.parent / "beats").stat().st_size <= written + 1
    player.close()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("none.scm", "no Scheme file 'none.scm'"),
        ("", "no Scheme file ''"),
        (f"{PLAYERS},interpreter=emacs", "unknown interpreter 'emacs'; expected one of: chez"),
        (f"{PLAYERS},maker=a,procedure=b", "expected FILE.scm"),
        (f"{PLAYERS},maker=", "expected FILE.scm"),
        (f"{PLAYERS},maker=a b", "expected FILE.scm"),
        (f"{PLAYERS},name=a", "expected FILE.scm"),
        (f"{PLAYERS},guile", "expected FILE.scm"),
    ],
)
def test_a_description_that_makes_no_sense_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(PlayerError, match=complaint):
        PROTOCOL.connect(text, DEFAULT_PROGRAM_TERMS)


def test_a_description_names_kind_name_and_interpreter() -> None:
    description = parse_description(f"{PLAYERS},interpreter=mit,procedure=my-ai")
    assert description.file == PLAYERS
    assert (description.kind, description.name, description.interpreter) == ("procedure", "my-ai", "mit")


def test_a_missing_interpreter_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PlayerError, match="csi is not installed"):
        connect(f"{PLAYERS},interpreter=chicken")


@pytest.mark.usefixtures("guile")
def test_our_bot_behind_its_shim_is_itself_a_scheme_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STTT_BOT", sys.executable)
    file = tmp_path / "ai.scm"
    file.write_text(
        f'(load "{SHIMS / "guile.scm"}") (define make-ai make-sttt-ai)'
        """ (set! sttt-command (append sttt-command '("--player" "random" "--seed" "2")))"""
    )
    players = {Side.X: make_player(f"scheme:{file}"), Side.O: make_player("random", 3)}
    position = Position()
    while not position.result:
        turn = players[position.side].choose(position, Limits.within(GUARD)).turn
        position, counted = enter_turn(position, turn)
        assert counted == turn
    for player in players.values():
        player.close()

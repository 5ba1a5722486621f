"""A byte order mark before what is said: editors and shells of Windows, and programs in C#, put one there."""

import codecs
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapter.connect4_files.files import read_if_there
from sttt.execution.foreign import Unmarked
from sttt.players import registry
from sttt.players.player import Limits

BOM = codecs.BOM_UTF8
BOARD = "((big" + "".join(" (little" + " ()" * 9 + ")" for _ in range(9)) + ") x)"


@given(st.binary(max_size=8), st.booleans(), st.lists(st.integers(1, 3), max_size=12))
def test_a_mark_is_dropped_once_wherever_the_bytes_are_cut(text: bytes, is_marked: bool, sizes: list[int]) -> None:  # noqa: FBT001
    start, rest, seen = Unmarked(), BOM * is_marked + text, b""
    for size in sizes:
        if portion := rest[:size]:
            seen += start.feed(portion)
        rest = rest[size:]
    if rest:
        seen += start.feed(rest)
    expected = text if is_marked else text.removeprefix(BOM)
    assert seen + start.feed(b"") == expected


@pytest.mark.parametrize(
    ("module", "given", "said"),
    [
        ("adapter.scheme", BOARD.encode(), b"(("),
        ("adapter.qubic_stdio", b"R\nexit\n", b"R,"),
        ("adapter.ugi", b"ugi\nquit\n", b"ugiok"),
    ],
)
def test_a_bot_skips_a_mark_at_the_start_of_its_input(module: str, given: bytes, said: bytes) -> None:
    command = [sys.executable, "-P", "-m", module]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as bot:
        assert bot.stdin
        bot.stdin.write(BOM[:1])
        bot.stdin.flush()
        time.sleep(0.05)
        answer, complaint = bot.communicate(BOM[1:] + given, timeout=200)
    assert (bot.returncode, complaint) == (0, b"")
    assert said in answer
    assert b"error" not in answer.lower()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="commands for a POSIX shell")
@pytest.mark.parametrize(
    ("protocol", "module", "game"),
    [
        ("cmd", "adapter.scheme", "super-ttt"),
        ("qubic", "adapter.qubic_stdio", "qubic"),
        ("ugi", "adapter.ugi", "super-ttt"),
    ],
)
def test_a_program_may_begin_with_a_mark(protocol: str, module: str, game: str, tmp_path: Path) -> None:
    script = tmp_path / "marked.sh"
    script.write_text(f"printf '\\357\\273\\277'; exec {shlex.quote(sys.executable)} -P -m {module}\n")
    with_mark = registry.make_player(f"{protocol}:sh {script}", 1, game)
    try:
        position = registry.game(game).start()
        assert with_mark.choose(position, Limits(time.monotonic() + 20)).turn
    finally:
        with_mark.close()


def test_a_file_of_a_move_may_begin_with_a_mark(tmp_path: Path) -> None:
    (tmp_path / "one.in").write_bytes(BOM + b"(W C 1)\n")
    assert read_if_there(tmp_path / "one.in") == "(W C 1)\n"

"""CS4341's protocol, line by line: our bot and the referee against scripted programs, and a program as a player."""

import io
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import ClassVar

import pytest
from support.command import sttt

from adapter.programs.streams import thinking_time
from adapter.qubic_stdio.__main__ import Conversation
from adapter.qubic_stdio.message import parse_move, read_line
from adapter.qubic_stdio.remote import referee
from sttt.errors import PlayerError, ProtocolError
from sttt.games.game import Side
from sttt.games.qubic.position import Position
from sttt.players.player import Decision, Limits, RefereeTerms
from sttt.players.registry import make_player

RED_ROW = ("R,0,0,0", "R,1,0,0", "R,2,0,0", "R,3,0,0")
BLUE_ROW = ("B,0,1,0", "B,1,1,0", "B,2,1,0", "B,3,1,0")


class Scripted:
    """Plays the squares it is given, one after the other."""

    def __init__(self, squares: Sequence[int]) -> None:
        self._squares = iter(squares)

    def choose(self, _position: Position, _limits: Limits) -> Decision:
        return Decision((next(self._squares),), reason="script")

    def close(self) -> None:
        pass


def conversation(given: bytes, squares: Sequence[int] = ()) -> str:
    """What the bot says to a referee that says all this."""
    sink = io.BytesIO()
    Conversation(io.BytesIO(given), sink, Scripted(squares), 60.0).run()
    blocks = [sink.getvalue()[start : start + 10] for start in range(0, len(sink.getvalue()), 10)]
    assert all(len(block) == 10 and block.endswith(b"\n") for block in blocks)
    return "".join(block[:-1].rstrip(b"\0").decode() + "\n" for block in blocks)


# --- The bot ---------------------------------------------------------------------------------------------------------


def test_red_moves_first_and_blue_waits_for_the_opponent() -> None:
    assert conversation(b"R\n", [20]) == "R,0,1,1\n"
    assert conversation(b"B\n") == ""
    assert conversation(b"B\nR,0,1,1\n", [52]) == "B,0,1,3\n"


def test_messages_filled_up_with_nul_are_read() -> None:
    assert conversation(b"B\0\0\0\0\0\0\0\0\nR,1,1,1\0\0\n", [0]) == "B,0,0,0\n"


@pytest.mark.parametrize(
    "message",
    [
        "r,0,1,1",
        "R,0,4,3",
        "B,0,1,1",
        "R,0,1",
        "R,0,1,1,1",
        "",
        "R 0 1 1",
        "R,0,0,0",
        "R,1,2,3000",
        "R,-1,0,0",
        "GAMEOVER",
    ],
)
def test_an_invalid_move_is_an_error_and_then_only_exit_counts(message: str) -> None:
    given = f"B\nR,0,0,0\n{message}\nR,3,3,3\nexit\nR,2,2,2\n"
    assert conversation(given.encode(), [1, 2, 3]) == "B,1,0,0\nERROR\n"


def test_the_opponents_line_is_game_over() -> None:
    given = "\n".join(("B", *RED_ROW, "exit", ""))
    assert conversation(given.encode(), [4, 5, 6]) == "B,0,1,0\nB,1,1,0\nB,2,1,0\nGAMEOVER\n"


def test_an_own_line_is_the_move_and_then_game_over() -> None:
    given = "\n".join(("R", *BLUE_ROW[:3], "R,0,0,1", "exit", ""))
    assert conversation(given.encode(), [0, 1, 2, 3]) == "\n".join((*RED_ROW, "GAMEOVER", ""))


def test_a_full_cube_is_game_over_for_the_one_who_fills_it() -> None:
    cells = "BRRBBBRBBRBBRBBRRBRBRRBRRRBBBRBRRBRRRRRBRRBRBRBBBRBBRBBBBBRRRBRR"
    red = [square for square, mark in enumerate(cells) if mark == "R"]
    blue = [square for square, mark in enumerate(cells) if mark == "B"]
    moves = "".join(f"R,{s % 4},{s // 4 % 4},{s // 16}\n" for s in red)
    said = conversation(f"B\n{moves}exit\n".encode(), blue).splitlines()
    assert len(said) == 33
    assert said[-1] == "GAMEOVER"


@pytest.mark.parametrize("given", [b"exit\n", b"B\nexit\nR,0,0,0\n", b"B\nR,0,0,0\nexit\n", b"", b"B\n"])
def test_exit_and_the_end_of_the_stream_end_it_at_any_moment(given: bytes) -> None:
    assert conversation(given, [1]).count("\n") == given.count(b"R,0,0,0\nexit")


@pytest.mark.parametrize(
    "form",
    ["{}\n", "{}\r\n", "{}\0\n", "{}\n\0", "{}\n\0\0\0", "{}\0\r\n\0\0"],
    ids=["plain", "CRLF", "filled", "NUL behind", "NULs behind", "all"],
)
def test_messages_are_read_however_they_are_filled_up_and_ended(form: str) -> None:
    given = "".join(form.format(message) for message in ("B", "R,0,0,0", "R,1,0,0", "exit", "R,2,0,0"))
    assert conversation(given.encode(), [20, 52]) == "B,0,1,1\nB,0,1,3\n"


def test_a_buffer_of_ten_bytes_written_whole_is_read() -> None:
    given = b"".join(message.encode().ljust(10, b"\0") for message in ("B\n", "R,0,0,0\n", "exit\n"))
    assert conversation(given, [20]) == "B,0,1,1\n"


class Asked(Scripted):
    """Remembers how many seconds it was given for each move."""

    seconds: ClassVar[list[float]] = []

    def choose(self, position: Position, limits: Limits) -> Decision:
        self.seconds.append((limits.deadline or 0.0) - time.monotonic())
        return super().choose(position, limits)


class Slow(io.BytesIO):
    """A referee who takes his time for each message."""

    def readline(self, size: int | None = -1, /) -> bytes:
        time.sleep(0.2)
        return super().readline(size)


@pytest.mark.parametrize(
    ("source", "given", "counted"),
    [(io.BytesIO, b"R\nB,0,0,0\n", True), (io.BytesIO, b"B\nR,0,0,0\n", True), (Slow, b"R\nB,0,0,0\n", False)],
    ids=["R waiting", "B and a move waiting", "R comes later"],
)
def test_a_first_move_that_was_asked_for_before_the_bot_was_ready_counts_from_its_start(
    source: type[io.BytesIO], given: bytes, *, counted: bool
) -> None:
    Asked.seconds.clear()
    Conversation(source(given), io.BytesIO(), Asked([20, 40]), 10.0, spent=3.0).run()
    whole = thinking_time(10.0)
    assert Asked.seconds[0] == pytest.approx(thinking_time(7.0) if counted else whole, abs=0.1)
    assert Asked.seconds[1:] == pytest.approx([whole] * len(Asked.seconds[1:]), abs=0.1)


def test_a_first_message_that_is_no_symbol_is_refused() -> None:
    with pytest.raises(ProtocolError, match="expected R or B"):
        conversation(b"X\n")


def test_messages_have_ten_bytes_at_most() -> None:
    assert read_line("R,0,1,1\0\0") == "R,0,1,1"
    with pytest.raises(ProtocolError, match="11 bytes"):
        read_line("R,0,1,1\0\0\0")


def test_a_move_is_refused_with_its_reason() -> None:
    for message, why in (("B,0,0,0", "wrong symbol"), ("R,0,0,0", "occupied"), ("R,0,0,9", "not a square")):
        with pytest.raises(ProtocolError, match=why):
            parse_move(message, Side.X, Position().play(0).play(1))


def processor_seconds(pid: int) -> float:
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
def test_the_installed_bot_uses_no_processor_time_while_it_waits_and_obeys_exit() -> None:
    command = [Path(sys.executable).with_name("sttt-qubic"), "--player", "qubic-blocks", "--seed", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdin
        assert bot.stdout
        bot.stdin.write("B\nR,0,0,0\n")
        bot.stdin.flush()
        assert bot.stdout.readline().startswith("B,")
        time.sleep(0.1)
        before = processor_seconds(bot.pid)
        time.sleep(0.5)
        assert processor_seconds(bot.pid) - before <= 0.01
        assert bot.communicate("exit\n", timeout=150)[0] == ""
        assert bot.returncode == 0


# --- The referee -----------------------------------------------------------------------------------------------------


def program(*says: str, after: str = "") -> str:
    """A command that reads a line before each thing it says, then what comes until exit, and does `after`."""
    script = f"""\
import sys, time
for say in {says!r}:
    sys.stdin.readline()
    sys.stdout.write(say)
    sys.stdout.flush()
{after}
for line in sys.stdin:
    if line == 'exit\\n':
        break
"""
    return shlex.join([sys.executable, "-c", script])


def refereed(red: str, blue: str, seconds: float = 20.0) -> list[str]:
    said: list[str] = []
    assert referee((red, blue), RefereeTerms(seconds, None, said.append)) == 0
    names = {red: "red", blue: "blue"}
    return [_renamed(line, names) for line in said]


def _renamed(line: str, names: dict[str, str]) -> str:
    for command, name in names.items():
        line = line.replace(f"({command})", name)
    return line


def lines(*moves: str) -> tuple[str, ...]:
    return tuple(f"{move}\n" for move in moves)


def test_a_won_game_is_shown_timed_and_announced() -> None:
    said = refereed(program(*lines(*RED_ROW[:3]), "R,3,0,0\nGAMEOVER\n"), program(*lines(*BLUE_ROW[:3], "GAMEOVER")))
    assert said[:2] == ["Red red plays R", "Blue blue plays B"]
    assert said[2].startswith("Red red: R,0,0,0 (0.") or "R,0,0,0 (" in said[2]
    assert said[3].splitlines()[1].startswith(" y=0  R  .  .  .")
    assert sum("to move" in one for one in said) == 6
    assert said[-4:] == [
        "Red red recognized the end of the game",
        "Blue blue recognized the end of the game",
        "Blue blue has lost: four in a line",
        "Red red wins",
    ]


def test_who_does_not_recognize_the_end_is_named() -> None:
    said = refereed(program(*lines(*RED_ROW[:3]), "R,3,0,0\nGAMEOVER\n"), program(*lines(*BLUE_ROW)), seconds=20.0)
    assert "Blue blue did not recognize the end of the game: it wrote 'B,3,1,0'" in said


@pytest.mark.parametrize("move", ["r,0,1,1", "R,0,4,3", "B,0,1,1", "hello", "R,0,1,1 and more"])
def test_an_invalid_move_loses_and_the_opponent_is_asked_whether_it_notices(move: str) -> None:
    said = refereed(program(*lines(move)), program("", *lines("ERROR")))
    assert said[2].startswith("Red red: invalid move: ")
    assert said[-2:] == ["Red red has lost: invalid move; Blue blue recognized it", "Blue blue wins"]


def test_an_opponent_that_does_not_notice_an_invalid_move_wins_all_the_same() -> None:
    said = refereed(program(*lines("R,0,0,0", "R,0,0,0")), program("", *lines("B,1,1,1", "B,2,2,2")))
    assert said[-2:] == ["Red red has lost: invalid move; Blue blue did not recognize it", "Blue blue wins"]


@pytest.mark.slow
def test_an_error_or_game_over_without_reason_loses() -> None:
    for message in ("ERROR", "GAMEOVER"):
        said = refereed(program(*lines("R,0,0,0")), program("", *lines(message)))
        assert said[-2:] == [
            f"Blue blue has lost: {message} where nothing was wrong and the game went on",
            "Red red wins",
        ]


def test_a_move_that_does_not_come_in_time_loses() -> None:
    said = refereed(program("", after="time.sleep(30)"), program(), seconds=0.5)
    assert said[-2:] == ["Red red has lost: timed out: no move within 0.5 s", "Blue blue wins"]


def test_a_move_without_a_newline_loses_and_is_called_that() -> None:
    said = refereed(program("R,0,1,1", after="time.sleep(30)"), program(), seconds=0.5)
    assert said[-2].startswith("Red red has lost: ")
    assert said[-2].endswith(" wrote 'R,0,1,1' but not a newline in time; expected a whole answer")
    assert said[-1] == "Blue blue wins"


BLOCKS = """
import os
while True:
    block = b""
    while len(block) < 10:
        more = os.read(0, 10 - len(block))
        if not more:
            raise SystemExit
        block += more
    assert block.endswith(b"\\n"), block
    message = block.rstrip(b"\\0\\n").decode()
    if message == "exit":
        break
    answers = {"R": "R,0,0,0", "B": "", "R,0,0,0": "B,9,9,9"}
    if answers.get(message, "ERROR"):
        os.write(1, (answers.get(message, "ERROR") + "\\n").encode().ljust(10, b"\\0"))
"""
"""Reads and writes blocks of ten bytes, as a program in C with a buffer does."""


def test_the_referee_pads_for_programs_that_read_blocks_and_draws_colours_on_demand() -> None:
    blocks = shlex.join([sys.executable, "-c", BLOCKS])
    done = sttt("referee", "qubic", blocks, blocks, "--pad", "--time", "20")
    assert "invalid move: 'B,9,9,9' is no move" in done.stdout
    assert "recognized it" in done.stdout
    first = {said[0] for said in map(colours_of, (0, 1))}
    assert first == {"Red (one)", "Red (two)"}


def colours_of(seed: int) -> list[str]:
    said: list[str] = []
    one, two = (f"{program('R,0,0')} # {name}" for name in ("one", "two"))
    referee((one, two), RefereeTerms(20.0, seed, said.append, colours="random"))
    return [line.partition(" plays")[0].replace(one, "one").replace(two, "two") for line in said]


def test_a_program_that_dies_loses() -> None:
    said = refereed(program(after="sys.exit(3)"), program())
    assert "ended with exit status 3" in said[-2]
    assert said[-1] == "Blue blue wins"


def test_a_program_that_does_not_start_is_wrong_input() -> None:
    with pytest.raises(PlayerError, match="cannot start"):
        refereed("/nowhere/at/all", program())


def test_the_installed_referee_plays_a_game_between_installed_bots() -> None:
    bot = f"{shlex.quote(str(Path(sys.executable).with_name('sttt-qubic')))} --player qubic-blocks --seed"
    done = sttt("referee", "qubic", f"{bot} 1", f"{bot} 2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("recognized the end of the game") == 2
    assert done.stdout.splitlines()[-1].endswith(" wins")


# --- A program as a player -------------------------------------------------------------------------------------------


def test_a_program_is_told_its_symbol_and_the_opponents_moves() -> None:
    echo = "import sys\nsaid = []\nfor line in sys.stdin:\n    said.append(line.strip())\n"
    echo += (
        "    if line != 'exit\\n': print(f'{said[0]},{len(said) - 1},0,0' if said[0] == 'R' or len(said) > 1 else '', "
    )
    echo += "end='\\n' if said[0] == 'R' or len(said) > 1 else '', flush=True)\n"
    command = shlex.join([sys.executable, "-c", echo])
    with closing(make_player(f"qubic:{command}")) as red:
        assert red.choose(Position(), Limits()).turn == (0,)
        assert red.choose(Position().play(0).play(40), Limits()).turn == (1,)
    with closing(make_player(f"qubic:{command}")) as blue:
        assert blue.choose(Position().play(40), Limits()).turn == (1,)


def test_a_program_cannot_be_told_of_a_game_under_way() -> None:
    with closing(make_player(f"qubic:{program(*lines('R,0,0,0'))}")) as red, pytest.raises(PlayerError, match="start"):
        red.choose(Position().play(0).play(1), Limits())


def test_what_is_no_move_cannot_be_read() -> None:
    with (
        closing(make_player(f"qubic:{program(*lines('GAMEOVER'))}")) as red,
        pytest.raises(ProtocolError, match="no move"),
    ):
        red.choose(Position(), Limits())

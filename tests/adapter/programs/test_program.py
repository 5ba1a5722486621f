"""An untrusted program behind pipes: every way to misbehave is an error that says what happened."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from support.processes import assert_none_is_left, descendants_with

from adapter.programs.process import Process
from adapter.programs.program import Program
from adapter.programs.streams import Lines
from adapter.scheme.stream import Cutter
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError
from sttt.players.player import DEFAULT_PROGRAM_TERMS, ProgramTerms

Start = Callable[[str], Program]
GUARD = 150.0


@pytest.fixture
def start() -> Iterator[Start]:
    """Start Python programs that are ended after the test."""
    started: list[Program] = []

    def start_python(source: str) -> Program:
        started.append(Program("mock", [sys.executable, "-u", "-c", f"import os, sys, time\n{source}"], Cutter()))
        return started[-1]

    yield start_python
    for program in started:
        program.close()
        program.close()


def ask(program: Program, seconds: float = GUARD) -> str:
    return program.exchange("(hello)", time.monotonic() + seconds)


def test_requests_are_answered_in_turn(start: Start) -> None:
    program = start("for line in sys.stdin: print('(got', line, ')')")
    assert [" ".join(ask(program).split()) for _ in range(3)] == ["(got (hello) )"] * 3


def test_an_answer_may_come_in_pieces(start: Start) -> None:
    program = start("input()\nfor letter in '(a\\n(b))': sys.stdout.write(letter)\ninput()")
    assert ask(program) == "(a\n(b))"


def test_silence_ends_at_the_deadline(start: Start) -> None:
    program = start("print('so far', file=sys.stderr)\ntime.sleep(600)")
    with pytest.raises(PlayerTimeoutError, match="mock did not answer in time"):
        ask(program, 0.2)
    assert not program.running
    with pytest.raises(PlayerError, match="mock has ended"):
        ask(program)


def test_half_an_answer_does_not_extend_the_deadline(start: Start) -> None:
    program = start("while True:\n print('(')\n time.sleep(0.01)")
    with pytest.raises(PlayerTimeoutError):
        ask(program, 0.2)


def test_death_is_reported_with_status_and_last_words(start: Start) -> None:
    program = start("input()\nprint('x' * 5000, 'no more memory', file=sys.stderr)\nsys.exit(9)")
    with pytest.raises(
        PlayerError, match=r"mock ended with exit status 9; expected an answer; its last words: .*x no m"
    ):
        ask(program)


def test_death_before_the_request_is_reported_the_same_way(start: Start) -> None:
    program = start("os.kill(os.getpid(), 11)")
    time.sleep(0.2)
    with pytest.raises(PlayerError, match="mock ended with exit status -11"):
        ask(program)


def test_a_closed_output_is_no_answer(start: Start) -> None:
    program = start("input()\nos.close(1)\ntime.sleep(600)")
    with pytest.raises(PlayerError, match="mock closed its output"):
        ask(program)


def test_a_flood_on_standard_error_does_not_block(start: Start) -> None:
    program = start("input()\nsys.stderr.write('e' * 1000000)\nprint('(fine)')\ninput()")
    assert ask(program) == "(fine)"


def test_a_flood_on_standard_output_is_ended(start: Start) -> None:
    program = start("while True: sys.stdout.write(' ' * 100000)")
    with pytest.raises(PlayerError, match=f"expected an answer in at most {DEFAULT_PROGRAM_TERMS.output}"):
        ask(program)
    assert not program.running


def test_an_endless_answer_is_given_up(start: Start) -> None:
    program = start("input()\nsys.stdout.write('(' + 'x' * 100000 + ')\\n')\ninput()\nprint('(fine)')\ninput()")
    with pytest.raises(ProtocolError, match="expected its end before"):
        ask(program)
    assert ask(program) == "(fine)"


def test_a_second_answer_to_one_request_is_refused(start: Start) -> None:
    program = start("for line in sys.stdin: print('(one) (two)')")
    assert ask(program) == "(one)"
    with pytest.raises(ProtocolError, match="mock sent more than one answer"):
        ask(program)


def test_bytes_that_are_no_text_are_an_answer_to_be_refused_by_the_reader(start: Start) -> None:
    program = start("input()\nos.write(1, b'\\xff\\x00\\n')\ninput()")
    assert ask(program) == "\xff\x00"


def test_memory_is_limited(start: Start) -> None:
    program = start("input()\ntry: bytearray(1 << 33)\nexcept MemoryError: print('(refused)')\ninput()")
    assert ask(program) == "(refused)"


def test_a_command_that_is_not_there_is_named() -> None:
    with pytest.raises(PlayerError, match="cannot start mock: No such file or directory: /nowhere/at/all"):
        Program("mock", ["/nowhere/at/all"], Cutter())


@pytest.fixture
def dialogue() -> Iterator[Start]:
    """Start Python programs that speak lines of at most ten characters."""
    with ExitStack() as stack:

        def start_python(source: str) -> Program:
            command = [sys.executable, "-u", "-c", f"import os, sys, time\n{source}"]
            return stack.enter_context(closing(Program("mock", command, Lines(10))))

        yield start_python


def soon() -> float:
    return time.monotonic() + GUARD


def test_two_messages_may_answer_one_and_none_another(dialogue: Start) -> None:
    program = dialogue("input()\ninput()\nprint('R,0,0,0\\nGAMEOVER')\ninput()")
    program.send("R", soon())
    assert not program.is_waiting()
    program.send("B,1,1,1", soon())
    assert [program.receive(soon()), program.receive(soon())] == ["R,0,0,0", "GAMEOVER"]
    assert list(program.transcript) == ["> R", "> B,1,1,1", "< R,0,0,0", "< GAMEOVER"]


def test_the_transcript_ends_with_what_was_received_however_much_has_come(dialogue: Start) -> None:
    program = dialogue("input()\nprint('R,0,0,0\\nGAMEOVER\\nand more')\ninput()")
    program.send("R", soon())
    program.receive(soon())
    while not program.is_waiting(soon()):
        pass
    assert list(program.transcript) == ["> R", "< R,0,0,0"]


def test_a_line_that_is_too_long_is_no_message_and_the_next_one_is(dialogue: Start) -> None:
    program = dialogue("input()\nprint('R,0,0,0, hello')\nprint('ERROR\\0\\0')\ninput()")
    program.send("R", soon())
    with pytest.raises(ProtocolError, match="a line is longer than 10 characters"):
        program.receive(soon())
    assert program.receive(soon()) == "ERROR\0\0"


def test_a_program_that_does_not_read_is_not_waited_for(dialogue: Start) -> None:
    program = dialogue("print('(', file=sys.stderr)\ntime.sleep(600)")
    with pytest.raises(PlayerTimeoutError, match="mock did not read what it was sent in time"):
        program.send("x" * 1_000_000, time.monotonic() + 0.5)
    assert not program.running


def test_a_program_that_writes_while_it_is_written_to_blocks_nobody(dialogue: Start) -> None:
    program = dialogue("for _ in range(40000): print('chatter')\nprint(len(input()))\ninput()")
    program.send("x" * 500_000, soon())
    heard = [program.receive(soon()) for _ in range(40_001)]
    assert heard[-1] == "500000"


def test_how_a_program_ends_after_its_input_is_told(dialogue: Start) -> None:
    assert dialogue("sys.stdin.read()\nsys.exit(7)").finish(soon()) == 7
    assert dialogue("time.sleep(600)").finish(time.monotonic() + 0.1) is None


def test_a_process_that_is_not_spoken_to_is_watched_and_killed_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROCESS_TEST", str(tmp_path))
    source = (
        "import os, sys, time\n"
        "if not os.fork():\n if not os.fork():\n  os.setsid()\n time.sleep(600)\n"
        "os.write(1, f'{os.getcwd()} {sys.stdin.read()!r}'.encode())\n"
        "time.sleep(600)"
    )
    terms = ProgramTerms(directory=tmp_path)
    with closing(Process("mock", [sys.executable, "-c", source], terms, spoken_to=False)) as process:
        assert process.read(soon()) == f"{tmp_path} ''".encode()
        assert process.read(time.monotonic() + 0.05) == b""
        assert len(descendants_with(str(tmp_path))) >= 2
        with pytest.raises(PlayerError, match="mock has no standard input"):
            process.write(b"hello", soon())
    assert_none_is_left(str(tmp_path))


def test_the_output_limit_is_for_each_turn() -> None:
    source = "import os, sys\nfor _ in range(3):\n sys.stdin.readline()\n os.write(1, b'x' * 600)\nsys.stdin.read()"
    with closing(Process("mock", [sys.executable, "-c", source], ProgramTerms(output=1000))) as process:
        for _ in range(2):
            process.renew()
            process.write(b"go on\n", soon())
            assert len(process.read(soon())) == 600
        process.write(b"go on\n", soon())
        with pytest.raises(PlayerError, match="mock wrote 1200 bytes; expected an answer in at most 1000"):
            process.read(soon())

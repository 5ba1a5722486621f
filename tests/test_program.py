"""An untrusted program behind pipes: every way to misbehave is an error that says what happened."""

import sys
import time
from collections.abc import Callable, Iterator

import pytest

from adapter.program import Program
from adapter.scheme.stream import Cutter
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError
from sttt.players import DEFAULT_PROGRAM_TERMS

Start = Callable[[str], Program]
GUARD = 30.0


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

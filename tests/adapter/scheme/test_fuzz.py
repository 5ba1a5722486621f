"""Damaged requests: the bot answers each with legal turns or errors, prints nothing else, and lives on."""

import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.scheme_programs import start_bot
from support.scheme_texts import START, in_some_dialect, random_position, request_tree

from adapter.scheme import parse_turn
from adapter.scheme.bot import serve
from strategies.super_ttt.benchmarks import RandomPlayer
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.players.player import Decision, Limits

SNIPPETS = [
    b"(",
    b")",
    b"()",
    b"'",
    b'"',
    b";",
    b"\n",
    b".",
    b" . ",
    b"x",
    b"((big ",
    b"#|",
    b"\\",
    b"[",
    b"\xff",
    b"\0",
]

EDITS = st.lists(
    st.tuples(st.integers(0, 2000), st.integers(0, 30), st.sampled_from(SNIPPETS) | st.binary(max_size=4)),
    min_size=1,
    max_size=4,
)
"""Where, how many bytes go, and what comes instead."""


def damaged(request: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    for place, gone, instead in edits:
        start = place % (len(request) + 1)
        request = request[:start] + instead + request[start + gone :]
    return request


class RecordingPlayer(RandomPlayer):
    """The random player, remembering which position each turn was for."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[Position] = []

    def choose(self, position: Position, limits: Limits) -> Decision:
        self.asked.append(position)
        return super().choose(position, limits)


def check(output: bytes, asked: list[Position]) -> None:
    """Every line is an error, or a turn that is legal on the next position that the player was asked about."""
    assert output.endswith(b"\n")
    positions = iter(asked)
    for line in output.decode("ascii").splitlines():
        assert line.isprintable()
        if not (line.startswith('(error "') and line.endswith('")')):
            turn = parse_turn(line)
            assert enter_turn(next(positions), turn)[1] == turn
    assert next(positions, None) is None


@pytest.mark.slow
@settings(max_examples=300)
@given(st.randoms(use_true_random=False), st.integers(0, 45), EDITS)
def test_a_damaged_request_gets_legal_turns_or_errors(
    random: Random, turns: int, edits: list[tuple[int, int, bytes]]
) -> None:
    request = in_some_dialect(request_tree(random_position(random, turns)), random).encode()
    player = RecordingPlayer()
    sink = io.BytesIO()
    good = START.encode() + b"\n"
    serve(io.BytesIO(damaged(request, edits) + b"\n" + good + good), sink, player, 1)
    check(sink.getvalue(), player.asked)
    assert player.asked[-1] == Position()
    assert parse_turn(sink.getvalue().decode("ascii").splitlines()[-1])


def test_the_process_survives_hundreds_of_damaged_requests() -> None:
    random = Random(5)
    requests = b""
    for _ in range(300):
        good = in_some_dialect(request_tree(random_position(random, 30)), random).encode()
        edits = [(random.randrange(2000), random.randrange(30), random.choice(SNIPPETS)) for _ in range(2)]
        requests += damaged(good, edits) + b"\n"
    process = start_bot("--player", "random")
    output, errors = process.communicate(requests + 2 * (b"\n" + START.encode()), timeout=200)
    assert process.returncode == 0
    assert errors == b""
    lines = output.decode("ascii").splitlines()
    assert len(parse_turn(lines[-1])) == 2
    assert sum(line.startswith('(error "') for line in lines) > 50
    assert all(line.startswith('(error "') or len(parse_turn(line)) == 2 for line in lines)

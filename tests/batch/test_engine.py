"""The batch engine without its processes: which answers come to which lines, and in what order."""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sttt.arena.play.answer import Terms
from sttt.batch import waiting
from sttt.batch.engine import BatchEngine
from sttt.batch.query import LONGEST_LINE
from sttt.batch.question import Defaults, PositionQuestion, answer
from sttt.cli.options import player_of
from sttt.errors import ExecutionError

DEFAULTS = Defaults("super-ttt", lambda game, name: player_of(game, name or "rules"), Terms(nodes=10), 1)


class Here:
    """Takes the place of a worker: answers in the engine's own thread, as soon as the gate is open."""

    gate = threading.Event()
    asked: list[PositionQuestion] = []  # noqa: RUF012 - each test begins a new one

    def __init__(self) -> None:
        self._killed = threading.Event()

    def do(self, question: PositionQuestion, _seconds: float) -> bytes:
        self.asked.append(question)
        while not (self.gate.wait(0.001) or self._killed.is_set()):
            pass
        if self._killed.is_set():
            self._killed.clear()
            raise ExecutionError("killed")
        if question.seed == 13:
            raise ExecutionError("the worker process ended with exit status 9")
        return answer(question)

    def give_up(self, _question: PositionQuestion) -> None:
        self._killed.set()

    def close(self) -> None:
        self._killed.set()


def workers(number: int) -> list[Here]:
    return [Here() for _ in range(number)]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Here, "gate", threading.Event())
    monkeypatch.setattr(Here, "asked", [])


def run(lines: Sequence[Any], jobs: int = 1) -> list[dict[str, Any]]:
    """Answer the lines, those that are no bytes as JSON."""
    written: list[bytes] = []
    BatchEngine(DEFAULTS, workers(jobs), written.append).run(
        [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    )
    return [json.loads(line) for line in written]


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
MOVES = ["55+51", "25+95", "11", "--+--", "55+55", "99+98", "nonsense"]
fields: dict[str, st.SearchStrategy[Any]] = {
    "game": st.sampled_from(["super-ttt", "connect-four", "chess"]),
    "position": st.sampled_from(["x", "........./" * 8 + ".........:o1", "........./" * 8 + ".........:x2"]),
    "moves": st.lists(st.sampled_from(MOVES), max_size=4),
    "analyze_turns": st.lists(st.integers(-1, 4), max_size=3),
    "player": st.sampled_from(["rules", "random", "nobody", "cmd:/no/such/program"]),
    "seconds": st.floats(-1, 1),
    "nodes": st.integers(-1, 10**20),
    "depth": st.integers(0, 3),
    "seed": st.sampled_from([1, 13]),
    "priority": st.integers(-3, 3),
    "action": st.sampled_from(["terminate", "query_version", "stop"]),
    "terminate_id": st.text(max_size=1),
    "turn_numbers": st.lists(st.integers(0, 3), max_size=2),
    "mood": any_json,
}
queries = st.fixed_dictionaries({}, optional={name: kind | any_json for name, kind in fields.items()})
plain = st.fixed_dictionaries({}, optional={"moves": fields["moves"], "player": st.just("rules")})
junk = st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")) | any_json.map(lambda one: b"%a" % (one,))


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(st.lists(queries | plain | junk, max_size=8), st.integers(1, 3))
@example([b'{"id": "a", "nodes": Infinity}'], 1)
def test_every_line_gets_its_answers_or_one_error_and_ids_are_kept(lines: list[Any], jobs: int) -> None:
    Here.gate.set()
    given_lines = [line if isinstance(line, bytes) else {"id": f"é\ud800{n}", **line} for n, line in enumerate(lines)]
    answers = run(given_lines, jobs)
    assert not [one for one in answers if "warning" in one and one["field"] not in ("mood", *fields)]
    final = [one for one in answers if "warning" not in one]
    by_line = Counter(one.get("line") for one in final if "error" in one and "turn_number" not in one)
    for number, line in enumerate(given_lines, start=1):
        of_it = [one for one in final if isinstance(line, dict) and one.get("id") == line["id"]]
        if isinstance(line, bytes):
            assert by_line[number] == (1 if line.strip() else 0)
        elif by_line[number]:
            assert by_line[number] == len(of_it) == 1
        elif "action" in line:
            assert of_it == [{**of_it[0], "action": line["action"]}]
        else:
            moves = line.get("moves", [])
            turns = line.get("analyze_turns")
            assert sorted(one["turn_number"] for one in of_it) == sorted([len(moves)] if turns is None else turns)
            assert all(("error" in one) + ("terminated" in one) + ("decision" in one) == 1 for one in of_it)
    assert len(final) == sum(by_line.values()) + sum("turn_number" in one or "action" in one for one in final)


def test_what_has_priority_is_done_first_and_else_what_came_first() -> None:
    lines = [{"id": str(number), "priority": priority} for number, priority in enumerate([9, 0, 5, 0, 5, -1])]

    def given_lines() -> Iterator[bytes]:
        yield from (json.dumps(line).encode() for line in lines)
        Here.gate.set()

    written: list[bytes] = []
    BatchEngine(DEFAULTS, workers(1), written.append).run(given_lines())
    order = [json.loads(line)["id"] for line in written]
    assert sorted(order) == ["0", "1", "2", "3", "4", "5"]
    order.remove(Here.asked[0].id)  # it may have been taken when no other was there
    assert order == [one for one in "024135" if one != Here.asked[0].id]


@pytest.mark.slow
def test_no_more_is_read_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "MOST_WAITING", 50)
    read = 0

    def endless() -> Iterator[bytes]:
        nonlocal read
        for read in range(1, 501):
            yield json.dumps({"id": str(read), "player": "random"}).encode()

    seen: list[int] = []

    def write(_line: bytes) -> None:
        seen.append(read - len(seen))

    engine = BatchEngine(DEFAULTS, workers(2), write)
    threading.Timer(0.5, Here.gate.set).start()
    engine.run(endless())
    assert len(seen) == read == 500
    assert max(seen) <= 50 + 4


def test_a_terminated_query_is_answered_as_that_whether_it_waits_or_is_under_way() -> None:
    def given_lines() -> Iterator[bytes]:
        yield b'{"id": "a", "moves": ["55+51", "25+95"], "analyze_turns": [0, 1, 2]}'
        yield b'{"id": "b"}'
        while not Here.asked:
            time.sleep(0.001)
        yield b'{"id": "t", "action": "terminate", "terminate_id": "a", "turn_numbers": [0, 2]}'
        yield b'{"id": "u", "action": "terminate", "terminate_id": "nobody"}'
        yield b'{"id": "b"}'
        Here.gate.set()

    written: list[bytes] = []
    BatchEngine(DEFAULTS, workers(1), written.append).run(given_lines())
    answers = [json.loads(line) for line in written]
    terminated = {(one["id"], one["turn_number"]) for one in answers if one.get("terminated")}
    assert terminated == {("a", 0), ("a", 2)}
    assert [(one["id"], one["turn_number"]) for one in answers if "decision" in one] == [("a", 1), ("b", 0)]
    assert {"id": "t", "action": "terminate", "terminate_id": "a", "turn_numbers": [0, 2]} in answers
    assert {"id": "u", "action": "terminate", "terminate_id": "nobody"} in answers
    assert [(one["field"], one["line"]) for one in answers if "error" in one] == [("id", 5)]


ERRORS = [
    (b"55+51", None, "expected JSON"),
    (b"[]", None, "expected one in braces"),
    (b'{"id": "\xff"}', None, "byte 8 is no UTF-8"),
    (b"[" * LONGEST_LINE + b"[", None, f"more than {LONGEST_LINE} bytes"),
    (b'{"id": "a", "id": "b"}', None, "a key occurs twice"),
    ({}, "id", "missing required field `id`"),
    ({"id": 5}, "id", "Expected `str`, got `int`"),
    ({"id": "a", "game": "chess"}, "game", "unknown game 'chess'; expected one of: connect-four"),
    ({"id": "a", "position": "xo"}, "position", "1 little board; expected 9"),
    ({"id": "a", "moves": "55+51"}, "moves", "Expected `array`, got `str`"),
    ({"id": "a", "moves": ["55+51", "5"]}, "moves", "move 2: '5' is not a turn"),
    ({"id": "a", "moves": ["55+51", "55+95"]}, "moves", "move 2: of 55+95 only --+95 counts"),
    ({"id": "a", "analyze_turns": [1]}, "analyze_turns", "expected one or more different numbers from 0 to 0"),
    ({"id": "a", "analyze_turns": [0, 0]}, "analyze_turns", "expected one or more different numbers"),
    ({"id": "a", "analyze_turns": []}, "analyze_turns", "expected one or more different numbers"),
    ({"id": "a", "analyze_turns": [0.5]}, "analyze_turns", "Expected `int`, got `float`"),
    ({"id": "a", "player": "nobody"}, "player", "unknown player 'nobody'"),
    ({"id": "a", "seconds": 0}, "seconds", "Expected `float` > 0"),
    ({"id": "a", "seconds": float("inf")}, None, "Infinity is not a number"),
    ({"id": "a", "nodes": "many"}, "nodes", "Expected `int | null`, got `str`"),
    ({"id": "a", "depth": True}, "depth", "Expected `int | null`, got `bool`"),
    ({"id": "a", "action": "stop"}, "action", "unknown action 'stop'; expected one of: terminate, query_version"),
    ({"id": "a", "action": "terminate"}, "terminate_id", "missing required field `terminate_id`"),
]


@pytest.mark.parametrize(("line", "field", "message"), ERRORS)
def test_an_error_names_the_line_its_field_and_what_was_expected(line: Any, field: str | None, message: str) -> None:
    Here.gate.set()
    error, following = run([line, {"id": "next", "player": "random"}])
    assert message in error["error"]
    assert (error.get("field"), error["line"], following["id"]) == (field, 1, "next")
    assert error.get("id") == (line.get("id") if isinstance(line, dict) and field not in (None, "id") else None)


def test_a_field_that_means_nothing_is_warned_of() -> None:
    Here.gate.set()
    warning, decided = run([{"id": "a", "node": 5}])
    assert "unknown field 'node'; expected one of: id, game" in warning["warning"]
    assert (warning["field"], warning["id"], warning["line"], decided["id"]) == ("node", "a", 1, "a")


def test_what_a_query_leaves_out_is_as_the_defaults_have_it_and_its_own_limits_replace_them_all() -> None:
    Here.gate.set()
    run([{"id": "a"}, {"id": "b", "depth": 3, "seed": 5, "player": "random"}])
    first, second = sorted(Here.asked, key=lambda one: one.id)
    assert (first.player, first.seed, first.terms) == ("rules", 1, Terms(nodes=10))
    assert (second.player, second.seed, second.terms) == ("random", 5, Terms(depth=3))


def test_a_worker_that_is_lost_and_a_position_that_is_over_have_their_answers_too() -> None:
    Here.gate.set()
    over = "xxx....../xxx....../xxx....../" + "/".join(["........."] * 6) + ":o2"
    lost, ended = sorted(run([{"id": "a", "seed": 13}, {"id": "b", "position": over}]), key=lambda one: one["id"])
    assert lost == {"id": "a", "turn_number": 0, "error": "the worker process ended with exit status 9"}
    assert (ended["result"], ended["decision"]) == ("x", None)


def test_what_cannot_be_written_ends_it() -> None:
    Here.gate.set()

    def write(_line: bytes) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        BatchEngine(DEFAULTS, workers(1), write).run([b'{"id": "a"}', b"nonsense"])

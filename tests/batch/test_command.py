"""`sttt analyze --stdin` as a program that drives it uses it."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from support import mock_players as mock
from support.command import STTT, sttt, sttt_here
from support.processes import assert_none_is_left

LONG = {"player": "alpha-beta-no-book", "nodes": 10**12}


def answers(given: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in given.splitlines()]


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What all processes of the test have in their environment, where the failing players are installed too."""
    mock.use(tmp_path, monkeypatch)
    return str(tmp_path)


@pytest.fixture
def engine(marked: str) -> Iterator["subprocess.Popen[str]"]:
    """A batch under way, in a session of its own."""
    command = [STTT, "analyze", "--stdin", "--jobs", "2"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        yield process
        process.kill()
    assert_none_is_left(marked)


def tell(engine: "subprocess.Popen[str]", *lines: dict[str, Any]) -> None:
    assert engine.stdin
    engine.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
    engine.stdin.flush()


def hear(engine: "subprocess.Popen[str]") -> dict[str, Any]:
    assert engine.stdout
    answer: dict[str, Any] = json.loads(engine.stdout.readline())
    return answer


def wait_for_workers(engine: "subprocess.Popen[str]", number: int) -> list[psutil.Process]:
    """Return the workers when that many compute."""
    while True:
        children = psutil.Process(engine.pid).children()
        if sum(child.cpu_times().user > 1.0 for child in children) >= number:
            return [child for child in children if child.cpu_times().user > 1.0]
        psutil.wait_procs(children, timeout=0.05)


ASKED: list[dict[str, Any]] = [
    {"position": "x......../xo......./o......../........./....x..../........./........./........./.........:o2"},
    {"player": "budget-1k"},
    {"game": "connect-four", "player": "connect-four-shallow", "position": "4443"},
    {"game": "four-by-four", "player": "four-by-four-difficult", "position": "o.x...x.........:x"},
]


def test_an_answer_is_what_analyze_says_of_that_position() -> None:
    limits = {"nodes": 3000, "depth": 4}
    lines = [json.dumps({"id": str(number), **limits, **asked}) for number, asked in enumerate(ASKED)]
    done = sttt("analyze", "--stdin", given="\n".join(lines))
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", len(ASKED))
    for answer in answers(done.stdout):
        asked = ASKED[int(answer.pop("id"))]
        options = [word for name in ("game", "player") if name in asked for word in (f"--{name}", asked[name])]
        position = [asked["position"]] if "position" in asked else []
        expected = sttt_here("analyze", *position, *options, "--nodes", "3000", "--depth", "4", "--json").stdout
        assert answer.pop("turn_number") == 0
        assert without_time(answer) == without_time(json.loads(expected))


def test_the_example_of_the_page_is_answered_as_it_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text(encoding="utf-8")
    asked, said = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    told = sttt("analyze", "--stdin", given=asked).stdout
    shown, found = ([without_effort(one) for one in sorted(answers(text), key=str)] for text in (said, told))
    assert found == shown


def without_effort(answer: dict[str, Any]) -> dict[str, Any]:
    decision = {key: one for key, one in answer.get("decision", {}).items() if key not in ("nodes", "seconds")}
    return {**answer, "decision": decision}


def without_time(report: dict[str, Any]) -> dict[str, Any]:
    report.pop("costs", None)
    report.get("decision", report).pop("seconds", None)
    return report


def test_what_is_given_up_ends_and_the_rest_is_answered(engine: "subprocess.Popen[str]") -> None:
    tell(engine, {"id": "a", **LONG}, {"id": "b", **LONG})
    workers = wait_for_workers(engine, 2)
    tell(engine, {"id": "t", "action": "terminate", "terminate_id": "a"})
    assert hear(engine) == {"id": "t", "action": "terminate", "terminate_id": "a"}
    assert hear(engine) == {"id": "a", "turn_number": 0, "terminated": True}
    assert len(psutil.wait_procs(workers, timeout=0.1)[0]) == 1
    tell(engine, {"id": "c", "player": "rules"})
    assert hear(engine)["id"] == "c"
    tell(engine, {"id": "u", "action": "terminate", "terminate_id": "b"})
    out, err = engine.communicate(timeout=100)
    assert [answer.get("id") for answer in answers(out)] == ["u", "b"]
    assert (engine.returncode, err) == (0, "")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=lambda one: one.name)
def test_broken_off_it_leaves_no_process(engine: "subprocess.Popen[str]", how: signal.Signals, marked: str) -> None:
    tell(engine, *({"id": str(number), **LONG} for number in range(5)))
    wait_for_workers(engine, 2)
    if how is signal.SIGINT:
        os.killpg(engine.pid, how)  # as a terminal does
    else:
        engine.send_signal(how)
    out, err = engine.communicate(timeout=100)
    assert_none_is_left(marked)
    assert out == ""
    assert (engine.returncode, err) == ((130, "\ninterrupted\n") if how is signal.SIGINT else (-9, ""))


def test_a_player_that_takes_its_process_down_costs_its_own_position(engine: "subprocess.Popen[str]") -> None:
    players = ["fatal", "first", "leave", "crash", "noisy", "junk", "first"]
    tell(engine, *({"id": f"{number} {name}", "player": f"mock-{name}"} for number, name in enumerate(players)))
    out, err = engine.communicate(timeout=100)
    by_name = {answer["id"].split()[1]: answer for answer in answers(out)}
    assert len(answers(out)) == len(players)
    assert "ended with exit status 9" in by_name["fatal"]["error"]
    assert "ended with exit status 3" in by_name["leave"]["error"]
    assert by_name["crash"]["error"] == "mock-crash failed: ValueError: no idea"
    assert "mock-junk failed" in by_name["junk"]["error"]
    assert by_name["first"]["decision"]["reason"] == by_name["noisy"]["decision"]["reason"]
    assert (engine.returncode, err) == (0, "thinking aloud\n")


def test_a_reader_that_goes_away_ends_it(engine: "subprocess.Popen[str]") -> None:
    assert engine.stdout
    tell(engine, {"id": "a", **LONG}, {"id": "v", "action": "query_version"})
    assert hear(engine)["build"] in ("compiled", "interpreted")
    wait_for_workers(engine, 1)
    engine.stdout.close()
    tell(engine, {"id": "v", "action": "query_version"})
    assert engine.wait(100) == 141


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--stdin", "x"], "expected no POSITION"),
        (["--stdin", "--to-move", "x"], "no --to-move"),
        (["--jobs", "2"], "expected --stdin"),
        (["--stdin", "--game", "chess"], "unknown game 'chess'"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_input(arguments: list[str], words: str) -> None:
    done = sttt_here("analyze", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert words in done.stderr


@pytest.mark.parametrize("named", ["cmd:touch {}", "cmd-persistent:touch {}", "{}.toml"])
def test_a_program_that_a_query_names_is_not_run_unless_that_is_allowed(tmp_path: Path, named: str) -> None:
    touched = tmp_path / "touched"
    query = json.dumps({"id": "a", "player": named.format(touched)})
    done = sttt("analyze", "--stdin", "--jobs", "1", given=query + "\n")
    (answer,) = map(json.loads, done.stdout.splitlines())
    assert answer["field"] == "player"
    assert "--allow-programs" in answer["error"]
    assert not touched.exists()

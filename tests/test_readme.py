"""The README says what is so: its commands exist, its Python runs, its links lead somewhere."""

import re
import shlex
from pathlib import Path

import pytest
from support.command import sttt

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
QUICK = [
    "sttt analyze",
    "sttt analyze xx......./oo......./........./........./....x..../........./........./........./.........:o2",
    "sttt solve ox..x.x../ox..oo.xx/x...x..../..o.x.o.x/x.....x../ox.o.o.x./xo....o../o.oxx.xo./o.o..xoo.:x1 --verify",
    "sttt match rules offensive --games 100 --seed 7",
    "sttt match rules greedy --games 20 --random-turns 0",
    "sttt match rules offensive --sprt elo0=0,elo1=50",
    "sttt tournament rules offensive greedy --games 4 --archive games.db",
    "sttt match rules random --games 10 --save games.jsonl",
    "sttt perft 3 --divide",
    "sttt book show",
    "sttt analyze --game connect-four 4444432225537",
    "sttt players",
    "sttt doctor",
    "sttt bench",
]


def test_the_first_two_blocks_are_one_command_line_each() -> None:
    for _, text in BLOCKS[:2]:
        assert text.count("\n") == 1
        assert text.startswith("python3 -m venv .venv && ")


@pytest.mark.parametrize("command", QUICK)
def test_a_command_of_the_tour_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"`{command}`" in README
    monkeypatch.chdir(tmp_path)
    done = sttt(*shlex.split(command)[1:])
    assert (done.returncode, bool(done.stdout)) == (0, True)


def test_every_subcommand_in_the_readme_exists_and_is_all_there_is() -> None:
    named = set(re.findall(r"`sttt (\w+)", README)) | set(re.findall(r"\| sttt (\w+)", README))
    listed = sttt("--help").stdout.partition("Commands:")[2]
    assert named | {"move"} == set(re.findall(r"^  (\w+)", listed, re.MULTILINE))


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for language, text in BLOCKS:
        if language == "python":
            exec(compile(text, "README.md", "exec"), {})  # noqa: S102 - the README's own example
    assert capsys.readouterr().out


def test_its_links_lead_to_files() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("https://") or (ROOT / target).exists()

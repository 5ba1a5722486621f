"""The ladder and the stored positions, in short."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_position

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
POSITIONS = (BENCHMARKS / "decide_positions.txt").read_text(encoding="ascii").splitlines()


def run(script: str, *arguments: str) -> str:
    command = [sys.executable, BENCHMARKS / script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=200, check=True).stdout


def ladder(output: Path, games: int, nodes: int = 50) -> list[str]:
    options = ["--player", "rules", "--against", "greedy", "random", "--games", str(games), "--nodes", str(nodes)]
    return run("ladder.py", *options, "--output", str(output)).splitlines()


def test_the_ladder_plays_only_what_its_file_does_not_have(tmp_path: Path) -> None:
    output = tmp_path / "ladder.jsonl"
    assert ladder(output, 2)[1] == f"8 games, 0 of them in {output}"
    first = output.read_text(encoding="ascii")
    output.write_text(first + '{"game": {"opp', encoding="ascii")  # as a killed run leaves it
    lines = ladder(output, 3)
    assert lines[1] == f"12 games, 8 of them in {output}"
    assert output.read_text(encoding="ascii").startswith(first)
    games = [json.loads(line) for line in output.read_text(encoding="ascii").splitlines()]
    keys = [tuple(game["game"].values()) for game in games]
    assert Counter(keys) == {(name, turns, i): 1 for name in ("greedy", "random") for turns in (0, 2) for i in range(3)}
    assert ladder(output, 3)[2:] == lines[2:]
    assert ladder(output, 1, nodes=60)[1] == f"4 games, 0 of them in {output}"


def test_the_ladder_counts_wins_draws_and_losses_per_side(tmp_path: Path) -> None:
    output = tmp_path / "ladder.jsonl"
    lines = ladder(output, 4)
    assert "player rules" in lines[0]
    assert "commit " in lines[0]
    results: Counter[tuple[str, str]] = Counter()
    for game in map(json.loads, output.read_text(encoding="ascii").splitlines()):
        record = game["record"]
        if (game["game"]["opponent"], game["game"]["random_turns"]) == ("greedy", 2):
            side = "x" if record["x"] == "rules" else "o"
            results[side, "won" if record["result"] == side else "other"] += 1
    for side in "xo":
        row = next(line for line in lines if line.startswith(f"greedy         2 random   {side} "))
        assert int(row.split()[4]) == results[side, "won"]


def test_the_stored_positions_are_the_first_of_what_their_script_makes() -> None:
    lines = run("make_decide_positions.py", "--games", "3").splitlines()
    assert lines[1:] == POSITIONS[1:13]
    assert POSITIONS[0] == lines[0].replace("--games 3", "--games 200")


def test_the_stored_positions_are_undecided_ones_after_as_many_turns_as_they_say() -> None:
    stored = [line.split() for line in POSITIONS[1:]]
    assert Counter(turns for turns, _ in stored) == dict.fromkeys("4568", 200)
    for turns, compact in stored:
        position: Position = parse_position(compact)
        assert position.result is None
        assert position.left == 2
        assert (position.x | position.o).bit_count() == 2 * int(turns)

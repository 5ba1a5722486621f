"""Making puzzles: what counts as one, what the judges prove, how sets are made, kept and checked."""

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from support.command import STTT, fails_as_wrong_input, sttt
from support.processes import interrupted

from sttt.errors import RecordError
from sttt.games.game import Side, Turn
from sttt.games.records.json_lines import format_json
from sttt.games.records.record import Ending, GameRecord, TurnRecord
from sttt.games.super_ttt.position import Position as SuperPosition
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players import registry
from sttt.puzzles.puzzle import GAMES, Puzzle, PuzzleSet, Task, position_of, shipped
from sttt.search.verify import Exhaustive, whole_turns
from sttt.workshop.puzzles.judges import JUDGES, completions
from sttt.workshop.puzzles.make import as_answer, empty_set, make, objection, played
from sttt.workshop.puzzles.proof import PuzzleProver, UnprovenError


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_some_of_the_shipped_puzzles_are_proven_again(name: str) -> None:
    for puzzle in shipped(name).puzzles[:: len(shipped(name).puzzles) // 4]:
        assert objection(name, puzzle) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["connect-four", "qubic"])
def test_a_win_stands_trying_every_turn_by_the_rules_alone(name: str) -> None:
    game = registry.game(name)
    for puzzle in [one for one in shipped(name).puzzles if (one.task, one.turns) == (Task.WIN, 2)][:3]:
        position = position_of(game, puzzle)
        rules = Exhaustive(position.side)
        winning = [turn for after, turn in whole_turns(position).items() if rules.wins_within(after, 1)]
        assert as_answer(winning) == puzzle.answer


def test_a_holding_turn_stands_trying_every_turn_by_the_rules_alone() -> None:
    game = registry.game("connect-four")
    held = [one for one in shipped("connect-four").puzzles if one.task is Task.HOLD]
    puzzle = max(held, key=lambda one: len(one.position))
    position = position_of(game, puzzle)
    rules = Exhaustive(position.side.other)
    holding = [turn for after, turn in whole_turns(position).items() if not rules.ever_wins(after)]
    assert as_answer(holding) == puzzle.answer


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"answer": ((0,),)}, "the turns proven to do what is asked are"),
        ({"answer": ()}, "the turns proven to do what is asked are"),
        ({"task": Task.HOLD, "turns": 0}, "the turns proven to do what is asked are"),
        ({"turns": 1}, "the turns proven to do what is asked are"),
        ({"answer": ((9,),)}, "column 10 is off the board"),
        ({"answer": ((1, 2),)}, "not 1 different placements"),
        ({"position": "9"}, "not a column"),
    ],
)
def test_whatever_is_wrong_with_a_puzzle_is_found(change: dict[str, object], words: str) -> None:
    sound = next(one for one in shipped("connect-four").puzzles if one.task is Task.WIN and one.answer != ((0,),))
    assert objection("connect-four", sound) is None
    assert words in str(objection("connect-four", replace(sound, **change)))  # type: ignore[arg-type]


def test_turns_that_the_rules_cannot_tell_apart_are_one_answer() -> None:
    judge = JUDGES["super-ttt"]()
    # X owns boards 1 and 2. In board 3 two marks win by either of two lines that nothing else tells apart.
    position = SuperPosition.from_marks(0b111 | 0b111 << 9 | 0b1 << 18, 0b1010000 | 0b1010000 << 9 | 0b10 << 18, Side.X)
    found = {judge.essence(position.play(one).play(two)) for one, two in ((21, 24), (24, 21))}
    assert len(found) == 1
    assert judge.essence(position.play(21).play(30)) not in found


@pytest.mark.slow
def test_where_nothing_has_to_be_found_there_is_no_puzzle() -> None:
    judge = JUDGES["connect-four"]()
    game = registry.game("connect-four")
    at_once = game.parse_position("121212")
    assert PuzzleProver(judge, NO_NODE_LIMIT, Task.WIN, 2).only_answer(at_once) == ()
    only_block = game.parse_position("12131")  # every other column loses at once
    assert PuzzleProver(judge, NO_NODE_LIMIT, Task.HOLD, 0).only_answer(only_block) == ()


@pytest.mark.parametrize("name", ["super-ttt", "connect-four", "qubic"])  # the others' judges look values up
def test_a_judge_whose_nodes_do_not_suffice_says_so(name: str) -> None:
    puzzle = next(one for one in shipped(name).puzzles if one.task is Task.HOLD)
    position = position_of(registry.game(name), puzzle)
    judge = JUDGES[name]()
    answers = [judge.wins(after, 1) for after in whole_turns(position) if after.result is None]
    assert None in answers
    if name != "super-ttt":  # whose solver needs no node to see a win that is near
        with pytest.raises(UnprovenError):
            PuzzleProver(judge, 1, Task.HOLD, 0).only_answer(position)


def test_completions_are_the_squares_that_win_at_once() -> None:
    qubic = registry.game("qubic")
    position = qubic.parse_position("RRR............./BB............../................/................")
    own = position.play(63)
    assert completions(own.marks(Side.X), own.marks(Side.O)) == 1 << 3
    assert completions(own.marks(Side.X), own.marks(Side.O) | 1 << 3) == 0


@pytest.mark.slow
def test_making_goes_on_where_it_was_left_and_always_makes_the_same(tmp_path: Path) -> None:
    name = "connect-four"
    whole = list(make(empty_set(name), 4))[-1]
    file = tmp_path / "set.json"
    for grown in make(empty_set(name), 4):
        grown.write(file)
        if grown.puzzles:
            break
    resumed = list(make(PuzzleSet.read(file), 4))[-1]
    assert resumed == whole
    assert whole.puzzles[0] in shipped(name).puzzles


def hard_one() -> Puzzle:
    """Return the win of Connect 4 that is the nearest to the start of those that most levels miss."""
    found = shipped("connect-four")
    hard = [one for one in found.puzzles if one.task is Task.WIN and found.grade(one) >= 4]
    return min(hard, key=lambda one: len(one.position))


def another_turn(puzzle: Puzzle) -> Turn:
    legal = position_of(registry.game("connect-four"), puzzle).legal_placements()
    return next((one,) for one in legal if (one,) not in puzzle.answer)


def game_from(puzzle: Puzzle, turn: Turn) -> GameRecord:
    """Return a game that begins with a puzzle of Connect 4, broken off after one turn."""
    side = position_of(registry.game("connect-four"), puzzle).side
    return GameRecord("connect-four", "a", "b", puzzle.position, (TurnRecord(side, turn),), None, Ending.INTERRUPTED)


def test_of_a_game_that_was_played_a_chance_that_was_missed_becomes_a_puzzle() -> None:
    known = hard_one()
    missed, taken = game_from(known, another_turn(known)), game_from(known, known.answer[0])
    given = empty_set("connect-four", "games.jsonl")
    (found,) = make(given, 9, games=played("connect-four", [missed]))
    assert [(one.position, one.task, one.answer) for one in found.puzzles] == [
        (known.position, known.task, known.answer)
    ]
    assert [one.puzzles for one in make(given, 9, games=played("connect-four", [taken]))] == [()]
    assert played("qubic", [missed]) == []


def test_only_what_is_hard_enough_is_kept() -> None:
    known = hard_one()
    games = played("connect-four", [game_from(known, another_turn(known))])
    given = empty_set("connect-four", "games.jsonl")
    (found,) = make(given, 9, games=games)
    grade = found.grade(found.puzzles[0])
    assert [len(one.puzzles) for one in make(given, 9, games=games, grade=grade)] == [1]
    assert [one.puzzles for one in make(given, 9, games=games, grade=grade + 1)] == [()]


def test_the_command_looks_the_games_of_a_file_through_and_remembers_which(tmp_path: Path) -> None:
    known = hard_one()
    missed = game_from(known, another_turn(known))
    games, file = tmp_path / "games.jsonl", tmp_path / "set.json"
    games.write_text(format_json(missed, registry.game("connect-four")) + "\n")
    arguments = ["puzzles", "make", "connect-four", str(file)]
    told = json.loads(sttt(*arguments, "--from", str(games), "--json").stdout)["sets"][0]
    assert (told["puzzles"], told["games_looked_through"]) == (1, 1)
    assert PuzzleSet.read(file).origin == "games.jsonl"
    assert "holds puzzles from games.jsonl; expected games of yardsticks" in fails_as_wrong_input(*arguments)


def test_grading_has_the_levels_try_every_puzzle_anew(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    some = replace(shipped("three-by-four"), puzzles=shipped("three-by-four").puzzles[:3])
    untried = tuple(replace(one, solved_by=()) for one in some.puzzles)
    replace(some, yardsticks=("uniform",), puzzles=untried).write(file)
    told = json.loads(sttt("puzzles", "grade", str(file), "--json").stdout)
    graded = PuzzleSet.read(file)
    assert graded.yardsticks == some.yardsticks
    assert set(told["sets"][0]["yardsticks"]) == set(some.yardsticks)
    assert any(one.solved_by for one in graded.puzzles)
    sttt("puzzles", "grade", str(file))
    assert PuzzleSet.read(file) == graded


def test_grading_drops_what_all_levels_find(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    at_once = Puzzle("xx..#.oo....:x", Task.WIN, 1, ((2,),), 0, ())
    some = replace(shipped("three-by-four"), puzzles=(at_once, *shipped("three-by-four").puzzles[:1]))
    some.write(file)
    sttt("puzzles", "grade", str(file))
    assert PuzzleSet.read(file).puzzles == shipped("three-by-four").puzzles[:1]


def test_puzzles_are_solved_at_the_terminal_with_hints_and_reasons() -> None:
    answer = shipped("super-ttt").puzzles[2].answer[0]
    game = registry.game("super-ttt")
    typed = f"hint\nhint\nfoo\n11+12\n{game.format_turn(answer)}\nquit\n"
    done = sttt("puzzles", "play", "--number", "3", given=typed)
    assert "Puzzle 3 of 258" in done.stdout
    assert f"It begins in board {answer[0] // 9 + 1}." in done.stdout
    assert f"It begins with {game.format_turn(answer[:1])}." in done.stdout
    assert "'foo' is not a turn" in done.stdout
    assert "Not that one." in done.stdout
    assert "Right! " in done.stdout
    assert "0 of 1 solved at the first try." in done.stdout


@pytest.mark.parametrize("text", ["", "[]", '{"game": 3}', "\x00"])
def test_a_file_that_is_no_set_is_named(text: str, tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_text(text)
    with pytest.raises(RecordError, match=re.escape(str(file))):
        PuzzleSet.read(file)
    assert str(file) in fails_as_wrong_input("puzzles", "check", str(file))


def test_the_command_checks_a_file_and_says_what_does_not_stand(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    some = replace(shipped("connect-four"), puzzles=shipped("connect-four").puzzles[-3:])
    some.write(file)
    assert "3 of 3 puzzles proven again" in sttt("puzzles", "check", str(file)).stdout
    told = json.loads(sttt("puzzles", "check", str(file), "--json").stdout)
    assert told["wrong"] == []
    assert told["sets"][0]["puzzles"] == 3
    assert set(told["sets"][0]["yardsticks"]) == set(some.yardsticks)
    broken = replace(some.puzzles[1], answer=(((some.puzzles[1].answer[0][0] + 1) % 7,),))
    replace(some, puzzles=(some.puzzles[0], broken)).write(file)
    done = sttt("puzzles", "check", str(file), "--json")
    assert done.returncode == 1
    assert [one["number"] for one in json.loads(done.stdout)["wrong"]] == [2]


def test_ctrl_c_leaves_a_file_from_which_it_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    command = [STTT, "puzzles", "make", "connect-four", str(file), "--number", "50"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        while not file.exists():
            assert running.poll() is None
        _, complaint = interrupted(running)
    assert running.returncode == 130
    assert complaint.strip().splitlines()[-1] == "interrupted"
    assert PuzzleSet.read(file).looked_through > 0
    assert "expected those of qubic" in fails_as_wrong_input("puzzles", "make", "qubic", str(file))

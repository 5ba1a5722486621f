"""CS 6613 on the command line: our own program, what its check finds in others, and hidden boards."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from adapter.cs6613.board import answer_lines, read_question, search, to_arguments
from adapter.cs6613.check import check, examine
from adapter.cs6613.remote import SearchPlayer, depth_for
from sttt.errors import ProtocolError
from sttt.games.four_by_four.game import GAME, Position
from sttt.games.game import Side
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Limits

OURS = f"{sys.executable} -P -m adapter.cs6613"
QUESTION = "X X X _ O O _ _ O _ _ _ _ _ _ _ X 2"


def program(folder: Path, change: str) -> str:
    """Write a program that is ours with a change to its lines."""
    path = folder / "program.py"
    path.write_text(
        "import sys\nfrom adapter.cs6613.board import answer_lines, read_question, search\n"
        f"lines = answer_lines(search(*read_question(sys.argv[1:])))\n{change}\nprint('\\n'.join(lines))\n"
    )
    return f"{sys.executable} {path}"


def test_our_program_answers_in_seven_lines() -> None:
    done = subprocess.run([*OURS.split(), *QUESTION.split()], capture_output=True, text=True, timeout=100, check=True)
    move, value, *statistics = done.stdout.splitlines()
    assert (move, value) == ("MOVE 1 4", "VALUE 1000")
    assert [line.split()[0] for line in statistics] == ["CUTOFF", "DEPTH", "NODES", "MAX", "MIN"]


def test_the_whole_tree_of_three_squares_is_counted_by_hand() -> None:
    # O to move, three squares are empty, and nobody can win any more. The first child has 1 + 2 + 2 nodes, and its
    # second child returns early after its last one, as alpha is 0. The root's beta is 0 then, so that each of the two
    # others is pruned within MAX-VALUE after 1 + 1 + 1.
    question = "_ _ _ X X O O X O X X O X O O X O 0"
    outcome = search(*read_question(question.split()))
    assert answer_lines(outcome) == ["MOVE 1 1", "VALUE 0", "CUTOFF no", "DEPTH 3", "NODES 12", "MAX 2", "MIN 1"]


@pytest.mark.parametrize("steps", ["check", "examine"])
def test_our_program_passes(steps: str) -> None:
    asked = (
        check(OURS, DEFAULT_PROGRAM_TERMS, 60.0)
        if steps == "check"
        else examine(OURS, DEFAULT_PROGRAM_TERMS, 60.0, 1, 4)
    )
    with closing(asked) as taken:
        assert [one.problem for one in taken] == [None] * (5 if steps == "check" else 4)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("lines[4] = 'NODES 1'", "it prints 'NODES 1'; expected 'NODES "),
        ("lines.append('bye')", "it prints 8 lines; expected 7"),
        ("sys.exit(3)", "it ended with exit status 3; expected 0"),
        ("sys.exit(0)", "it prints nothing; expected MOVE and six more lines"),
        ("lines[0] = 'move 1,4'", "it prints 'move 1,4'; expected 'MOVE "),
    ],
)
def test_a_difference_is_told_by_its_line(tmp_path: Path, change: str, complaint: str) -> None:
    with closing(examine(program(tmp_path, change), DEFAULT_PROGRAM_TERMS, 60.0, 1, 1)) as taken:
        (one,) = taken
    assert one.problem is not None
    assert complaint in one.problem


def test_hidden_boards_depend_on_the_seed_alone() -> None:
    first, again, other = (
        [one.name for one in examine("true", DEFAULT_PROGRAM_TERMS, 1.0, seed, 3)] for seed in (1, 1, 9)
    )
    assert first == again
    assert first != other


def test_a_program_plays_either_side_from_any_position(tmp_path: Path) -> None:
    for side in Side:
        position = Position.from_marks(0b0111, 0b0111 << 4, side)
        with closing(SearchPlayer(program(tmp_path, ""), DEFAULT_PROGRAM_TERMS)) as player:
            assert player.choose(position, Limits.within(60)).turn == (3 if side is Side.X else 7,)


def test_the_depth_in_a_game_grows_as_squares_fill() -> None:
    depths = []
    position = GAME.start()
    for square in range(15):
        depths.append(depth_for(position))
        position = position.play(square) if position.result is None else position
    assert depths[:9] == [4, 4, 4, 4, 4, 5, 5, 6, 6]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("X _", "2 arguments; expected 16 squares, X or O, and a depth"),
        ("_ " * 16 + "x 2", "the side is 'x'; expected X or O"),
        ("_ " * 16 + "X -1", "the depth is '-1'; expected 0 to 16"),
        ("? " + "_ " * 15 + "X 1", "expected X, O or _ each"),
    ],
)
def test_a_wrong_question_is_told(words: str, complaint: str) -> None:
    with pytest.raises(ProtocolError) as raised:
        read_question(words.split())
    assert complaint in str(raised.value)


def test_a_question_is_read_as_it_is_written() -> None:
    position = Position.from_marks(0b101, 0b1010 << 8, Side.O)
    assert read_question(to_arguments(position, 3)) == (position, 3)
    assert answer_lines(search(position, 1))[2] == "CUTOFF yes"

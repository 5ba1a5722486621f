"""``sttt play`` as a user runs it, line by line over a pipe."""

import os
import re
import signal
import subprocess

import pytest
from support.command import STTT, fails_as_wrong_input, sttt

from sttt.cli.play_session import parse_placement
from sttt.errors import PositionError

EMPTY = "........."
START = "/".join([EMPTY] * 9) + ":x2"
X_TO_WIN = f"xxx....../xxx....../xx......./{'/'.join([EMPTY] * 6)}:x2"
DEAD = "xoxxoooxo"
O_CAN_ONLY_WIN = f"ooo....../ooo....../oo.xxoxox/{'/'.join([DEAD] * 5)}/xoxxooo..:x2"


def play(*lines: str, player: str = "random", side: str = "x", position: str = START) -> str:
    """Play with these lines as the whole input; return everything shown."""
    arguments = ["--player", player, "--side", side, "--seed", "1", "--time", "0.2"]
    done = sttt("play", position, *arguments, given="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def boards(shown: str) -> list[str]:
    """Every board shown, each as its thirteen lines."""
    return re.findall(r"^\+---1---.*?^\+-------\+-------\+-------\+$", shown, re.MULTILINE | re.DOTALL)


def opponents_turns(shown: str) -> list[str]:
    return re.findall(r"^[xo] plays (\S+) ", shown, re.MULTILINE)


FIRST_BOARD = """\
+---1---+---2---+---3---+
| 1 X 3 | / - \\ | X O X |
| 4 5 6 | |   | | X O O |
| 7 8 9 | \\ - / | O X O |
+---4---+---5---+---6---+
| \\   / | 1 2 3 | 1 2 3 |
|   X   | 4 5 6 | 4 5 6 |
| /   \\ | 7 8 9 | 7 8 9 |
+---7---+---8---+---9---+
| 1 2 3 | 1 2 3 | 1 2 3 |
| 4 5 6 | 4 5 6 | 4 5 6 |
| 7 8 9 | 7 8 9 | 7 8 9 |
+-------+-------+-------+"""


def test_the_board_shows_open_squares_by_number_and_owned_boards_as_one_mark() -> None:
    shown = play(position=f".x......./ooo....../{DEAD}/xxx....../{'/'.join([EMPTY] * 5)}:x2")
    assert boards(shown) == [FIRST_BOARD]
    assert "\x1b" not in shown


@pytest.mark.parametrize("line", ["55", "5 5", "(5 . 5)", "(5.5)", "  55  "])
def test_a_placement_may_be_typed_in_several_ways(line: str) -> None:
    shown = play(line)
    assert "x to move, 1 placement left: " in shown
    assert boards(shown)[1].splitlines()[6] == "| 4 5 6 | 4 X 6 | 4 5 6 |"


def test_after_two_placements_the_opponent_plays_its_turn() -> None:
    shown = play("55", "51")
    (turn,) = opponents_turns(shown)
    last = boards(shown)[-1]
    assert (last.count("X"), last.count("O")) == (2, 2)
    assert re.fullmatch(r"\d\d\+\d\d", turn)


def test_the_opponent_begins_when_the_person_plays_o() -> None:
    shown = play("11", side="o", position=START)
    assert shown.startswith("You play o against random.")
    assert boards(shown)[0].count("X") == 2


def test_wrong_input_is_explained_and_asked_for_again() -> None:
    shown = play("5", "(5 5)", "05", "55", "55", "jump")
    for typed in ("'5'", "'(5 5)'", "'05'", "'jump'"):
        assert f"{typed} is neither a placement nor a command; expected one such as 55, or help" in shown
    assert "square 55 is not open: it is occupied; expected an open square" in shown
    assert shown.count("x to move, 2 placements left: ") == 4
    assert shown.count("x to move, 1 placement left: ") == 3


def test_a_square_of_an_owned_board_is_refused() -> None:
    assert "square 19 is not open: little board 1 is owned by x" in play("19", position=X_TO_WIN)


def test_undo_takes_back_the_placement_of_this_turn() -> None:
    shown = play("55", "undo")
    assert boards(shown)[2] == boards(shown)[0]
    assert shown.count("x to move, 2 placements left") == 3


def test_undo_goes_back_over_the_opponents_turn_to_the_placement_before() -> None:
    shown = play("55", "51", "undo", "undo")
    empty, one, after_the_opponent, taken_back, empty_again = boards(shown)
    assert taken_back == one != after_the_opponent
    assert empty_again == empty


def test_undo_with_nothing_to_take_back_says_so() -> None:
    assert "there is no placement of yours to take back" in play("undo")
    assert "there is no placement of yours to take back" in play("undo", side="o")


def test_a_placement_after_undo_goes_on_from_there() -> None:
    shown = play("55", "undo", "11", "12")
    assert boards(shown)[-1].splitlines()[1].startswith("| X X ")


def test_hint_gives_alpha_betas_turn_and_its_reason_and_plays_nothing() -> None:
    shown = play("hint", position=X_TO_WIN.replace("x2", "x1"))
    assert re.search(r"^hint: 33  \S+", shown, re.MULTILINE)
    assert len(boards(shown)) == 1


def test_help_lists_every_command() -> None:
    shown = play("help")
    for command in ("55, 5 5 or (5 . 5)", "undo", "hint", "help", "quit"):
        assert f"\n{command} " in shown


def test_an_empty_line_gets_help_too() -> None:
    assert "\nundo " in play("")


@pytest.mark.parametrize("lines", [("55", "quit", "51"), ("55", "QUIT"), ("55",)])
def test_quit_and_the_end_of_the_input_leave_the_game(lines: tuple[str, ...]) -> None:
    shown = play(*lines)
    assert shown.endswith("You have left the game; x to move, 1 placement left.\n")


def test_the_persons_win_ends_the_game_at_once() -> None:
    shown = play("33", "99", position=X_TO_WIN)
    assert shown.endswith("+\nx has won\n")
    assert boards(shown)[-1].splitlines()[2] == "|   X   |   X   |   X   |"


def test_the_opponents_win_ends_the_game() -> None:
    shown = play("98", "99", player="alpha-beta", position=O_CAN_ONLY_WIN)
    assert opponents_turns(shown) == ["33"]
    assert shown.endswith("+\no has won\n")


def test_a_game_without_a_winner_says_so() -> None:
    position = f"{'/'.join([DEAD] * 8)}/xoxxooo..:o2"
    assert play("98", "99", side="o", position=position).endswith("+\nnobody has won\n")


def test_typing_every_square_in_turn_plays_a_whole_game() -> None:
    squares = [f"{big}{little}" for big in range(1, 10) for little in range(1, 10)]
    assert play(*squares).splitlines()[-1] in {"x has won", "o has won", "nobody has won"}


def test_without_a_seed_random_plays_differently_each_time() -> None:
    shown = {sttt("play", "--player", "random", given="55\n51\n").stdout for _ in range(4)}
    assert len(shown) > 1


def test_bytes_that_are_no_text_are_wrong_input_like_any_other() -> None:
    done = subprocess.run(
        [STTT, "play", "--player", "random", "--seed", "1"],
        input=b"\xff\xfe\n55\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is neither a placement nor a command" in done.stdout


def test_ctrl_c_leaves_without_a_traceback() -> None:
    with subprocess.Popen(
        [STTT, "play", "--player", "random", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline().startswith("You play x against random.")
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert complaint.strip() == "interrupted"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "'nonsense' is not a position"),
        ([f"xxx....../xxx....../xxx....../{'/'.join([EMPTY] * 6)}:o2"], "the game is over, x has won"),
        (["--side", "z"], "'z' is not one of 'x', 'o'"),
        (["--player", "nobody"], "unknown player 'nobody'"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_status_2(arguments: list[str], words: str) -> None:
    assert words in fails_as_wrong_input("play", *arguments)


@pytest.mark.parametrize("line", ["", "5", "555", "50", "5-5", "(5 5)", "5 . 5", "(5 . 5", "\u0665\u0665"])
def test_what_is_no_placement_is_refused(line: str) -> None:
    with pytest.raises(PositionError, match="neither a placement nor a command"):
        parse_placement(line)


def test_in_colour_the_opponents_last_turn_is_stressed_until_its_next_one() -> None:
    """A forced-colour pipe stands in for a terminal; 7 is the escape code of reverse video."""
    done = subprocess.run(
        [STTT, "play", "--player", "random", "--seed", "1"],
        input="55\n51\n53\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | {"FORCE_COLOR": "1", "TERM": "xterm"},
    )
    stressed = [len(re.findall(r"\x1b\[[\d;]*\b7\b[\d;]*m", board)) for board in boards(done.stdout)]
    assert stressed == [0, 0, 2, 2]

"""``sttt play`` as a user runs it, line by line over a pipe."""

import os
import re
import signal
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner
from support import mock_players
from support.command import STTT, fails_as_wrong_input, sttt

from sttt.cli.play import command
from sttt.games.game import Result, Side
from sttt.games.records.record import Ending, replay
from sttt.games.records.text import parse_text
from sttt.games.super_ttt.game import GAME
from sttt.players import registry

EMPTY = "........."
START = "/".join([EMPTY] * 9) + ":x2"
X_TO_WIN = f"xxx....../xxx....../xx......./{'/'.join([EMPTY] * 6)}:x2"
DEAD = "xoxxoooxo"
O_CAN_ONLY_WIN = f"ooo....../ooo....../oo.xxoxox/{'/'.join([DEAD] * 5)}/xoxxooo..:x2"


def play(
    *lines: str, player: str = "random", side: str = "x", position: str = START, more: tuple[str, ...] = ()
) -> str:
    """Play with these lines as the whole input, in this process; return everything shown."""
    arguments = [position, "--player", player, "--side", side, "--seed", "1", "--time", "0.2", *more]
    lines_given = "".join(f"{line}\n" for line in lines)
    done = CliRunner().invoke(command.play, arguments, input=lines_given, catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


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


@pytest.mark.parametrize("line", ["55", "5 5", "(5 . 5)", "5.5", "  55  "])
def test_a_placement_may_be_typed_in_several_ways(line: str) -> None:
    shown = play(line)
    assert "x to move, 1 placement left: " in shown
    assert boards(shown)[1].splitlines()[6] == "| 4 5 6 | 4 X 6 | 4 5 6 |"


@pytest.mark.parametrize("lines", [("55", "51"), ("55 51",), ("55+51",), ("((5 . 5) (5 . 1))",)])
def test_after_two_placements_on_one_line_or_two_the_opponent_plays_its_turn(lines: tuple[str, ...]) -> None:
    shown = play(*lines)
    (turn,) = opponents_turns(shown)
    last = boards(shown)[-1]
    assert (last.count("X"), last.count("O")) == (2, 2)
    assert re.fullmatch(r"\d\d\+\d\d", turn)


def test_the_opponent_begins_when_the_person_plays_o() -> None:
    shown = play("11", side="o", position=START)
    assert shown.startswith("x (random) plays against o (person).")
    assert boards(shown)[0].count("X") == 2


def test_wrong_input_is_explained_and_asked_for_again() -> None:
    shown = play("5", "05", "55", "55", "jump")
    for typed in ("'5'", "'05'", "'jump'"):
        assert f"{typed} is neither a square nor a command; expected one such as 11, or help" in shown
    assert "square 55 is not open: it is occupied; expected an open square" in shown
    assert shown.count("x to move, 2 placements left: ") == 3
    assert shown.count("x to move, 1 placement left: ") == 3


def test_of_a_line_with_a_wrong_placement_none_is_made() -> None:
    shown = play("55 55", "55 51 52")
    assert "after 55, square 55 is not open" in shown
    assert "3 placements are too many; expected at most 2" in shown
    assert len(boards(shown)) == 1


def test_a_square_of_an_owned_board_is_refused() -> None:
    assert "square 19 is not open: little board 1 is owned by x" in play("19", position=X_TO_WIN)


def test_undo_takes_back_the_placement_of_this_turn() -> None:
    shown = play("55", "undo")
    assert boards(shown)[2] == boards(shown)[0]
    assert shown.count("x to move, 2 placements left") == 3


def test_undo_goes_back_over_the_opponents_turn_and_redo_forward_again() -> None:
    shown = play("55", "51", "undo", "undo", "redo", "redo", "redo")
    empty, one, after_the_opponent, taken_back, empty_again, *again = boards(shown)
    assert taken_back == one != after_the_opponent
    assert empty_again == empty
    assert again == [one, after_the_opponent]
    assert "nothing has been taken back" in shown


def test_undo_with_nothing_to_take_back_says_so() -> None:
    assert "there is no placement of yours to take back" in play("undo")
    assert "there is no placement of yours to take back" in play("undo", side="o")


def test_a_placement_after_undo_goes_on_from_there() -> None:
    shown = play("55", "undo", "11", "12")
    assert boards(shown)[-1].splitlines()[1].startswith("| X X ")


def test_a_won_game_can_be_taken_back_too() -> None:
    shown = play("33", "undo", position=X_TO_WIN)
    assert (
        "x (person) has won with a line (after 1 turns).\nThe line: the top row of boards.\nthe game is over: undo"
        in shown
    )
    assert boards(shown)[-1] == boards(shown)[0]


def test_hint_gives_the_strongest_players_turn_and_plays_nothing_and_why_explains_it() -> None:
    shown = play("hint", "why", position=X_TO_WIN.replace("x2", "x1"))
    assert re.search(r"^hint: 33  Proven: X wins in 1 turn\.$", shown, re.MULTILINE)
    assert re.search(r"^33: 33 wins now\. Proven: \S+", shown, re.MULTILINE)
    assert len(boards(shown)) == 1


def test_why_explains_the_opponents_turn_by_the_rules_of_thumb() -> None:
    shown = play("98 99", "why", player="alpha-beta", position=O_CAN_ONLY_WIN)
    assert re.search(r"^33(\+--)?: 33 wins now\. Proven: \S+", shown, re.MULTILINE)


def test_why_without_a_turn_says_so() -> None:
    assert "there is no turn to explain yet" in play("why")


def test_threats_lists_costs_and_says_who_could_win_in_one_turn() -> None:
    shown = play("threats", position=X_TO_WIN)
    assert re.search(r"^ *board 3 +1 +3 *$", shown, re.MULTILINE)
    assert re.search(r"^ *the top row of boards +1! +- *$", shown, re.MULTILINE)
    assert "x needs at most one turn's placements for the top row of boards" in shown


def test_moves_lists_the_turns() -> None:
    shown = play("moves", "55 51", "moves")
    (turn,) = opponents_turns(shown)
    assert "no turn has been completed" in shown
    assert re.search(rf"^  1\. x  55\+51\n  2\. o  {re.escape(turn)}  random", shown, re.MULTILINE)


@pytest.mark.slow
def test_position_prints_a_line_that_play_begins_with() -> None:
    line = next(line for line in play("55", "position").splitlines() if line.endswith(":x1"))
    assert boards(play(position=line)) == boards(play("55"))[1:]


def test_help_lists_every_command() -> None:
    shown = play("help")
    words = ("undo", "redo", "hint", "why", "threats", "moves", "board", "position", "save", "load", "new", "swap")
    for typed in ("11 or 1 1 ", "11 12", *words, "resign", "rules", "help", "quit"):
        assert f"\n{typed} " in shown


def test_an_empty_line_gets_help_too() -> None:
    assert "\nundo " in play("")


@pytest.mark.parametrize("lines", [("55", "quit", "51"), ("55", "QUIT"), ("55",)])
def test_quit_and_the_end_of_the_input_leave_the_game(lines: tuple[str, ...]) -> None:
    shown = play(*lines)
    assert shown.endswith("You have left the game; x to move, 1 placement left.\n")


def test_the_persons_win_ends_the_game_at_once() -> None:
    shown = play("33 99", position=X_TO_WIN)
    assert (
        "+\nx (person) has won with a line (after 1 turns).\nThe line: the top row of boards.\nthe game is over: "
        in shown
    )
    assert boards(shown)[-1].splitlines()[2] == "|   X   |   X   |   X   |"


def test_the_opponents_win_ends_the_game() -> None:
    shown = play("98", "99", "11", "hint", player="alpha-beta", position=O_CAN_ONLY_WIN)
    assert opponents_turns(shown) == ["33"]
    assert (
        "+\no (alpha-beta) has won with a line (after 2 turns).\nThe line: the top row of boards.\nthe game is over: "
        in shown
    )
    assert "the game is over; expected no further placement" in shown


def test_a_game_without_a_winner_says_so() -> None:
    position = f"{'/'.join([DEAD] * 8)}/xoxxooo..:o2"
    assert "Nobody has won: no square is open (after 1 turns)." in play("98 99", side="o", position=position)


def test_resigning_loses_and_can_be_taken_back() -> None:
    shown = play("55", "resign", "resign", "undo")
    assert "x (person) has resigned: o (random) has won (after 0 turns)." in shown
    assert "\nthe game is over\n" in shown
    assert shown.endswith("You have left the game; x to move, 1 placement left.\n")


def test_a_new_game_begins_and_undo_brings_the_old_one_back() -> None:
    shown = play("55 51", "new", "undo")
    first, after, new, old = boards(shown)
    assert (new, old) == (first, after)


def test_swapping_sides_makes_the_opponent_go_on_for_the_person() -> None:
    shown = play("55", "swap")
    assert "x (random) plays against o (person)." in shown
    (turn,) = opponents_turns(shown)
    assert turn.startswith("55+")
    assert boards(shown)[-1].count("X") == 2


@pytest.mark.slow
def test_typing_every_square_in_turn_plays_a_whole_game() -> None:
    squares = [f"{big}{little}" for big in range(1, 10) for little in range(1, 10)]
    assert "the game is over" in play(*squares)


def test_two_people_share_the_keyboard() -> None:
    shown = play("55 51", "11 12", player="person")
    assert "x (person) plays against o (person)." in shown
    assert boards(shown)[-1].count("O") == 2


def test_two_players_play_by_themselves() -> None:
    shown = play(player="random", more=("--opponent", "rules"))
    assert shown.startswith("x (rules) plays against o (random).\n")
    assert len(boards(shown)) == len(opponents_turns(shown)) + 1
    assert re.search(r"^x \(rules\) has won with a line", shown, re.MULTILINE)


def test_a_player_that_fails_loses_and_the_person_may_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock_players.use(tmp_path, monkeypatch)
    shown = play("55 51", "undo", player="mock-crash")
    assert "o (mock-crash) has lost by crash: ValueError: no idea (after 1 turns)." in shown
    assert shown.endswith("You have left the game; x to move, 1 placement left.\n")


def test_what_a_player_prints_is_kept_off_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock_players.use(tmp_path, monkeypatch)
    done = sttt("play", "--player", "mock-noisy", "--side", "o")
    assert (done.returncode, done.stderr) == (0, "thinking aloud\n")
    assert "thinking aloud" not in done.stdout


def test_a_late_answer_is_no_loss_against_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock_players.use(tmp_path, monkeypatch)
    shown = play(player="mock-slow", side="o", more=("--time", "0.01"))
    assert opponents_turns(shown) == ["11+12"]


@pytest.mark.parametrize("name", ["game.txt", "game.jsonl"])
def test_a_saved_game_is_a_record_and_loads_again(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    shown = play("55 51", f"save {file}", "new", f"load {file}", "undo", "undo")
    assert f"saved to {file}: 2 turns\n" in shown
    (record,) = parse_text(file.read_text(), registry.game)
    assert (record.x, record.o, record.ending, record.seed) == ("person", "random", Ending.INTERRUPTED, 1)
    assert len(replay(record, GAME)) == 3
    start, saved, new, loaded, half, empty = boards(shown)
    assert (new, loaded) == (start, saved)
    assert (half.count("X"), half.count("O"), empty) == (1, 0, start)


def test_a_resigned_game_is_kept_with_its_result(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    shown = play("55 51", "resign", f"save {file}", "new", f"load {file}")
    (record,) = parse_text(file.read_text(), registry.game)
    assert (record.ending, record.result) == (Ending.RESIGNED, Result.O_WINS)
    assert shown.count("x (person) has resigned: o (random) has won (after 2 turns).") == 2


def test_saving_in_the_middle_of_a_turn_says_what_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert f"saved to {file}: 0 turns\nwithout the turn under way" in play("55", f"save {file}")


@pytest.mark.parametrize("position", [X_TO_WIN, f"((big {' '.join(['(little x () () () () () () () ())'] * 9)}) o)"])
def test_a_position_in_any_form_can_be_loaded(tmp_path: Path, position: str) -> None:
    file = tmp_path / "position.txt"
    file.write_text(f"{position}\n")
    assert boards(play(f"load {file}"))[1] == boards(play(position=position))[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "cannot read"),
        ("", "the position is empty"),
        ("nonsense", "'nonsense' is not a position"),
        ("[game", "is not a header"),
        ("# a comment alone\n", "the file holds no game"),
        ('{"game": "super-ttt"}', "turns is None"),
        ("((big) x)", "expected"),
    ],
)
def test_what_cannot_be_loaded_is_explained_and_changes_nothing(
    tmp_path: Path, content: str | None, words: str
) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_text(content)
    shown = play(f"load {file}")
    assert words in shown
    assert len(boards(shown)) == 1


def test_save_and_load_ask_for_a_file_that_is_missing(tmp_path: Path) -> None:
    shown = play("save", "load", f"save {tmp_path}", "save a\0b", "load a\0b")
    assert "expected save FILE" in shown
    assert "expected load FILE" in shown
    assert "Is a directory" in shown
    assert "cannot write 'a\\x00b'" in shown
    assert "cannot read 'a\\x00b'" in shown


def test_a_files_name_may_hold_blanks(tmp_path: Path) -> None:
    play(f"save  {tmp_path}/a  game.txt ")
    assert [file.name for file in tmp_path.iterdir()] == ["a  game.txt"]


def test_plain_mode_says_everything_in_sentences() -> None:
    shown = play("55", "threats", position=f"xxx....../{DEAD}/o......../{'/'.join([EMPTY] * 6)}:x2", more=("--plain",))
    assert "board 1: owned by x.\n" in shown
    assert "board 2: x on 21, 23, 24 and 28; o on 22, 25, 26, 27 and 29; full.\n" in shown
    assert "board 3: o on 31; 8 open.\n" in shown
    assert "Empty: board 4, board 5, board 6, board 7, board 8, board 9.\n" in shown
    assert "board 2: x cannot win it, o cannot win it.\n" in shown
    assert not set("|+\x1b") & set(shown)


def test_the_rules_can_be_read() -> None:
    assert "\nA turn is two marks" in play("rules")


@pytest.mark.slow
def test_without_a_seed_random_plays_differently_each_time() -> None:
    arguments = [START, "--player", "random", "--side", "o"]
    shown = {CliRunner().invoke(command.play, arguments).output for _ in range(4)}
    assert len(shown) > 1


def test_bytes_that_are_no_text_are_wrong_input_like_any_other() -> None:
    done = subprocess.run(
        [STTT, "play", "--player", "random", "--seed", "1"],
        input=b"\xff\xfe\n55\n",
        capture_output=True,
        timeout=200,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is neither a square nor a command" in done.stdout


def test_ctrl_c_leaves_without_a_traceback() -> None:
    with subprocess.Popen(
        [STTT, "play", "--player", "random", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("x (person) plays against")
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=150)
    assert process.returncode == 130
    assert complaint.strip() == "interrupted"


def test_a_game_is_told_from_a_position() -> None:
    named = sttt("play", "super-ttt", X_TO_WIN, "--player", "random")
    assert boards(named.stdout) == boards(play(position=X_TO_WIN))


def test_a_level_names_a_player() -> None:
    for level, name in (("1", "super-ttt-level-1"), ("hard", "super-ttt-level-6"), ("Master", "alpha-beta")):
        assert f"o ({name})" in CliRunner().invoke(command.play, ["super-ttt", "--level", level]).output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "'nonsense' is not a position"),
        (["chess", START], "'chess' is no game"),
        (
            ["chess"],
            "'chess' is not a position of super-ttt and no game; expected [GAME] [POSITION], and as GAME one of",
        ),
        (["o.x.........:o"], "three-by-four"),
        ([f"xxx....../xxx....../xxx....../{'/'.join([EMPTY] * 6)}:o2"], "the game is over, x has won"),
        (["--side", "z"], "'z' is not one of 'x', 'o'"),
        (["--player", "nobody"], "unknown player 'nobody'"),
        (["--opponent", "nobody"], "unknown player 'nobody'"),
        (["conect-four"], "'conect-four' is no game; did you mean connect-four?"),
        (["--level", "99"], "super-ttt has no level 99"),
        (["--level", "1", "--player", "rules"], "--level and --player both name the player"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_status_2(arguments: list[str], words: str) -> None:
    assert words in fails_as_wrong_input("play", *arguments)


def test_in_colour_the_opponents_last_turn_is_stressed_until_its_next_one() -> None:
    """A forced-colour pipe stands in for a terminal; 7 is the escape code of reverse video."""
    done = subprocess.run(
        [STTT, "play", "--player", "random", "--seed", "1"],
        input="55\n51\n53\n",
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        env=os.environ | {"FORCE_COLOR": "1", "TERM": "xterm"},
    )
    stressed = [len(re.findall(r"\x1b\[[\d;]*\b7\b[\d;]*m", board)) for board in boards(done.stdout)]
    assert stressed == [0, 0, 2, 2]


@pytest.mark.parametrize("name", registry.GAMES.names())
def test_the_first_opponent_is_the_pages_and_not_the_strongest(name: str) -> None:
    levels = registry.game(name).levels
    first = levels[len(levels) // 3]
    done = CliRunner().invoke(command.play, [name], input="quit\n")
    assert f"({first})" in done.output
    strength = registry.strategy(first).strength
    assert strength
    number = levels.index(first) + 1
    assert f"{first} is level {number} of {len(levels)}: {strength.called}, about {strength.elo}." in done.output


@pytest.mark.parametrize("name", registry.GAMES.names())
def test_levels_and_sides_are_called_what_the_page_calls_them(name: str) -> None:
    game = registry.game(name)
    english = (files("sttt.board") / "static" / "en.js").read_text(encoding="utf-8")
    for level in registry.levels(game):
        assert level.strength
        assert f'"strength.{level.strength.called}": "{level.strength.called}"' in english
    assert game.shape
    told = [re.search(rf'"side.{name}.{side}": "(\w+)"', english) for side in Side]
    assert [one[1] for one in told if one] in ([], list(game.shape.sides))
    done = CliRunner().invoke(command.play, [name, "--player", "person"], input="quit\n").output
    assert game.shape.sides[list(Side).index(game.start().side)].lower() in done.splitlines()[0].lower()

"""``sttt play`` at a terminal: keys, colours, questions, and leaving it as it was."""

import os
import signal
from pathlib import Path

import pytest
from support.terminal import DOWN, LEFT, RIGHT, UP, Terminal

from sttt.players import registry

CURSOR = {"bg": "brown"}  # what the emulator calls the darker yellow
REVERSE = {"reverse": True}
TWO_PEOPLE = ("play", "--player", "person")


def boards(terminal: Terminal) -> int:
    return sum(line.startswith("+---1---+") for line in terminal.lines)


def colours(terminal: Terminal) -> set[str]:
    return {colour for cell in terminal.screen.cells() for colour in (cell.fg, cell.bg)}


@pytest.fixture
def two_people() -> Terminal:
    terminal = Terminal(*TWO_PEOPLE)
    terminal.wait_for("x to move, 2 placements left: ")
    return terminal


def test_arrow_keys_point_at_a_square_and_enter_places_there(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type(RIGHT)
        terminal.wait_for("2 placements left at 55: ")
        assert terminal.screen.marked(**CURSOR) == "5"
        terminal.type(RIGHT + RIGHT + UP + UP)
        terminal.wait_for("2 placements left at 37: ")
        terminal.type(DOWN + LEFT)
        terminal.wait_for("2 placements left at 53: ")
        assert boards(terminal) == 1
        terminal.type("\r")
        terminal.wait_for("x to move, 1 placement left: ")
        shown = terminal.lines
        assert "x to move, 2 placements left: 53" in shown
        assert shown[-10:-8] == ["+---4---+---5---+---6---+", "| 1 2 3 | 1 2 X | 1 2 3 |"]


def test_the_cursor_stays_at_the_edge_of_the_board(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type(UP * 20 + LEFT * 20)
        terminal.wait_for("left at 11: ")
        terminal.type(DOWN * 20 + RIGHT * 20)
        terminal.wait_for("left at 99: ")


def test_typing_after_pointing_takes_the_cursor_off_the_board(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type(RIGHT)
        terminal.wait_for(" at 55: ")
        terminal.type("1")
        terminal.wait_for("left: 1")
        assert terminal.screen.marked(**CURSOR) == ""
        terminal.type("2\r")
        terminal.wait_for("x to move, 1 placement left: ")
        assert "x to move, 2 placements left: 12" in terminal.lines


def test_escape_and_backspace_correct_a_line(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type("99\x1b")
        terminal.wait_for("left: ")
        terminal.type("56\x7f5\r")
        terminal.wait_for("x to move, 1 placement left: ")
        assert "x to move, 2 placements left: 55" in terminal.lines


def test_keys_that_mean_nothing_here_do_nothing(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type("\x1b[5~\x1bOP\x1b[15~\t\x0155\r")
        terminal.wait_for("x to move, 1 placement left: ")


def test_a_word_of_another_alphabet_is_wrong_input_like_any_other(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type("\u0445\u043e\u0434\r")
        terminal.wait_for("'\u0445\u043e\u0434' is neither a square nor a command")


def test_two_people_take_turns_and_what_was_typed_ahead_is_kept(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type("55 51\r11 12\r")
        terminal.wait_for("x to move, 2 placements left: ", times=2)
        assert terminal.lines[-13].startswith("| O O 3 |")
        assert "x to move, 2 placements left: 55 51" in terminal.lines
        assert "o to move, 2 placements left: 11 12" in terminal.lines


def test_the_board_is_painted_over_and_stresses_the_last_turn(two_people: Terminal) -> None:
    with two_people as terminal:
        for typed, following, stressed in (
            ("55", "x to move, 1 placement left: ", ""),
            ("51", "o to move, 2 placements left: ", "XX"),
            ("11 12", "x to move, 2 placements left: ", "OO"),
            ("position", "x to move, 2 placements left: ", "OO"),
        ):
            terminal.type(f"{typed}\r")
            terminal.wait_for(f": {typed}\n")
            terminal.wait_for(f"+\n{following}")
            assert boards(terminal) == 1
            assert terminal.screen.marked(**REVERSE) == stressed
        terminal.type("quit\r")
        assert terminal.leave() == 0
        assert boards(terminal) == 1


def test_the_board_stays_while_a_player_thinks_and_when_it_is_interrupted() -> None:
    with Terminal("play", "--level", "4", "--no-book", "--time", "600") as terminal:
        terminal.wait_for("left: ")
        terminal.type("55 51\r")
        terminal.wait_for("is thinking")
        assert boards(terminal) == 1
        assert terminal.screen.marked(**REVERSE) == "XX"
        terminal.type("\x03")
        assert terminal.leave() == 130
        assert boards(terminal) == 1


def test_tab_completes_commands_files_and_squares_that_are_open(two_people: Terminal, tmp_path: Path) -> None:
    (tmp_path / "a game.txt").touch()
    with two_people as terminal:
        terminal.type("55\rpos\t\r")
        terminal.wait_for("left: position")
        terminal.type("5\t")
        terminal.wait_for("51 52 53 54 56 57 58 59")
        terminal.type(f"\x1bload {tmp_path}/a\t")
        terminal.wait_for("a game.txt")


def test_lines_that_were_typed_come_back(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type("moves\rposition\r")
        terminal.wait_for(":x2\n")
        terminal.wait_for("+\nx to move, 2 placements left: ")
        for key, line in (("\x10", "position"), (UP, "moves"), (DOWN, "position")):
            terminal.type(key)
            terminal.wait_for(f"+\nx to move, 2 placements left: {line}")
        terminal.type(LEFT + "\x7f\r")
        terminal.wait_for("'positin' is neither a square nor a command")


def test_a_window_that_gets_too_low_for_the_board_still_shows_the_line(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.resize(12, 80)
        os.kill(terminal.process.pid, signal.SIGWINCH)
        terminal.type("55\r")
        terminal.wait_for("1 placement left: ")
        terminal.type(RIGHT + "51\r")
        terminal.wait_for("o to move, 2 placements left: ")
        assert " at " not in terminal.written


def test_on_a_screen_too_low_for_the_board_arrows_do_nothing() -> None:
    with Terminal(*TWO_PEOPLE, rows=12) as terminal:
        terminal.wait_for("2 placements left: ")
        terminal.type(RIGHT + "55\r")
        terminal.wait_for("1 placement left: ")
        assert " at " not in terminal.written


def test_without_colour_nothing_is_coloured_but_the_last_turn_still_stressed() -> None:
    with Terminal(*TWO_PEOPLE, "--no-colour") as terminal:
        terminal.type("55 51\r")
        terminal.wait_for("o to move, 2 placements left: ")
        assert colours(terminal) == {"default"}
        assert terminal.screen.marked(**REVERSE) == "XX"


def test_no_colour_in_the_environment_does_the_same() -> None:
    with Terminal(*TWO_PEOPLE, environment={"NO_COLOR": "1"}) as terminal:
        terminal.type("55\r")
        terminal.wait_for("1 placement left: ")
        assert colours(terminal) == {"default"}


def test_plain_mode_writes_no_control_sequence_and_draws_nothing() -> None:
    with Terminal("play", "--plain", "--player", "random", "--seed", "1", "--side", "o") as terminal:
        terminal.wait_for("o to move, 2 placements left: ")
        assert "x plays " in terminal.written
        assert "\x1b" not in terminal.written
        assert not set("+|") & set(terminal.written.replace(terminal.written.split("x plays ")[1].split()[0], ""))


@pytest.mark.parametrize("arguments", [(), ("--plain",)])
def test_ctrl_c_at_the_prompt_leaves_the_terminal_as_it_was(arguments: tuple[str, ...]) -> None:
    with Terminal(*TWO_PEOPLE, *arguments) as terminal:
        terminal.wait_for("2 placements left: ")
        terminal.type("5\x03")
        assert terminal.leave() == 130
        assert terminal.lines[-2].endswith("interrupted")
        assert terminal.echoes()


def test_ctrl_c_stops_a_player_in_the_middle_of_a_long_thought() -> None:
    with Terminal("play", "--level", "4", "--no-book", "--time", "600", "--side", "o") as terminal:
        terminal.wait_for("is thinking")
        terminal.type("\x03")
        assert terminal.leave() == 130
        assert terminal.echoes()
        assert "\x1b[?25h" in terminal.written  # the terminal's own cursor is back


def test_the_end_of_the_input_leaves_the_game(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type("\x04")
        assert terminal.leave() == 0
        assert "You have left the game; x to move, 2 placements left." in terminal.lines


SIBLINGS = [name for name in registry.GAMES.names() if name != "super-ttt"]


@pytest.mark.parametrize("name", SIBLINGS)
def test_the_other_games_ask_for_level_and_who_starts(name: str) -> None:
    with Terminal("play", name, "--time", "0.2", "--seed", "1") as terminal:
        terminal.wait_for("Level (1 ")
        terminal.type("99\r1\r")
        terminal.wait_for("Who starts (you, computer) [you]: ")
        terminal.type("computer\r")
        terminal.wait_for(" to move: ")
        assert terminal.written.count(" plays ") == 2  # who against whom, and the first turn
        terminal.type(RIGHT)
        terminal.wait_for(" to move at ")
        assert len(terminal.screen.marked(**CURSOR)) == 1
        terminal.type("\r")
        terminal.wait_for(" to move: ", times=2)
        assert terminal.written.count(" plays ") == 3


@pytest.mark.parametrize("name", SIBLINGS[:1])
def test_they_ask_nothing_that_was_said(name: str) -> None:
    with Terminal("play", name, "--level", "1", "--side", "x", "--time", "0.2") as terminal:
        terminal.wait_for(" to move: ")
        assert "Level" not in terminal.written
        assert "Who starts" not in terminal.written

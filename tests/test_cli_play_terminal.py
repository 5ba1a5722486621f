"""``sttt play`` at a terminal: keys, colours, questions, and leaving it as it was."""

import pytest
from support.terminal import DOWN, LEFT, RIGHT, UP, Terminal

from sttt import registry

CURSOR = "43"
REVERSE = "7"
TWO_PEOPLE = ("play", "--player", "person")


@pytest.fixture
def two_people() -> Terminal:
    terminal = Terminal(*TWO_PEOPLE)
    terminal.wait_for("x to move, 2 placements left: ")
    return terminal


def test_arrow_keys_point_at_a_square_and_enter_places_there(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type(RIGHT)
        terminal.wait_for("2 placements left at 55: ")
        assert terminal.screen.marked(CURSOR) == "5"
        terminal.type(RIGHT + RIGHT + UP + UP)
        terminal.wait_for("2 placements left at 37: ")
        terminal.type(DOWN + LEFT)
        terminal.wait_for("2 placements left at 53: ")
        assert sum(line.startswith("+---1---+") for line in terminal.screen.lines) == 1
        terminal.type("\r")
        terminal.wait_for("x to move, 1 placement left: ")
        shown = terminal.screen.lines
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
        assert terminal.screen.marked(CURSOR) == ""
        terminal.type("2\r")
        terminal.wait_for("x to move, 1 placement left: ")
        assert "x to move, 2 placements left: 12" in terminal.screen.lines


def test_escape_and_backspace_correct_a_line(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type("99\x1b")
        terminal.wait_for("left: ")
        terminal.type("56\x7f5\r")
        terminal.wait_for("x to move, 1 placement left: ")
        assert "x to move, 2 placements left: 55" in terminal.screen.lines


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
        assert terminal.screen.lines[-13].startswith("| O O 3 |")
        assert terminal.screen.marked(REVERSE) == "XXOO"  # each board stresses the turn before it


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
        assert {attribute for row in terminal.screen.rows for _, cell in row.items() for attribute in cell[1]} <= {
            "1",
            "2",
            "7",
        }
        assert terminal.screen.marked(REVERSE) == "XX"


def test_no_colour_in_the_environment_does_the_same() -> None:
    with Terminal(*TWO_PEOPLE, environment={"NO_COLOR": "1"}) as terminal:
        terminal.type("55\r")
        terminal.wait_for("1 placement left: ")
        assert "31" not in "".join(
            attribute for row in terminal.screen.rows for cell in row.values() for attribute in cell[1]
        )


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
        assert terminal.screen.lines[-2].endswith("interrupted")
        assert terminal.echoes()


def test_ctrl_c_stops_a_player_in_the_middle_of_a_long_thought() -> None:
    with Terminal("play", "--no-book", "--time", "600", "--side", "o") as terminal:
        terminal.wait_for("is thinking")
        terminal.type("\x03")
        assert terminal.leave() == 130
        assert terminal.echoes()
        assert "\x1b[?25h" in terminal.written  # the terminal's own cursor is back


def test_the_end_of_the_input_leaves_the_game(two_people: Terminal) -> None:
    with two_people as terminal:
        terminal.type("\x04")
        assert terminal.leave() == 0
        assert "You have left the game; x to move, 2 placements left." in terminal.screen.lines


SIBLINGS = [point.name for point in registry.installed("sttt.games") if point.name != "super-ttt"]


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
        assert len(terminal.screen.marked(CURSOR)) == 1
        terminal.type("\r")
        terminal.wait_for(" to move: ", times=2)
        assert terminal.written.count(" plays ") == 3


@pytest.mark.parametrize("name", SIBLINGS[:1])
def test_they_ask_nothing_that_was_said(name: str) -> None:
    with Terminal("play", name, "--level", "1", "--side", "x", "--time", "0.2") as terminal:
        terminal.wait_for(" to move: ")
        assert "Level" not in terminal.written
        assert "Who starts" not in terminal.written

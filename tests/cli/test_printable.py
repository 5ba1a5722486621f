"""Text of strangers: what of it is printed as it is, and what as its escape."""

import io
import unicodedata

import pytest
from rich.text import Text

from sttt.cli.output.tables import HouseConsole, new_table
from sttt.errors import printable, printable_lines

STEERING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize("text", ["sttt:./bot --fast", "naïve ±1 „ja“", "将棋", "[red]bold[/red] :smile:", "a\\x1b"])
def test_what_only_shows_itself_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


def test_what_steers_is_written_as_its_escape() -> None:
    assert printable("a\x1b[2J\u202eb\r\n\udc80") == r"a\x1b[2J\u202eb\r\n\udc80"
    assert printable_lines("a\x07\nb\r") == "a\\x07\nb\\r"


@pytest.mark.slow
def test_no_character_that_steers_is_left_of_any() -> None:
    every = "".join(map(chr, range(0x110000)))
    assert not {unicodedata.category(one) for one in printable(every)} & STEERING


def console() -> tuple[HouseConsole, io.StringIO]:
    file = io.StringIO()
    return HouseConsole(file=file, width=200, force_terminal=True, color_system="standard"), file


def test_a_console_lets_only_its_own_sequences_through_and_keeps_styles_where_they_were() -> None:
    out, file = console()
    out.print(Text.assemble("\x1b]0;t", ("red\u202e", "red"), " after"))
    assert file.getvalue() == "\\x1b]0;t\x1b[31mred\\u202e\x1b[0m after\n"


def test_a_cell_of_a_table_is_measured_as_it_is_printed_and_stays_on_its_line() -> None:
    out, file = console()
    out.no_color = True
    table = new_table("t\x9bm", "player", "points")
    table.add_row("a\nb\u202e", "1")
    out.print(table)
    shown = Text.from_ansi(file.getvalue()).plain
    title, *_, row = [line.rstrip() for line in shown.splitlines() if line.strip()]
    assert (title, row.split()) == ("t\\x9bm", [r"a\nb\u202e", "1"])
    assert len({line.rindex(end) for line, end in zip(shown.splitlines()[2:5:2], ("s", "1"), strict=True)}) == 1

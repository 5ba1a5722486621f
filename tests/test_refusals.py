"""What rules and readers refuse has a code, an English and a German text, and the German one shows no English."""

import json
import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import house

from sttt.errors import IllegalPlacement, PositionError, StttError
from sttt.games.game import GAMES, Game
from sttt.games.grid.three_by_three import GAME as THREE_BY_THREE
from sttt.refusals import TEXTS

GERMAN_FILE = house.ROOT / "sttt" / "board" / "static" / "de.js"
GERMAN = {
    code: json.loads(text)
    for code, text in re.findall(r'"refusal\.([\w.-]+)": ("(?:[^"\\]|\\.)*")', GERMAN_FILE.read_text(encoding="utf-8"))
}
OF_THE_PAGE = {"occupied", "later", "not-yours"}
"""What the page says of its own; the rules have not been asked yet."""
ALL = [*GAMES.all(), THREE_BY_THREE]
ENGLISH = re.compile(r"\b(the|is|has|have|expected|square|column|board|stone|turn|and|of|not|taken|mark)\b")


def fields_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def in_german(error: StttError) -> str:
    """Write an error as the page does."""
    assert error.code, f"{error} has no code"
    values = {name: in_german(one) if isinstance(one, StttError) else one for name, one in error.fields.items()}
    return re.sub(r"\{([\w-]+)\}", lambda name: str(values[name[1]]), GERMAN[error.code])


def test_every_text_has_a_german_one_that_names_no_other_fields() -> None:
    assert set(GERMAN) == set(TEXTS) | OF_THE_PAGE
    for code, text in TEXTS.items():
        assert fields_of(GERMAN[code]) <= fields_of(text), code
        assert not ENGLISH.search(re.sub(r"\{[^}]*\}|BOARD WHO", "", GERMAN[code]).replace("Remis", "")), code


def test_every_code_that_is_raised_has_a_text_and_every_text_is_used() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (house.ROOT / "sttt").rglob("*.py"))
    raised = set(re.findall(r'Error\.of\(\s*"([\w.-]+)"|Placement\.of\(\s*"([\w.-]+)"', sources))
    assert {one or other for one, other in raised} <= set(TEXTS)
    quoted = re.sub(r'f"super\.(boards|squares)\.\{[^"]*"', r'"super.\1.one" "super.\1.many"', sources)
    assert [code for code in TEXTS if quoted.count(f'"{code}"') < 2] == []


@pytest.mark.parametrize("room", ["super_ttt", "grid", "connect_four", "qubic"])
def test_the_rules_and_texts_of_a_game_raise_no_error_without_a_code(room: str) -> None:
    folder = house.ROOT / "sttt" / "games" / room
    for name in ("position.py", "text.py"):
        assert not re.search(r"(IllegalPlacement|PositionError)\(", (folder / name).read_text(encoding="utf-8"))


def refused(error: StttError) -> None:
    assert not ENGLISH.search(in_german(error).replace("BOARD WHO", ""))
    assert "{" not in str(error)


def position_of(game: Game, choices: list[int]) -> object:
    position = game.start()
    for choice in choices:
        if legal := position.legal_placements():
            position = position.play(legal[choice % len(legal)])
    return position


@settings(max_examples=150, deadline=None)
@given(
    game=st.sampled_from(ALL),
    choices=st.lists(st.integers(0, 80), max_size=70),
    placement=st.none() | st.integers(-3, 90),
    length=st.integers(0, 3),
)
def test_a_refused_placement_is_told_in_german(
    game: Game, choices: list[int], placement: int | None, length: int
) -> None:
    position = position_of(game, choices)
    for attempt in (lambda: position.play(placement), lambda: game.enter_turn(position, (placement,) * length)):
        try:
            attempt()
        except IllegalPlacement as error:
            refused(error)


@settings(max_examples=300, deadline=None)
@given(
    game=st.sampled_from(ALL),
    choices=st.lists(st.integers(0, 80), max_size=70),
    cut=st.integers(0, 100),
    more=st.text(alphabet="xoXO.#:/RB127 +-", max_size=12),
    drop=st.integers(0, 3),
)
def test_a_text_that_is_no_position_or_turn_is_told_in_german(
    game: Game, choices: list[int], cut: int, more: str, drop: int
) -> None:
    text = game.format_position(position_of(game, choices))
    for read, wrong in ((game.parse_position, text[:cut] + more + text[cut + drop :]), (game.parse_turn, more)):
        try:
            read(wrong)
        except PositionError as error:
            refused(error)

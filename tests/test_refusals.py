"""What rules and readers refuse has a code, an English and a German text, and the German one shows no English."""

import ast
import json
import re
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import house

from sttt import errors
from sttt.errors import IllegalPlacement, Phrase, PositionError, StttError
from sttt.games.game import GAMES, Game
from sttt.games.grid.three_by_three import GAME as THREE_BY_THREE
from sttt.refusals import TEXTS
from sttt.web.messages import ImportIn
from sttt.web.notation import read as import_text

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


def in_german(error: StttError | Phrase) -> str:
    """Write an error as the page does."""
    assert error.code, f"{error} has no code"
    values = {
        name: in_german(one) if isinstance(one, StttError | Phrase) else one for name, one in error.fields.items()
    }
    return re.sub(r"\{([\w-]+)\}", lambda name: str(values[name[1]]), GERMAN[error.code])


def test_every_text_has_a_german_one_that_names_no_other_fields() -> None:
    assert set(GERMAN) == set(TEXTS) | OF_THE_PAGE
    for code, text in TEXTS.items():
        assert fields_of(GERMAN[code]) <= fields_of(text), code
        assert not ENGLISH.search(re.sub(r"\{[^}]*\}|BOARD WHO", "", GERMAN[code]).replace("Remis", "")), code


@pytest.mark.slow
def test_every_code_that_is_raised_has_a_text_and_every_text_is_used() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (house.ROOT / "sttt").rglob("*.py"))
    raised = set(re.findall(r'(?:Error|Placement)\.of\(\s*"([\w.-]+)"|\bText\("([\w.-]+)"', sources))
    assert {one or other for one, other in raised} <= set(TEXTS)
    quoted = sources.replace('f"record.{given}-failure"', '"record.with-failure" "record.without-failure"')
    quoted = re.sub(r'f"super\.(boards|squares)\.\{[^"]*"', r'"super.\1.one" "super.\1.many"', quoted)
    assert [code for code in TEXTS if quoted.count(f'"{code}"') < 2] == []


FOR_THE_PAGE = (
    "games/*/position.py",
    "games/*/text.py",
    "games/records/*.py",
    "arena/archive/*.py",
    "puzzles/*.py",
    "strict_json.py",
    "entry_points.py",
    "web/**/*.py",
)
"""What the page asks: whatever is refused there is read by a person, who may have chosen German."""
ALLOWED = {
    "web/http/public_address.py": {"ServerError"},
    "web/http/connections.py": {"ServerError", "FullError"},
    "web/http/limits.py": {"FullError"},
    "web/http/server.py": {"ServerError"},
    "web/rooms/folder.py": {"ServerError"},
    "web/rooms/claims.py": {"RoomError"},
    "entry_points.py": {"HiddenPackageError"},
    "games/records/json_lines.py": {"BookError"},
    "arena/archive/archive.py": {"ArchiveError"},
    "arena/archive/rows.py": {"ArchiveError"},
    "puzzles/puzzle.py": {"RecordError"},
}
"""What no page gets: of a server that does not start, a room's file read as it starts, work files, all writing, and
full places, which each door says in its own words."""


def uncoded(path: Path) -> set[str]:
    """Return the names of our errors that a file raises with a text of their own."""
    ours = {name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, StttError)}
    ours |= {"BusyError", "DeskError", "RateError", "FullError", "RoomError", "TooLargeError"}
    raised = (node.exc for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Raise))
    called = (one.func for one in raised if isinstance(one, ast.Call))
    return {one.id for one in called if isinstance(one, ast.Name) and one.id in ours}


@pytest.mark.slow
def test_nothing_that_the_page_asks_refuses_without_a_code() -> None:
    room = house.ROOT / "sttt"
    found = {path: uncoded(path) for pattern in FOR_THE_PAGE for path in room.glob(pattern)}
    assert len(found) > 50
    strange = {path.relative_to(room).as_posix(): names for path, names in found.items() if names}
    assert {name: names - ALLOWED.get(name, set()) for name, names in strange.items()} == {
        name: set() for name in strange
    }


def refused(error: StttError) -> None:
    """Look for English in the German text, besides BOARD WHO and the key of a record that is called so."""
    assert not ENGLISH.search(re.sub(r"BOARD WHO|\bturn\b", "", in_german(error)))
    assert not re.search(r"\{[a-z_]+\}", str(error).replace("{interrupted", ""))


def position_of(game: Game, choices: list[int]) -> object:
    position = game.start()
    for choice in choices:
        if legal := position.legal_placements():
            position = position.play(legal[choice % len(legal)])
    return position


@pytest.mark.slow
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


@pytest.mark.slow
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


RECORD = {
    "version": 1, "game": "connect-four", "x": "a", "o": "b", "start": "", "seed": 1, "result": None,
    "ending": "interrupted", "turns": [{"side": "x", "turn": "4", "seconds": 0.5}, {"side": "o", "turn": "4"}],
}  # fmt: skip
STRANGE = st.sampled_from(
    [None, -1, 7, 10**20, 1.5, "", "x", "line", "full", "stall", "crash", "9", "5+1", [], {}, [[]], True]
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    key=st.sampled_from([*RECORD, "failure", "other"]),
    value=STRANGE,
    turn=st.sampled_from(["side", "turn", "seconds", "score", "reason", "fault", "other", ""]),
    drop=st.booleans(),
    cut=st.integers(0, 400),
    more=st.sampled_from(["", "", "[", "{", "NaN", "\n", "3. x 4\n"]),
    form=st.sampled_from(["json", "text"]),
)
def test_a_record_that_cannot_be_read_is_told_in_german(  # noqa: PLR0913 - as many ways to be wrong
    *, key: str, value: object, turn: str, drop: bool, cut: int, more: str, form: str
) -> None:
    record = json.loads(json.dumps(RECORD))
    if drop:
        record.pop(key, None)
    elif turn:
        record["turns"][0][turn] = value
    else:
        record[key] = value
    text = json.dumps(record) if form == "json" else headers_of(record)
    text = text[:cut] + more + text[cut:] if more else text
    try:
        import_text(ImportIn(game="connect-four", text=text))
    except StttError as error:
        refused(error)


def headers_of(record: dict[str, Any]) -> str:
    found = record.get("turns")
    turns = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    heads = [f"[{key} {json.dumps(value)}]" for key, value in record.items() if key != "turns"]
    lines = [f"{number}. {one.get('side')} {one.get('turn')}" for number, one in enumerate(turns, 1)]
    return "\n".join([*heads, *lines]) + "\n"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("super-ttt", "(((1 . 2)"),
        ("super-ttt", "'(b (l x"),
        ("qubic", "RRR"),
        ("three-by-four", "x"),
        ("chess", "x"),
        ("qubi", "x"),
    ],
)
def test_a_position_that_no_protocol_reads_is_told_in_german(game: str, text: str) -> None:
    with pytest.raises(StttError) as raised:
        import_text(ImportIn(game=game, text=text))
    refused(raised.value)

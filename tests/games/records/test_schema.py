"""The shipped schema fits what is written, and nothing that the reader and the rules of a game refuse."""

import copy
import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from support.golden_records import GOLDEN

from sttt import bounds
from sttt.errors import RecordError
from sttt.games.game import Result, Side
from sttt.games.records.json_lines import HEADER_KEYS, REQUIRED_KEYS, VERSION, format_json, parse_json
from sttt.games.records.record import (
    LONGEST_NAME,
    LONGEST_TEXT,
    Ending,
    Failure,
    GameRecord,
    TurnRecord,
    is_name,
    replay,
)
from sttt.games.records.text import format_text, parse_text
from sttt.games.super_ttt.game import GAME
from sttt.players import registry
from sttt.web import notation
from sttt.web.messages import ExportIn

SCHEMA = json.loads((files("sttt.games.records") / "record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

words = st.text(st.characters(), max_size=20)
names = words.filter(is_name)
seconds = st.none() | st.floats(0, bounds.MOST_SECONDS)
counts = st.none() | st.integers(-bounds.MOST_SEED, bounds.MOST_SEED)
turns = st.builds(
    TurnRecord,
    side=st.sampled_from(Side),
    turn=st.lists(st.none() | st.integers(0, 80), min_size=1, max_size=2).map(tuple),
    seconds=seconds,
    score=counts,
    depth=counts,
    nodes=counts,
    reason=st.none() | words,
    fault=st.none() | words,
)
DRAWN = (Ending.FULL, Ending.STALL, Ending.HOST_DIED)


def results(ending: Ending) -> tuple[Result | None, ...]:
    if ending is Ending.INTERRUPTED:
        return (None,)
    return (Result.DRAW,) if ending in DRAWN else (Result.X_WINS, Result.O_WINS)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Records whose ending, result and failure may be of one game."""
    ending = draw(st.sampled_from(Ending))
    failures = st.builds(Failure, message=words, seconds=seconds) if ending.has_description else st.none()
    return GameRecord(
        game="super-ttt",
        x=draw(names),
        o=draw(names),
        start=draw(words),
        turns=tuple(draw(st.lists(turns, max_size=4))),
        result=draw(st.sampled_from(results(ending))),
        ending=ending,
        seed=draw(counts),
        failure=draw(failures),
    )


def test_it_is_a_schema_and_has_the_keys_of_the_reader() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == {*HEADER_KEYS, "turns"}
    assert SCHEMA["required"] == [*REQUIRED_KEYS, "turns"]
    assert SCHEMA["properties"]["ending"]["enum"] == list(Ending)
    assert SCHEMA["properties"]["version"]["const"] == VERSION


@pytest.mark.slow
@settings(deadline=None)
@given(records())
def test_what_is_written_fits(record: GameRecord) -> None:
    VALIDATOR.validate(json.loads(format_json(record, GAME)))


def test_the_golden_files_fit_with_and_without_a_version() -> None:
    for name, games in GOLDEN.items():
        for record in games:
            data = json.loads(format_json(record, registry.game(name)))
            VALIDATOR.validate(data)
            del data["version"]
            VALIDATOR.validate(data)


def test_the_examples_of_the_page_are_one_game_that_fits() -> None:
    page = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
    (as_json,) = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (as_text,) = re.findall(r"^```text\n(\[version.*?)^```$", page, re.MULTILINE | re.DOTALL)
    VALIDATOR.validate(json.loads(as_json))
    record = parse_json(as_json, registry.game)
    assert (as_json, as_text) == (format_json(record, GAME) + "\n", format_text(record, GAME))
    assert replay(record, GAME)
    for key in ("properties", "required"):
        assert all(f"`{one}`" in page for one in (*SCHEMA[key], *SCHEMA["$defs"]["turn"][key]))
    assert all(f"| `{ending}` |" in page for ending in Ending)


@pytest.mark.parametrize("name", GOLDEN)
def test_what_the_web_page_writes_fits_and_is_read(name: str) -> None:
    game = registry.game(name)
    given_game = {"game": name, "turns": [list(GOLDEN[name][-1].turns[0].turn)], "start": GOLDEN[name][-1].start}
    as_json = notation.write(ExportIn(**given_game, form="json"))
    VALIDATOR.validate(json.loads(as_json))
    as_text = notation.write(ExportIn(**given_game, form="text"))
    assert parse_text(as_text, registry.game) == [parse_json(as_json, registry.game)]
    assert json.loads(format_json(parse_json(as_json, registry.game), game)) == json.loads(as_json)


WHOLE = json.loads(format_json(next(one for one in GOLDEN["super-ttt"] if one.failure and one.turns), GAME))
Change = Callable[[dict[str, Any]], Any]
CHANGES: dict[str, Change] = {
    **{f"without {key}": lambda data, key=key: data.pop(key) for key in SCHEMA["required"]},  # type: ignore[misc]
    **{f"{key} is a list": lambda data, key=key: data.update({key: []}) for key in HEADER_KEYS},  # type: ignore[misc]
    "unknown key": lambda data: data.update(mood="good"),
    "newer version": lambda data: data.update(version=2),
    "version as text": lambda data: data.update(version="1"),
    "no such ending": lambda data: data.update(ending="boredom"),
    "no such result": lambda data: data.update(result="z"),
    "a fraction as seed": lambda data: data.update(seed=0.5),
    "turns as an object": lambda data: data.update(turns={}),
    "a turn as text": lambda data: data.update(turns=["55+51"]),
    "unknown key of a turn": lambda data: data["turns"][0].update(mood=1),
    "no side": lambda data: data["turns"][0].pop("side"),
    "no such side": lambda data: data["turns"][0].update(side="z"),
    "no placements": lambda data: data["turns"][0].update(turn=""),
    "seconds as text": lambda data: data["turns"][0].update(seconds="1"),
    "a fraction as score": lambda data: data["turns"][0].update(score=0.5),
    "a truth value as depth": lambda data: data["turns"][0].update(depth=True),
    "null for nodes": lambda data: data["turns"][0].update(nodes=None),
    "a number as reason": lambda data: data["turns"][0].update(reason=5),
    "a failure without message": lambda data: data["failure"].pop("message"),
    "unknown key of a failure": lambda data: data["failure"].update(mood=1),
}
"""What the reader refuses, too."""

RULES: dict[str, Change] = {
    "a failure that is not described": lambda data: data.pop("failure"),
    "a description without failure": lambda data: data.update(ending="line"),
    "a failure that wins nothing": lambda data: data.update(result="draw"),
    "a game with a failure but no result": lambda data: data.update(result=None),
    "an interrupted game with a result": lambda data: (data.pop("failure"), data.update(ending="interrupted")),
    "a full board that is won": lambda data: (data.pop("failure"), data.update(ending="full")),
    "time that runs backwards": lambda data: data["turns"][0].update(seconds=-1.0),
}
"""What a replay refuses, or nothing writes."""


@pytest.mark.parametrize("name", [*CHANGES, *RULES])
def test_what_is_broken_does_not_fit(name: str) -> None:
    data = copy.deepcopy(WHOLE)
    VALIDATOR.validate(data)
    {**CHANGES, **RULES}[name](data)
    assert not VALIDATOR.is_valid(data)
    if name in CHANGES:
        with pytest.raises(RecordError):
            parse_json(json.dumps(data), registry.game)


def put(data: dict[str, Any], path: tuple[str | int, ...], value: object) -> None:
    for key in path[:-1]:
        data = data[key]  # type: ignore[index]
    data[path[-1]] = value  # type: ignore[index]


COUNTS = [((("turns", 0, key), bounds.MOST_SEED), 1) for key in ("score", "depth", "nodes")]
TEXTS = [
    ((path, "a" * most), "a")
    for path, most in (
        (("x",), LONGEST_NAME),
        (("o",), LONGEST_NAME),
        (("failure", "message"), LONGEST_TEXT),
        (("turns", 0, "reason"), LONGEST_TEXT),
        (("turns", 0, "fault"), LONGEST_TEXT),
    )
]
TIMES = [((path, bounds.MOST_SECONDS), 0.001) for path in (("turns", 0, "seconds"), ("failure", "seconds"))]


@pytest.mark.parametrize(("most", "more"), [*COUNTS, *TEXTS, *TIMES])
def test_a_bound_is_the_readers(most: tuple[tuple[str | int, ...], Any], more: Any) -> None:
    path, value = most
    data = copy.deepcopy(WHOLE)
    put(data, path, value)
    assert VALIDATOR.is_valid(data)
    assert parse_json(json.dumps(data), registry.game)
    put(data, path, value + more)
    assert not VALIDATOR.is_valid(data)
    with pytest.raises(RecordError):
        parse_json(json.dumps(data), registry.game)


@pytest.mark.parametrize("key", ["score", "depth", "nodes"])
def test_the_least_count_is_the_readers(key: str) -> None:
    data = copy.deepcopy(WHOLE)
    for value, is_one in ((-bounds.MOST_SEED, True), (-bounds.MOST_SEED - 1, False)):
        data["turns"][0][key] = value
        assert VALIDATOR.is_valid(data) is is_one
        if is_one:
            assert parse_json(json.dumps(data), registry.game)
        else:
            with pytest.raises(RecordError):
                parse_json(json.dumps(data), registry.game)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\t\n",
        "\x00",
        "\u200b",
        "\u202e",
        "\ufeff",
        "\xad",
        "\u2800",
        "\ud800",
        "a\udcff",
        "a",
        "\u4e2d",
        "\U0001f600",
    ],
)
def test_a_name_is_one_to_both_or_to_neither(name: str) -> None:
    data = {**copy.deepcopy(WHOLE), "x": name}
    assert VALIDATOR.is_valid(data) is is_name(name)

"""Game records: both notations lose nothing, their readers are strict, and a replay verifies every turn."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games import play, random_game
from support.mock_players import crash, idle
from support.naive_referee import EMPTY, NaiveReferee

from sttt import bounds
from sttt.errors import RecordError
from sttt.games.game import Result, Side
from sttt.games.records.json_lines import format_json, parse_json
from sttt.games.records.record import Ending, Failure, GameRecord, TurnRecord, is_name, replay
from sttt.games.records.text import format_text, parse_text
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position
from sttt.players import registry

GOLDEN = Path(__file__).parents[2] / "data" / "golden-match.txt"

anything = st.text(st.characters(), max_size=30)
seconds = st.floats(0, bounds.MOST_SECONDS)
counts = st.integers(-bounds.MOST_SEED, bounds.MOST_SEED)
placements = st.one_of(st.none(), st.integers(0, 80))

turns = st.builds(
    TurnRecord,
    side=st.sampled_from(Side),
    turn=st.lists(placements, min_size=1, max_size=2).map(tuple),
    seconds=st.none() | seconds,
    score=st.none() | counts,
    depth=st.none() | counts,
    nodes=st.none() | counts,
    reason=st.none() | anything,
    fault=st.none() | anything,
)
records = st.builds(
    GameRecord,
    game=st.just("super-ttt"),
    x=anything.filter(is_name),
    o=anything.filter(is_name),
    start=anything,
    turns=st.lists(turns, max_size=4).map(tuple),
    result=st.none() | st.sampled_from(Result),
    ending=st.sampled_from(Ending),
    seed=st.none() | st.integers(),
    failure=st.none() | st.builds(Failure, message=anything, seconds=st.none() | seconds),
)


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(records, max_size=3))
def test_the_text_notation_loses_nothing(given_records: list[GameRecord]) -> None:
    text = "\n".join(format_text(record, GAME) for record in given_records)
    assert text.isascii()
    assert parse_text(text, registry.game) == given_records


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(records, max_size=3))
def test_json_lines_lose_nothing(given_records: list[GameRecord]) -> None:
    text = "".join(format_json(record, GAME) + "\n" for record in given_records)
    assert text.count("\n") == len(given_records)
    assert parse_text(text, registry.game) == given_records


def test_the_text_notation_looks_as_documented() -> None:
    record = GameRecord(
        game="super-ttt",
        x="random",
        o="offensive",
        start=GAME.format_position(Position()),
        turns=(TurnRecord(Side.X, (40, 36), seconds=0.812, reason="search"), TurnRecord(Side.O, (13, None))),
        result=Result.X_WINS,
        ending=Ending.CRASH,
        seed=7,
        failure=Failure("ValueError: no idea", 0.25),
    )
    assert format_text(record, GAME).splitlines() == [
        "[version 1]",
        '[game "super-ttt"]',
        '[x "random"]',
        '[o "offensive"]',
        f'[start "{GAME.format_position(Position())}"]',
        "[seed 7]",
        '[result "x"]',
        '[ending "crash"]',
        '[failure {"message": "ValueError: no idea", "seconds": 0.25}]',
        '1. x 55+51 {"seconds": 0.812, "reason": "search"}',
        "2. o 25+--",
    ]


def test_the_golden_match_replays_as_in_the_naive_referee() -> None:
    games = parse_text(GOLDEN.read_text(encoding="ascii"), registry.game)
    assert [(game.x, game.o) for game in games] == [("offensive", "random"), ("random", "offensive")]
    for game in games:
        last = replay(game, GAME)[-1]
        naive = NaiveReferee()
        for turn in game.turns:
            naive.enter([EMPTY if p is None else (p // 9 + 1, p % 9 + 1) for p in turn.turn])
        assert naive.result == game.result == last.result
        marks = [mark or "." for little in naive.board[1:] for mark in little[1:]]
        assert "".join(marks) == GAME.format_position(last).split(":")[0].replace("/", "")


def test_the_golden_match_reads_and_writes_back_to_the_same_text() -> None:
    origin, text = GOLDEN.read_text(encoding="ascii").split("\n", 1)
    assert origin.startswith("#")
    written = "\n".join(format_text(game, GAME) for game in parse_text(text, registry.game))
    assert written.replace("[version 1]\n", "") == text  # it is older than the version


def test_a_replay_has_the_position_after_every_turn() -> None:
    record = random_game(3)
    positions = replay(record, GAME)
    assert positions[0] == Position()
    for before, turn, after in zip(positions, record.turns, positions[1:], strict=False):
        assert GAME.enter_turn(before, turn.turn) == (after, turn.turn)
    assert positions[-1].result == record.result


def with_turn(record: GameRecord, index: int, turn: TurnRecord) -> GameRecord:
    return replace(record, turns=(*record.turns[:index], turn, *record.turns[index + 1 :]))


WON = random_game(3)
STALLED = play(x=idle, o=idle)
CRASHED = play(x=crash)
TWICE = TurnRecord(Side.X, WON.turns[0].turn)

BROKEN = [
    (replace(WON, game="go"), "the record is of a game of 'go'; expected 'super-ttt'"),
    (replace(WON, start="nonsense"), "starting position: 'nonsense' is not a position"),
    (with_turn(WON, 1, replace(WON.turns[1], side=Side.X)), "turn 2: played by x; expected o"),
    (with_turn(WON, 2, TWICE), "turn 3: of "),
    (replace(WON, turns=(*WON.turns, TWICE)), f"turn {len(WON.turns) + 1}: the game was already over"),
    (replace(WON, turns=WON.turns[:-1]), "the ending is line; expected a game still going on"),
    (replace(WON, ending=Ending.FULL), "the ending is full; expected line"),
    (replace(WON, ending=Ending.STALL), "the ending is stall; expected line"),
    (replace(WON, result=WON.result and Result(WON.result.winner.other)), "the result is"),  # type: ignore[union-attr]
    (replace(WON, result=None), "the result is None; expected"),
    (replace(WON, failure=Failure("broke")), "ending line with a failure's description; expected the opposite"),
    (replace(CRASHED, failure=None), "ending crash without a failure's description; expected the opposite"),
    (replace(CRASHED, result=Result.X_WINS), "after turn 0: the result is x; expected o"),
    (replace(CRASHED, ending=Ending.INTERRUPTED), "after turn 0: the result is o; expected None"),
    (replace(STALLED, turns=STALLED.turns[1:], result=Result.DRAW), "turn 1: played by o; expected x"),
    (replace(STALLED, turns=STALLED.turns[:2]), "the ending is stall; expected 4 empty turns in a row before it"),
    (replace(STALLED, result=Result.X_WINS), "after turn 4: the result is x; expected draw"),
]


@pytest.mark.parametrize(("record", "message"), BROKEN)
def test_a_replay_names_what_cannot_have_happened(record: GameRecord, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay(record, GAME)
    assert message in str(caught.value)


HEADER = '[game "super-ttt"]\n[x "a"]\n[o "b"]\n[start "s"]\n[result null]\n[ending "interrupted"]\n'  # six lines
BAD_TEXTS = [
    ("nonsense\n", "line 1: game is missing"),
    (HEADER.replace("[x", "[y"), "line 2: unknown key 'y'"),
    (HEADER + '[x "again"]\n', "line 7: x occurs twice"),
    (HEADER.replace('[x "a"]\n', ""), "line 1: x is missing"),
    (HEADER.replace('"super-ttt"', '"go"'), "line 1: unknown game 'go'"),
    (HEADER.replace('"super-ttt"', "5"), "line 1: game is 5; expected a string"),
    (HEADER.replace('"a"', "a"), "line 2: Expecting value at character 0; expected JSON"),
    (HEADER.replace('[x "a"]', '[x "a"'), "line 2: '[x \"a\"' is not a header"),
    (HEADER.replace('"interrupted"', '"boredom"'), "ending is 'boredom'; expected one of: line, full"),
    (HEADER.replace("null", '"z"'), "result is 'z'; expected one of: x, o, draw"),
    ("[version 2]\n[mood 5]\n", "line 1: version is 2; expected 1, the only one that this sttt reads"),
    ("[version 1.0]\n" + HEADER, "line 1: version is 1.0; expected an integer"),
    (HEADER + "[seed true]\n", "seed is True; expected an integer"),
    (HEADER + "[seed 1.0]\n", "seed is 1.0; expected an integer"),
    (HEADER + "[seed null]\n", "seed is None; expected an integer"),
    (HEADER + "[failure 5]\n", "failure: 5 is not a JSON object"),
    (HEADER + "[failure {}]\n", "failure: message is missing"),
    (HEADER + '[failure {"message": "m", "seconds": 1e999}]\n', "seconds is inf; expected a finite number"),
    (HEADER + '[failure {"message": "m", "seconds": NaN}]\n', "line 7: NaN is not a number"),
    (
        HEADER + f'[failure {{"message": "m", "seconds": 1{"0" * 400}}}]\n',
        "expected a finite number of seconds from 0 to 10000000",
    ),
    (HEADER + f"[seed 1{'0' * 5000}]\n", "line 7: Exceeds the limit"),
    (HEADER + "[failure " + "[" * 100_000 + "]\n", "line 7: "),
    (HEADER + "2. x 55+51\n", "line 7: '2. x 55+51' is not the next turn; expected '1. SIDE TURN'"),
    (HEADER + "1. x 55+51\n3. o 11\n", "line 8: '3. o 11' is not the next turn; expected '2. "),
    (HEADER + "1. x\n", "line 7: '1. x' is not the next turn"),
    (HEADER + "1. x 55+50\n", "line 7: '55+50' is not a turn"),
    (HEADER + "1. z 55\n", "line 7: side is 'z'; expected one of: x, o"),
    (HEADER + "1. x 55 {]}\n", "line 7: Expecting property name"),
    (HEADER + '1. x 55 {"mood": 5}\n', "line 7: unknown key 'mood'"),
    (HEADER + '1. x 55 {"depth": "5"}\n', "line 7: depth is '5'; expected an integer"),
    (HEADER + '1. x 55 {"depth": 5, "depth": 6}\n', "line 7: a key occurs twice"),
    (HEADER + "1. x 55\n[seed 5]\n", "line 8: '[seed 5]' is not the next turn"),
    (HEADER + "\n\n" + HEADER.replace("[x", "[y"), "line 10: unknown key 'y'"),
]


@pytest.mark.parametrize(("text", "message"), BAD_TEXTS)
def test_the_text_reader_names_the_line_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_text(text, registry.game)
    assert message in str(caught.value)


def test_comments_and_any_number_of_blank_lines_are_skipped() -> None:
    text = f"# origin\n\n\n{HEADER}# between\n1. x 55+51\n\n\n\n{HEADER}\n# end\n"
    first, second = parse_text(text, registry.game)
    assert first.turns == (TurnRecord(Side.X, (40, 36)),)
    assert second == replace(first, turns=())
    assert parse_text("", registry.game) == []


OBJECT = json.loads(format_json(CRASHED, GAME))
BAD_OBJECTS = [
    ([], "record: [] is not a JSON object"),
    ({**OBJECT, "turns": None}, "record: turns is None; expected an array"),
    ({key: value for key, value in OBJECT.items() if key != "turns"}, "record: turns is None; expected an array"),
    ({key: value for key, value in OBJECT.items() if key != "x"}, "record: x is missing"),
    ({"version": 2, "moves": []}, "record: version is 2; expected 1, the only one that this sttt reads"),
    ({**OBJECT, "version": 0}, "record: version is 0; expected 1"),
    ({**OBJECT, "version": None}, "record: version is None; expected an integer"),
    ({**OBJECT, "mood": 1}, "record: unknown key 'mood'"),
    ({**OBJECT, "game": "go"}, "record: unknown game 'go'"),
    ({**OBJECT, "turns": [5]}, "turn 1: 5 is not a JSON object"),
    ({**OBJECT, "turns": [{"side": "x"}]}, "turn 1: turn is None; expected a string"),
    ({**OBJECT, "turns": [{"side": "x", "turn": "55"}, {"turn": "55"}]}, "turn 2: side is None; expected one of"),
    ({**OBJECT, "turns": [{"side": "x", "turn": "55", "score": 0.5}]}, "turn 1: score is 0.5; expected an integer"),
    ({**OBJECT, "turns": [{"side": ["x"], "turn": "55"}]}, "turn 1: side is ['x']; expected one of"),
]


@pytest.mark.parametrize(("data", "message"), BAD_OBJECTS)
def test_the_json_reader_names_the_key_and_what_was_expected(data: object, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_json(json.dumps(data), registry.game)
    assert message in str(caught.value)


def test_a_faulty_json_line_is_named() -> None:
    with pytest.raises(RecordError, match="line 2: record: Expecting property name"):
        parse_text(f"{json.dumps(OBJECT)}\n{{nonsense\n", registry.game)


def test_a_turn_without_placements_cannot_be_written() -> None:
    record = replace(CRASHED, turns=(TurnRecord(Side.X, ()),))
    for write in (format_text, format_json):
        with pytest.raises(RecordError, match="a turn has no placements"):
            write(record, GAME)


@settings(deadline=None)
@given(st.text(st.sampled_from('[]"{}:,. xo15+-\n\\game'), max_size=200))
def test_the_text_reader_fails_on_nonsense_in_one_way_only(text: str) -> None:
    try:
        parse_text(HEADER + text, registry.game)
    except RecordError as error:
        assert "line" in str(error)  # noqa: PT017 - most texts fail, some are records

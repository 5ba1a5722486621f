"""Game records as text: a header of one line per fact, then one line per turn; a blank line between records.

    [version 1]
    [game "super-ttt"]
    [x "random"]
    [o "offensive"]
    [start "........./........./........./........./........./........./........./........./.........:x2"]
    [seed 7]
    [result "x"]
    [ending "line"]
    1. x 55+51 {"seconds": 0.001, "reason": "random"}
    2. o 25+85

Values are JSON. The turn is in the game's own notation; what is known about it follows in braces. A line that
starts with ``#`` is a comment. ``docs/records.md`` has the grammar.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile

from sttt import strict_json
from sttt.errors import Phrase, RecordError
from sttt.games.game import Game
from sttt.games.records import json_lines
from sttt.games.records.json_lines import FindGame
from sttt.games.records.record import GameRecord, TurnRecord
from sttt.strict_json import JsonObject

_HEADER = re.compile(r"\[([a-z]+) (.+)\]")
_TURN = re.compile(r"([0-9]+)\. (\S+) (\S+)(?: (\{.*\}))?")

_FIRST = ("[version ", "[game ")
"""The beginnings of a record; one that names no version is of the first."""

_Lines = list[tuple[int, str]]
"""Lines with their numbers in the file."""


def format_text(record: GameRecord, game: Game) -> str:
    """Write the record, each line ended by a line break."""
    lines = [f"[{key} {strict_json.dump(value)}]" for key, value in json_lines.header(record).items()]
    lines += [_turn_line(number, turn, game) for number, turn in enumerate(record.turns, start=1)]
    return "".join(f"{line}\n" for line in lines)


def _turn_line(number: int, turn: TurnRecord, game: Game) -> str:
    data = json_lines.turn_data(turn)
    line = f"{number}. {turn.side} {json_lines.write_turn(turn.turn, game)}"
    return f"{line} {strict_json.dump(data)}" if data else line


def parse_text(text: str, find_game: FindGame) -> list[GameRecord]:
    """Read all records of a text; raises `RecordError` naming the line."""
    return [read() for read in records_in(text, find_game)]


def records_in(text: str, find_game: FindGame) -> Iterator[Callable[[], GameRecord]]:
    """Yield for each record of a text what reads it, and raises `RecordError` naming the line.

    A line that is a JSON object is a whole record, as in JSON lines: files of both forms may have been put together.
    """
    for lines in _blocks(text):
        number, line = lines[0]
        if _is_json(line):
            yield partial(json_lines.parse_line, number, line, find_game)
        else:
            yield partial(_parse_record, lines, find_game)


def _blocks(text: str) -> list[_Lines]:
    """Group numbered lines into records, without the comments: a blank line ends one, and a header after a turn.

    Files may have been put together, each with its byte order mark.
    """
    blocks: list[_Lines] = [[]]
    for number, marked in enumerate(text.split("\n"), start=1):
        line = marked.removeprefix("\ufeff").rstrip("\r")
        if line.startswith("#"):
            continue
        if blocks[-1] and (not line.strip() or _begins(line, blocks[-1])):
            blocks.append([])
        if line.strip():
            blocks[-1].append((number, line))
    return [block for block in blocks if block]


def _begins(line: str, before: _Lines) -> bool:
    """Return whether a line begins a record after lines of another one, which may have no turns."""
    if _is_json(line) or _is_json(before[-1][1]):
        return True
    if before[-1][1].startswith("["):
        return line.startswith(_FIRST[0]) and before[0][1].startswith(_FIRST[0])
    return line.startswith(_FIRST)


def _is_json(line: str) -> bool:
    return line.lstrip().startswith("{")


def _line(number: int) -> Phrase:
    return Phrase("where.line", {"number": number})


def _parse_record(lines: _Lines, find_game: FindGame) -> GameRecord:
    where = _line(lines[0][0])
    headers = list(takewhile(lambda line: line[1].startswith("["), lines))
    data = _parse_headers(headers)
    json_lines.check_keys(data, json_lines.HEADER_KEYS, json_lines.REQUIRED_KEYS, where)
    game = json_lines.game_of(data, find_game, where)
    turn_lines = enumerate(lines[len(headers) :], start=1)
    turns = tuple(_parse_turn(number, line, count, game) for count, (number, line) in turn_lines)
    return json_lines.read_header(data, turns, where)


def _parse_headers(lines: _Lines) -> JsonObject:
    data: JsonObject = {}
    for number, line in lines:
        where = _line(number)
        match = _HEADER.fullmatch(line)
        if not match:
            raise RecordError.of("record.header", where=where, line=line)
        key, value = match.groups()
        if key in data:
            raise RecordError.of("record.header-twice", where=where, key=key)
        json_lines.check_keys({key: value}, json_lines.HEADER_KEYS, (), where)
        data[key] = strict_json.load(value, where)
        if key == "version":
            json_lines.check_version(data, where)
    return data


def _parse_turn(number: int, line: str, count: int, game: Game) -> TurnRecord:
    where = _line(number)
    match = _TURN.fullmatch(line)
    if not match or match[1] != str(count):
        raise RecordError.of("record.next-turn", where=where, line=line, count=count)
    data = strict_json.load_object(match[4], where) if match[4] else {}
    return json_lines.read_turn(match[2], match[3], data, game, where)

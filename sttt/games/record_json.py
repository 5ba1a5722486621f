"""Game records as JSON: one object per record, in a file of many one object per line.

{"game": "super-ttt", "x": "random", "o": "offensive", "start": "........./...:x2", "seed": 7,
 "result": "x", "ending": "line", "turns": [{"side": "x", "turn": "55+51", "seconds": 0.001}, ...]}
"""

from typing import Any

from sttt.errors import RecordError
from sttt.games import record_fields as fields
from sttt.games import strict_json
from sttt.games.game import Game
from sttt.games.record import GameRecord, TurnRecord
from sttt.games.record_fields import FindGame


def format_json(record: GameRecord, game: Game) -> str:
    """Write the record as one line of JSON, without a line break."""
    turns = [_turn_object(turn, game) for turn in record.turns]
    return strict_json.dump({**fields.header(record), "turns": turns})


def _turn_object(turn: TurnRecord, game: Game) -> dict[str, Any]:
    return {"side": turn.side, "turn": fields.write_turn(turn.turn, game), **fields.turn_data(turn)}


def parse_json(line: str, find_game: FindGame) -> GameRecord:
    """Read one record; raises `RecordError` saying what is wrong with which key."""
    data = strict_json.load_object(line, "record")
    turns = data.pop("turns", None)
    if not isinstance(turns, list):
        raise RecordError(f"record: turns is {turns!r}; expected an array")
    fields.check_keys(data, fields.HEADER_KEYS, fields.REQUIRED_KEYS, "record")
    game = fields.game_of(data, find_game, "record")
    read = (_read_turn(item, game, f"turn {number}") for number, item in enumerate(turns, start=1))
    return fields.read_header(data, tuple(read), "record")


def _read_turn(data: Any, game: Game, where: str) -> TurnRecord:
    fields.check_object(data, where)
    rest = {key: value for key, value in data.items() if key not in ("side", "turn")}
    return fields.read_turn(data.get("side"), data.get("turn"), rest, game, where)


def parse_json_lines(text: str, find_game: FindGame) -> list[GameRecord]:
    """Read one record per line, skipping blank ones; raises `RecordError` naming the line."""
    records = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            if line.strip():
                records.append(parse_json(line, find_game))
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from error
    return records

"""Files of version 1, which every later version must still read. They are never written anew."""

import json
from pathlib import Path

import pytest
from support.golden_records import GOLDEN

from sttt.games.records.json_lines import format_json
from sttt.games.records.record import Ending, replay
from sttt.games.records.text import format_text, parse_text
from sttt.players import registry

FOLDER = Path(__file__).parents[2] / "data" / "records"


@pytest.mark.parametrize("game", GOLDEN)
def test_both_forms_are_read_as_what_they_hold(game: str) -> None:
    assert parse_text((FOLDER / f"{game}.txt").read_text(encoding="ascii"), registry.game) == GOLDEN[game]
    assert parse_text((FOLDER / f"{game}.jsonl").read_text(encoding="ascii"), registry.game) == GOLDEN[game]


@pytest.mark.parametrize("game", GOLDEN)
def test_they_replay_and_what_is_written_of_them_is_the_same(game: str) -> None:
    played = registry.game(game)
    for record in GOLDEN[game]:
        replay(record, played)
    text = (FOLDER / f"{game}.txt").read_text(encoding="ascii").split("\n\n", 1)[1]
    written = "\n".join(format_text(record, played) for record in GOLDEN[game])
    assert written.replace("[version 1]\n", "") == text.replace("[version 1]\n", "")
    lines = (FOLDER / f"{game}.jsonl").read_text(encoding="ascii").splitlines()
    for record, line in zip(GOLDEN[game], lines, strict=True):
        assert json.loads(format_json(record, played)) == {"version": 1, **json.loads(line)}


def test_every_game_has_every_ending_but_a_stall_where_nobody_may_pass() -> None:
    assert set(GOLDEN) == set(registry.GAMES.names())
    for game, records in GOLDEN.items():
        assert set(Ending) - {one.ending for one in records} == (set() if game == "super-ttt" else {Ending.STALL})
        start = registry.game(game).format_position(registry.game(game).start())
        assert {one.start == start for one in records} == {True, False}
        assert {one.failure is None or one.failure.seconds is None for one in records} == {True, False}

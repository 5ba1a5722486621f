"""How long names and words in a record may be, and that a name can be seen, in every form that is read."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
from support.command import fails_as_wrong_input, sttt
from support.games import play, random_game
from support.mock_players import first

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.report.page import render
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Format, Plan
from sttt.errors import ArchiveError, RecordError
from sttt.games.game import Result
from sttt.games.records.json_lines import format_json, parse_json
from sttt.games.records.record import LONGEST_NAME, LONGEST_TEXT, Ending, Failure, GameRecord
from sttt.games.records.text import format_text, parse_text
from sttt.games.super_ttt.game import GAME
from sttt.players import registry
from sttt.players.player import Decision, Limits

UNSEEN = ["", " ", "\t\n", "\x00", "\x1b", "\u200b", "\u202e\u2066", "\ufeff", "\u2028", "\u2800", "\u3164", "\ufe0f"]
NO_TEXT = ["\ud800", "a\udcff", "\udfff\ud800b"]
NO_NAMES = [*UNSEEN, *NO_TEXT, "a" * (LONGEST_NAME + 1)]
HUGE = "m" * 2_000_000
GAME_OF_TWO = random_game(1)


def with_words(words: str) -> list[GameRecord]:
    """Records that have the words where somebody can have said them."""
    opening, *rest = GAME_OF_TWO.turns
    said = [replace(GAME_OF_TWO, turns=(replace(opening, **{key: words}), *rest)) for key in ("reason", "fault")]
    failed = replace(GAME_OF_TWO, turns=(opening,), result=Result.X_WINS, ending=Ending.CRASH, failure=Failure(words))
    return [*said, failed]


@pytest.mark.parametrize("name", [*NO_NAMES, HUGE], ids=lambda name: ascii(name[:8]))
@pytest.mark.parametrize("side", ["x", "o"])
def test_what_nobody_can_be_called_is_refused_as_json_and_as_text(name: str, side: str) -> None:
    record = replace(GAME_OF_TWO, **{side: name})
    for refused in (
        lambda: parse_json(format_json(record, GAME), registry.game),
        lambda: parse_text(format_text(record, GAME), registry.game),
    ):
        with pytest.raises(RecordError, match=rf"{side} is .*; expected a string of at most 4096 .* visible") as error:
            refused()
        assert len(str(error.value)) < 300


@pytest.mark.parametrize("name", ["a", "0", "\u4e2d", "\u202ea", "a" * LONGEST_NAME, "[red]", "\U0001f600"])
def test_what_somebody_can_be_called_is_read(name: str) -> None:
    record = replace(GAME_OF_TWO, x=name)
    assert parse_json(format_json(record, GAME), registry.game) == record
    assert parse_text(format_text(record, GAME), registry.game) == [record]


@pytest.mark.parametrize("record", with_words("w" * (LONGEST_TEXT + 1)), ids=["reason", "fault", "failure"])
def test_words_beyond_the_bound_are_refused(record: GameRecord) -> None:
    with pytest.raises(RecordError, match="expected a string of at most 10000 characters") as error:
        parse_json(format_json(record, GAME), registry.game)
    assert len(str(error.value)) < 300


@pytest.mark.slow
def test_words_of_the_longest_kind_are_read_and_shown_in_a_page() -> None:
    for record in with_words("w" * LONGEST_TEXT):
        assert parse_json(format_json(record, GAME), registry.game) == record
        assert "w" * LONGEST_TEXT in render([record], GAME, "long")


def talk(position: Any, limits: Limits) -> Decision:
    return replace(first(position, limits), reason=HUGE)


def scream(_position: Any, _limits: Limits) -> NoReturn:
    raise ValueError(HUGE)


@pytest.mark.slow
def test_what_a_player_says_is_cut_off_before_it_is_kept() -> None:
    for record in (play(x=talk), play(x=scream)):
        assert parse_json(format_json(record, GAME), registry.game) == record
    assert len(play(x=talk).turns[0].reason or "") == LONGEST_TEXT


def mumble(position: Any, limits: Limits) -> Decision:
    return replace(first(position, limits), reason="a\udcff")


def moan(_position: Any, _limits: Limits) -> NoReturn:
    raise ValueError("b\ud800")


def test_what_a_player_says_that_is_no_text_is_kept_as_its_escape(tmp_path: Path) -> None:
    plan = Plan("super-ttt", Format.ROUND_ROBIN, ("a", "b"), 2, 0, Terms(nodes=5), 1, "")
    said = [replace(play(x=one), seed=1) for one in (mumble, moan)]
    assert said[1].failure
    assert (said[0].turns[0].reason, said[1].failure.message[-7:]) == ("a\\udcff", "b\\ud800")
    with Archive(tmp_path / "games.db") as archive:
        archive.begin(plan)
        for number, record in enumerate(said):
            archive.add(1, [FinishedGame(number, record, "")])


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_a_program_whose_name_is_no_text_is_refused_before_a_game(command: str) -> None:
    for name in ("cmd:./\udcff", "ugi:\udcff --fast"):
        assert "expected visible text of UTF-8" in fails_as_wrong_input(command, name, "random")


@pytest.mark.parametrize("name", [*UNSEEN, HUGE], ids=lambda name: ascii(name[:8]))
def test_an_archive_leaves_out_games_and_tournaments_of_nobody(tmp_path: Path, name: str) -> None:
    path = tmp_path / "games.db"
    with Archive(path) as archive:
        archive.begin(Plan("super-ttt", Format.ROUND_ROBIN, ("a", "b"), 2, 0, Terms(nodes=5), 1, ""))
        for number in range(2):
            archive.add(1, [FinishedGame(number, random_game(number), "")])
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE game SET x = ? WHERE id = 2", (name,))
        plan = json.loads(connection.execute("SELECT plan FROM tournament").fetchone()[0])
        connection.execute("UPDATE tournament SET plan = ?", (json.dumps(plan | {"players": ["a", name]}),))
    said: list[str] = []
    with Archive(path, read_only=True, complain=lambda error: said.append(str(error))) as archive:
        assert [one.id for one in archive.games()] == [1]
        assert archive.tournaments() == []
    assert len(said) == 2
    assert max(map(len, said)) < 500
    with Archive(path, read_only=True) as archive, pytest.raises(ArchiveError):
        archive.tournaments()


def test_a_report_on_nobody_and_a_player_with_too_long_a_command_are_wrong_input(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for name in ("", HUGE):
        file.write_text(format_json(replace(GAME_OF_TWO, x=name), GAME), encoding="ascii")
        assert "expected a string of at most" in fails_as_wrong_input("report", str(file))
    long = f"cmd:./bot {'m' * LONGEST_NAME}"
    for command in ("match", "tournament"):
        refused = fails_as_wrong_input(command, long, "random")
        assert "expected at most 4096" in refused
        assert len(refused) < 300
    assert sttt("report", str(tmp_path / "none")).returncode == 2


def test_ratings_of_a_player_without_a_name_are_ratings() -> None:
    records = [replace(GAME_OF_TWO, x="", o="b"), replace(GAME_OF_TWO, x="b", o=" ")]
    assert "Ratings" in render(records, GAME, "nobody")


@pytest.mark.parametrize("key", ["score", "depth", "nodes"])
def test_integers_of_more_than_64_bits_are_refused(key: str) -> None:
    opening, *rest = GAME_OF_TWO.turns
    for value, is_read in ((2**63 - 1, True), (1 - 2**63, True), (2**63, False), (-(10**4000), False)):
        record = replace(GAME_OF_TWO, turns=(replace(opening, **{key: value}), *rest))
        for text, read in ((format_json(record, GAME), parse_json), (format_text(record, GAME), parse_text)):
            if is_read:
                assert read(text, registry.game) in (record, [record])
                continue
            with pytest.raises(RecordError, match=rf"{key} is .*; expected an integer of at most 64 bits") as error:
                read(text, registry.game)
            assert len(str(error.value)) < 300


@pytest.mark.parametrize("value", [-0.001, -1, 10_000_001, 10**400, 1e300])
def test_times_that_nobody_takes_are_refused(value: float) -> None:
    opening, *rest = GAME_OF_TWO.turns
    record = replace(GAME_OF_TWO, turns=(replace(opening, seconds=value), *rest))
    with pytest.raises(RecordError, match=r"seconds is .*; expected a finite number of seconds from 0 to 10000000"):
        parse_json(format_json(record, GAME), registry.game)

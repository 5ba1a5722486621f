"""The report's page: it says what the games say, replays them, and nothing in a name gets out of it."""

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import mock_players as mock
from support.command import fails_as_wrong_input, sttt, sttt_here
from support.games import play, random_game

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.report.charts import Axis, bar_chart, length_histogram, round_step
from sttt.arena.report.page import content_of, render
from sttt.arena.report.record_source import read_records
from sttt.arena.report.replay_data import embed, replay_data
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Format, Plan
from sttt.board.script import board_script
from sttt.board.shape import deciding_lines
from sttt.errors import RecordError, StttError
from sttt.games.knowledge import knowledge_of
from sttt.games.records.json_lines import format_json
from sttt.games.records.record import GameRecord, replay
from sttt.games.records.text import format_text
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position
from sttt.games.wording import say_at

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028'\"&amp;"

DRAWN = play(x=mock.idle, o=mock.idle)
CRASHED = play(x=mock.crash)


@cache
def games() -> list[GameRecord]:
    """Six players' games, one of them with a hostile name, one that crashes."""
    records = [replace(random_game(seed), x="a", o="b") for seed in range(6)]
    records += [replace(random_game(seed), x="b", o="a") for seed in range(6)]
    records += [replace(random_game(seed), x=HOSTILE, o="a") for seed in range(3)]
    return [*records, replace(DRAWN, x="a", o="idle"), replace(CRASHED, x=HOSTILE, o="b")]


class Elements(HTMLParser):
    """Collects the page's elements with their attributes, and the text of each script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - any
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open == "script":
            self.scripts[-1] += data


def data_of(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Elements(page).scripts[0])
    return found


@pytest.mark.slow
def test_the_page_holds_every_position_of_every_game() -> None:
    records = games()
    found = data_of(render(records, GAME, "test"))
    strings = found["strings"]
    assert len(found["games"]) == len(records)
    for record, game in zip(records, found["games"], strict=True):
        x, o, start, result, ending, _, failure, turns, lines, verdicts = game
        assert (strings[x], strings[o], result, strings[ending]) == (record.x, record.o, record.result, record.ending)
        assert (strings[failure] if failure >= 0 else None) == (record.failure.message if record.failure else None)
        positions = replay(record, GAME)
        marks = [None if mark == "." else mark for mark in strings[start]]
        for turn, position in zip(turns, positions[1:], strict=True):
            marks = [turn[0] if cell in turn[2] else mark for cell, mark in enumerate(marks)]
            assert marks == list(GAME.shape.marks(position))
        assert [strings[turn[1]] for turn in turns] == [GAME.format_turn(turn.turn) for turn in record.turns]
        assert lines == [list(line) for line in deciding_lines(GAME.shape, positions[-1])]
        told = [strings[one] if one >= 0 else None for one in verdicts]
        assert told == [proven_in_words(position) for position in positions]
        assert told[0] == "Proven: a draw." or record.start != GAME.start()


def proven_in_words(position: Position) -> str | None:
    known = knowledge_of(GAME).alone(position)
    return say_at(GAME, position, known).line if known.proven and not position.result else None


def test_a_game_without_a_described_board_is_drawn_as_text() -> None:
    bare = replace(GAME, shape=None)
    records = games()
    page = render(records, bare, "test")
    assert '<pre id="board"' in page
    found = data_of(page)
    for record, game in zip(records, found["games"], strict=True):
        drawn = [game[2], *(turn[2] for turn in game[7])]
        assert [found["strings"][one] for one in drawn] == [GAME.draw(one) for one in replay(record, GAME)]


def test_the_board_is_drawn_by_the_pages_own_modules() -> None:
    script = board_script()
    own = (files("sttt.board") / "static" / "board.js").read_text(encoding="utf-8")
    body = own.partition("export class Board")[2]
    assert f"class Board{body}" in script
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)


def test_nothing_in_a_name_becomes_part_of_the_page() -> None:
    page = render(games(), GAME, HOSTILE)
    elements = Elements(page)
    assert [tag for tag, _ in elements.found].count("script") == 2
    assert "img" not in {tag for tag, _ in elements.found}
    assert not [name for _, attributes in elements.found for name in attributes if name.startswith("on")]
    assert embed({"name": HOSTILE}).count("<") == 0
    assert json.loads(embed({"name": HOSTILE})) == {"name": HOSTILE}


def test_the_page_needs_nothing_from_anywhere() -> None:
    page = render(games(), GAME, "test")
    loading = {"src", "srcset", "data", "poster", "action", "background"}
    for tag, attributes in Elements(page).found:
        assert tag not in {"link", "iframe", "object", "embed", "base"}
        assert not loading & set(attributes)
        assert (attributes.get("href") or "#").startswith("#")
        assert "style" not in attributes  # the page's own policy would refuse it
    assert not re.search(r"@import|url\(|https?://", page)
    assert "default-src 'none'" in page


def test_a_game_more_takes_little_room() -> None:
    records = [replace(random_game(seed), x="a", o="b") for seed in range(20)]
    turns = sum(len(record.turns) for record in records)
    assert len(embed(replay_data(records, GAME))) < 100 * turns


def test_the_content_is_what_the_games_say() -> None:
    content = content_of(games())
    lines = {line.rating.name: line for line in content.lines}
    assert set(lines) == {"a", "b", "idle", HOSTILE}
    assert content.players == [rating.name for rating in content.ratings.ratings]
    assert lines[HOSTILE].failures == {"crash": 1}
    assert lines["b"].failures == {}
    against = content.tally("a", "b")
    back = content.tally("b", "a")
    assert against.games == 12
    assert (against.won, against.drawn, against.lost) == (back.lost, back.drawn, back.won)
    assert content.endings["crash"] == 1
    assert content.comparisons["a", "b"].pairs.trials == 6
    document = json.loads(json.dumps(content.to_json(), allow_nan=False))
    assert [line["name"] for line in document["ratings"]] == content.players


def test_games_against_oneself_are_shown_but_not_rated() -> None:
    page = render([replace(random_game(1), x="a", o="a")], GAME, "test")
    assert 'id="ratings"' not in page
    assert len(data_of(page)["games"]) == 1


def test_a_game_that_the_rules_refuse_is_named() -> None:
    wrong = replace(random_game(1), result=None)
    with pytest.raises(RecordError, match="game 2: after turn"):
        replay_data([random_game(1), wrong], GAME)
    with pytest.raises(RecordError, match="no games to report on"):
        render([], GAME, "test")


def test_bars_have_the_lengths_of_their_counts() -> None:
    chart = bar_chart([("one", {"crash": 2, "timeout": 6}), ("two", {"crash": 4})])
    sizes = {(bar.label, part.kind): part.size for bar in chart.bars for part in bar.segments}
    assert sizes["one", "timeout"] == pytest.approx(3 * sizes["one", "crash"], abs=0.1)
    assert sizes["two", "crash"] == pytest.approx(2 * sizes["one", "crash"], abs=0.1)
    records = games()
    histogram = length_histogram(records)
    assert sum(bar.total for bar in histogram.bars) == len(records)


@given(st.floats(-5000, 5000), st.floats(1, 5000), st.integers(3, 12))
def test_ticks_are_few_round_and_within_the_axis(low: float, span: float, most: int) -> None:
    axis = Axis(low, low + span, 0, 100)
    ticks = axis.ticks(most)
    step = round_step(span / most)
    assert 1 <= len(ticks) <= most + 1
    assert f"{step:.0e}"[0] in "125"
    for tick in ticks:
        assert low - 1e-6 * step <= tick <= low + span + 1e-6 * step
        assert tick / step == pytest.approx(round(tick / step))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{format_json(record, GAME)}\n" for record in games()), encoding="utf-8")
    return path


def test_games_are_read_from_json_lines_text_and_archives(tmp_path: Path, saved: Path) -> None:
    assert read_records(saved) == games()
    text = tmp_path / "games.txt"
    text.write_text("\n".join(format_text(record, GAME) for record in games()), encoding="utf-8")
    assert read_records(text) == games()
    archive = tmp_path / "games.db"
    sttt("tournament", "random", "greedy", "--games", "2", "--depth", "1", "--archive", str(archive))
    with Archive(archive) as opened:
        assert read_records(archive) == [kept.record for kept in opened.games()]
    assert len(read_records(archive, tournament=1)) == 2
    assert read_records(archive, tournament=2) == []


def test_the_command_writes_the_page_beside_the_file(saved: Path) -> None:
    done = sttt("report", str(saved))
    page = saved.with_suffix(".html")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{page}\n", "")
    assert "<title>4 players</title>" in page.read_text(encoding="utf-8")
    other = saved.with_name("other.html")
    sttt("report", str(saved), "-o", str(other), "--title", "The <final>")
    assert "<title>The &lt;final&gt;</title>" in other.read_text(encoding="utf-8")
    document = json.loads(sttt("report", str(saved), "--json").stdout)
    assert (document["games"], len(document["ratings"])) == (len(games()), 4)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file or directory; expected a file of games"),
        (b"{}", "line 1: "),
        (b"hello", "line 1: "),
        (b"\xff\xff", "is no text; expected games in an archive, as JSON lines or as text"),
        (b"SQLite format 3\x00", "file is not a database"),
    ],
)
def test_a_file_of_something_else_is_named(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "games"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StttError, match=rf"games.*{message}"):
        read_records(path)


def test_only_archives_have_tournaments(saved: Path) -> None:
    with pytest.raises(RecordError, match="is no archive, and only an archive has tournaments"):
        read_records(saved, tournament=1)


def test_a_file_without_games_is_wrong_input(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.touch()
    assert "holds no games; expected at least one" in fails_as_wrong_input("report", str(path))
    assert not path.with_suffix(".html").exists()


def test_a_game_that_the_file_does_not_hold_is_wrong_input(saved: Path) -> None:
    assert "holds no games of chess" in fails_as_wrong_input("report", str(saved), "--game", "chess")


def test_the_workers_of_a_cluster_have_their_results(tmp_path: Path) -> None:
    plan = Plan(GAME.name, Format.ROUND_ROBIN, ("a", "b"), 3, 0, Terms(nodes=1), 1, "build")
    file = tmp_path / "games.db"
    turns = replace(random_game(1), turns=tuple(replace(turn, nodes=50, seconds=0.1) for turn in random_game(1).turns))
    games = [random_game(0), turns, replace(turns, seed=2)]
    with Archive(file) as archive:
        played = [FinishedGame(number, game, "build", "tcp://<w>:1") for number, game in enumerate(games)]
        archive.add(archive.begin(plan), played)
    document = json.loads(sttt_here("report", str(file), "--json").stdout)
    assert document["workers"] == [
        {"worker": "tcp://<w>:1", "games": 3, "time_losses": 0, "nodes_per_second": pytest.approx(500)}
    ]
    assert sttt_here("report", str(file)).returncode == 0
    page = file.with_suffix(".html").read_text(encoding="utf-8")
    assert '<th scope="row" class="name">tcp://&lt;w&gt;:1</th><td class="n">3</td><td class="n">0</td>' in page

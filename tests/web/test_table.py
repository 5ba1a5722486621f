"""Games as a browser sends them: replayed by the rules, described, written and read again."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.browser import served
from support.missing import require_program

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.play.match import Pairing, play_pairing
from sttt.arena.tournaments.dealing import FinishedGame
from sttt.arena.tournaments.plan import Format, Plan
from sttt.errors import ArchiveError, StttError
from sttt.games.game import Game, Result, Side
from sttt.games.records.json_lines import format_json, parse_json
from sttt.games.records.record import Ending, Failure, GameRecord, TurnRecord
from sttt.games.records.text import format_text
from sttt.players import registry
from sttt.players.player import Limits
from sttt.web import catalogue, notation
from sttt.web.catalogue import games
from sttt.web.library.archived import listed, opened
from sttt.web.messages import MAX_TURNS, ExportIn, GameIn, ImportIn
from sttt.web.table import table_of, view, why
from sttt.web.thinking import slices

GAMES = registry.GAMES.all()


def playout(game: Game, seed: int) -> list[list[int | None]]:
    """The turns of a game of random placements."""
    random = Random(seed)
    position = game.start()
    turns = []
    while not position.result:
        turn: list[int | None] = []
        before = position
        while position.side is before.side and not position.result:
            turn.append(random.choice(position.legal_placements()))
            position = position.play(turn[-1])
        turns.append(turn)
    return turns


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


@pytest.mark.parametrize("seed", range(3))
def test_a_view_shows_what_the_rules_know(game: Game, seed: int) -> None:
    turns = playout(game, seed)
    position = game.start()
    for at, turn in enumerate(turns):
        shown = view(table_of(GameIn(game=game.name, turns=turns[:at])))
        placements = {cell.placement for cell in game.shape.cells} if game.shape else set()
        legal = (
            {cell.placement for cell, refusal in zip(game.shape.cells, shown.refusals, strict=True) if refusal is None}
            if game.shape
            else set()
        )
        assert legal == set(position.legal_placements()) <= placements
        assert (shown.side, shown.left, shown.result) == (position.side, position.left, None)
        assert shown.position == game.format_position(position)
        for placement in turn:
            position = position.play(placement)
    over = view(table_of(GameIn(game=game.name, turns=turns)))
    assert over.result == position.result
    assert all(over.refusals)
    assert bool(over.lines) == bool(position.result.winner)
    assert len(over.turns) == len(turns)
    assert [turn.text for turn in over.turns] == [game.format_turn(tuple(turn)) for turn in turns]


def test_a_placement_lands_where_its_mark_appears(game: Game) -> None:
    turns = playout(game, 7)
    for at, turn in enumerate(turns):
        before = view(table_of(GameIn(game=game.name, turns=turns[:at])))
        after = view(table_of(GameIn(game=game.name, turns=turns[:at], tentative=turn[:1])))
        cells = [cell for cell, placed in enumerate(games_cells(game)) if placed == turn[0]]
        (landed,) = {before.lands[cell] for cell in cells if before.lands[cell] is not None}
        assert landed is not None
        assert before.marks[landed] is None
        assert after.marks[landed] is before.side
        assert after.tentative == [landed]


def games_cells(game: Game) -> list[int | None]:
    (shown,) = [one for one in games() if one.name == game.name]
    return [cell.placement for cell in shown.shape.cells]


def test_every_game_with_a_board_is_offered_with_its_levels_first(game: Game) -> None:
    (shown,) = [one for one in games() if one.name == game.name]
    assert [player.name for player in shown.players[: len(game.levels)]] == list(game.levels)
    assert [player.level for player in shown.players[: len(game.levels)]] == list(range(1, len(game.levels) + 1))
    assert games()[0].name == "super-ttt"


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_is_written_and_read_again(game: Game, form: str) -> None:
    turns = playout(game, 3)
    for length in (0, 1, len(turns)):
        text = notation.write(ExportIn(game=game.name, turns=turns[:length], form=form, x="me", o="you"))
        read = notation.read(ImportIn(game="super-ttt", text=text))
        assert (read.game, read.start, read.x, read.o) == (game.name, None, "me", "you")
        assert view(table_of(GameIn(game=read.game, turns=read.turns))) == view(
            table_of(GameIn(game=game.name, turns=turns[:length]))
        )


def test_every_form_of_a_position_is_read_again(game: Game) -> None:
    turns = playout(game, 4)[:3]
    for form in notation.forms(game)[:-2]:
        text = notation.write(ExportIn(game=game.name, turns=turns, form=form))
        read = notation.read(ImportIn(game=game.name, text=text))
        table = table_of(GameIn(game=game.name, start=read.start))
        assert table.now == table_of(GameIn(game=game.name, turns=turns)).now


def test_a_record_of_the_arena_with_its_forfeits_and_extra_placements_is_read() -> None:
    record = play_pairing(Pairing("super-ttt", "offensive", "offensive", 1), Terms())
    game = registry.game("super-ttt")
    for text in (format_json(record, game), format_text(record, game)):
        read = notation.read(ImportIn(game="super-ttt", text=text))
        assert view(table_of(GameIn(game=read.game, turns=read.turns))).result == record.result


def test_a_record_that_does_not_replay_is_refused() -> None:
    game = registry.game("super-ttt")
    record = GameRecord("super-ttt", "a", "b", game.format_position(game.start()), (), None, Ending.LINE)
    with pytest.raises(StttError, match="the ending is line"):
        notation.read(ImportIn(game="super-ttt", text=format_json(record, game)))


def test_an_unfinished_game_is_a_record_that_was_interrupted() -> None:
    text = notation.write(ExportIn(game="super-ttt", turns=[[40, 36]], form="json"))
    record = parse_json(text, registry.game)
    assert (record.ending, record.result, len(record.turns)) == (Ending.INTERRUPTED, None, 1)


def test_a_form_that_nobody_knows_is_refused() -> None:
    with pytest.raises(StttError, match="unknown form 'pgn'; expected one of: compact, scheme, text, json"):
        notation.write(ExportIn(game="super-ttt", form="pgn"))


@pytest.mark.parametrize("text", ["(", "(big)", "{", "{}", "[game]", "#", "x", ";", "[" * 5000])
def test_text_that_is_no_game_is_refused_in_words(text: str) -> None:
    with pytest.raises(StttError, match="expected"):
        notation.read(ImportIn(game="super-ttt", text=text))


@given(st.text(min_size=1, max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        notation.read(ImportIn(game="super-ttt", text=text))
    except StttError:
        return


@pytest.mark.slow
@given(st.lists(st.lists(st.one_of(st.none(), st.integers(0, 90)), min_size=1, max_size=2), max_size=6))
def test_any_game_is_laid_or_refused(turns: list[list[int | None]]) -> None:
    try:
        table = table_of(GameIn(game="super-ttt", turns=turns))
    except StttError:
        return
    assert len(view(table).turns) == len(turns)


def test_a_record_longer_than_any_game_is_refused() -> None:
    game = registry.game("super-ttt")
    passes = "".join(f"{number}. {'xo'[(number + 1) % 2]} --+--\n" for number in range(1, MAX_TURNS + 2))
    start = game.format_position(game.start())
    header = f'[game "super-ttt"]\n[x "a"]\n[o "b"]\n[start "{start}"]\n[result null]\n[ending "interrupted"]\n'
    with pytest.raises(StttError, match=f"expected at most {MAX_TURNS}"):
        notation.read(ImportIn(game="super-ttt", text=header + passes))


@given(st.floats(0.001, 60))
def test_thoughts_share_the_time_and_last_longer_and_longer(seconds: float) -> None:
    shares = list(slices(seconds))
    assert sum(shares) == pytest.approx(seconds)
    assert all(one < other for one, other in pairwise(shares))
    assert shares[-1] >= 0.74 * seconds


@pytest.mark.parametrize("seed", range(10))
def test_why_names_the_rules_by_which_the_rules_player_has_chosen(seed: int) -> None:
    turns = playout(registry.game("super-ttt"), seed)[:6]
    table = table_of(GameIn(game="super-ttt", turns=turns))
    decision = registry.make_player("rules").choose(table.now, Limits())
    reasons = why(table_of(GameIn(game="super-ttt", turns=[*turns, list(decision.turn)]))).reasons
    assert ", then ".join(dict.fromkeys(one.reason for one in reasons)) == decision.reason
    assert [one.placement for one in reasons] == [
        registry.game("super-ttt").format_turn((one,)) for one in decision.turn
    ]


def test_why_says_of_an_idle_mark_that_it_fills_up_and_of_the_start_nothing() -> None:
    assert why(table_of(GameIn(game="super-ttt"))).reasons == []
    won = [[0, 1], [72, 73], [2, 9], [63, 64]]
    turns = [*won, [10, 11], [54, 55], [18, 19], [60, 61], [20, 40]]
    after = why(table_of(GameIn(game="super-ttt", turns=turns))).reasons
    assert [one.reason for one in after] == ["wins now", "placed after the game was won"]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of one tournament of sixty short games."""
    path = tmp_path / "games.db"
    game = registry.game("super-ttt")
    start = game.format_position(game.start())
    with Archive(path) as kept:
        plan = Plan("super-ttt", Format.GAUNTLET, ("a", "b"), 60, 0, Terms(nodes=1), 1, "built")
        number = kept.begin(plan)
        for index in range(60):
            turns = (TurnRecord(Side.X, (40, 36)),)
            names = ("a", "b") if index % 2 else ("c", "b")
            end = (Result.X_WINS, Ending.TIMEOUT, index, Failure("it was late"))
            kept.add(number, [FinishedGame(index, GameRecord("super-ttt", *names, start, turns, *end), "built")])
    return path


def test_the_games_of_an_archive_are_listed_page_by_page_and_opened(archive: Path) -> None:
    first = listed(archive, None, 0)
    rest = listed(archive, None, first.games[-1].id)
    assert (len(first.games), first.more, len(rest.games), rest.more) == (50, True, 10, False)
    assert {entry.x for entry in listed(archive, "c", 0).games} == {"c"}
    assert opened(archive, rest.games[-1].id).turns == [[40, 36]]
    with pytest.raises(ArchiveError, match="no game 99"):
        opened(archive, 99)


FUZZING = """
[checks]
negative_data_rejection.expected-statuses = ["400", "403", "404", "405", "413", "422"]
"""
"""Its own list leaves 413 out."""


def test_the_description_of_the_interface_is_kept_to_under_fuzzing(tmp_path: Path) -> None:
    fuzzer = require_program(str(Path(sys.executable).with_name("schemathesis")))
    (tmp_path / "schemathesis.toml").write_text(FUZZING, encoding="utf-8")
    checks = (
        "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
        "negative_data_rejection,unsupported_method"
    )
    with served("--searches", "1") as server:
        command = [fuzzer, "run", f"{server.address}api/openapi.json", "--checks", checks, "--seed", "1"]
        command += ["--phases", "examples,fuzzing", "--max-examples", "15", "--no-color"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[:3000]


def test_a_game_without_a_described_board_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(registry.game("qubic"), name="bare", title="A bare game", shape=None)
    monkeypatch.setattr(catalogue, "installed_game", lambda name: bare if name == "qubic" else registry.game(name))
    shown, unshown = catalogue.games.__wrapped__(), catalogue.unshown.__wrapped__()
    assert "qubic" not in {game.name for game in shown}
    assert [(game.name, game.title) for game in unshown] == [("bare", "A bare game")]
    assert "sttt play bare" in unshown[0].reason


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("name", [" ", "\t\n", "\u200b", "\x1b"])
def test_a_name_that_no_record_can_have_is_not_exported(side: str, name: str) -> None:
    with pytest.raises(ValueError, match="expected a name with a visible character"):
        ExportIn(game="super-ttt", turns=[], form="json", **{side: name})

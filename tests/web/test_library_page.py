"""Puzzles, openings and a live tournament as a player sees them on the page."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from support.browser import PATIENCE, SCREENSHOTS, Server, expect, served, violations
from support.command import STTT, sttt
from support.tab import USUAL
from support.web_client import send

from sttt.arena.archive.archive import Archive
from sttt.games.game import Position, Result
from sttt.players import registry
from sttt.players.player import Limits
from sttt.puzzles.puzzle import GAMES, Task, position_of, shipped
from sttt.web.library.live import LiveOut, StandingOut, WorkerOut
from sttt.web.library.openings import openings
from sttt.web.library.puzzles import puzzles_of
from sttt.web.messages import OpeningsIn

TODAY = datetime(2026, 11, 25, 12, tzinfo=UTC)
"""On the page's clock: a test that began before midnight would end on another day."""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("archive") / "games.db"
    players = ("connect-four-shallow", "uniform", "random")
    options = ["--game", "connect-four", "--games", "4", "--random-turns", "0", "--nodes", "200", "--jobs", "1"]
    assert sttt("tournament", *players, *options, "--archive", str(file)).returncode == 0
    return file


@pytest.fixture(scope="module")
def server(archive: Path) -> Iterator[Server]:
    with served("--searches", "2", "--archive", str(archive)) as running:
        yield running


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Any]:
    context = browser.new_context(**USUAL)
    errors: list[str] = []
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    opened.add_init_script(f"Date.now = () => {1000 * int(TODAY.timestamp())}")
    opened.goto(server.address)
    yield opened
    context.close()
    assert errors == []


def reads(page: Any, selector: str, pattern: str) -> None:
    expect(page.locator(selector)).to_have_text(re.compile(pattern, re.DOTALL))


def choose_game(page: Any, name: str) -> None:
    page.wait_for_selector("#board .cell.free")
    page.select_option("#game", name)
    page.wait_for_function("name => document.documentElement.dataset.game === name", arg=name)
    page.wait_for_selector("#board .cell.free")


def place(page: Any, name: str, turn: tuple[int, ...]) -> None:
    """Choose the cells of these placements; a disc is dropped by the top cell of its column."""
    for placement in turn:
        cell = 6 * placement + 5 if name == "connect-four" else placement
        page.locator(f"#board [data-cell='{cell}']").dispatch_event("click")


def puzzle_of_day(page: Any, name: str) -> Any:
    """Open the puzzles and return the one that is shown, as the set holds it."""
    choose_game(page, name)
    page.click("#puzzles")
    reads(page, "#coach h2", "Puzzle of the day")
    days = int(TODAY.timestamp()) // 86_400
    return shipped(name).puzzles[days % len(shipped(name).puzzles)]


def test_puzzles_are_loaded_when_they_are_asked_for(page: Any) -> None:
    page.wait_for_selector("#board .cell.free")
    loaded = "performance.getEntriesByType('resource').map(one => one.name.split('/').pop())"
    assert not {"puzzles.js", "openings.js", "live.js"} & set(page.evaluate(loaded))
    page.click("#puzzles")
    reads(page, "#coach h2", "Puzzle of the day")
    assert "puzzles.js" in page.evaluate(loaded)


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzle_of_the_day_is_solved_on_the_board(page: Any, name: str) -> None:
    puzzle = puzzle_of_day(page, name)
    place(page, name, puzzle.answer[0])
    if puzzle.task is Task.HOLD:
        reads(page, "#coach .said.right", "Right!")
        return
    player = registry.make_player(registry.game(name).levels[-1])
    for own in range(2, puzzle.turns + 1):
        reads(page, "#place", f"{2 * own - 2} / {2 * own - 2}")
        reads(page, "#coach .said", "Right so far")
        turns = page.evaluate(
            "JSON.stringify([...document.querySelectorAll('#moves li button')].map(b => b.innerText))"
        )
        position = position_of(registry.game(name), puzzle)
        for text in json.loads(turns):
            position, _ = registry.game(name).enter_turn(position, registry.game(name).parse_turn(text.split()[-1]))
        place(page, name, player.choose(position, Limits(nodes=200_000)).turn)
        if page.locator("#coach .said.right").count():
            break
    reads(page, "#coach .said.right", "won in time")
    reads(page, "#coach .soft", "1 in a row at the first try")


def test_a_wrong_turn_is_refuted_on_the_board_and_ends_the_streak(page: Any) -> None:
    name = "connect-four"
    puzzle = puzzle_of_day(page, name)
    position = position_of(registry.game(name), puzzle)
    wrong = next(one for one in position.legal_placements() if (one,) not in puzzle.answer)
    place(page, name, (wrong,))
    reads(page, "#coach .said.wrong", r"Not that one\..*(Red|Yellow) answers|Not that one")
    reads(page, "#place", "[12] / [12]")
    page.click("[data-puzzle=again]")
    reads(page, "#place", "0 / 0")
    place(page, name, puzzle.answer[0])
    reads(page, "#coach .said", "Right")
    reads(page, "#coach .soft", "^.*: .* 0 in a row at the first try")


def test_the_answer_is_shown_and_another_puzzle_follows(page: Any) -> None:
    puzzle = puzzle_of_day(page, "qubic")
    page.click("[data-puzzle=reveal]")
    reads(page, "#coach .said.shown", "The answer")
    marked = page.eval_on_selector_all("#board .cell.target", "cells => cells.map(one => Number(one.dataset.cell))")
    assert marked == list(puzzle.answer[0])
    page.click("[data-puzzle=next]")
    reads(page, "#coach h2", rf"Puzzle \d+ of {len(shipped('qubic').puzzles)}")
    page.click("[data-puzzle=leave]")
    expect(page.locator("#coach")).to_be_hidden()
    reads(page, "#place", "0 / 0")


def test_puzzles_of_the_difficulty_that_is_chosen_are_shown(page: Any) -> None:
    puzzles = puzzles_of("connect-four").puzzles
    puzzle_of_day(page, "connect-four")
    grades = page.get_by_label("Difficulty")
    offered = grades.evaluate("list => [...list.options].map((one) => [Number(one.value), one.text])")
    assert [value for value, _ in offered] == [0, *sorted({one.grade for one in puzzles})]
    for value, name in offered[1:]:
        grades.select_option(str(value))
        for _ in range(2):
            reads(page, "#coach .soft", f"^{name}: ")
            shown = page.locator("#coach h2").inner_text()
            number = re.match(r"Puzzle (\d+) of", shown)  # none is named of the puzzle of the day
            assert number is None or puzzles[int(number[1]) - 1].grade == value
            page.click("[data-puzzle=next]")
            page.wait_for_function("shown => document.querySelector('#coach h2').innerText !== shown", arg=shown)
    page.reload()
    page.wait_for_selector("#board .cell.free")
    page.click("#puzzles")
    expect(grades).to_have_value(str(offered[-1][0]))


def test_the_game_on_the_board_comes_back_when_puzzles_are_left(page: Any) -> None:
    choose_game(page, "super-ttt")
    page.select_option("#who-o", "person")
    page.click("[data-cell='40']")
    page.click("[data-cell='36']")
    reads(page, "#place", "1 / 1")
    page.click("#puzzles")
    reads(page, "#coach h2", "Puzzle of the day")
    page.click("#new")
    reads(page, "#explain", "kept")
    page.click("#earlier")
    reads(page, "#place", "1 / 1")
    expect(page.locator("#board .cell.x")).to_have_count(2)


def test_a_game_without_puzzles_says_which_have_some(browser: Any, server: Server) -> None:
    def with_another(route: Any) -> None:
        games = route.fetch().json()
        added = next(game for game in games if game["name"] == "four-by-four") | {"name": "another", "title": "Another"}
        route.fulfill(json=[*games, added | {"view": added["view"] | {"game": "another"}}])

    page = browser.new_page(locale="en-US")
    page.route("**/api/games", with_another)
    page.goto(server.address)
    choose_game(page, "another")
    page.click("#puzzles")
    reads(page, "#coach", "Super Tic-Tac-Toe")
    page.locator("#coach button", has_text="Connect 4").click()
    reads(page, "#coach h2", "Puzzle of the day")
    expect(page.locator("html")).to_have_attribute("data-game", "connect-four")
    page.close()


def test_puzzles_and_openings_are_sound_for_those_who_do_not_see(page: Any) -> None:
    puzzle_of_day(page, "connect-four")
    assert violations(page) == []
    page.click("[data-puzzle=leave]")
    page.click("#openings")
    page.wait_for_selector("#openings-pane table")
    assert violations(page) == []


def test_the_book_is_walked_turn_by_turn_beside_the_games_of_the_archive(page: Any) -> None:
    choose_game(page, "connect-four")
    page.click("#openings")
    first = page.locator("#openings-pane tbody tr").first
    expect(first).to_contain_text("The best known. Proven: Red wins in 21 turns.")
    reads(page, "#openings-pane", "12 games of the archive looked through")
    tallies = page.locator("#openings-pane .tally small")
    assert sum(int(one) for one in tallies.all_text_contents()) == 12
    first.locator("button").click()
    reads(page, "#place", "1 / 1")
    expect(page.locator("#openings-pane tbody tr").first).to_contain_text("The best known.")
    expect(page.locator("#board .cell.x")).to_have_count(1)
    page.click("#back")
    expect(page.locator("#openings-pane tbody tr").first).to_contain_text("Red wins in 21 turns")


def test_the_games_of_the_archive_are_listed_page_by_page_and_by_player_and_opened(
    browser: Any, tmp_path: Path
) -> None:
    file = tmp_path / "games.db"
    options = ["--game", "four-by-four", "--games", "18", "--random-turns", "4", "--jobs", "1"]
    assert (
        sttt("tournament", "uniform", "random", "four-by-four-easy", *options, "--archive", str(file)).returncode == 0
    )
    with Archive(file, read_only=True) as opened:
        kept = {one.id: one.record for one in opened.games()}
    page = browser.new_page(locale="en-US")
    with served("--searches", "1", "--archive", str(file)) as server:
        page.goto(server.address)
        page.wait_for_selector("#board .cell.free")
        page.click("#files")
        listed = page.locator("#archived option")
        expect(listed).to_have_count(50)
        page.click("#more-archived")
        expect(listed).to_have_count(len(kept))
        expect(page.locator("#more-archived")).to_be_disabled()
        numbers = listed.evaluate_all("all => all.map((one) => Number(one.value))")
        assert sorted(numbers) == sorted(kept)
        assert len(set(numbers)) == len(numbers)
        page.fill("#archive-player", "uniform")
        page.locator("#archive-player").blur()
        theirs = {number for number, record in kept.items() if "uniform" in (record.x, record.o)}
        assert len(theirs) < len(kept)
        expect(listed).to_have_count(min(50, len(theirs)))
        expect(listed.filter(has_not_text="uniform")).to_have_count(0)
        chosen = int(listed.first.get_attribute("value"))
        page.select_option("#archived", str(chosen))
        page.click("#open-archived")
        reads(page, "#place", f"^(\\d+) / {len(kept[chosen].turns)}$")
        expect(page.locator("html")).to_have_attribute("data-game", "four-by-four")
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["super-ttt", "connect-four", "qubic"])
def test_the_book_knows_its_own_first_turn(name: str) -> None:
    told = openings(OpeningsIn(game=name), None)
    assert told.counted is None
    game = registry.game(name)
    after, _ = game.enter_turn(game.start(), tuple(told.openings[0].turn))
    assert told.openings[0].is_book is (name != "super-ttt")  # there no first turn is better than another
    assert len({game.canonical(game.enter_turn(game.start(), tuple(one.turn))[0]) for one in told.openings}) == len(
        told.openings
    )
    assert (told.openings[0].verdict.value is Result.X_WINS) is (name != "super-ttt")
    assert not after.result


def test_what_is_proven_of_first_turns_of_super_tic_tac_toe_is_told() -> None:
    known = openings(OpeningsIn(game="super-ttt"), None).openings
    assert len(known) == 84
    assert {one.verdict.value for one in known} == {Result.DRAW}
    assert all(one.reply for one in known)


@pytest.mark.slow
def test_every_turn_is_reached_those_first_of_which_something_is_known() -> None:
    game, turns = registry.game("super-ttt"), [[40, 44]]
    after, _ = game.enter_turn(game.start(), (40, 44))
    classes = {game.canonical(one) for one in plain_whole_turns(after)}
    told = openings(OpeningsIn(game=game.name, turns=turns, most=5_000), None)
    reached = [game.canonical(game.enter_turn(after, tuple(one.turn))[0]) for one in told.openings]
    assert told.all == len(reached) == len(set(reached)) == len(classes)
    assert set(reached) == classes
    assert sum(one.alike for one in told.openings) == len(list(plain_whole_turns(after)))
    assert [one.is_book for one in told.openings] == [True] + [False] * (told.all - 1)
    first = openings(OpeningsIn(game=game.name, turns=turns, most=40), None)
    assert (first.openings, first.all) == (told.openings[:40], told.all)


def plain_whole_turns(position: Position) -> set[Position]:
    """The positions after all turns of two placements."""
    halves = [position.play(first) for first in position.legal_placements()]
    return {half.play(second) for half in halves for second in half.legal_placements()}


def test_the_rows_that_nothing_is_known_of_can_be_walked_too(page: Any) -> None:
    choose_game(page, "super-ttt")
    page.click("#openings")
    rows = page.locator("#openings-pane tbody tr")
    expect(rows).to_have_count(84)
    rows.first.locator("button").click()
    reads(page, "#place", "1 / 1")
    expect(rows).to_have_count(90)
    more = page.locator("#openings-pane button", has_text="more")
    more.click()
    expect(rows).to_have_count(180)
    rows.last.locator("button").click()
    reads(page, "#place", "2 / 2")


def test_every_game_of_the_archive_is_counted_once_at_each_turn(archive: Path) -> None:
    with Archive(archive, read_only=True) as opened:
        records = [one.record for one in opened.games()]
    told = openings(OpeningsIn(game="connect-four"), archive)
    counted = [one.games for one in told.openings]
    assert told.complete
    assert told.counted == len(records) == sum(one.x + one.o + one.draw for one in counted)
    assert sum(one.x for one in counted) == sum(record.result is Result.X_WINS for record in records)
    again = openings(OpeningsIn(game="connect-four"), archive)
    assert again == told
    assert openings(OpeningsIn(game="qubic"), archive).counted == 0


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_sent_with_their_answers_and_grades(server: Server, name: str) -> None:
    told = send(server.address, f"/api/puzzles/{name}").json()
    assert told == puzzles_of(name).model_dump(mode="json")
    assert len(told["puzzles"]) == len(shipped(name).puzzles)
    assert {one["grade"] for one in told["puzzles"]} <= {1, 2, 3, 4, 5}
    hardest = max(told["puzzles"], key=lambda one: one["grade"])
    easiest = min(told["puzzles"], key=lambda one: one["grade"])
    assert len(hardest["solved_by"]) < len(easiest["solved_by"])


def test_puzzles_of_another_game_and_a_tournament_that_is_not_there_are_refused(server: Server) -> None:
    reply = send(server.address, "/api/puzzles/chess")
    assert (reply.status, "no puzzles of 'chess'" in reply.json()["error"]) == (400, True)
    reply = send(server.address, "/api/live")
    assert (reply.status, "shows no tournament" in reply.json()["error"]) == (400, True)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_tournaments_tables_fit_a_phone(browser: Any, server: Server, language: str) -> None:
    standing = {"player": "connect-four-level-7-no-book", "points": 1234, "won": 1000, "drawn": 100, "lost": 134}
    worker = {"worker": "tcp://192.168.100.123:45127", "games": 1234, "time_losses": 12, "nodes_per_second": 1234567.0}
    live = LiveOut(
        game="connect-four", format="round-robin", played=3, listed=4, over=True, champion=None, under_way=[],
        standings=[StandingOut(**standing, elo=-123.4, error=45.6)], finished=[], workers=[WorkerOut(**worker)],
    )  # fmt: skip
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale=language)
    page.route("**/api/live", lambda route: route.fulfill(json=live.model_dump(mode="json")))
    page.goto(f"{server.address}#live")
    reads(page, "#tournament-pane", "tcp://192.168.100.123:45127")
    hidden = page.locator("#tournament-pane .scroll").evaluate_all(
        "all => all.map((one) => one.scrollWidth - one.clientWidth)"
    )
    page.screenshot(path=SCREENSHOTS / f"tournament-phone-{language}.png", full_page=True)
    page.close()
    assert hidden == [0, 0]


def test_a_live_tournament_shows_table_and_games_and_ends_with_ctrl_c(browser: Any) -> None:
    players = ("random", "offensive", "rules")
    command = [STTT, "tournament", *players, "--games", "2", "--jobs", "1", "--live"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr
        told = running.stderr.readline()
        address = next(word for word in told.split() if word.startswith("http"))
        page = browser.new_page(locale="en-US")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        reads(page, "#tournament-pane", "All 6 games are played")
        rows = page.locator("#tournament-pane tbody tr").all_text_contents()
        assert sorted(re.sub(r"^\d ([a-z]+).*", r"\1", row) for row in rows) == sorted(players)
        expect(page.locator("#tournament-pane ul.games li")).to_have_count(6)
        page.locator("#tournament-pane ul.games button").last.click()
        expect(page.locator("#board .cell.x").first).to_be_visible()
        page.reload()
        reads(page, "#tournament-pane", "All 6 games are played")
        page.close()
        assert errors == []
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=200)
    assert running.returncode == 0
    assert "round-robin, 6 games" in out
    with pytest.raises(OSError, match="refused"):
        send(address.partition("#")[0], "/api/live")


def test_ctrl_c_while_games_are_played_ends_the_tournament_and_its_page(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    command = [
        STTT,
        "tournament",
        "random",
        "offensive",
        "--games",
        "5000",  # so that they go on when the page is there
        "--jobs",
        "1",
        "--archive",
        str(file),
        "--live",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr
        address = next(word for word in running.stderr.readline().split() if word.startswith("http"))
        told = {"played": 0, "under_way": []}
        while not (told["played"] and told["under_way"]):
            told = send(address.partition("#")[0], "/api/live").json()
        assert told["under_way"] in ([{"x": "random", "o": "offensive"}], [{"x": "offensive", "o": "random"}])
        running.send_signal(signal.SIGINT)
        _, complaint = running.communicate(timeout=200)
    assert (running.returncode, complaint.splitlines()[-1]) == (130, "interrupted")
    with pytest.raises(OSError, match="refused"):
        send(address.partition("#")[0], "/api/live")
    with Archive(file, read_only=True) as kept:
        assert len(list(kept.games())) >= told["played"]

"""Every installed game is played at the terminal alike: what holds for one holds for all."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from sttt.board.shape import deciding_lines
from sttt.cli.play import command, files
from sttt.cli.play.board import WINNING_STYLE, BoardDrawing
from sttt.cli.play.game_state import GameState
from sttt.cli.play.screen import Screen
from sttt.cli.play.seats import TurnReader
from sttt.errors import PositionError
from sttt.games.game import Game, Side
from sttt.players import registry

GAMES = registry.GAMES.names()
every_game = pytest.mark.parametrize("name", GAMES)
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


@cache
def board_of(name: str) -> BoardDrawing:
    return BoardDrawing(registry.game(name))


def typed(game: Game, seed: int) -> tuple[list[str], GameState]:
    """A random game as it is typed, each square on a line, and the state in which it ends."""
    random, state, lines = Random(seed), GameState.at(game.start()), []
    while state.ending is None:
        placement = random.choice(state.position.legal_placements())
        lines.append(game.format_turn((placement,)))
        state = state.place(placement)
    return lines, state


@every_game
def test_every_square_is_read_as_it_is_written_with_blanks_too(name: str) -> None:
    game = registry.game(name)
    reader = TurnReader(game)
    for placement in game.start().legal_placements():
        written = reader.name(placement)
        assert reader.read(written) == (placement,)
        assert reader.read(" ".join(character for character in written if character.isalnum())) == (placement,)


@every_game
def test_arrow_keys_reach_every_square(name: str) -> None:
    board, start = board_of(name), registry.game(name).start()
    reached, todo = set[int](), [board.nearest_to_middle(start)]
    while todo:
        here = todo.pop()
        if here not in reached:
            reached.add(here)
            todo += [board.neighbour(here, *step) for step in STEPS]
    assert reached == set(start.legal_placements())


@every_game
def test_a_step_and_its_opposite_lead_back_from_the_middle(name: str) -> None:
    board = board_of(name)
    middle = board.nearest_to_middle(registry.game(name).start())
    for down, right in STEPS:
        there = board.neighbour(middle, down, right)
        assert there == middle or board.neighbour(there, -down, -right) == middle


@every_game
def test_the_line_that_has_won_is_stressed_and_nothing_else(name: str) -> None:
    game, board = registry.game(name), board_of(name)
    won = next(state for seed in range(100) for state in [typed(game, seed)[1]] if state.result and state.result.winner)
    drawn = board.draw(won)
    stressed = {at for span in drawn.spans if span.style == WINNING_STYLE for at in range(span.start, span.end)}
    assert won.result
    assert game.shape
    places = {place for line in deciding_lines(game.shape, won.position) for place in line}
    if game.shape.owners:
        assert len(stressed) == 9 * len(places)
    else:
        assert len(stressed) == len(places)
        assert {drawn.plain[at] for at in stressed} == {board.marks[won.result.winner]}
    unfinished = board.draw(GameState.at(won.before_last_turn))
    assert not [span for span in unfinished.spans if span.style == WINNING_STYLE]


@every_game
def test_marks_are_drawn_apart_from_each_other(name: str) -> None:
    marks = board_of(name).marks
    assert marks[Side.X] != marks[Side.O]


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("seed", range(2))
def test_two_people_type_a_whole_game_save_it_and_load_it_again(name: str, seed: int, tmp_path: Path) -> None:
    game, file = registry.game(name), tmp_path / "game.txt"
    lines, state = typed(game, seed)
    commands = [*lines, f"save {file}", "undo", "redo", "threats", "why", f"load {file}"]
    done = CliRunner().invoke(
        command.play, [name, "--player", "person"], input="\n".join(commands), catch_exceptions=False
    )
    assert done.exit_code == 0
    assert done.output.count("the game is over: ") == 6
    assert files.load(str(file), game)[-1].turns == state.turns
    assert "expected" not in done.output


@every_game
def test_in_sentences_every_mark_is_named(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = registry.game(name)
    screen = Screen(game, {}, plain=True, no_colour=False)
    _, state = typed(game, 1)
    screen.show(state)
    told = capsys.readouterr().out
    assert "\x1b" not in told
    if game.shape and not game.shape.owners:
        marks = game.shape.marks(state.position)
        labels = {cell.label for cell, mark in zip(game.shape.cells, marks, strict=True) if mark}
        assert all(label in told for label in labels)


@every_game
def test_its_easiest_player_answers_a_person(name: str) -> None:
    game = registry.game(name)
    squares = [game.format_turn((placement,)) for placement in game.start().legal_placements()[: game.start().left]]
    arguments = [name, "--level", "1", "--seed", "1", "--time", "0.2"]
    typed_in = f"{' '.join(squares)}\nmoves\n"
    done = CliRunner().invoke(command.play, arguments, input=typed_in, catch_exceptions=False)
    assert " plays " in done.output
    assert "\n  2. " in done.output


SIGNED = ["-1", "+1", "\u22121", "\u20131", "1-1", "-1-1", "1,-1", "1,+1", "-{}", "+{}", "\u2212{}", "{}-{}", "{}+-{}"]
"""Lines with a sign before a number, or between two; the braces stand for a square."""


@every_game
@pytest.mark.parametrize("line", SIGNED)
def test_a_sign_is_no_separator(name: str, line: str) -> None:
    game = registry.game(name)
    reader = TurnReader(game)
    square = reader.name(game.start().legal_placements()[-1])
    for read in (reader.read, game.parse_turn):
        with pytest.raises(PositionError):
            read(line.format(square, square))

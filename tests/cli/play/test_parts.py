"""What `sttt play` is made of: going back and forth, reading turns, saving, costs, and words."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from support.games import random_game
from support.play import unfinished_positions
from support.playouts import TEMPERS, playout

from sttt.cli.play import command, commands, files
from sttt.cli.play.board import BoardDrawing
from sttt.cli.play.description import find_threats
from sttt.cli.play.game_state import GameState, Timeline, states_of
from sttt.cli.play.seats import TurnReader
from sttt.errors import PositionError
from sttt.games.game import Side
from sttt.games.records.record import Ending
from sttt.games.super_ttt.classes.costs import line_costs
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position, format_square

NAMES = {Side.X: "person", Side.O: "rules"}
BOARD = BoardDrawing(GAME)


class TimelineAgainstAList(RuleBasedStateMachine):
    """The model: every state ever decided upon since the last branching, in a list, and an index into it."""

    def __init__(self) -> None:
        super().__init__()
        self.timeline = Timeline(0)
        self.states = [0]
        self.index = 0
        self.made = 0

    @rule()
    def decide(self) -> None:
        self.made += 1
        self.timeline.decide(self.made)
        self.states[self.index + 1 :] = [self.made]
        self.index += 1

    @rule()
    def follow(self) -> None:
        self.made += 1
        self.timeline.follow(self.made)
        self.states[self.index :] = [self.made]

    @rule()
    def undo(self) -> None:
        assert self.timeline.undo() is (self.index > 0)
        self.index = max(0, self.index - 1)

    @rule()
    def redo(self) -> None:
        assert self.timeline.redo() is (self.index < len(self.states) - 1)
        self.index = min(len(self.states) - 1, self.index + 1)

    @invariant()
    def they_agree(self) -> None:
        assert self.timeline.now == self.states[self.index]


test_undo_and_redo_walk_along_a_list = TimelineAgainstAList.TestCase
TimelineAgainstAList.TestCase.settings = settings(max_examples=40)


def played(seed: int, temper: str, placements: int) -> GameState:
    """A game under way of that many placements, with forfeits if the temper has some."""
    state = GameState.at(Position())
    for _, square in list(playout(seed, temper))[:placements]:
        if state.ending is None:
            state = state.place(None if square is None else 9 * square[0] + square[1] - 10)
    return state


GAMES = st.builds(played, st.integers(0, 2**32), st.sampled_from(TEMPERS), st.integers(0, 81))


@pytest.mark.slow
@given(GAMES, st.sampled_from(["game.txt", "game.jsonl"]), st.booleans())
@settings(max_examples=50)
def test_a_game_comes_back_from_a_file_as_it_was(state: GameState, name: str, resigns: bool) -> None:  # noqa: FBT001
    if resigns and state.ending is None:
        state = state.resign()
    with TemporaryDirectory() as folder:
        file = Path(folder) / name
        files.save(str(file), state.record(GAME, NAMES, 7))
        back = files.load(str(file), GAME)[-1]
    assert (back.turns, back.ending, back.result) == (state.turns, state.ending, state.result)
    assert back.turn_start == state.turn_start
    assert back.before_last_turn == state.before_last_turn


@pytest.mark.slow
@given(GAMES)
@settings(max_examples=50)
def test_the_states_of_a_record_go_on_one_placement_at_a_time(state: GameState) -> None:
    states = list(states_of(state.record(GAME, NAMES, None), GAME))
    for before, after in pairwise(states):
        step = (len(after.turns), len(after.begun)) if after.ending is before.ending is None else None
        assert step is None or step in {(len(before.turns), len(before.begun) + 1), (len(before.turns) + 1, 0)}
        assert after.start == before.start == states[0].position


@pytest.mark.parametrize("seed", range(20))
def test_the_states_of_an_arenas_game_end_in_its_result(seed: int) -> None:
    record = random_game(seed)
    *_, last = states_of(record, GAME)
    assert (last.turns, last.result, last.ending) == (record.turns, record.result, record.ending)


def test_four_empty_turns_are_a_stall() -> None:
    state = GameState.at(Position())
    for _ in range(8):
        state = state.place(None)
    assert (state.ending, len(state.turns)) == (Ending.STALL, 4)


@pytest.mark.slow
@given(st.lists(st.integers(0, 80), min_size=1, max_size=2), st.sampled_from(["{}", "{} ", "({})", "({}"]), st.data())
def test_every_way_to_write_a_turn_is_read_alike(turn: list[int], frame: str, data: st.DataObject) -> None:
    dot = data.draw(st.sampled_from(["", " ", ".", " . ", ","]))
    line = data.draw(st.sampled_from([" ", "+", " + ", ") ("])).join(dot.join(format_square(one)) for one in turn)
    assert TurnReader(GAME).read(frame.format(line)) == tuple(turn)


@pytest.mark.parametrize("line", ["", "5", "555", "50", "5_5", "55!", "x55", "\u0665\u0665", "555 5x"])
def test_what_is_no_turn_is_refused(line: str) -> None:
    with pytest.raises(PositionError, match="neither a square nor a command; expected one such as 11, or help"):
        TurnReader(GAME).read(line)


def test_the_records_notation_is_read_with_its_forfeits() -> None:
    assert TurnReader(GAME).read("55+--") == (40, None)


@given(unfinished_positions())
def test_costs_are_those_of_the_kernel(position: Position) -> None:
    threats = find_threats(GAME, position)
    assert threats
    for side in Side:
        assert tuple(line.costs[side] for line in threats.lines) == line_costs(position, side)


@pytest.mark.slow
@given(unfinished_positions(), st.integers(0, 80))
def test_a_board_has_the_same_size_with_and_without_a_cursor(position: Position, cursor: int) -> None:
    state = GameState.at(position)
    assert BOARD.draw(state, cursor).plain == BOARD.draw(state).plain
    assert len(BOARD.draw(state).plain) == len(BOARD.draw(GameState.at(Position())).plain)


@pytest.mark.parametrize(
    ("here", "step", "there"), [(40, (0, 1), 41), (41, (0, 1), 48), (38, (-1, 0), 17), (0, (-1, 0), 0)]
)
def test_the_cursor_goes_to_the_next_square_also_across_little_boards(
    here: int, step: tuple[int, int], there: int
) -> None:
    assert BOARD.neighbour(here, *step) == there


WORDS = st.sampled_from([one.word for one in commands.COMMANDS if one.word not in {"save", "hint"}])
LINES = st.one_of(WORDS, st.integers(11, 99).map(str), st.text(max_size=8).filter(lambda line: "save" not in line))


@pytest.mark.slow
@given(st.lists(LINES, max_size=10))
@settings(max_examples=15)
def test_whatever_lines_are_typed_the_game_goes_on(lines: list[str]) -> None:
    given_lines = "\n".join(lines)
    done = CliRunner().invoke(
        command.play, ["--player", "random", "--seed", "1"], input=given_lines, catch_exceptions=False
    )
    assert done.exit_code == 0

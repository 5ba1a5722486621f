"""The levels of 4x4 tic-tac-toe, the solver under the perfect one, and what analysis prints."""

import json

import pytest
from support import naive_grid
from support.command import sttt
from support.naive_grid import FOUR_BY_FOUR, FigureTwo

from strategies.four_by_four.evaluation import CANNOT_STOP, FORKS, WINS_NOW, crossing_evaluation, text_evaluation
from sttt.games.four_by_four.game import GAME
from sttt.games.four_by_four.solver import FourByFourSolver
from sttt.games.game import Side
from sttt.players.player import Limits
from sttt.players.registry import make_player

ASSIGNED = ("four-by-four-easy", "four-by-four-intermediate", "four-by-four-difficult", "four-by-four-perfect")
"""The three levels that the assignment asks for, and what follows them."""


def naive_outcomes(cells: str, side: str) -> dict[int, int]:
    """What `FourByFourSolver.outcome` says of every placement, by trying everything."""
    memory: dict[tuple[str, str], int] = {}

    def plies(cells: str, side: str) -> int:
        """n if the side to move wins with ply n, -n if it loses with ply n, 0 for a draw."""
        if (cells, side) not in memory:
            best = max(after(cells, side).values(), key=lambda n: 0 if n == 0 else 100 - n if n > 0 else -100 - n)
            memory[cells, side] = best
        return memory[cells, side]

    def after(cells: str, side: str) -> dict[int, int]:
        found = {}
        for square, cell in enumerate(cells):
            if cell == ".":
                then = cells[:square] + side + cells[square + 1 :]
                ended = naive_grid.result(FOUR_BY_FOUR, naive_grid.board_of(FOUR_BY_FOUR, then))
                if ended is None:
                    reply = plies(then, "o" if side == "x" else "x")
                    found[square] = 0 if reply == 0 else -reply - 1 if reply > 0 else -reply + 1
                else:
                    found[square] = 0 if ended == "draw" else 1
        return found

    return after(cells, side)


@pytest.mark.parametrize("seed", range(20))
def test_the_solver_agrees_with_trying_everything_in_outcome_and_distance(seed: int) -> None:
    cells, side = late_position(seed)
    position = GAME.parse_position(f"{cells}:{side}")
    own, other = position.marks(position.side), position.marks(position.side.other)
    solver = FourByFourSolver()
    found = {move: solver.outcome(own, other, move) for move in position.legal_placements()}
    assert found == naive_outcomes(cells, side)


def late_position(seed: int) -> tuple[str, str]:
    """A position with at most seven empty squares."""
    for lot in range(seed * 1000, seed * 1000 + 1000):
        cells, side = naive_grid.random_cells(FOUR_BY_FOUR, lot, 15, least=9)
        if cells.count(".") <= 6:
            return cells, side
    raise ValueError("no late position")


@pytest.mark.slow
def test_the_start_is_a_draw_whatever_is_played_first() -> None:
    solver = FourByFourSolver()
    assert {solver.outcome(0, 0, move) for move in range(16)} == {0}


@pytest.mark.slow
def test_losing_replies_are_those_after_which_the_solver_wins() -> None:
    position = GAME.parse_position("xx..x...o..o....:x")
    solver = FourByFourSolver()
    for move in position.legal_placements():
        after = position.x | 1 << move
        replies = {reply: solver.outcome(position.o, after, reply) for reply in position.play(move).legal_placements()}
        assert solver.losing_replies(after, position.o) == sum(outcome < 0 for outcome in replies.values())


@pytest.mark.parametrize("level", [*ASSIGNED, *GAME.levels])
@pytest.mark.parametrize("compact", ["xxx.o.o.........:x", "o...o...o....xx.:o"])
def test_every_level_completes_a_line(level: str, compact: str) -> None:
    position = GAME.parse_position(compact)
    decision = make_player(level, seed=1).choose(position, Limits(depth=3))
    assert position.play(decision.turn[0]).result == str(position.side)


@pytest.mark.parametrize("level", ASSIGNED[1:])
def test_every_level_but_the_first_stops_a_line(level: str) -> None:
    position = GAME.parse_position("xxx.o.o.........:o")
    assert make_player(level).choose(position, Limits(depth=3)).turn == (3,)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "sees"), [(ASSIGNED[1], False), (ASSIGNED[2], True), (ASSIGNED[3], True)])
def test_level_two_does_not_see_a_fork_that_level_three_makes(level: str, sees: bool) -> None:  # noqa: FBT001 - a table
    position = GAME.parse_position("....xx.........o:x")
    solver = FourByFourSolver()
    score = make_player(level, 1).choose(position, Limits(depth=4)).score
    wins = max(solver.outcome(position.x, position.o, move) for move in position.legal_placements()) > 0
    assert score is not None
    assert (score > 900) is (sees and wins)


def test_the_statistics_are_said_after_every_search() -> None:
    naive = FigureTwo(FOUR_BY_FOUR, 2)
    naive.search(naive_grid.board_of(FOUR_BY_FOUR, "x" + "." * 15), "o")
    reason = make_player("four-by-four-intermediate").choose(GAME.parse_position("x...............:o"), Limits()).reason
    assert reason == (
        f"cut-off occurred, maximum depth 2, nodes {naive.nodes}, "
        f"prunings in MAX-VALUE {naive.prune_max}, in MIN-VALUE {naive.prune_min}"
    )


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["four-by-four-easy", "four-by-four-intermediate"])
def test_the_perfect_level_does_not_lose(opponent: str) -> None:
    for seed in range(2):
        mine = Side.X if seed % 2 else Side.O
        players = {mine: make_player("four-by-four-perfect", seed), mine.other: make_player(opponent, seed)}
        position = GAME.start()
        while position.result is None:
            position = position.play(players[position.side].choose(position, Limits()).turn[0])
        assert position.result.winner is not mine.other


@pytest.mark.parametrize("seed", range(30))
def test_analysis_counts_lines_as_the_text_does(seed: int) -> None:
    cells, side = naive_grid.random_cells(FOUR_BY_FOUR, seed, 12)
    board = naive_grid.board_of(FOUR_BY_FOUR, cells)
    position = GAME.parse_position(f"{cells}:{side}")
    assert text_evaluation(position) == naive_grid.text_eval(FOUR_BY_FOUR, board)


def test_analyze_prints_the_plain_search_and_what_every_placement_leads_to() -> None:
    done = sttt("analyze", "--game", "four-by-four", "--to-move", "X", "--depth", "3", "--json", "O.X...X.........")
    report = json.loads(done.stdout)
    board = naive_grid.board_of(FOUR_BY_FOUR, "o.x...x.........")
    naive = FigureTwo(FOUR_BY_FOUR, 3)
    value, action = naive.search(board, "x")
    assert (report["value"], report["action"]) == (value, action)
    for name in ("cutoff", "max_depth", "nodes", "prune_max", "prune_min"):
        assert report[name] == getattr(naive, name)
    assert {name: report[name] for name in naive_grid.counts(FOUR_BY_FOUR, board)} == naive_grid.counts(
        FOUR_BY_FOUR, board
    )
    assert report["eval"] == naive_grid.text_eval(FOUR_BY_FOUR, board)
    assert [int(placement) for placement in report["outcomes"]] == [1, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15]


@pytest.mark.parametrize(
    ("compact", "value"),
    [
        ("xxx.o.o.........:x", WINS_NOW),
        ("xxx.x...x...oo.o:o", -WINS_NOW),
        ("xxx.x...x....o.o:o", CANNOT_STOP),
        (".xx.x...x......o:x", FORKS),
    ],
)
def test_our_evaluation_knows_lines_double_threats_and_forks(compact: str, value: int) -> None:
    assert crossing_evaluation(GAME.parse_position(compact)) == value


def test_our_evaluation_squares_what_meets_in_an_empty_square() -> None:
    # one corner: nine squares on its three lines, each worth 2 squared; a tenth of that
    assert crossing_evaluation(GAME.parse_position("x...............:o")) == int(9 * 2**2 / 10)
    # two corners: two squares of the shared diagonal, eight of a line each, and the two corners where lines meet
    assert crossing_evaluation(GAME.parse_position("x..............x:o")) == int((2 * 5**2 + 8 * 2**2 + 2 * 4**2) / 10)


@pytest.mark.parametrize("seed", range(60))
def test_what_our_evaluation_claims_is_proven(seed: int) -> None:
    cells, side = naive_grid.random_cells(FOUR_BY_FOUR, seed, 11, least=5)
    position = GAME.parse_position(f"{cells}:{side}")
    claimed = crossing_evaluation(position) * (1 if position.side is Side.X else -1)
    solver = FourByFourSolver()
    own, other = position.marks(position.side), position.marks(position.side.other)
    outcomes = [solver.outcome(own, other, move) for move in position.legal_placements()]
    if claimed in {WINS_NOW, FORKS}:
        assert min(outcome for outcome in outcomes if outcome > 0) == (1 if claimed == WINS_NOW else 3)
    if claimed == -CANNOT_STOP:
        assert set(outcomes) == {-2}

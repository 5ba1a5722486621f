"""The command line of CS 540's homework: its sample runs, its trace, its complaints, and the other half."""

import subprocess
import sys
from contextlib import closing, suppress
from io import StringIO
from pathlib import Path

import pytest
from support import naive_grid
from support.naive_grid import THREE_BY_FOUR

from adapter.cs540 import PROTOCOL
from adapter.cs540.__main__ import answer, read
from adapter.cs540.board import read_squares, solve, to_arguments
from sttt.errors import PlayerError, ProtocolError
from sttt.games.game import Side
from sttt.games.three_by_four.game import GAME
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Limits
from sttt.players.registry import make_player

SAMPLES = (Path(__file__).parents[2] / "data" / "cs540-samples.txt").read_text(encoding="ascii")
RUNS = [sample.partition("\n")[::2] for sample in SAMPLES.split("$ ")[1:]]
BOT = (sys.executable, "-m", "adapter.cs540")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*BOT, *arguments], capture_output=True, text=True, timeout=200, check=False)


@pytest.mark.parametrize(("arguments", "output"), RUNS)
def test_the_sample_runs_come_out_byte_for_byte(arguments: str, output: str) -> None:
    done = run(*arguments.split())
    assert (done.returncode, done.stdout, done.stderr) == (0, output, "")


def test_the_installed_command_is_the_same() -> None:
    command = Path(sys.executable).with_name("sttt-cs540")
    arguments, output = RUNS[0]
    assert subprocess.run([command, *arguments.split()], capture_output=True, text=True, check=True).stdout == output


@pytest.mark.parametrize("seed", range(200))
def test_the_value_is_that_of_plain_minimax_and_the_move_the_first_that_has_it(seed: int) -> None:
    cells, _ = naive_grid.random_cells(THREE_BY_FOUR, seed, 8, least=5)
    board = naive_grid.board_of(THREE_BY_FOUR, cells)
    position = GAME.parse_position(f"{cells}:x")
    value, after = solve(position)
    memory: dict[tuple[str, str], int] = {}
    assert -value == naive_grid.minimax(THREE_BY_FOUR, board, "x", memory)
    best = next(
        naive_grid.cells_of(THREE_BY_FOUR, then)
        for then in (board | {square: "x"} for square in naive_grid.empty(THREE_BY_FOUR, board))
        if naive_grid.minimax(THREE_BY_FOUR, then, "o", memory) == -value
    )
    assert GAME.format_position(after) == f"{best}:o"


def naive_trace(cells: str, side: str, alpha: int, beta: int, blocks: list[str]) -> int:
    """Fail-hard alpha-beta as the samples show it, over characters; `blocks` collects what is printed."""
    board = naive_grid.board_of(THREE_BY_FOUR, cells)
    ended = naive_grid.result(THREE_BY_FOUR, board)
    value = {"o": 1, "x": -1, "draw": 0}.get(ended or "")
    if value is None:
        low, high = alpha, beta
        for row, column in naive_grid.empty(THREE_BY_FOUR, board):
            square = 4 * row + column
            then = cells[:square] + side + cells[square + 1 :]
            if side == "o":
                alpha = max(alpha, naive_trace(then, "x", alpha, beta, blocks))
            else:
                beta = min(beta, naive_trace(then, "o", alpha, beta, blocks))
            if alpha >= beta:
                break
        value = min(alpha, high) if side == "o" else max(beta, low)
    shown = cells.upper().replace(".", "_")
    rows = "\n".join(" ".join(shown[start : start + 4]) for start in (0, 4, 8))
    blocks.append(f"{rows}\nAlpha: {alpha} Beta: {beta}\n")
    return value


@pytest.mark.parametrize("cells", ["xo..#o..x...", "....#oxo.x..", "o.x.#.ox.oxo", "oox.#...x.xo"])
def test_the_trace_is_the_naive_one_and_ends_before_the_solution(cells: str) -> None:
    blocks: list[str] = []
    naive_trace(cells, "x", -2, 2, blocks)
    printed = StringIO()
    position, trace_wanted = read([*cells.upper().replace(".", "_"), "Y"])
    answer(position, printed.write, trace=trace_wanted)
    trace, _, solution = printed.getvalue().partition("SOLUTION\n")
    assert trace == "".join(blocks)
    assert solution.count("\n") == 3


@pytest.mark.parametrize(
    "squares", ["O O O _ # X X _ _ _ _ _", "O X O X # X X O O O X O"], ids=["O has won", "nobody can move"]
)
def test_a_finished_board_prints_its_own_block_and_comes_back_unchanged(squares: str) -> None:
    rows = "\n".join(squares[start : start + 7] for start in (0, 8, 16))
    assert run(*squares.split(), "Y").stdout == f"{rows}\nAlpha: -2 Beta: 2\nSOLUTION\n{rows}\n"
    assert run(*squares.split(), "N").stdout == f"SOLUTION\n{rows}\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("", "0 arguments"),
        ("O X O X", "4 arguments"),
        ("O X O X # X X O O O _ _", "12 arguments"),
        ("O X O X # X X O O O _ _ Y Y", "14 arguments"),
        ("O X O X # X X O O O _ _ y", "the last argument is 'y'"),
        ("O X O X # X X O O O _ Z Y", "square 2,3 is 'Z'"),
        ("O X O X _ X X O O O _ _ Y", "square 1,0"),
        ("O X # X # X X O O O _ _ Y", "square 0,2"),
        ("o X O X # X X O O O _ _ Y", "square 0,0 is 'o'"),
        ("XX O _ X # X X O O O _ _ Y", "square 0,0 is 'XX'"),
        ("X X X _ # O O O _ _ _ _ Y", "both x and o have won"),
    ],
)
def test_wrong_arguments_are_one_line_on_standard_error_and_status_2(arguments: str, complaint: str) -> None:
    done = run(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert "expected" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_long_trace_streams_and_stops_quietly_when_nobody_reads_on() -> None:
    with subprocess.Popen([*BOT, *"____#______O", "Y"], stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout
        assert bot.stdout.readline().count(" ") == 3
        with suppress(BrokenPipeError):
            bot.stdout.close()
        assert bot.wait(timeout=150) == 141


def test_our_bot_as_an_external_player_plays_its_own_solution() -> None:
    with closing(make_player(f"cs540:{' '.join(BOT)}")) as player:
        position = GAME.parse_position("ox.x#o..ox..:x")
        turn = player.choose(position, Limits()).turn
    assert position.play(turn[0]) == solve(position)[1]
    assert PROTOCOL.format_turn(turn).startswith("(")


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("echo nonsense", ProtocolError),
        ("exit 3", PlayerError),
        ("echo SOLUTION; echo 'O X O X'; echo '# X X O'; echo 'O O _ _'", ProtocolError),
        ("echo SOLUTION; echo 'X X O X'; echo '# X X O'; echo 'O O _ X'", ProtocolError),
        ("echo SOLUTION; echo 'X X'; echo '# X X O'; echo 'O O _ X'", ProtocolError),
    ],
)
def test_a_wrong_solution_is_refused(script: str, error: type[Exception]) -> None:
    with closing(PROTOCOL.connect(f'sh -c "{script}" --', DEFAULT_PROGRAM_TERMS)) as player, pytest.raises(error):
        player.choose(PROTOCOL.parse_position("O X O X # X X O O O _ _"), Limits.within(20.0))


def test_the_external_player_is_not_asked_for_the_persons_moves() -> None:
    with (
        closing(PROTOCOL.connect("true", DEFAULT_PROGRAM_TERMS)) as player,
        pytest.raises(PlayerError, match="X alone"),
    ):
        player.choose(GAME.start(), Limits())


def test_arguments_say_the_position() -> None:
    position = GAME.parse_position("ox.x#o..ox..:x")
    assert position.side is Side.X
    assert read_squares(to_arguments(position)) == position

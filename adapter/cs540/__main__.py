"""``python -P -m adapter.cs540 O X O X # X X O O O _ _ Y``: X's best move, with the search's trace for Y."""

import io
import sys
from collections.abc import Callable, Sequence
from typing import BinaryIO

from adapter.cs540.board import format_node, format_rows, read_squares, solve
from adapter.programs import bot
from sttt.errors import ProtocolError
from sttt.games.three_by_four.game import Position

USAGE = """\
usage: sttt-cs540 (0,0) (0,1) (0,2) (0,3) '#' (1,1) (1,2) (1,3) (2,0) (2,1) (2,2) (2,3) Y|N

Twelve squares row by row: X, O or _ each, and # for (1,0). With Y the search is traced.
Prints SOLUTION and the board after X's best move.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer the command line; return the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given in (["-h"], ["--help"]):
        sys.stdout.write(USAGE)
        return 0
    return bot.run("adapter.cs540", lambda _, sink: _answer(sink, given))


def _answer(sink: BinaryIO, given: Sequence[str]) -> int:
    position, trace = read(given)
    with io.TextIOWrapper(io.BufferedWriter(sink), encoding="ascii") as output:
        answer(position, output.write, trace=trace)
    return 0


def read(arguments: Sequence[str]) -> tuple[Position, bool]:
    """Return the position and whether to trace the search; raises `ProtocolError`."""
    size = Position.GRID.size
    if len(arguments) != size + 1:
        raise ProtocolError(f"{len(arguments)} arguments; expected {size} squares and then Y or N, such as {_EXAMPLE}")
    *squares, flag = arguments
    if flag not in {"Y", "N"}:
        raise ProtocolError(f"the last argument is {flag!r}; expected Y or N")
    return read_squares(squares), flag == "Y"


_EXAMPLE = "O X O X '#' X X O O O _ _ Y (a shell takes what follows an unquoted # for a comment)"


def answer(position: Position, write: Callable[[str], object], *, trace: bool) -> None:
    """Write the trace, node by node, if it is wanted, and the solution."""

    def report(state: Position, alpha: int, beta: int) -> None:
        write(format_node(state, alpha, beta) + "\n")

    _, after = solve(position, report if trace else None)
    write(f"SOLUTION\n{format_rows(after)}\n")


if __name__ == "__main__":
    sys.exit(main())

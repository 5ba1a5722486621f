"""``python -P -m adapter.cs6613 X _ O _ ... X 4``: the move, its value, and the statistics of Figure 2's search."""

import sys
from collections.abc import Sequence
from typing import BinaryIO

from adapter.cs6613.board import answer_lines, read_question, search
from adapter.programs import bot


def main() -> int:
    """Answer the command line; return the exit status."""
    return bot.run("adapter.cs6613", lambda _, sink: _answer(sink, sys.argv[1:]))


def _answer(sink: BinaryIO, arguments: Sequence[str]) -> int:
    lines = answer_lines(search(*read_question(arguments)))
    sink.write(("\n".join(lines) + "\n").encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())

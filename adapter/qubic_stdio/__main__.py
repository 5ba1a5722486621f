"""``python -m adapter.qubic_stdio``: the bot as the process that CS4341's referee starts."""

import argparse
import os
import sys
from collections.abc import Sequence

from adapter.qubic_stdio.bot import Conversation
from adapter.time_limit import seconds
from sttt.errors import StttError
from sttt.registry import make_player


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one game over standard input and output; return the exit status."""
    options = _options(arguments)
    try:
        with os.fdopen(0, "rb", closefd=False) as source, os.fdopen(1, "wb", buffering=0, closefd=False) as sink:
            player = make_player(options.player, options.seed)
            try:
                Conversation(source, sink, player, options.time).run()
            finally:
                player.close()
    except StttError as error:
        sys.stderr.write(f"adapter.qubic_stdio: {error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"adapter.qubic_stdio: standard input or output: {error.strerror}; expected open streams\n")
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="sttt-qubic",
        description="Play 4x4x4 tic-tac-toe for CS4341's referee: reads R or B, then the opponent's moves.",
    )
    parser.add_argument("--player", default="qubic", help="who chooses (default: %(default)s)")
    parser.add_argument(
        "--time", type=seconds, default=60.0, help="the referee's limit for a move, in seconds (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, help="makes a player that draws lots repeatable")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())

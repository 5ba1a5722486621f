"""``python -m adapter.scheme``: the bot as the process that a Scheme referee starts."""

import argparse
import os
import sys
from io import BufferedReader
from typing import BinaryIO

from adapter.scheme.bot import serve
from adapter.scheme.process_age import process_age
from adapter.time_limit import seconds
from sttt.errors import StttError
from sttt.registry import make_player, without_book


def main() -> int:
    """Serve standard input until it ends; return the exit status."""
    try:
        options = _options()
        with os.fdopen(0, "rb", closefd=False) as source, _claim_standard_output() as sink:
            return _serve(source, sink, options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 141
    except OSError as error:
        sys.stderr.write(f"adapter.scheme: standard input or output: {error.strerror}; expected open streams\n")
        return 2


def _serve(source: BufferedReader, sink: BinaryIO, options: argparse.Namespace) -> int:
    try:
        name = without_book(options.player) if options.no_book else options.player
        player = make_player(name, options.seed)
    except StttError as error:
        sys.stderr.write(f"adapter.scheme: {error}\n")
        return 2
    try:
        serve(source, sink, player, options.time, spent=process_age())
    finally:
        player.close()
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m adapter.scheme",
        description="Play Super Tic-Tac-Toe for a Scheme referee: reads (BOARD WHO) from standard input, "
        "answers each with one line ((b . l) (b . l)).",
    )
    parser.add_argument("--player", default="alpha-beta", help="who chooses (default: %(default)s)")
    parser.add_argument("--no-book", action="store_true", help="play without the player's opening book")
    parser.add_argument(
        "--time", type=seconds, default=1.0, help="the referee's limit for a turn, in seconds (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, help="makes a player that draws lots repeatable")
    return parser.parse_args()


def _claim_standard_output() -> BinaryIO:
    """Return standard output for answers alone: whatever else prints from now on goes to standard error."""
    sink = os.fdopen(os.dup(1), "wb", buffering=0)
    try:
        os.dup2(2, 1)
    except OSError:  # no standard error either: what is printed is lost
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
    return sink


if __name__ == "__main__":
    sys.exit(main())

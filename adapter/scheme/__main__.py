"""``python -P -m adapter.scheme``: the bot as the process that a Scheme referee starts."""

import argparse
import signal
import sys
from io import BufferedReader
from typing import BinaryIO

from adapter.programs import bot
from adapter.programs.streams import process_age, seconds
from adapter.scheme import PROTOCOL
from adapter.scheme.bot import serve
from sttt.execution.installation import describe
from sttt.players.registry import without_book

PROGRAM = "adapter.scheme"


def main() -> int:
    """Serve standard input until it ends; return the exit status."""
    options = _options()
    if options.version:
        sys.stdout.write(f"{describe()}\n")
        return 0
    if options.keep_on_interrupt:
        signal.signal(signal.SIGINT, lambda *_: None)  # a handler: programs of ours do not inherit it
    return bot.run(PROGRAM, lambda source, sink: _serve(source, sink, options))


def _serve(source: BufferedReader, sink: BinaryIO, options: argparse.Namespace) -> int:
    name = without_book(options.player) if options.no_book else options.player
    with bot.seated(name, PROTOCOL.game, options.seed) as player:
        serve(source, sink, player, options.time, spent=process_age())
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -P -m adapter.scheme",
        description="Play Super Tic-Tac-Toe for a Scheme referee: reads (BOARD WHO) from standard input, "
        "answers each with one line ((b . l) (b . l)).",
    )
    parser.add_argument("--player", default="alpha-beta", help="who chooses (default: %(default)s)")
    parser.add_argument("--no-book", action="store_true", help="play without the player's opening book")
    parser.add_argument(
        "--time", type=seconds, default=1.0, help="the referee's limit for a turn, in seconds (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, help="makes a player that chooses at random repeatable")
    parser.add_argument(
        "--keep-on-interrupt",
        action="store_true",
        help="go on after Ctrl-C, which a terminal sends to the bot as well as to the referee",
    )
    parser.add_argument("--version", action="store_true", help="say what runs here, and leave")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

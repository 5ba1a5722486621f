"""``python -m adapter.connect4_files NAME``: the bot as the program that the assignment's referee starts."""

import argparse
import os
import sys
from pathlib import Path

from adapter.connect4_files.bot import Bot
from adapter.time_limit import seconds
from sttt.errors import StttError
from sttt.registry import make_player


def main() -> int:
    """Play one game; return the exit status."""
    options = _options()
    try:
        player = make_player(options.player, options.seed)
        try:
            return Bot(Path(options.name), player, options.time, _say).play()
        finally:
            player.close()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the boards has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (StttError, OSError) as error:
        sys.stderr.write(f"adapter.connect4_files: {error}\n")
        return 2


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m adapter.connect4_files",
        description="Play one game of Connect 4 through the interface files NAME.in and NAME.out.",
    )
    parser.add_argument("name", metavar="NAME", help="the program's name: the path of its files without their endings")
    parser.add_argument("--player", default="connect-four", help="who chooses (default: %(default)s)")
    parser.add_argument("--time", type=seconds, default=30.0, help="the limit for a move (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="makes a player that draws lots repeatable")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

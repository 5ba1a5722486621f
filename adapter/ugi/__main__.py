"""``python -P -m adapter.ugi``: the engine, started without the command line's libraries."""

import argparse
import sys

from adapter.ugi.bot import run
from sttt.errors import StttError


def main() -> int:
    """Serve standard input until it ends; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -P -m adapter.ugi", description="Play as an engine of UGI.")
    parser.add_argument("--game", default="super-ttt", help="the game to begin with (default: %(default)s)")
    parser.add_argument("--player", help="who chooses (default: the game's strongest)")
    options = parser.parse_args()
    try:
        return run(options.game, options.player)
    except StttError as error:
        sys.stderr.write(f"adapter.ugi: {error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())

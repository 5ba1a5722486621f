"""The time limit that a bot is told of on its command line."""

import argparse


def seconds(text: str) -> float:
    """Read a limit in seconds; raises `ArgumentTypeError` for none above 0, or more than a day."""
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} is not a time limit; expected seconds above 0, at most a day")
    return limit

"""The hot loops: tables, search states and evaluation, per game."""


def build_name() -> str:
    """Say which build of the hot loops runs; this version has them as Python source alone."""
    return "interpreted"

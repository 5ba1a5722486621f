"""A player of one's own by its file, ``./bots.py:Class``: no package and no entry point is needed to try it."""

import re
import sys
from contextlib import redirect_stdout
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from sttt.errors import PlayerError
from sttt.players.player import Strategy

_FORM = re.compile(r"(.+\.py):(\w+)")


def is_own_file(spec: str) -> bool:
    """Return whether a player's name is that of a class in a file."""
    return _FORM.fullmatch(spec) is not None


def read_own(spec: str) -> Strategy:
    """Return the player that ``PATH.py:CLASS`` names; raises `PlayerError`.

    The file is run. The class makes a player from a seed; its attribute `game`, if it has one, names the only game that
    it plays.
    """
    form = _FORM.fullmatch(spec)
    if form is None:
        raise PlayerError(f"{spec!r} names no class of a file; expected PATH.py:CLASS")
    make = getattr(_module(Path(form[1]).resolve()), form[2], None)
    if not callable(make):
        raise PlayerError(f"{form[1]} has no class {form[2]}; expected one that makes a player from a seed")
    game = getattr(make, "game", None)
    return Strategy(spec, "a player of one's own", game if isinstance(game, str) else None, make)


@lru_cache(maxsize=16)
def _module(path: Path) -> ModuleType:
    """Run a file as a module, once; standard output is the caller's."""
    name = f"sttt own player {path}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise PlayerError(f"there is no file {path}; expected one with a player's class")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise PlayerError(f"{path} cannot be run: {type(error).__name__}: {error}; expected a Python module") from error
    return module

"""Saving the game to a file and loading games and positions from one."""

import os
from pathlib import Path

import click

from sttt.cli import positions
from sttt.cli.output.match import RecordFile
from sttt.cli.play.game_state import GameState, states_of
from sttt.errors import RecordError
from sttt.execution.foreign import read_regular, text_of
from sttt.games.game import Game
from sttt.games.records.record import GameRecord
from sttt.games.records.text import parse_text
from sttt.players import registry

LARGEST_FILE = 16 * 2**20
"""Bytes; a game takes a few kilobytes."""


def save(name: str, record: GameRecord) -> None:
    """Write a record over a file, as JSON if its name ends in ``.jsonl``, else as text; raises `RecordError`."""
    try:
        with RecordFile(_path(name)) as file:
            file.write(record)
    except click.FileError as error:
        raise RecordError(error.format_message()) from error
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot write {name!r}: {error}; expected a file on a disk with room") from error


def load(name: str, game: Game) -> list[GameState]:
    """Read the states of the last game that a file holds, or the one of the position that it holds instead.

    Raises `RecordError`, `PositionError` or `ProtocolError`.
    """
    text = _read(name)
    if text.lstrip().startswith(("[", "#", "{")):
        return _last(parse_text(text, registry.game), game)
    return [GameState.at(positions.read(text, game.name).position)]


def _last(records: list[GameRecord], game: Game) -> list[GameState]:
    if not records:
        raise RecordError("the file holds no game; expected a record or a position")
    return list(states_of(records[-1], game))


def _read(name: str) -> str:
    try:
        content = read_regular(_path(name), LARGEST_FILE, follow=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise RecordError(f"cannot read {name!r}: {why}; expected a file of a game or position") from error
    return text_of(content, "replace")


def _path(name: str) -> Path:
    return Path(os.path.expanduser(name))  # noqa: PTH111 - Path.expanduser raises for a user who is not there

"""Answers to the page about rules, games and notations: a function for each path, whoever asks: server or browser."""

from collections.abc import Callable
from typing import Any

from sttt.web import catalogue, notation, table
from sttt.web.messages import (
    ExportIn,
    GameIn,
    GameOut,
    GameTextOut,
    ImportedOut,
    ImportIn,
    UnshownOut,
    ViewIn,
    ViewOut,
    WhyOut,
)


def games() -> list[GameOut]:
    """List the games with their boards, rules and players."""
    return catalogue.games()


def unshown() -> list[UnshownOut]:
    """List the games that the page cannot show, each with the reason."""
    return catalogue.unshown()


def look(given: ViewIn) -> ViewOut:
    """Replay a game and describe the position it has come to."""
    return table.view(table.look(given))


def explain(given: GameIn) -> WhyOut:
    """Say what speaks for the placements of a game's last turn."""
    return table.why(table.table_of(given))


def read(given: ImportIn) -> ImportedOut:
    """Read a position or a game record."""
    return notation.read(given)


def write(given: ExportIn) -> GameTextOut:
    """Write a game as text."""
    return GameTextOut(text=notation.write(given))


ASKED: dict[str, Callable[[], Any]] = {"/api/games": games, "/api/unshown": unshown}
"""The questions asked without a message, by path."""

TOLD: dict[str, Callable[[Any], Any]] = {
    "/api/view": look,
    "/api/why": explain,
    "/api/export": write,
}
"""The questions asked with a message, by path; the answer takes some milliseconds at most."""

LONG: dict[str, Callable[[Any], Any]] = {"/api/import": read}
"""The questions whose message may be long."""

"""The plan of a tournament: everything that decides which games it consists of, in a form that can be kept."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self

from sttt.arena.answer import Terms
from sttt.arena.clocks import GameClock


class Format(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody else."""
    GAUNTLET = "gauntlet"
    """The first player meets each of the others."""
    KNOCKOUT = "knockout"
    """Who wins a meeting goes on to the next round, up to a final; sections may play for the places in it."""


@dataclass(frozen=True)
class Knockout:
    """What only a knockout needs to know."""

    final_games: int
    """Games of the final."""
    sections: int = 0
    """Round robins that are played for the places in the knockout; without any, everybody is in it."""
    qualifiers: int = 4
    """How many of each section go on."""


@dataclass(frozen=True)
class Plan:
    """A tournament to be played. Equal plans consist of the same games; limited by nodes, of the same turns."""

    game: str
    format: Format
    players: tuple[str, ...]
    """In the order of their seeding, each once."""
    games: int
    """Games of each meeting of two players or, with `in_all`, of all meetings together."""
    random_turns: int
    """Turns drawn by lot before the players begin; each two games of a meeting share theirs, sides swapped."""
    terms: Terms
    seed: int
    build: str
    """What is running: `sttt.arena.build.describe_build`."""
    in_all: bool = False
    """Whether `games` are dealt out to the meetings, in pairs; never in a knockout."""
    knockout: Knockout | None = None
    """Present exactly when that is the format."""

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain JSON values."""
        data = asdict(self) | {"players": list(self.players)}
        return {key: value for key, value in data.items() if value is not None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the plan that `to_json` wrote."""
        parts: dict[str, Any] = {
            "format": Format(data["format"]),
            "players": tuple(data["players"]),
            "terms": _read_terms(data["terms"]),
        }
        if "knockout" in data:
            parts["knockout"] = Knockout(**data["knockout"])
        return cls(**{**data, **parts})

    def differences(self, other: "Plan") -> list[str]:
        """Say in which points this plan differs from another, as ``seed 1, not 2``."""
        mine, others = _flat(self.to_json()), _flat(other.to_json())
        keys = dict.fromkeys([*mine, *others])
        return [f"{key} {mine.get(key)}, not {others.get(key)}" for key in keys if mine.get(key) != others.get(key)]


def _read_terms(data: Mapping[str, Any]) -> Terms:
    clock = data.get("clock")
    return Terms(**{**data, "clock": clock and GameClock(**clock)})


def _flat(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is nested together with the rest, lists as text."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            flat |= _flat(value)
        else:
            flat[key.replace("_", " ")] = ", ".join(value) if isinstance(value, list) else value
    return flat

"""Play the levels' first turns for the demo: ``python docs/make_replies.py [GAME ...]`` writes `demo/replies.json`.

Python takes seconds to start in a browser. Until it has, a level begins the game, and answers a person's first turn, as
it has done here, by one of several draws. First turns that symmetries carry into each other have the same answers.
"""

import json
import sys
from collections.abc import Hashable
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from sttt.games.game import Game, Position, Turn
from sttt.games.knowledge import knowledge_of
from sttt.games.super_ttt.game import GAME as SUPER_TTT
from sttt.games.super_ttt.symmetry import SYMMETRIES
from sttt.players import registry
from sttt.players.assessing import verdict_of
from sttt.players.player import Decision, Limits
from sttt.web.answers import look
from sttt.web.messages import ViewIn
from sttt.web.verdicts import VerdictOut

FILE = Path(__file__).parent / "demo" / "replies.json"

DRAWS = 6
"""Answers of a level to each turn; one where chance has no part in it."""

NODES = 20_000
"""Of a level that searches as far as it can, as where levels are measured."""

ZERO = 40
"""The character that stands for placement 0."""


def main() -> None:
    """Play the games named, or all, and write the file, a game a line."""
    played = json.loads(FILE.read_text(encoding="ascii")) if FILE.exists() else {}
    names = registry.game_names()
    for name in sys.argv[1:] or names:
        played[name] = replies(registry.game(name))
    lines = (f'"{name}": {json.dumps(played[name])}' for name in names if name in played)
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")
    sys.stdout.write(f"{FILE}: {FILE.stat().st_size / 1000:.0f} kB\n")


def replies(game: Game) -> dict[str, Any]:
    """Return what a game's levels play first: by level, for each first turn, their draws and their verdict's number."""
    firsts: list[Turn] = [(), *first_turns(game)]
    told = {
        level.name: [(draws(game, level.name, one), verdict(game, level.name, one)) for one in firsts]
        for level in registry.levels(game)
    }
    verdicts = list({json.dumps(one): one for level in told.values() for _, one in level}.values())
    return {
        "taken": taken(game),
        "symmetries": SYMMETRIES if game.name == SUPER_TTT.name else [],
        "firsts": [written(one) for one in firsts],
        "verdicts": verdicts,
        "levels": {name: [[text, verdicts.index(one)] for text, one in level] for name, level in told.items()},
    }


def first_turns(game: Game) -> list[Turn]:
    """Return a game's first turns, in Super Tic-Tac-Toe those that no symmetry carries into each other."""
    start = game.start()
    turns = combinations(start.legal_placements(), start.left)
    if game.name != SUPER_TTT.name:
        return list(turns)
    found: dict[Hashable, Turn] = {}
    for turn in turns:
        found.setdefault(game.canonical(after(game, turn)), turn)
    return list(found.values())


def after(game: Game, turn: Turn) -> Position:
    """Return the position after a first turn."""
    position = game.start()
    for placement in turn:
        position = position.play(placement)
    return position


def draws(game: Game, level: str, first: Turn) -> str:
    """Return a level's answers to a first turn, one behind the other."""
    found = [decision(game, level, first, number).turn for number in range(DRAWS)]
    return "".join(written(turn) for turn in (found if len(set(found)) > 1 else found[:1]))


@cache
def decision(game: Game, level: str, first: Turn, number: int) -> Decision:
    """Return what a level decides after a first turn, at one of its draws."""
    seed = Random(f"{level} {first} {number}").getrandbits(32)
    with registry.make_player(level, seed, game.name) as player:
        return player.choose(after(game, first), Limits(nodes=NODES))


def verdict(game: Game, level: str, first: Turn) -> dict[str, Any]:
    """Return the verdict that the page shows with a level's answer: what is known, and what the strongest finds."""
    position = after(game, first)
    known = knowledge_of(game).of(position)
    if level == registry.levels(game)[-1].name:
        known = known.merge(verdict_of(position, decision(game, level, first, 0)))
    return VerdictOut.of(game, position, known.without_turns()).model_dump(mode="json")


def taken(game: Game) -> dict[str, str] | None:
    """Return how the rules refuse a square that has a mark, its name left out; None where marks fall past it."""
    turn = first_turns(game)[0]
    view = look(ViewIn(game=game.name, turns=[list(turn)], at=1))
    refusal = view.refusals[view.turns[0].cells[0]]
    if refusal is None:
        return None
    return {"code": str(refusal.code), "text": refusal.text.replace(str(refusal.fields["square"]), "{square}")}


def written(turn: Turn) -> str:
    """Return a turn with a character for each placement."""
    return "".join(chr(ZERO + (placement or 0)) for placement in turn)


def read(game: Game, text: str) -> list[Turn]:
    """Return the turns of a text with a character for each placement."""
    found, size = tuple(ord(sign) - ZERO for sign in text), game.start().left
    return [found[at : at + size] for at in range(0, len(found), size)]


if __name__ == "__main__":
    main()

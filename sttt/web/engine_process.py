"""``python -m sttt.web.engine_process``: a process that thinks, so that the web server's event loop never does.

Reads a question a line on standard input and answers each with a line, both JSON. It ends with its standard input,
also in the middle of a thought: a server that is gone leaves no process behind.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TextIO

from sttt.board.shape import changed_cells
from sttt.errors import StttError, said
from sttt.games.game import Game, Position
from sttt.games.knowledge import knowledge_of
from sttt.games.variation import turns_of
from sttt.games.verdict import Verdict
from sttt.players import registry
from sttt.players.assessing import advise, advise_by_proof, verdict_of
from sttt.players.player import Decision, Limits, Player

JsonObject = dict[str, Any]
"""A question to an engine or its answer, as JSON values."""

KEPT_PLAYERS = 4
"""Players kept with their tables for the next question; making one takes longer than a fast turn."""


class Thinker:
    """Answers questions, each about a position of any game, by any registered player."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, str], Player] = {}
        """By their names and those of their games."""

    def answer(self, question: JsonObject) -> JsonObject:
        """Return the decision as JSON values, or what went wrong."""
        try:
            game = registry.game(question["game"])
            position = game.parse_position(question["position"])
            started = time.monotonic()
            limits = Limits(started + question["seconds"])
            verdict, decision = self._found(question, game, position, limits)
            told = describe(game, position, decision, time.monotonic() - started)
            return told | {"verdict": verdict.to_json()}
        except StttError as error:
            return {"refusal": said(error) if error.code else _failed(question, str(error))}
        except Exception as error:  # noqa: BLE001 - whatever a player raises is an answer, not this process's end
            return {"refusal": _failed(question, f"{type(error).__name__}: {error}")}

    def _found(self, question: JsonObject, game: Game, position: Position, limits: Limits) -> tuple[Verdict, Decision]:
        """Assess a position, or let a player choose; the guess of one that is not the strongest is all that counts."""
        player = self._player(question["player"], game.name)
        if question.get("assess"):
            ask = advise_by_proof if question.get("by_proof") else advise
            return ask(game, position, limits, knowledge_of(game), player)
        decision = player.choose(position, limits)
        verdict = verdict_of(position, decision)
        is_strongest = question["player"] == registry.levels(game)[-1].name
        return verdict if is_strongest else Verdict(estimate=verdict.estimate), decision

    def answer_line(self, question: str) -> str:
        """Answer a question, both JSON."""
        return json.dumps(self.answer(json.loads(question)))

    def _player(self, name: str, game: str) -> Player:
        """Return the player of that name for a game, made anew unless it was among the last few asked."""
        player = self._players.pop((name, game), None) or registry.make_player(name, game=game)
        self._players[name, game] = player
        if len(self._players) > KEPT_PLAYERS:
            self._players.pop(next(iter(self._players))).close()
        return player


def _failed(question: JsonObject, problem: str) -> JsonObject:
    return said(StttError.of("think.failed", player=question["player"], problem=problem))


def describe(game: Game, position: Position, decision: Decision, seconds: float) -> JsonObject:
    """Return a decision as JSON values, its turn and principal variation also as cells of the game's board."""
    line = _line(game, position, decision.pv)
    after, counted = game.enter_turn(position, decision.turn)
    return {
        "turn": list(counted),
        "text": game.format_turn(counted),
        "cells": list(_cells(game, position, after)),
        "reason": decision.reason,
        "depth": decision.depth,
        "nodes": decision.nodes,
        "seconds": seconds,
        "line": line,
        "pv": list(decision.pv),
    }


def _cells(game: Game, before: Position, after: Position) -> tuple[int, ...]:
    return changed_cells(game.shape, before, after) if game.shape else ()


def _line(game: Game, position: Position, placements: tuple[int, ...]) -> list[JsonObject]:
    """Return placements from a position on as the turns that they make up."""
    return [
        {"side": before.side, "text": game.format_turn(turn), "cells": list(_cells(game, before, after))}
        for before, turn, after in turns_of(position, placements)
    ]


def _read(questions: TextIO, queue: "SimpleQueue[str]") -> None:
    """Hand lines over until the input ends, and the process with it."""
    for line in questions:
        queue.put(line)
    os._exit(0)


def answer_lines(answer: Callable[[str], str]) -> None:
    """Answer each line of standard input, until it ends."""
    queue: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, queue), daemon=True).start()
    while True:
        sys.stdout.write(answer(queue.get()) + "\n")
        sys.stdout.flush()


def main() -> None:
    """Answer line by line."""
    answer_lines(Thinker().answer_line)


if __name__ == "__main__":
    main()

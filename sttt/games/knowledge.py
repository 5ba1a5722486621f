"""The knowledge of a game's positions: what ships with it, and what has been found since in this process.

Whoever proves something enters it, and whoever is asked looks here first, so that no two of them say different things.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from threading import RLock
from typing import Generic

from sttt import bounds
from sttt.games.drawn import game_of
from sttt.games.game import Game, P, Turn
from sttt.games.verdict import NOTHING, Proven, Verdict, best_of, seen_from

MOST_POSITIONS = 50_000
"""Positions that are kept; those asked about longest ago go first. Each takes about a kilobyte."""


class Knowledge(Generic[P]):
    """The verdicts of a game by position; positions that symmetries carry into each other are one. Thread-safe."""

    def __init__(self, game: Game[P], most: int = MOST_POSITIONS) -> None:
        """Begin with what ships."""
        self._game = game
        self._most = most
        self._found: OrderedDict[Hashable, tuple[P, Verdict]] = OrderedDict()
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._found)

    def of(self, position: P) -> Verdict:
        """Return what is known of a position: of itself, and by what is known of those one placement further on."""
        known = self.alone(position)
        self._follow(position, known)
        if known.is_exact:
            return known
        found = known.merge(best_of(self.behind(position).values(), position.side, all_turns=True))
        return found if found == known else self.learn(position, found)

    def alone(self, position: P) -> Verdict:
        """Return what is known of a position itself."""
        if position.result:
            return Verdict.by_rules(position.result)
        shipped: Verdict = self._game.known(position) if self._game.known else NOTHING
        key = self._key(position)
        with self._lock:
            found = self._found.get(key)
            if found is None:
                return shipped
            self._found.move_to_end(key)
        of, verdict = found
        return shipped.merge(verdict if of == position else self._carried(verdict, of, position))

    def found(self) -> list[tuple[P, Verdict]]:
        """Return what has been found since, each for one of the positions that symmetries carry into each other."""
        with self._lock:
            return list(self._found.values())

    def behind(self, position: P) -> dict[int, Verdict]:
        """Return what is known of each placement, seen from the position before it."""
        known: dict[Hashable, Verdict] = {}
        seen: dict[int, Verdict] = {}
        every_turn = self.of_every_turn(position)
        for placement in position.legal_placements():
            after = position.play(placement)
            key = self._key(after)
            if key not in known:
                known[key] = self.alone(after)
            seen[placement] = self.seen(position, (placement,), after, known[key]).merge(every_turn)
        return seen

    def seen(self, position: P, turn: Turn, after: P, behind: Verdict) -> Verdict:
        """Return what a verdict says of the placements that lead to its position, completed to a turn where it can."""
        if after.side is position.side and not after.result:
            turn = (*turn, *behind.turn(position.side))
        return seen_from(position, turn if len(turn) == position.left or after.result else (), after, behind)

    def of_every_turn(self, position: P) -> Verdict:
        """Return what is known of a position and so of each turn: what the side to move cannot do or prevent."""
        against = (one for one in self.alone(position).proven if one.claim.claimant is not position.side)
        return Verdict.of(*against).without_turns()

    def learn(self, position: P, verdict: Verdict) -> Verdict:
        """Enter what was found of a position, and return all that is known of it; raises `ContradictionError`."""
        if position.result:
            return Verdict.by_rules(position.result)
        whole = self._enter(position, verdict)
        self._follow(position, whole)
        return whole

    def of_turn(self, position: P, turn: Turn) -> Verdict:
        """Return what is known of a turn, or part of one, as a verdict of the position before it."""
        self.of(position)
        after, counted = self._game.enter_turn(position, turn)
        return self.seen(position, counted, after, self.of(after)).merge(self.of_every_turn(position))

    def _follow(self, position: P, verdict: Verdict) -> None:
        """Enter of the positions after the turns that claims for the side to move rest on what it claims there."""
        side = position.side
        for one in verdict.proven:
            at, rest = position, one.turn
            while rest and rest[0] is not None and one.claim.claimant is side and at.side is side:
                at, rest = at.play(rest[0]), rest[1:]
                turns = one.claim.turns - (at.side is not side and one.claim.attacker is side and one.claim.is_bounded)
                if not at.result and turns:
                    self._enter(at, Verdict.of(replace(one, claim=replace(one.claim, turns=turns), turn=rest)))

    def _enter(self, position: P, verdict: Verdict) -> Verdict:
        key = self._key(position)
        with self._lock:
            whole = self.alone(position).merge(verdict)
            self._found[key] = position, whole
            self._found.move_to_end(key)
            if len(self._found) > self._most:
                self._found.popitem(last=False)
        return whole

    def learn_behind(self, position: P, turn: Turn, verdict: Verdict) -> Verdict:
        """Enter what was found of the position behind a turn, which says something of the one before it, too."""
        after, counted = self._game.enter_turn(position, turn)
        whole = self.learn(after, verdict)
        self.learn(position, best_of([seen_from(position, counted, after, whole)], position.side, all_turns=False))
        return whole

    def _carried(self, verdict: Verdict, of: P, to: P) -> Verdict:
        """Return a verdict with its turns as they are in a position that symmetries make equal."""
        return replace(verdict, proven=tuple(self._carried_claim(one, of, to) for one in verdict.proven))

    def _carried_claim(self, one: Proven, of: P, to: P) -> Proven:
        turn: list[int] = []
        for placement in one.turn:
            of = of.play(placement)
            key = self._key(of)
            turn.append(next(other for other in to.legal_placements() if self._key(to.play(other)) == key))
            to = to.play(turn[-1])
        return replace(one, turn=tuple(turn))

    def _key(self, position: P) -> Hashable:
        return position.side, position.left, position.result, self._game.canonical(position)


def solve(position: P, seconds: float | None = None) -> Verdict:
    """Prove who wins a position, in how many turns of its own, or that nobody does; look first what is known already.

    Without `seconds` that goes on until the value is proven, which from the start of a game may be never; with them the
    verdict may say less, or nothing. Raises `PositionError` for a position whose class names no game, and `ValueError`
    (`NumberError`) for seconds that are none.

    >>> import sttt
    >>> solve(sttt.game("three-by-four").start()).value
    <Result.O_WINS: 'o'>
    """
    deadline = math.inf if seconds is None else time.monotonic() + bounds.seconds(seconds, "seconds")
    game = game_of(position)
    knowledge = knowledge_of(game)
    known = knowledge.of(position)
    if known.value or game.prove is None:
        return known
    return knowledge.learn(position, game.prove(position, deadline, known))


@cache
def knowledge_of(game: Game[P]) -> Knowledge[P]:
    """Return what this process knows of a game."""
    return Knowledge(game)

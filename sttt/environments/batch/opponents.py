"""Opponents inside a batch: by lot, by a game's rules of thumb, or by a network; each a function of arrays."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sttt import bounds
from sttt.environments.batch.boards import random_actions
from sttt.environments.batch.line_rules import LineRules
from sttt.environments.batch.super_rules import SuperRules
from sttt.games.super_ttt.game import GAME as SUPER_TTT
from sttt.players import registry

Observations = NDArray[np.int8]
Masks = NDArray[np.int8]
Opponent = Callable[[Observations, Masks, np.random.Generator], NDArray[np.integer]]
"""Return a legal action for each of some observations, given their masks, and where random numbers come from."""

Network = Callable[[Observations, Masks], Any]
"""Return an array: of an action for each observation, or of a logit for each action of each."""


def by_lot(_: Observations, masks: Masks, random: np.random.Generator) -> NDArray[np.integer]:
    """Draw one of the legal actions."""
    return random_actions(masks, random)


def by_rules(game: str, level: int | None = None) -> Opponent:
    """Make the opponent that plays a game by the first so many of its `rule_names`, by all of them unless told.

    Where none of them speaks it draws among all legal actions. Raises `UnknownNameError`, `PlayerError` as
    `sttt.environments.batch.batch` does, and `ValueError` for a level that there is not.
    """
    rules = _rules_of(game)
    most = len(rules.rules)
    known = most if level is None else bounds.whole(level, "the level")
    if not 1 <= known <= most:
        raise ValueError(f"level {known} of the rules of {game}; expected 1 to {most}")
    return partial(rules.choose, level=known)


def rule_names(game: str) -> tuple[str, ...]:
    """Name the rules by which `by_rules` plays a game, the first one first; raises as that."""
    return tuple(_rules_of(game).rules)


def _rules_of(game: str) -> LineRules | SuperRules:
    found = registry.game(game)
    return SuperRules() if found is SUPER_TTT else LineRules(found)


def by_network(network: Network, *, draws: bool = True) -> Opponent:
    """Make an opponent of a function of observations and masks, which returns actions or logits.

    Of logits, illegal actions left out, an action is drawn with the probabilities of their softmax, or the greatest is
    taken. An array of another library will do, if NumPy can read it. What has another shape raises `ValueError`.
    """
    return partial(_asked, network, draws=draws)


def _asked(
    network: Network, seen: Observations, masks: Masks, random: np.random.Generator, *, draws: bool
) -> NDArray[np.integer]:
    told = np.asarray(network(seen, masks))
    if told.shape == masks.shape:
        noise = random.gumbel(size=told.shape) if draws else 0.0  # the greatest of the sums is drawn as by softmax
        return np.asarray(np.where(masks != 0, told + noise, -np.inf).argmax(axis=1))
    if told.shape != masks.shape[:1]:
        raise ValueError(f"the network returns shape {told.shape}; expected {masks.shape[:1]} or {masks.shape}")
    return told

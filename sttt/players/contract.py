"""The contract of a player: what a match, the page and the notebook rely on, tried in a game and told clause by clause.

    from sttt.players.contract import check_player

    check_player(STRATEGY, GAME)  # raises `ContractError`, which names every clause that the player breaks

``sttt doctor`` tries so every player that is not this project's own, and with ``--contracts`` those, too. How well it
plays, ``sttt grade`` and ``sttt match`` tell.
"""

import json
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from random import Random
from typing import Generic

from sttt.errors import ContractError, shown
from sttt.games.contract import Fault
from sttt.games.game import Game, P, Position, Result, Turn
from sttt.games.playout import look_of, play_out, told
from sttt.players.player import Decision, Limits, Player, Strategy

NODES = 50
"""Nodes for each decision: enough to see whether a player keeps the rules."""
LATEST = 20.0
"""Seconds after which a decision for which there was a moment counts as late, on a machine with other things to do."""
_SECONDS = 0.1
_DEPTH = 2
_SEED = 1


@dataclass(frozen=True)
class Tried(Generic[P]):
    """A player, and what it has decided in a game that it plays."""

    strategy: Strategy[P]
    game: Game[P]
    positions: Sequence[P]
    looks: Sequence[Hashable]
    """The positions as texts, written before the player was asked."""
    decisions: Sequence[Decision]

    def asked(self) -> Iterator[tuple[P, Decision, str]]:
        """Yield each position, what was decided there, and where that is, in words."""
        for position, decision in zip(self.positions, self.decisions, strict=True):
            yield position, decision, f"at {shown(self.game.format_position(position), 100)}"


Clause = Callable[[Tried[P]], Iterator[str]]
"""Yields what is wrong; of several things the first one is told."""


def check_player(strategy: Strategy[P], game: Game[P]) -> None:
    """Raise `ContractError`, which names every broken clause, unless the player keeps the contract in that game."""
    if found := faults(strategy, game):
        raise ContractError(f"the player {strategy.name} breaks its contract: {'; '.join(map(str, found))}")


def faults(strategy: Strategy[P], game: Game[P]) -> list[Fault]:
    """Return the broken clauses; of a player that gives no decisions, only that."""
    positions = _asked_at(game)
    looks = [look_of(game, position) for position in positions]
    try:
        trial = Tried(strategy, game, positions, looks, _decisions(strategy, positions))
    except Exception as error:  # noqa: BLE001 - whatever a stranger's player raises
        return [Fault("decides", f"{told(error)} was raised; expected decisions")]
    known: dict[str, Clause[P]] = clauses()
    return [Fault(name, problem) for name, clause in known.items() if (problem := _first(clause, trial))]


def _asked_at(game: Game[P]) -> list[P]:
    """Return positions at the start, in the middle and at the end of a random game, and one within a turn if it can."""
    playout = play_out(game, Random(_SEED))
    last = len(playout.placements) - 1
    return [playout.positions[at] for at in sorted({0, last // 3, last // 3 + 1, max(0, last - 1), last})]


def _decisions(strategy: Strategy[P], positions: Sequence[P]) -> list[Decision]:
    with closing(strategy.make(_SEED)) as player:
        return [player.choose(position, Limits(nodes=NODES)) for position in positions]


def _first(clause: Clause[P], trial: Tried[P]) -> str | None:
    try:
        return next(clause(trial), None)
    except Exception as error:  # noqa: BLE001 - whatever a stranger's player raises
        return f"{told(error)} was raised; expected none"


def _describes_itself(trial: Tried[P]) -> Iterator[str]:
    for field in ("name", "summary"):
        text = getattr(trial.strategy, field)
        if text is not None and not (isinstance(text, str) and text.isprintable()):
            yield f"{field} is {shown(text)}; expected a line of text"
    if trial.strategy.game not in (None, trial.game.name):
        yield f"it plays {shown(trial.strategy.game)}; expected to be tried in that game, not in {trial.game.name}"


def _chooses_legal_turns(trial: Tried[P]) -> Iterator[str]:
    """Find decisions that are none, and turns that are not whole or not legal."""
    for position, decision, where in trial.asked():
        wrong = wrong_decision(decision, position.left)
        if wrong:
            yield f"{wrong} {where}"
            continue
        turn = decision.turn
        if len(turn) != position.left:
            yield f"its turn is {shown(turn)} {where}; expected {position.left} placements"
        yield from _illegal(position, turn, where)
        if trial.game.enter_turn(position, turn)[1] != turn:
            yield f"its turn is {shown(turn)} {where}, of which not all counts; expected legal placements"


def _illegal(position: Position, turn: Turn, where: str) -> Iterator[str]:
    """Find placements that are illegal, or forfeited while the game goes on."""
    for placement in turn:
        if position.result:
            break
        if placement not in position.legal_placements():
            yield f"its turn is {shown(turn)} {where}, in which {placement} is not legal; expected legal placements"
            return
        position = position.play(placement)


def _says_what_it_found(trial: Tried[P]) -> Iterator[str]:
    """Find decisions whose details contradict the position or themselves."""
    for position, decision, where in trial.asked():
        value: object = decision.value
        if value is not None and not isinstance(value, Result):
            yield f"the decision's value is {shown(value)} {where}; expected a Result or None"
        for name in ("distance", "nodes", "depth"):
            number: object = getattr(decision, name)
            if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 0):
                yield f"the decision's {name} is {shown(number)} {where}; expected a whole number from 0 on, or None"
        if decision.distance is not None and decision.value is None:
            yield f"the decision has a distance and no value {where}; expected the value that is so far away"
        after = position
        for placement in decision.pv:
            if after.result or placement not in after.legal_placements():
                yield f"the decision's pv is {shown(decision.pv)} {where}, in which {placement} is not legal"
                break
            after = after.play(placement)


def _keeps_its_limits(trial: Tried[P]) -> Iterator[str]:
    """Find a decision that comes long after its deadline, from here as good as never, or that has searched deeper."""
    with closing(trial.strategy.make(_SEED)) as player:
        started = time.monotonic()
        player.choose(trial.positions[0], Limits.within(_SECONDS))
        taken = time.monotonic() - started
        if taken > LATEST:
            yield f"asked for a decision within {_SECONDS} s it took {taken:.1f} s; expected it by the deadline"
        depth: object = player.choose(trial.positions[0], Limits(depth=_DEPTH)).depth
        if isinstance(depth, int) and depth > _DEPTH:
            yield f"asked to search {_DEPTH} plies deep it searched {depth}; expected no more"


def _leaves_the_position_as_it_is(trial: Tried[P]) -> Iterator[str]:
    for position, look in zip(trial.positions, trial.looks, strict=True):
        if look_of(trial.game, position) != look:
            yield "a position that it was asked about has changed; expected positions never to change"


def _repeats_itself(trial: Tried[P]) -> Iterator[str]:
    first = [decision.turn for decision in trial.decisions]
    second = [decision.turn for decision in _decisions(trial.strategy, trial.positions)]
    if first != second:
        yield f"equal seeds and nodes gave the turns {shown(first)} and {shown(second)}; expected the same"


def _closes(trial: Tried[P]) -> Iterator[str]:
    for asked in (True, False):
        player: Player[P] = trial.strategy.make(None)
        if asked:
            player.choose(trial.positions[0], Limits(nodes=NODES))
        for _ in range(2):
            try:
                player.close()
            except Exception as error:  # noqa: BLE001 - whatever a stranger's player raises
                yield f"close() raised {told(error)}; expected it to do nothing where nothing is left to let go of"


def _answers_the_page(trial: Tried[P]) -> Iterator[str]:
    """Find what it has to say besides turns and cannot: `analyze` and `explain`, each where it is given."""
    for position, decision, where in trial.asked():
        if trial.strategy.explain:
            words: object = trial.strategy.explain(position, decision.turn)
            if (
                not isinstance(words, tuple)
                or len(words) != len(decision.turn)
                or not all(isinstance(word, str) for word in words)
            ):
                yield f"explain gives {shown(words)} {where}; expected a text for each placement"
        if trial.strategy.analyze:
            said: object = trial.strategy.analyze(position, Limits(nodes=NODES))
            if not isinstance(said, Mapping) or not _is_json(said):
                yield f"analyze gives {shown(said)} {where}; expected names and plain JSON values"


def _is_json(value: Mapping[str, object]) -> bool:
    try:
        json.dumps(dict(value), allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def clauses() -> dict[str, Clause[P]]:
    """Return every clause by its name."""
    return {
        "describes itself": _describes_itself,
        "chooses legal turns": _chooses_legal_turns,
        "says what it found": _says_what_it_found,
        "keeps its limits": _keeps_its_limits,
        "leaves the position as it is": _leaves_the_position_as_it_is,
        "repeats itself": _repeats_itself,
        "closes": _closes,
        "answers the page": _answers_the_page,
    }


def wrong_decision(decision: object, left: int) -> str | None:
    """Say why an object is no decision on a turn of `left` placements, or None if it is one."""
    if not isinstance(decision, Decision):
        return f"{shown(decision)} is not a decision; expected a Decision"
    turn: object = decision.turn
    if not (isinstance(turn, tuple) and len(turn) <= left and all(_is_number(item) for item in turn)):
        return f"{shown(turn)} is not a turn; expected a tuple of at most {left} placements, integers or None"
    return _wrong_detail(decision)


def _wrong_detail(decision: Decision) -> str | None:
    reason: object = decision.reason
    if not isinstance(reason, str):
        return f"the decision's reason is {shown(reason)}; expected a string"
    for name in ("score", "depth", "nodes"):
        value = getattr(decision, name)
        if not (_is_number(value) and abs(value or 0) < 1 << 63):
            return f"the decision's {name} is {shown(value)}; expected an integer of at most 64 bits or None"
    return None


def _is_number(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool))

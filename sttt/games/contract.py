"""The contract of a game: what the rest of this project relies on, tried in random games and told clause by clause.

    from sttt.games.contract import check_game

    check_game(GAME)  # raises `ContractError`, which names every clause that the game breaks

A game that keeps it can be played, recorded, replayed, shown and given to players. ``sttt doctor`` tries so every game
that is not this project's own, and with ``--contracts`` those, too. Whether the rules are those that the game is meant
to have, only a second transcription can tell.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from random import Random

from sttt.errors import ContractError, IllegalPlacement, shown
from sttt.games.contract_views import describes_board, draws, reads_positions, reads_turns
from sttt.games.game import Game, P, Position, Result, Side, Turn
from sttt.games.playout import (
    Clause,
    Playout,
    UnplayableError,
    after_placements,
    at,
    every_position,
    look_of,
    play_out,
    told,
)

GAMES = 4
"""Random games that are tried unless told."""
_MOST_ORDERS = 20
_MOST_REFUSED = 400
_LAST = 6
_MOST_NEXT = 4


@dataclass(frozen=True)
class Fault:
    """A broken clause."""

    clause: str
    problem: str
    """The faults: what was wrong, where, and what was expected."""

    def __str__(self) -> str:
        """Write it on one line."""
        return f"{self.clause}: {self.problem}"


def check_game(game: Game[P], games: int = GAMES, seed: int = 0) -> None:
    """Raise `ContractError`, which names every broken clause, unless the game keeps the contract."""
    if found := faults(game, games, seed):
        raise ContractError(f"the game {game.name} breaks its contract: {'; '.join(map(str, found))}")


def faults(game: Game[P], games: int = GAMES, seed: int = 0) -> list[Fault]:
    """Return the broken clauses; of a game that cannot be played at all, only that."""
    try:
        playouts = [play_out(game, Random(f"{seed} {number}")) for number in range(games)]
    except UnplayableError as error:
        return [Fault("plays", str(error))]
    except Exception as error:  # noqa: BLE001 - whatever a stranger's game raises
        return [Fault("plays", f"a random game raised {told(error)}; expected it to be played to its end")]
    known: dict[str, Clause[P]] = clauses()
    return [Fault(name, problem) for name, clause in known.items() if (problem := _first(clause, game, playouts))]


def _first(clause: Clause[P], game: Game[P], playouts: Sequence[Playout[P]]) -> str | None:
    try:
        return next(clause(game, playouts), None)
    except Exception as error:  # noqa: BLE001 - whatever a stranger's game raises
        return f"{told(error)} was raised; expected none"


def _describes_itself(game: Game[P], _playouts: Sequence[Playout[P]]) -> Iterator[str]:
    for field in ("name", "title"):
        text = getattr(game, field)
        if not (isinstance(text, str) and text.isprintable() and text.strip()):
            yield f"{field} is {shown(text)}; expected a line of text"
    for field in ("levels", "rules"):
        texts = getattr(game, field)
        if not (isinstance(texts, tuple) and all(isinstance(text, str) and text.isprintable() for text in texts)):
            yield f"{field} is {shown(texts)}; expected a tuple of lines of text"
    if game.start() != game.start():
        yield "start() gives two positions that are not equal; expected the same position each time"


def _says_whose_turn_it_is(_game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find sides and placements left that are no turns: one side places, counting down, and then the other."""
    for where, position in every_position(playouts):
        side: object = position.side
        left: object = position.left
        if not isinstance(side, Side):
            yield f"side is {shown(side)} {where}; expected a Side"
        if not isinstance(left, int) or isinstance(left, bool) or left < 1:
            yield f"left is {shown(left)} {where}; expected a whole number of at least 1"
    for playout in playouts:
        for number, (before, after) in enumerate(pairwise(playout.positions), start=1):
            where = at(playout, number)
            if after.result:
                continue
            if before.left == 1 and after.side is before.side:
                yield f"{after.side} is to move again {where}; expected {before.side.other}, for the turn was complete"
            if before.left > 1 and (after.side, after.left) != (before.side, before.left - 1):
                expected = f"{before.side} with {before.left - 1} left"
                yield f"{after.side} is to move with {after.left} placements left {where}; expected {expected}"


def _lists_legal_placements(_game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    for where, position in every_position(playouts):
        legal: object = position.legal_placements()
        if not isinstance(legal, tuple) or any(isinstance(one, bool) or not isinstance(one, int) for one in legal):
            yield f"legal_placements() is {shown(legal)} {where}; expected a tuple of whole numbers"
        elif list(legal) != sorted(set(legal)):
            yield f"legal_placements() is {shown(legal)} {where}; expected ascending order, each once"


def _refuses_illegal_placements(_game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    highest = max(max(playout.placements) for playout in playouts)
    tried = [*range(-2, min(highest + 3, _MOST_REFUSED)), 10**6]
    for where, position in every_position(playouts):
        legal = set(position.legal_placements())
        for placement in tried:
            if placement not in legal and (wrong := _not_refused(position, placement)):
                yield f"play({placement}) {wrong} {where}; expected IllegalPlacement"


def _not_refused(position: Position, placement: int | None) -> str | None:
    """Say what came of a placement if `IllegalPlacement` did not."""
    try:
        position.play(placement)
    except IllegalPlacement:
        return None
    except Exception as error:  # noqa: BLE001 - whatever a stranger's game raises
        return f"raised {told(error)}"
    return "was played"


def _ends_with_a_result(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    for playout in playouts:
        last, where = playout.positions[-1], at(playout, len(playout.placements))
        result: object = last.result
        if not isinstance(result, Result):
            yield f"result is {shown(result)} {where}; expected a Result"
        if last.legal_placements():
            yield f"{len(last.legal_placements())} placements are legal {where}, which ended the game; expected none"
        for placement in (*playout.placements, None):
            if wrong := _not_refused(last, placement):
                yield f"play({placement}) {wrong} {where}, which ended the game; expected IllegalPlacement"
        try:
            game.enter_turn(last, (playout.placements[0],))
        except IllegalPlacement:
            continue
        yield f"enter_turn entered a turn {where}, which ended the game; expected IllegalPlacement"


def _never_changes_a_position(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    for playout in playouts:
        for before, turn, _after_it in playout.turns():
            game.enter_turn(before, turn)
            game.draw(before)
            game.canonical(before)
        for number, position in enumerate(playout.positions):
            if look_of(game, position) != playout.seen[number]:
                yield f"the position {at(playout, number)} has changed since; expected positions never to change"


def _compares_positions(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    for playout in playouts:
        again = game.start()
        for number, position in enumerate(playout.positions):
            if number:
                again = again.play(playout.placements[number - 1])
            where = at(playout, number)
            if again != position:
                yield f"the same placements led to positions that are not equal {where}; expected equal ones"
            if hash(again) != hash(position):
                yield f"two equal positions have different hashes {where}; expected the same"
            others: list[object] = [None, "", 0, *playout.positions[max(0, number - 1) : number]]
            if position in others:
                yield f"the position equals another thing {where}; expected it to equal the same position alone"


def _enters_turns_as_it_plays(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    for playout in playouts:
        done = 0
        for before, turn, played in playout.turns():
            where, done = at(playout, done), done + sum(one is not None for one in turn)
            entered, counted = game.enter_turn(before, turn)
            if counted != turn:
                yield f"enter_turn counts {shown(turn)} as {shown(counted)} {where}; expected a legal turn as claimed"
            if entered != played:
                yield f"enter_turn and play differ for {shown(turn)} {where}; expected the same position"


def _enters_no_illegal_turn(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find turns that are neither refused nor forfeited: illegal placements, too few and too many."""
    highest = max(max(playout.placements) for playout in playouts)
    for playout in playouts:
        taken = list[int]()
        for before, turn, _played in playout.turns():
            illegal = [one for one in (*taken, -1, highest + 1, 10**6) if one not in before.legal_placements()]
            for one in dict.fromkeys(illegal):
                if wrong := _counts(game, before, (one, *turn[1:]), one):
                    yield f"{wrong} {after_placements(taken)}; expected IllegalPlacement, or None in its place"
            for odd in ((), turn * 3):
                _counts(game, before, odd, None)
            taken += [one for one in turn if one is not None]


def _counts(game: Game[P], position: P, turn: Turn, illegal: int | None) -> str | None:
    """Say so if an illegal placement of a turn counts; whatever is raised but `IllegalPlacement` passes through."""
    try:
        after, counted = game.enter_turn(position, turn)
    except IllegalPlacement:
        return None
    if illegal is None:
        return None
    if illegal in counted:
        return f"enter_turn counts the illegal placement {illegal}"
    instead, _ = game.enter_turn(position, (None, *turn[1:]))
    return None if instead == after else f"enter_turn forfeits the illegal placement {illegal} and plays another one"


def _takes_placements_in_any_order(_game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    for playout in playouts:
        for before, turn, after in playout.turns():
            placements = [one for one in turn if one is not None]
            for order in list(permutations(placements))[1:_MOST_ORDERS]:
                other = _played(before, order)
                if other is not None and not after.result and not other.result and other != after:
                    told = f"the placements {', '.join(map(str, placements))} lead elsewhere in another order"
                    yield f"{told}, from {shown(before)}; expected a turn to be the same in any order"


def _played(position: P, placements: Sequence[int]) -> P | None:
    """Return the position after placements of one turn, or None if an earlier one rules out a later one."""
    for placement in placements:
        if placement not in position.legal_placements():
            return None
        position = position.play(placement)
    return position


def _knows_equivalent_positions(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find positions called equivalent that play differently: what follows from them has to be equivalent, too."""
    for where, position in every_position(playouts):
        if game.canonical(position) != game.canonical(game.parse_position(game.format_position(position))):
            yield f"canonical gives equal positions different values {where}; expected the same"
    known: dict[Hashable, tuple[P, Hashable]] = {}
    for position in _alike(playouts):
        follows = _what_follows(game, position)
        other, expected = known.setdefault(game.canonical(position), (position, follows))
        if follows != expected:
            yield f"canonical gives {shown(position)} and {shown(other)} the same value; expected different ones"


def _alike(playouts: Sequence[Playout[P]]) -> Iterator[P]:
    """Yield positions some of which are equivalent, or easily taken to be: after the first and the last placements."""
    for playout in playouts:
        for before in playout.positions[-_LAST:-1]:
            yield from (before.play(placement) for placement in before.legal_placements()[:_MOST_NEXT])
    for before in playouts[0].positions[:2]:
        yield from (before.play(placement) for placement in before.legal_placements())


def _what_follows(game: Game[P], position: P) -> Hashable:
    after = [position.play(placement) for placement in position.legal_placements()]
    equivalents = frozenset(hash(game.canonical(one)) for one in after)
    results = sorted(str(one.result) for one in after)
    return position.side, position.left, position.result, equivalents, tuple(results)


def clauses() -> dict[str, Clause[P]]:
    """Return every clause by its name; before them a game has to be one that plays."""
    return {
        "describes itself": _describes_itself,
        "says whose turn it is": _says_whose_turn_it_is,
        "lists legal placements": _lists_legal_placements,
        "refuses illegal placements": _refuses_illegal_placements,
        "ends with a result": _ends_with_a_result,
        "never changes a position": _never_changes_a_position,
        "compares positions": _compares_positions,
        "enters turns as it plays": _enters_turns_as_it_plays,
        "enters no illegal turn": _enters_no_illegal_turn,
        "takes placements in any order": _takes_placements_in_any_order,
        "reads the positions that it writes": reads_positions,
        "reads the turns that it writes": reads_turns,
        "knows equivalent positions": _knows_equivalent_positions,
        "describes its board": describes_board,
        "draws itself": draws,
    }

"""The contract of a game: every installed game keeps it, and a game that breaks one clause is told which."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from sttt.errors import ContractError, IllegalPlacement, PositionError
from sttt.games.contract import check_game, clauses, faults
from sttt.games.game import GAMES, Game, Result, Side
from sttt.games.grid.three_by_three import GAME as SMALL
from sttt.games.super_ttt.game import GAME as TWO_MARKS


class Wrapped:
    """A position that passes everything on to one of a sound game; a mutant overrides what is wrong with it."""

    def __init__(self, inner: Any, history: tuple[Any, ...] = ()) -> None:
        self.inner = inner
        self.history = history

    side = property(lambda self: self.inner.side)
    left = property(lambda self: self.inner.left)
    result = property(lambda self: self.inner.result)

    def legal_placements(self) -> Any:
        return self.inner.legal_placements()

    def play(self, placement: int | None) -> Any:
        return type(self)(self.inner.play(placement), (*self.history, placement))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.inner == self.inner

    def __hash__(self) -> int:
        return hash(self.inner)


def of(kind: type[Wrapped], sound: Game = SMALL, **changes: Any) -> Game:
    """Return a game of wrapped positions, sound but for its kind of position and for these fields."""
    assert sound.shape
    inner = sound.shape
    own: dict[str, Any] = {
        "start": lambda: kind(sound.start()),
        "enter_turn": lambda position, turn: _enter(sound, position, turn),
        "parse_position": lambda text: kind(sound.parse_position(text)),
        "format_position": lambda position: sound.format_position(position.inner),
        "draw": lambda position: sound.draw(position.inner),
        "canonical": lambda position: sound.canonical(position.inner),
        "shape": replace(
            inner,
            bitboards=lambda position: inner.bitboards(position.inner),
            owners=inner.owners and (lambda position: inner.owners(position.inner)),
        ),
    }
    return replace(sound, **(own | changes))


def _enter(sound: Game, position: Any, turn: Any) -> Any:
    after, counted = sound.enter_turn(position.inner, turn)
    return type(position)(after), counted


def shape(**changes: Any) -> Any:
    assert SMALL.shape
    return replace(SMALL.shape, **changes)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*GAMES.all(), SMALL, of(Wrapped), of(Wrapped, TWO_MARKS)], ids=lambda game: game.name)
def test_a_sound_game_keeps_it(game: Game) -> None:
    check_game(game)


def test_two_calls_with_one_seed_find_the_same() -> None:
    assert faults(BROKEN["a reversed text form"][1]) == faults(BROKEN["a reversed text form"][1])


class WrongSide(Wrapped):
    side = property(lambda self: self.inner.side.other if len(self.history) == 3 else self.inner.side)


class SideAsText(Wrapped):
    side = property(lambda self: "white" if self.history else "black")


class NothingLeft(Wrapped):
    left = property(lambda self: 0 if self.inner.result else self.inner.left)


class CountsUp(Wrapped):
    left = property(lambda self: 2 if self.history else 1)


class NoCountDown(Wrapped):
    left = property(lambda _self: 2)


class ListsBackwards(Wrapped):
    def legal_placements(self) -> Any:
        return self.inner.legal_placements()[::-1]


class GivesItsOwnList(Wrapped):
    def legal_placements(self) -> Any:
        return list(self.inner.legal_placements())


class ForgetsASquare(Wrapped):
    def legal_placements(self) -> Any:
        return tuple(
            one for one in self.inner.legal_placements() if one != 4 or len(self.inner.legal_placements()) == 1
        )


class WrapsRound(Wrapped):
    def play(self, placement: int | None) -> Any:
        return super().play(placement % 9 if placement is not None else None)


class PlaysOverMarks(Wrapped):
    def play(self, placement: int | None) -> Any:
        legal = self.legal_placements()
        return super().play(placement if placement in legal or not legal else legal[0])


class RaisesIndexErrors(Wrapped):
    def play(self, placement: int | None) -> Any:
        if placement not in self.legal_placements():
            raise IndexError(placement)
        return super().play(placement)


class ChangesInPlace(Wrapped):
    def play(self, placement: int | None) -> Any:
        self.inner = self.inner.play(placement)
        return self


class ChangesThePositionBefore(Wrapped):
    def play(self, placement: int | None) -> Any:
        after = super().play(placement)
        self.inner = after.inner
        return after


class NeverEnds(Wrapped):
    result = property(lambda _self: None)

    def play(self, placement: int | None) -> Any:
        return type(self)(SMALL.start(), (placement,))


class NothingLegalWithoutAResult(Wrapped):
    result = property(lambda _self: None)


class OverFromTheStart(Wrapped):
    result = property(lambda _self: Result.DRAW)


class GoesOnAfterItsResult(Wrapped):
    result = property(lambda self: Result.X_WINS if len(self.history) >= 4 else self.inner.result)


class ResultAsText(Wrapped):
    result = property(lambda self: self.inner.result and "somebody")


class RaisesInTheMiddle(Wrapped):
    def play(self, placement: int | None) -> Any:
        if len(self.history) == 3:
            raise RuntimeError("not ready")
        return super().play(placement)


class EqualByIdentity(Wrapped):
    __eq__ = object.__eq__
    __hash__ = object.__hash__


class EqualsEverything(Wrapped):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Wrapped.__hash__


class NoHash(Wrapped):
    __eq__ = Wrapped.__eq__
    __hash__ = None


class HashByIdentity(Wrapped):
    __eq__ = Wrapped.__eq__

    def __hash__(self) -> int:
        return id(self)


class OrderMatters(Wrapped):
    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and other.history[:2] == self.history[:2]

    __hash__ = Wrapped.__hash__


def swapped_marks(text: str) -> str:
    cells, _, rest = text.partition(":")
    return f"{cells.translate(str.maketrans('xo', 'ox'))}:{rest}"


def enter_without_asking(position: Any, turn: Any) -> Any:
    """Count whatever is claimed."""
    try:
        return SMALL.enter_turn(position, turn)
    except IllegalPlacement:
        legal = position.legal_placements()
        return (position.play(legal[0]) if legal else position), turn


def enter_another(position: Any, turn: Any) -> Any:
    """Play the first legal placement in place of an illegal one, and say that nothing counted."""
    try:
        return SMALL.enter_turn(position, turn)
    except IllegalPlacement:
        if position.result:
            raise
        return position.play(position.legal_placements()[-1 if turn[:1] == (None,) else 0]), (None,)


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_arguments: Any) -> Any:
        raise error

    return fail


def read_anything(text: str) -> Any:
    try:
        return SMALL.parse_position(text)
    except PositionError as error:
        raise KeyError(text) from error


STARTS = cycle(Side)
SHAPE = SMALL.shape
assert SHAPE
BROKEN: dict[str, tuple[str, Game]] = {
    "a reversed text form": (
        "reads the positions that it writes",
        replace(
            SMALL, format_position=lambda position: SMALL.format_position(position)[:-2][::-1] + f":{position.side}"
        ),
    ),
    "marks swapped in the text": (
        "reads the positions that it writes",
        replace(SMALL, format_position=lambda position: swapped_marks(SMALL.format_position(position))),
    ),
    "the side left out of the text": (
        "reads the positions that it writes",
        replace(SMALL, format_position=lambda position: SMALL.format_position(position)[:-1] + "x"),
    ),
    "a text of two lines": (
        "reads the positions that it writes",
        replace(
            SMALL,
            format_position=lambda position: SMALL.format_position(position) + "\n",
        ),
    ),
    "a text that is no text": (
        "reads the positions that it writes",
        replace(SMALL, format_position=lambda position: SMALL.format_position(position).encode()),  # type: ignore[arg-type]
    ),
    "an error of another family for nonsense": (
        "reads the positions that it writes",
        replace(SMALL, parse_position=read_anything),
    ),
    "a turn read as another": (
        "reads the turns that it writes",
        replace(SMALL, format_turn=lambda turn: SMALL.format_turn(tuple(8 - (one or 0) for one in turn))),
    ),
    "an error of another family for no turn": (
        "reads the turns that it writes",
        replace(SMALL, parse_turn=lambda text: (int(text[0]) * 3 - 4 + int(text[2:]),)),
    ),
    "a turn without a text": ("reads the turns that it writes", replace(SMALL, format_turn=lambda _turn: "")),
    "the wrong side": ("says whose turn it is", of(WrongSide)),
    "a side that is none": ("says whose turn it is", of(SideAsText)),
    "no placement left": ("says whose turn it is", of(NothingLeft)),
    "a count that goes up": ("says whose turn it is", of(CountsUp, TWO_MARKS)),
    "a count that stands still": ("says whose turn it is", of(NoCountDown, TWO_MARKS)),
    "placements in no order": ("lists legal placements", of(ListsBackwards)),
    "placements that a caller can change": ("lists legal placements", of(GivesItsOwnList)),
    "a placement that is not listed": ("refuses illegal placements", of(ForgetsASquare)),
    "a placement off the board that counts": ("refuses illegal placements", of(WrapsRound)),
    "a taken square that can be played": ("refuses illegal placements", of(PlaysOverMarks)),
    "an error of another family for an illegal placement": ("refuses illegal placements", of(RaisesIndexErrors)),
    "play changing its position": ("never changes a position", of(ChangesInPlace)),
    "play changing the position before": ("never changes a position", of(ChangesThePositionBefore)),
    "a game that never ends": ("plays", of(NeverEnds)),
    "a game that stops without a result": ("plays", of(NothingLegalWithoutAResult)),
    "a game that is over at the start": ("plays", of(OverFromTheStart)),
    "a game that raises an error": ("plays", of(RaisesInTheMiddle)),
    "a result that does not end the game": ("ends with a result", of(GoesOnAfterItsResult)),
    "a result that is none": ("ends with a result", of(ResultAsText)),
    "positions equal only to themselves": ("compares positions", of(EqualByIdentity)),
    "positions equal to everything": ("compares positions", of(EqualsEverything)),
    "positions without a hash": ("compares positions", of(NoHash)),
    "equal positions with different hashes": ("compares positions", of(HashByIdentity)),
    "a turn entered in another place": (
        "enters turns as it plays",
        replace(
            SMALL,
            enter_turn=lambda position, turn: (position.play(position.legal_placements()[0]), turn),
        ),
    ),
    "a legal turn that does not count": (
        "enters turns as it plays",
        replace(SMALL, enter_turn=lambda position, turn: (SMALL.enter_turn(position, turn)[0], (None,))),
    ),
    "an illegal turn that counts": ("enters no illegal turn", replace(SMALL, enter_turn=enter_without_asking)),
    "an illegal placement that becomes another": ("enters no illegal turn", replace(SMALL, enter_turn=enter_another)),
    "a turn whose order matters": ("takes placements in any order", of(OrderMatters, TWO_MARKS)),
    "positions called equivalent that are not": (
        "knows equivalent positions",
        replace(SMALL, canonical=lambda position: (position.x.bit_count(), position.o.bit_count())),
    ),
    "equal positions called different": ("knows equivalent positions", replace(SMALL, canonical=id)),
    "no value to compare equivalents by": (
        "knows equivalent positions",
        replace(SMALL, canonical=lambda position: [position.x, position.o]),  # type: ignore[arg-type,return-value]
    ),
    "a shape with wrong marks": (
        "describes its board",
        replace(SMALL, shape=shape(bitboards=lambda position: (position.o, position.x))),
    ),
    "a shape that shows no marks": ("describes its board", replace(SMALL, shape=shape(bitboards=lambda _one: (0, 0)))),
    "a shape with two marks on a cell": (
        "describes its board",
        replace(SMALL, shape=shape(bitboards=lambda position: (position.x, position.x | position.o))),
    ),
    "a shape whose bits are mixed up": ("describes its board", replace(SMALL, shape=shape(bits=SHAPE.bits[::-1]))),
    "a shape with too few bits": ("describes its board", replace(SMALL, shape=shape(bits=SHAPE.bits[:-1]))),
    "a shape without its last line": ("describes its board", replace(SMALL, shape=shape(lines=SHAPE.lines[:1]))),
    "a shape whose lines leave the board": ("describes its board", replace(SMALL, shape=shape(lines=((0, 1, 9),)))),
    "a shape whose lines lose": ("describes its board", replace(SMALL, shape=shape(lines_lose=True))),
    "a shape with a cell in no group": (
        "describes its board",
        replace(SMALL, shape=shape(groups=(replace(SHAPE.groups[0], cells=tuple(range(8))),))),
    ),
    "a shape with two cells of one name": (
        "describes its board",
        replace(SMALL, shape=shape(cells=(SHAPE.cells[1], *SHAPE.cells[1:]))),
    ),
    "a shape with owners too few": (
        "describes its board",
        replace(SMALL, shape=shape(owners=lambda _position: (), lines=())),
    ),
    "a drawing that shows nothing": ("draws itself", replace(SMALL, draw=lambda _position: "a board")),
    "a drawing with control characters": (
        "draws itself",
        replace(SMALL, draw=lambda position: "\x1b[2J" + SMALL.draw(position)),
    ),
    "a drawing that fails": ("draws itself", replace(SMALL, draw=raising(ZeroDivisionError("no board")))),
    "a title that is none": ("describes itself", replace(SMALL, title="")),
    "levels in one text": ("describes itself", replace(SMALL, levels="random")),  # type: ignore[arg-type]
    "rules that are no lines": ("describes itself", replace(SMALL, rules=("one\ntwo",))),
    "a start that is another one each time": (
        "describes itself",
        replace(SMALL, start=lambda: type(SMALL.start())(side=next(STARTS))),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_game_is_told_the_clause(what: str) -> None:
    clause, game = BROKEN[what]
    with pytest.raises(ContractError, match=f"the game {game.name} breaks its contract: ") as told:
        check_game(game)
    assert f" {clause}: " in str(told.value)
    assert "; expected " in str(told.value)
    assert str(told.value).isprintable()


def test_every_clause_is_broken_by_one_of_these_games() -> None:
    assert {clause for clause, _ in BROKEN.values()} == {"plays", *clauses()}

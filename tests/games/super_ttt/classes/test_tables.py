"""The class tables against the rules: every little board, every placement."""

from collections import defaultdict
from functools import cache

import pytest

from sttt.games.super_ttt.classes.costs import IMPOSSIBLE, cost
from sttt.games.super_ttt.classes.tables import (
    DATA_FILE,
    DEAD,
    O_OWNED,
    X_OWNED,
    compute,
    dumps,
    load,
    raw_boards,
    raw_index,
)
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import FULL, HAS_LINE, Position, squares
from sttt.games.super_ttt.search.ordering import MOST_TURNS
from sttt.games.super_ttt.search.turns import MOST_SINGLES
from sttt.games.super_ttt.symmetry import SYMMETRIES, permute_mask

TABLES = load()
BOTH = range(3, 293)
"""The classes of open boards that matter to both sides."""


@cache
def at_most(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Decide by the definition, on marks and without classes, whether board `two` is at least as good for X."""
    (x1, o1), (x2, o2) = one, two
    if HAS_LINE[x2] or HAS_LINE[o1]:
        return True
    if HAS_LINE[x1] or HAS_LINE[o2]:
        return False
    for bit in bits(FULL & ~(x1 | o1)):
        marked = x1 | bit, o1
        if not at_most(marked, two) and not any(at_most(marked, (x2 | b, o2)) for b in bits(FULL & ~(x2 | o2))):
            return False
    for bit in bits(FULL & ~(x2 | o2)):
        marked = x2, o2 | bit
        if not at_most(one, marked) and not any(at_most((x1, o1 | b), marked) for b in bits(FULL & ~(x1 | o1))):
            return False
    return True


def bits(mask: int) -> list[int]:
    return [1 << square for square in squares(mask)]


def class_of(x: int, o: int) -> int:
    return TABLES.class_of[raw_index(x, o)]


def after(x: int, o: int, side: int) -> dict[int, list[int]]:
    """Return the classes that one mark leads to, each with the bits that do."""
    found = defaultdict(list)
    if not (HAS_LINE[x] or HAS_LINE[o]):
        for bit in bits(FULL & ~(x | o)):
            found[class_of(x | bit, o) if side == 0 else class_of(x, o | bit)].append(bit)
    return found


@pytest.mark.slow
def test_what_ships_is_what_the_rules_give() -> None:
    assert DATA_FILE.read_text(encoding="ascii") == dumps(compute())


def test_there_are_as_many_classes_as_the_theory_counts() -> None:
    assert len(set(TABLES.class_of) - {-1}) == 293
    assert len(TABLES.costs[0]) == 3 + 290 + 2 * 93
    singles = sum(len(TABLES.singles[0][number]) for number in BOTH)
    assert round(singles / 290, 2) == 1.31


def test_from_an_empty_board_only_corner_and_centre_survive() -> None:
    assert set(TABLES.singles[0][class_of(0, 0)]) == {class_of(1, 0), class_of(0o020, 0)}


def test_a_class_has_one_cost_for_each_side() -> None:
    for x, o in raw_boards():
        number = class_of(x, o)
        assert (TABLES.costs[0][number], TABLES.costs[1][number]) == (cost(x, o), cost(o, x))


def test_closed_boards_have_the_first_three_classes() -> None:
    for x, o in raw_boards():
        number = class_of(x, o)
        assert (number == X_OWNED) == HAS_LINE[x]
        assert (number == O_OWNED) == HAS_LINE[o]
        assert (number == DEAD) == (cost(x, o) == cost(o, x) == IMPOSSIBLE)


@pytest.mark.parametrize("to", SYMMETRIES)
def test_classes_do_not_notice_symmetries(to: tuple[int, ...]) -> None:
    assert all(class_of(x, o) == class_of(permute_mask(x, to), permute_mask(o, to)) for x, o in raw_boards())


@pytest.mark.slow
def test_boards_with_few_empty_squares_share_a_class_exactly_when_each_is_as_good_as_the_other() -> None:
    """The definition itself is affordable up to four empty squares; a sample of pairs, and all pairs of classes."""
    small = [(x, o) for x, o in raw_boards() if (x | o).bit_count() >= 6 and not HAS_LINE[x] and not HAS_LINE[o]]
    one_each = {class_of(x, o): (x, o) for x, o in small}
    pairs = [(a, b) for a in one_each.values() for b in one_each.values()] + list(zip(small, small[7:], strict=False))
    for a, b in pairs:
        assert (class_of(*a) == class_of(*b)) == (at_most(a, b) and at_most(b, a))


@pytest.mark.parametrize("side", [0, 1])
def test_every_listed_single_placement_can_be_made_on_every_board_of_the_class(side: int) -> None:
    for x, o in raw_boards():
        number = class_of(x, o)
        possible = after(x, o, side)
        for wanted in TABLES.singles[side][number]:
            assert wanted in possible or wanted == number


@pytest.mark.parametrize("side", [0, 1])
def test_every_listed_double_placement_can_be_made_on_every_board_of_the_class(side: int) -> None:
    for x, o in raw_boards():
        doubles = TABLES.doubles[side][class_of(x, o)]
        if doubles:
            twice = set()
            for firsts in after(x, o, side).values():
                for bit in firsts:
                    twice |= set(after(*((x | bit, o) if side == 0 else (x, o | bit)), side))
            assert set(doubles) <= twice


@pytest.mark.slow
def test_no_placement_is_better_than_the_listed_ones() -> None:
    """On boards where the definition is affordable: each mark of X's is at most as good as a listed class."""
    examples = {class_of(x, o): (x, o) for x, o in raw_boards()}
    for x, o in raw_boards():
        if (x | o).bit_count() < 6:
            continue
        listed = [examples[number] for number in TABLES.singles[0][class_of(x, o)]]
        for bit in bits(FULL & ~(x | o)) if class_of(x, o) > DEAD else []:
            assert any(at_most((x | bit, o), best) for best in listed)


def swapped() -> dict[int, int]:
    return {class_of(x, o): class_of(o, x) for x, o in raw_boards()} | {-1: -1}


def test_the_sides_are_treated_alike() -> None:
    swap = swapped()
    for number in range(293):
        assert {swap[one] for one in TABLES.singles[0][number]} == set(TABLES.singles[1][swap[number]])
        assert {swap[one] for one in TABLES.doubles[0][number]} == set(TABLES.doubles[1][swap[number]])


@pytest.mark.parametrize("side", [0, 1])
def test_where_a_board_matters_to_one_side_alone_its_cost_for_that_side_stays(side: int) -> None:
    foreign = O_OWNED if side == 0 else X_OWNED
    for number in range(293):
        kept = TABLES.only[side][number]
        assert TABLES.costs[side][kept] == (IMPOSSIBLE if number == foreign else TABLES.costs[side][number])
        assert TABLES.costs[1 - side][kept] == IMPOSSIBLE
        assert TABLES.only[1 - side][kept] == DEAD


def test_the_engine_has_room_for_all_turns() -> None:
    """It checks no bounds: nine boards of singles, their pairs, and nine boards of doubles must fit."""
    singles = max(len(listed) for side in TABLES.singles for listed in side)
    doubles = max(len(listed) for side in TABLES.doubles for listed in side)
    assert 9 * singles <= MOST_SINGLES
    assert 36 * singles**2 + 9 * doubles + 9 * singles <= MOST_TURNS


def test_what_ships_is_read_once_however_many_positions_are_seen_by_classes() -> None:
    assert ClassView(Position()).tables is ClassView(Position()).tables

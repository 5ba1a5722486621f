"""The order of classes that ships: what the rules give, and what dominated placements rest on."""

import pytest

from sttt.games.super_ttt.classes.order import better_boards, compute, shipped_order
from sttt.games.super_ttt.classes.tables import DEAD, O_OWNED, X_OWNED, load, raw_boards, raw_index

ORDER = shipped_order()


@pytest.mark.slow
def test_the_shipped_order_is_what_the_rules_give() -> None:
    assert compute() == ORDER


def test_it_is_a_partial_order_between_o_s_board_and_x_s() -> None:
    classes = range(len(ORDER))
    for one in classes:
        assert ORDER[one] >> one & 1
        assert ORDER[one] >> O_OWNED & 1
        assert ORDER[X_OWNED] >> one & 1
        for other in classes:
            if ORDER[one] >> other & 1:
                assert ORDER[other] | ORDER[one] == ORDER[one]
                assert one == other or not ORDER[other] >> one & 1
    assert not ORDER[O_OWNED] >> DEAD & 1


def test_undominated_placements_are_not_comparable() -> None:
    for side in (0, 1):
        for after in load().singles[side][: len(ORDER)]:
            assert not any(one != other and ORDER[one] >> other & 1 for one in after for other in after)


def test_boards_of_as_few_marks_that_are_better_for_x_are_listed() -> None:
    few = [(x, o) for x, o in raw_boards() if (x | o).bit_count() <= 2]
    for x, o in few:
        little = load().class_of[raw_index(x, o)]
        as_many = {
            load().class_of[raw_index(*other)]
            for other in few
            if [marks.bit_count() for marks in other] == [x.bit_count(), o.bit_count()]
        }
        assert set(better_boards()[little]) == {other for other in as_many - {little} if ORDER[other] >> little & 1}

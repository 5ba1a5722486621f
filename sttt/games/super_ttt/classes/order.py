"""The order of the classes of little boards that matter to both sides: which are at least as good for X as which.

`tables` defines order and classes. The file has a line for each class, the bits of those at most as good for X, written
by ``python -m sttt.games.super_ttt.classes.order``.
"""

from collections import defaultdict
from functools import cache
from pathlib import Path

from sttt.games.super_ttt.classes.tables import BoardStates, ClassOrder, load, raw_boards, raw_index

DATA_FILE = Path(__file__).with_name("class_order.txt")


def compute() -> list[int]:
    """Compute for each class those that are at most as good for X, as the bits of a number, from the rules."""
    states = BoardStates()
    order = ClassOrder(states)
    class_of = load().class_of
    found = {class_of[raw_index(x, o)]: order.representative(states.number(x, o)) for x, o in raw_boards()}
    state_of = [state for _, state in sorted(found.items())]
    return [sum(2**b for b, below in enumerate(state_of) if order.at_least(0, one, below)) for one in state_of]


@cache
def shipped_order() -> list[int]:
    """Load the order that ships with the package, once: it is only read."""
    return [int(line, 16) for line in DATA_FILE.read_text(encoding="ascii").splitlines()]


def is_as_good(one: int, two: int) -> bool:
    """Say whether the first class is at least as good for X as the second."""
    return bool(shipped_order()[one] >> two & 1)


@cache
def better_boards() -> list[tuple[int, ...]]:
    """Return for each class the others at least as good for X that as few marks of each side make."""
    marks_of: dict[int, tuple[int, int]] = {}
    classes_of = defaultdict(set)
    for x, o in sorted(raw_boards(), key=lambda board: (board[0] | board[1]).bit_count()):
        little, marks = load().class_of[raw_index(x, o)], (x.bit_count(), o.bit_count())
        marks_of.setdefault(little, marks)
        classes_of[marks].add(little)
    order = shipped_order()
    return [
        tuple(sorted(other for other in classes_of[marks_of[one]] if other != one and order[other] >> one & 1))
        for one in range(len(order))
    ]


if __name__ == "__main__":
    DATA_FILE.write_text("".join(f"{mask:x}\n" for mask in compute()), encoding="ascii")

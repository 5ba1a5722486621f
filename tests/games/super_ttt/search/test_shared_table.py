"""Two solvers that search at the same time with one table: what each proves stays true, and helps the other."""

import math
from concurrent.futures import ThreadPoolExecutor

import pytest
from support.endings import filled_position, late_position
from support.plain_solver import shortest_win

from sttt.games.game import Side
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.classes import groups, tables
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.solver import Solver
from sttt.games.super_ttt.text import parse_position
from sttt.kernel.limits import COMPILED, NO_NODE_LIMIT

TABLES = tables.load()


def answers(solver: Solver, positions: list[Position], attacker: int) -> list[bool]:
    """Whether the attacker wins each within 20 turns."""
    found = []
    for position in positions:
        ClassView(position).set_up(solver)
        solver.begin(math.inf, NO_NODE_LIMIT)
        found.append(solver.bound(attacker, 20) > 0)
    return found


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="interpreted, one thread searches at a time")
@pytest.mark.parametrize("table_bits", [1, 4, 12])
def test_two_that_search_at_once_prove_what_one_alone_proves(table_bits: int) -> None:
    positions = [one for seed in range(400) if not (one := late_position(seed, 20, 44)).result]
    alone = answers(Solver(TABLES, groups.load(), 16), positions, 0)
    first = Solver(TABLES, groups.load(), table_bits)
    second = Solver(TABLES, groups.load(), table=first.table)
    assert len(set(alone)) > 1
    with ThreadPoolExecutor(2) as threads:
        for _ in range(3):
            backwards = threads.submit(answers, second, positions[::-1], 0)
            forwards = threads.submit(answers, first, positions, 0)
            assert forwards.result() == alone == backwards.result()[::-1]
            first.forget()


def test_one_finds_what_the_other_has_proven() -> None:
    first = Solver(TABLES, groups.load(), 16)
    second = Solver(TABLES, groups.load(), table=first.table)
    position = parse_position(
        "o......../........./........./........./xxx....../x.x....../.o..o..o./........./x........:o2"
    )
    alone = answers(first, [position], 0)
    assert answers(second, [position], 0) == alone
    assert second.nodes < first.nodes / 10


@pytest.mark.slow
def test_the_bounds_that_a_table_remembers_of_turns_are_true() -> None:
    solver, seen = Solver(TABLES, groups.load(), 12), []
    for seed in range(400):
        position = filled_position(seed, 12, 16)
        if position.result or position.left == 1:
            continue
        other = position.side.other
        solver.forget()
        answers(solver, [position], list(Side).index(other))
        for turn, bound in solver.remembered_bounds(list(Side).index(other)):
            after, _ = enter_turn(position, rules.completed(position, ClassView(position).squares(turn)))
            win = shortest_win(after, other, 12)
            seen.append(bound > 0)
            assert win and win <= bound if bound > 0 else not win or win > -bound
    assert min(seen.count(True), seen.count(False)) > 20

"""How many processes an executor is given."""

import pytest

from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_all
from sttt.errors import ExecutionError
from sttt.execution.executor import Again, LocalExecutor


@pytest.mark.parametrize("jobs", [0, -1, 1.5, float("nan"), True, "2", None, 2**70])
def test_anything_but_a_whole_number_from_1_on_is_refused(jobs: int) -> None:
    with pytest.raises(ValueError, match=r"jobs is .*; expected a whole number"):
        LocalExecutor(jobs)
    with pytest.raises(ValueError, match=r"jobs is .*; expected a whole number"):
        play_all([], Terms(nodes=1), jobs)


def halved(number: int) -> list[int] | Again[int, list[int]]:
    """A list of the number's halves down to one, of which this worker never makes but the first."""
    return [number] if number < 2 else Again(number // 2, "it was tired", [number])


def refused(number: int) -> list[int] | Again[int, list[int]]:
    return Again(number, "it is too small", unfit=True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_work_that_is_given_back_is_given_out_again(jobs: int) -> None:
    found = list(LocalExecutor(jobs).execute(halved, [8, 1, 3]))
    assert [done for index, done in found if index == 0] == [[8], [4], [2], [1]]
    assert sorted(done for index, done in found if index > 0) == [[1], [1], [3]]
    with pytest.raises(ExecutionError, match="it is too small"):
        list(LocalExecutor(jobs).execute(refused, [8, 1, 3]))

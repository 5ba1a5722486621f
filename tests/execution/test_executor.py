"""How many processes an executor is given."""

import pytest

from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_all
from sttt.execution.executor import LocalExecutor


@pytest.mark.parametrize("jobs", [0, -1, 1.5, float("nan"), True, "2", None, 2**70])
def test_anything_but_a_whole_number_from_1_on_is_refused(jobs: int) -> None:
    with pytest.raises(ValueError, match=r"jobs is .*; expected a whole number"):
        LocalExecutor(jobs)
    with pytest.raises(ValueError, match=r"jobs is .*; expected a whole number"):
        play_all([], Terms(nodes=1), jobs)

"""The speed of a machine: the best of several looks, kept for a while; and against the reference, within bounds."""

from itertools import count

import pytest

from sttt.execution import load


def test_the_best_of_several_windows_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = iter([1.0, 3.0, 2.0, 1.0])
    monkeypatch.setattr(load, "_rounds", lambda _clock: next(windows))
    assert load._fastest(load.time.monotonic) == 3.0


def test_a_window_counts_what_is_done_until_it_is_over() -> None:
    ticks = (0.05 * tick for tick in count())
    assert load._rounds(lambda: next(ticks)) == pytest.approx(2 / 0.15)


def test_speed_is_measured_anew_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = count(1)
    now = [1000.0]
    monkeypatch.setattr(load._Speed, "when", -load.math.inf)
    monkeypatch.setattr(load._Speed, "found", 0.0)
    monkeypatch.setattr(load, "_fastest", lambda _clock: float(next(measured)))
    monkeypatch.setattr(load.time, "monotonic", lambda: now[0])
    found = []
    for later in (0.0, 59.0, 2.0):
        now[0] += later
        found.append(load.speed())
    assert found == [1.0, 1.0, 2.0]


@pytest.mark.parametrize(
    ("share", "factor"),
    [(2.0, 1.0), (1.0, 1.0), (0.5, 2.0), (0.01, 10.0)],
    ids=["faster", "the same", "half", "a crawl"],
)
def test_a_slower_machine_than_the_reference_has_a_factor_up_to_ten(
    monkeypatch: pytest.MonkeyPatch, share: float, factor: float
) -> None:
    monkeypatch.setattr(load, "_fastest", lambda _clock: share * load._REFERENCE)
    assert load.machine_factor() == factor

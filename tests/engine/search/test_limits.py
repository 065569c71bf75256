"""Limits of a search."""

import math
import threading
from types import SimpleNamespace

import pytest

from merels.engine.search import limits
from merels.engine.search.limits import Clock, Limits, SearchTimer


def test_without_a_limit_there_is_no_budget():
    assert Limits().budget is None
    assert Limits(depth=3, nodes=5).budget is None


def test_the_smaller_time_counts():
    assert Limits(seconds=0.1, clock=Clock(100)).budget == 0.1
    assert Limits(seconds=100, clock=Clock(100)).budget == Clock(100).share


@pytest.mark.parametrize("remaining", [0, 0.01, 0.5, 3, 60, 10_000])
@pytest.mark.parametrize("increment", [0, 0.1, 5])
@pytest.mark.parametrize("moves", [None, 1, 2, 40])
def test_a_clock_is_never_overrun(remaining, increment, moves):
    share = Clock(remaining, increment, moves).share
    assert 0 <= share <= remaining


def test_the_last_move_before_the_control_may_use_nearly_all():
    assert Clock(10, moves_to_go=1).share > 9.9
    assert Clock(10, moves_to_go=2).share < 5


@pytest.mark.parametrize(
    "numbers",
    [{"depth": 0}, {"nodes": 0}, {"seconds": -1}, {"seconds": math.nan}, {"depth": -3}],
    ids=str,
)
def test_impossible_limits_are_errors(numbers):
    with pytest.raises(ValueError, match=next(iter(numbers))):
        Limits(**numbers)


@pytest.mark.parametrize(
    "numbers",
    [
        {"remaining": -1},
        {"remaining": 1, "increment": -0.1},
        {"remaining": 1, "moves_to_go": 0},
        {"remaining": math.nan},
    ],
    ids=str,
)
def test_impossible_clocks_are_errors(numbers):
    with pytest.raises(ValueError, match=list(numbers)[-1]):
        Clock(**numbers)


@pytest.fixture
def clock(monkeypatch):
    """A clock that advances only when a test says so."""
    clock = SimpleNamespace(now=100.0)
    clock.perf_counter = lambda: clock.now
    monkeypatch.setattr(limits, "time", clock)
    return clock


def test_a_timer_is_over_when_its_seconds_have_passed(clock):
    timer = SearchTimer(4)
    clock.now += 3.99
    assert not timer.is_over()
    clock.now += 0.01
    assert timer.is_over()
    assert timer.seconds == pytest.approx(4)


def test_a_share_of_the_time_ends_earlier_but_not_before_the_minimum(clock):
    timer = SearchTimer(4)
    clock.now += 2
    assert timer.is_over(share=0.5)
    assert not timer.is_over(share=0.5, least=2.5)
    clock.now += 0.5
    assert timer.is_over(share=0.5, least=2.5)


def test_a_timer_without_a_budget_waits_for_stop(clock):
    stop = threading.Event()
    timer = SearchTimer(None, stop)
    clock.now += 1e9
    assert not timer.is_over()
    stop.set()
    assert timer.is_over()
    assert not SearchTimer(None, stop).is_over(least=0.1)

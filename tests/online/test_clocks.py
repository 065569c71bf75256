"""Clocks: what is charged, and to whom."""

from merels.online.clocks import Clocks
from merels.online.terms import ClockTerms
from merels.rules.color import BLACK, WHITE

BLITZ = ClockTerms("time", seconds=10, increment=3)


def test_only_the_running_clock_runs():
    clocks = Clocks.of(BLITZ, 0)
    assert clocks.left(WHITE, 99_999) == 10_000
    assert clocks.runs_out() is None
    running = clocks.start(BLACK, 5000)
    assert (running.left(BLACK, 7000), running.left(WHITE, 7000)) == (8000, 10_000)
    assert running.runs_out() == 15_000
    assert running.left(BLACK, 99_999) == 0


def test_a_move_adds_the_increment_and_starts_the_other_clock():
    after = Clocks.of(BLITZ, 0).start(WHITE, 0).punch(4000)
    assert (after.white, after.running, after.since) == (9000, BLACK, 4000)


def test_lag_is_given_back_up_to_half_a_second_and_never_more_than_was_used():
    clocks = Clocks.of(BLITZ, 0).start(WHITE, 0)
    assert clocks.punch(4000, lag=300).white == 9300
    assert clocks.punch(4000, lag=5000).white == 9500
    assert clocks.punch(100, lag=400).white == 13_000


def test_stopped_clocks_keep_what_they_show():
    stopped = Clocks.of(BLITZ, 0).start(WHITE, 0).stop(2500)
    assert (stopped.left(WHITE, 99_999), stopped.running) == (7500, None)
